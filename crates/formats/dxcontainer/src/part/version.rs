//! Parses `VERS`, the compiler that wrote a library.
//!
//! Source: `DxilContainer.h` (`DxilCompilerVersion`) of the DirectX shader compiler.

use glassbox_core::diagnostic::Location;
use glassbox_core::format::WriteError;
use glassbox_core::reader::{LinkKind, NodeKind, Reader, Recorder};
use glassbox_core::record::Record;

use super::PartData;
use crate::rules::small as rules;

glassbox_core::named! {
    /// Build type of a compiler.
    pub flags CompilerFlags: u32 {
        /// Debug build, with assertions.
        DEBUG = 1 "debug",
        /// Internal validator build.
        INTERNAL = 2 "internal",
    }
}

glassbox_core::record! {
    /// Compiler version.
    pub struct CompilerVersion: 16 {
        /// Major version.
        0 major: u16,
        /// Minor version.
        2 minor: u16,
        /// Build type.
        4 flags: CompilerFlags,
        /// Number of commits.
        8 commits: u32,
        /// Size of the strings including terminators, bytes; 0 if there are none.
        12 string_bytes: u32,
    }
}

/// Parsed `VERS`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// Version record.
    pub version: CompilerVersion,
    /// Commit id and custom version, each NUL-terminated, clamped to the part.
    pub strings: &'a [u8],
}

impl<'a> Model<'a> {
    fn string(&self, index: usize) -> Option<&'a [u8]> {
        self.strings.split(|&byte| byte == 0).nth(index).filter(|string| !string.is_empty())
    }

    /// Commit id, if present.
    pub fn commit(&self) -> Option<&'a [u8]> {
        self.string(0)
    }

    /// Custom version string, if present.
    pub fn custom(&self) -> Option<&'a [u8]> {
        self.string(1)
    }

    /// Version formatted for display.
    pub fn describe(&self) -> String {
        let version = &self.version;
        match (self.custom(), self.commit()) {
            (Some(custom), Some(commit)) => {
                format!("{} ({})", custom.escape_ascii(), commit.escape_ascii())
            }
            (Some(custom), None) => custom.escape_ascii().to_string(),
            (None, Some(commit)) => {
                format!("{}.{} ({})", version.major, version.minor, commit.escape_ascii())
            }
            (None, None) => format!("{}.{}", version.major, version.minor),
        }
    }
}

/// Encodes the part. `Err` if a string contains a NUL.
pub fn encode(version: CompilerVersion, commit: &[u8], custom: &[u8]) -> Result<Vec<u8>, WriteError> {
    if commit.contains(&0) || custom.contains(&0) {
        return Err(WriteError::new("found a NUL in a string, which would end it"));
    }
    let strings = [commit, b"\0", custom, b"\0"].concat();
    let mut out = Vec::new();
    let version = CompilerVersion { string_bytes: strings.len() as u32, ..version };
    version.encode(&mut out);
    out.extend_from_slice(&strings);
    out.resize(out.len().next_multiple_of(4), 0);
    Ok(out)
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let size = CompilerVersion::SIZE as u64;
    let window = reader.window();
    let found = if part.size() >= size {
        reader.record::<CompilerVersion>(part.node.name("version"), part.start).ok()
    } else {
        None
    };
    let Some((version, node)) = found else {
        super::area::rest(reader, part, part.start);
        let message = format!("found {} bytes, expected at least {size}", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader.report(&rules::VERSION, location, message).help("rewrite the part, or remove it");
        return None;
    };
    let start = part.start + size;
    let stated = u64::from(version.string_bytes);
    let stop = start.saturating_add(stated).min(part.end);
    let (strings, strings_node) =
        reader.bytes(part.node.name("strings"), start, stop - start, NodeKind::Strings).ok()?;
    reader.link(node, &CompilerVersion::string_bytes, LinkKind::Size { of: strings_node, unit: 1 });
    super::area::padding(reader, part.node, stop, part.end);
    let field = part.field(window, part.start, "version", CompilerVersion::string_bytes);
    let mut wrong = |location: Location, message: String, help: &str| {
        reader.report(&rules::VERSION, location, message).help(help);
    };
    if start + stated > part.end {
        wrong(
            field,
            format!("found {stated} bytes of strings, expected at most {}", part.end - start),
            "set the number to the size of both strings with their terminators",
        );
        return Some(Model { version, strings });
    }
    let ends = strings.iter().filter(|&&byte| byte == 0).count();
    let place = part.location(window, start, stop, "strings");
    if !strings.is_empty() && strings.last() != Some(&0) {
        wrong(
            place.clone(),
            "found strings without a last NUL, expected one".to_owned(),
            "include the terminators in the number of bytes",
        );
    } else if ends > 2 {
        wrong(place, format!("found {ends} strings, expected at most 2"), "keep the commit and the version");
    }
    let padding = part.data(window).get((stop - part.start) as usize..).unwrap_or_default();
    if padding.iter().any(|&byte| byte != 0) || padding.len() > 3 {
        wrong(
            part.location(window, stop, part.end, "padding"),
            format!("found {} bytes after the strings, expected fewer than 4, all zero", padding.len()),
            "let the part end at the next multiple of 4, filled with zeros",
        );
    }
    Some(Model { version, strings })
}
