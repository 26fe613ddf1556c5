//! Parses `ILDN`, the name of the file that holds the debug information.
//!
//! Source: `DxilContainer.h` (`DxilShaderDebugName`) of the DirectX shader compiler.

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_core::format::WriteError;
use glassbox_core::reader::{LinkKind, NodeKind, Reader, Recorder};
use glassbox_core::record::Record;

use super::PartData;
use crate::rules::small as rules;

glassbox_core::record! {
    /// Header of the part.
    pub struct DebugName: 4 {
        /// Zero.
        0 flags: u16,
        /// Name length without terminator, bytes.
        2 length: u16,
    }
}

/// Parsed `ILDN`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// Part header.
    pub head: DebugName,
    /// Name, clamped to the part.
    pub name: &'a [u8],
}

/// Encodes the part. `Err` if the name is too long or contains a NUL.
pub fn encode(name: &[u8]) -> Result<Vec<u8>, WriteError> {
    // The compiler's size check overflows for longer names.
    const MOST: usize = 65530;
    if name.len() > MOST || name.contains(&0) {
        return Err(WriteError::new(format!(
            "found a name of {} bytes, expected at most {MOST} and no NUL",
            name.len()
        )));
    }
    let mut out = Vec::new();
    let head = DebugName { flags: 0, length: name.len() as u16 };
    head.encode(&mut out);
    out.extend_from_slice(name);
    out.resize((out.len() + 1).next_multiple_of(4), 0);
    Ok(out)
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let size = DebugName::SIZE as u64;
    let window = reader.window();
    let found = if part.size() >= size {
        reader.record::<DebugName>(part.node.name("head"), part.start).ok()
    } else {
        None
    };
    let Some((head, node)) = found else {
        super::area::rest(reader, part, part.start);
        let message = format!("found {} bytes, expected a header of {size}", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader.report(&rules::DEBUG_NAME, location, message).help("rewrite the part, or remove it");
        return None;
    };
    let start = part.start + size;
    let end = start + u64::from(head.length);
    let stop = end.min(part.end);
    let (name, name_node) = reader.bytes(part.node.name("name"), start, stop - start, NodeKind::Text).ok()?;
    reader.link(node, &DebugName::length, LinkKind::Size { of: name_node, unit: 1 });
    super::area::padding(reader, part.node, stop, part.end);
    let mut wrong = |location: Location, severity, message: String, help: &str| {
        reader.report(&rules::DEBUG_NAME, location, message).severity(severity).help(help);
    };
    let length = part.field(window, part.start, "head", DebugName::length);
    if end + 1 > part.end {
        wrong(
            length,
            Severity::Error,
            format!(
                "found a name of {} bytes, expected at most {} and a NUL",
                head.length,
                part.end.saturating_sub(start + 1)
            ),
            "set the length to that of the name without its NUL",
        );
        return Some(Model { head, name });
    }
    let padding = part.data(window).get((stop - part.start) as usize..).unwrap_or_default();
    let place = part.location(window, stop, part.end, "padding");
    if padding.iter().any(|&byte| byte != 0) {
        wrong(
            place,
            Severity::Error,
            "found bytes that are not zero after the name, expected its NUL and zeros".to_owned(),
            "set the length to that of the name, or clear what follows it",
        );
    } else if padding.len() > 4 || !part.size().is_multiple_of(4) {
        wrong(
            place,
            Severity::Error,
            format!(
                "found a part of {} bytes, expected {}",
                part.size(),
                (4 + u64::from(head.length) + 1).next_multiple_of(4)
            ),
            "pad the name with its NUL and zeros to a multiple of 4",
        );
    }
    if std::str::from_utf8(name).is_err() {
        wrong(
            part.location(window, start, stop, "name"),
            Severity::Warning,
            "found a name that is not UTF-8".to_owned(),
            "spell the file name in UTF-8",
        );
    }
    Some(Model { head, name })
}
