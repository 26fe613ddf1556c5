//! Parses `STR0`, the proposed string table, laid out like COFF's.
//!
//! Source: the proposal "DirectX Container Symbol and String Table" of the HLSL specifications.

use glassbox_core::diagnostic::Severity;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};

use super::PartData;
use crate::rules::symbols as rules;

/// Offset of the first string, after the size field.
pub const FIRST: u64 = 4;

/// Parsed `STR0`.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// Stated table size including this field, bytes.
    pub size: u32,
    /// Table including its size field, clamped to the part. Base of string offsets.
    pub table: &'a [u8],
    /// Base node of string offsets.
    pub(crate) node: NodeId,
}

impl<'a> Model<'a> {
    /// String at an offset, without its NUL. `None` if it is out of bounds or unterminated.
    pub fn string(&self, offset: u32) -> Option<&'a [u8]> {
        if u64::from(offset) < FIRST {
            return None;
        }
        crate::part::library::string(self.table, offset)
    }
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let window = reader.window();
    let found = if part.size() >= FIRST {
        reader.value::<u32>(part.node.name("size"), part.start).ok()
    } else {
        None
    };
    let Some((size, node)) = found else {
        super::area::rest(reader, part, part.start);
        let message = format!("found {} bytes, expected at least 4 for the size", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader.report(&rules::TABLE_SIZE, location, message).help("rewrite the table, or remove it");
        return None;
    };
    let stated = u64::from(size);
    let place = part.location(window, part.start, part.start + FIRST, "size");
    let fits = (FIRST..=part.size()).contains(&stated);
    if !fits {
        let message = format!("found a size of {size}, expected from 4 to {}", part.size());
        reader
            .report(&rules::TABLE_SIZE, place.clone(), message)
            .note("the size counts its own 4 bytes")
            .help(format!("set it to {}", part.size()));
    }
    // If the size is invalid, read to the end of the part.
    let table_end = if fits { part.start + stated } else { part.end };
    let strings_start = part.start + FIRST;
    let table = window.part(part.start, table_end).bytes;
    let used = table
        .get(FIRST as usize..)
        .unwrap_or_default()
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last as u64 + 1);
    let strings_end = (strings_start + used + u64::from(used > 0)).min(table_end);
    let _ = reader.bytes(
        part.node.name("strings"),
        strings_start,
        strings_end - strings_start,
        NodeKind::Strings,
    );
    super::area::padding(reader, part.node, strings_end, table_end);
    super::area::rest(reader, part, table_end);
    reader.link_value(node, LinkKind::Pointer { base: part.node, unit: 1 });
    if strings_end == table_end && used > 0 && table.last() != Some(&0) {
        let message = "found a last string without its NUL, expected one";
        let location = part.location(window, strings_start, strings_end, "strings");
        reader
            .report(&rules::TABLE_END, location, message)
            .help("include the last NUL in the size, or add it");
    }
    if !part.size().is_multiple_of(4) {
        let message = format!("found a part of {} bytes, expected a multiple of 4", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader
            .report(&rules::TABLE_ALIGN, location, message)
            .help("fill the table with zeros to a multiple of 4");
    }
    let behind = window.part(table_end, part.end).bytes;
    if behind.len() > 3 || behind.iter().any(|&byte| byte != 0) {
        let message =
            format!("found {} bytes after the table, expected fewer than 4, all zero", behind.len());
        let location = part.location(window, table_end, part.end, "rest");
        reader
            .report(&rules::TABLE_REST, location, message)
            .label(place.clone(), "this size ends the table")
            .help("set the size to that of the part, or cut the part");
        // Padding holds no strings: a terminated string there means that the size is wrong.
        if behind.windows(2).any(|pair| matches!(pair, [first, 0] if *first != 0)) {
            let message = format!("found a size of {size}, which cuts strings off, expected {}", part.size());
            reader
                .report(&rules::TABLE_SIZE, place, message)
                .severity(Severity::Error)
                .help(format!("set it to {}", part.size()));
        }
    }
    Some(Model { size, table, node })
}
