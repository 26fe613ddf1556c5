//! Versions of the language, and the macros that they define.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token};

use super::Preprocessor;
use crate::rules::VERSION;

/// Versions of GLSL for the desktop.
const DESKTOP: [u16; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];
/// The newest one.
const NEWEST: u16 = 460;
/// Versions of GLSL ES.
const EMBEDDED: [u16; 4] = [100, 300, 310, 320];

/// A version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    /// Its number.
    pub(crate) number: u16,
    /// Whether it is one of GLSL ES.
    pub(crate) is_embedded: bool,
    /// Whether it states the compatibility profile.
    pub(crate) is_compatible: bool,
}

impl Default for Version {
    fn default() -> Self {
        Version { number: 450, is_embedded: false, is_compatible: false }
    }
}

impl Preprocessor<'_> {
    /// `#version NUMBER PROFILE`.
    pub(super) fn version(&mut self, from: Provenance, rest: &[Token]) {
        if self.has_begun {
            let finding = self.reports.of(
                &VERSION,
                from,
                "found `#version` behind other text, expected it on the first line",
            );
            self.reports.add(finding.help("move it to the first line"));
            return;
        }
        let stated = rest.first().filter(|token| token.kind == Kind::Number);
        let Some(stated) = stated else {
            let finding = self.reports.of(
                &VERSION,
                from,
                "found no number behind `#version`, expected one such as 450",
            );
            self.reports.add(finding.help("write `#version 450`"));
            return;
        };
        let profile = rest.get(1).map(|token| (token.clone(), token.text.clone()));
        let number: u16 = stated.text.parse().unwrap_or(0);
        let profile_name = profile.as_ref().map_or("", |(_, name)| name);
        let is_embedded = number == 100 || profile_name == "es";
        let is_known = if is_embedded {
            EMBEDDED.contains(&number) && (number != 100 || profile.is_none())
        } else {
            (DESKTOP.contains(&number) || number == NEWEST) && profile_name != "es"
        };
        if !is_known {
            let message = format!(
                "found version `{}{}{}`, expected 330 to 460, or 300 es to 320 es",
                shown(&stated.text),
                if profile.is_some() { " " } else { "" },
                shown(profile_name)
            );
            let help = if EMBEDDED.contains(&number) && number != 100 {
                format!("write `#version {number} es`")
            } else {
                format!("write `#version {}`", nearest(number))
            };
            let finding = self.reports.of(&VERSION, stated.from, message);
            self.reports.add(finding.help(help));
            return;
        }
        if let Some((token, name)) = &profile
            && !matches!(&**name, "core" | "compatibility" | "es")
        {
            let message =
                format!("found the profile `{}`, expected `core`, `compatibility` or `es`", shown(name));
            let finding = self.reports.of(&VERSION, token.from, message);
            self.reports.add(finding.help("leave it out, which means `core`"));
            return;
        }
        self.unit.version = Version { number, is_embedded, is_compatible: profile_name == "compatibility" };
        self.unit.version_from = from;
    }

    /// The macros that say which version it is.
    pub(super) fn define_version(&mut self) {
        let version = self.unit.version;
        let from = self.unit.version_from;
        let mut define = |name: &str, value: String| {
            let text: Rc<str> = Rc::from(value);
            self.define_number(name, text, from);
        };
        define("__VERSION__", version.number.to_string());
        if version.is_embedded {
            define("GL_ES", "1".to_owned());
            define("GL_FRAGMENT_PRECISION_HIGH", "1".to_owned());
        } else if version.number >= 150 {
            define("GL_core_profile", "1".to_owned());
            if version.is_compatible {
                define("GL_compatibility_profile", "1".to_owned());
            }
        }
        define("GL_GOOGLE_include_directive", "1".to_owned());
        define("GL_ARB_shading_language_include", "1".to_owned());
    }
}

/// The version of the desktop that is closest to a number.
fn nearest(number: u16) -> u16 {
    let known = DESKTOP.into_iter().chain([NEWEST]).filter(|known| *known >= 330);
    known.min_by_key(|known| known.abs_diff(number)).unwrap_or(NEWEST)
}
