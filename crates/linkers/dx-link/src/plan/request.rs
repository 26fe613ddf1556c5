//! Link requests.

use std::fmt;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_dxcontainer::part::program::ProgramVersion;
use glassbox_dxcontainer::program::{ShaderKind, Version};

use crate::export::Export;
use crate::message::NOWHERE;
use crate::rules;

/// Program kinds that a linker can produce.
const KINDS: [ShaderKind; 9] = [
    ShaderKind::PIXEL,
    ShaderKind::VERTEX,
    ShaderKind::GEOMETRY,
    ShaderKind::HULL,
    ShaderKind::DOMAIN,
    ShaderKind::COMPUTE,
    ShaderKind::LIBRARY,
    ShaderKind::MESH,
    ShaderKind::AMPLIFICATION,
];
/// Minor version of a library to be linked again, written `x`.
const OFFLINE: u32 = 15;

/// Kind and shader model of the output, such as `ps_6_0`.
///
/// ```
/// use glassbox_dx_link::plan::Profile;
///
/// let profile = Profile::parse("lib_6_x").map_err(|finding| finding.message)?;
/// assert!(profile.is_library());
/// assert_eq!(profile.to_string(), "lib_6_x");
/// assert!(Profile::parse("ps_5_0").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Kind of the program.
    pub kind: ShaderKind,
    /// Shader model; minor version 15 for libraries to be linked again.
    pub model: Version,
}

impl Profile {
    /// Parses a profile as compilers spell it.
    ///
    /// # Errors
    ///
    /// A finding of [`rules::PROFILE`] if there is no such profile.
    pub fn parse(text: &str) -> Result<Profile, Box<Diagnostic>> {
        Profile::read(text).ok_or_else(|| {
            let message =
                format!("found profile \"{}\", expected one such as ps_6_0 or lib_6_3", text.escape_debug());
            Box::new(
                Diagnostic::new(&rules::PROFILE, Location::default().input(NOWHERE), message)
                    .help("write the prefix of the stage and a shader model from 6_0 on"),
            )
        })
    }

    fn read(text: &str) -> Option<Profile> {
        let mut parts = text.split('_');
        let (prefix, major, minor) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || major != "6" {
            return None;
        }
        let kind = KINDS.into_iter().find(|kind| kind.prefix() == Some(prefix))?;
        let minor = match minor {
            "x" if kind == ShaderKind::LIBRARY => OFFLINE,
            digits if digits.len() == 1 => digits.parse().ok()?,
            _ => return None,
        };
        Some(Profile { kind, model: Version::new(6, minor) })
    }

    /// True if the output is a library.
    pub fn is_library(self) -> bool {
        self.kind == ShaderKind::LIBRARY
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ProgramVersion::new(self.kind, self.model).profile())
    }
}

/// Granularity of dependencies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Dependencies of each function.
    #[default]
    Functions,
    /// Dependencies of whole libraries: all that symbol tables without dependencies can show.
    Libraries,
}

/// Request for a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Kind and shader model of the output.
    pub profile: Profile,
    /// Entry point of a program.
    pub entry: Option<Vec<u8>>,
    /// Functions that a library exports; empty for all.
    pub exports: Vec<Export>,
    /// Granularity of dependencies.
    pub level: Level,
}

impl Request {
    /// Requests a program with an entry point.
    pub fn program(entry: impl Into<Vec<u8>>, profile: Profile) -> Request {
        Request { profile, entry: Some(entry.into()), exports: Vec::new(), level: Level::Functions }
    }

    /// Requests a library with some exports, or all.
    pub fn library(exports: Vec<Export>, profile: Profile) -> Request {
        Request { profile, entry: None, exports, level: Level::Functions }
    }

    /// Sets the granularity of dependencies.
    pub fn level(mut self, level: Level) -> Request {
        self.level = level;
        self
    }

    /// Reports inconsistent settings.
    pub(super) fn fault(&self) -> Option<Diagnostic> {
        let (message, help) = match (self.profile.is_library(), &self.entry) {
            (false, None) => {
                (format!("found no entry point, expected one for {}", self.profile), "name the entry point")
            }
            (true, Some(entry)) => (
                format!("found the entry point {} for {}, expected none", entry.escape_ascii(), self.profile),
                "name the function as an export instead",
            ),
            (false, Some(_)) if !self.exports.is_empty() => (
                format!("found a list of exports for {}, expected one for libraries only", self.profile),
                "leave out the exports, or request a library",
            ),
            _ => return None,
        };
        Some(Diagnostic::new(&rules::REQUEST, Location::default().input(NOWHERE), message).help(help))
    }
}
