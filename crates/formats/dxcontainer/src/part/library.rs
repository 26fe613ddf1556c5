//! Parses libraries of the legacy compiler: `LIBF` (a function, itself a container), `LIBH` (names), `LFS0`
//! (parameters).
//!
//! Source: layouts determined by comparing libraries written by the legacy compiler.

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, ReadError, Reader, Recorder};
use glassbox_core::record::{Record, Records};

use super::PartData;
use crate::rules::small as rules;

glassbox_core::record! {
    /// Header of `LIBH`.
    pub struct LibraryHeader: 20 {
        /// Version, 1.
        0 version: u32,
        /// Offset of the compiler name, bytes from the start of the data.
        4 creator: u32,
        /// Flags, uninterpreted.
        8 flags: u32,
        /// Number of functions.
        12 count: u32,
        /// Offset of the entries, bytes from the start of the data; 20.
        16 entries: u32,
    }
}

glassbox_core::record! {
    /// Function entry of `LIBH`; entry n describes the n-th `LIBF`.
    pub struct LibraryEntry: 8 {
        /// Zero.
        0 reserved: u32,
        /// Offset of the name, bytes from the start of the data.
        4 name: u32,
    }
}

/// Parsed `LIBH`.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// Part header.
    pub head: LibraryHeader,
    /// Function entries.
    pub entries: Records<'a, LibraryEntry>,
    /// Function names, in entry order; empty if the offset is invalid.
    pub names: Vec<&'a [u8]>,
}

glassbox_core::record! {
    /// Header of `LFS0`.
    pub struct ParametersHeader: 8 {
        /// Number of parameters, including the return value.
        0 count: u32,
        /// Offset of the parameters, bytes from the start of the data; 8.
        4 offset: u32,
    }
}

glassbox_core::named! {
    /// Direction of a parameter.
    pub flags Direction: u32 {
        /// Input.
        IN = 1 "in",
        /// Output.
        OUT = 2 "out",
    }
}

glassbox_core::record! {
    /// Parameter of a library function. The first is the return value and has the function's name.
    pub struct Parameter: 48 {
        /// Offset of the name, bytes from the start of the data.
        0 name: u32,
        /// Offset of the semantic, bytes from the start of the data; 0 if it has none.
        4 semantic: u32,
        /// Component type; 3 is float.
        8 ty: u32,
        /// Class: 0 scalar, 1 vector.
        12 class: u32,
        /// Number of rows.
        16 rows: u32,
        /// Number of columns.
        20 columns: u32,
        /// Interpolation mode.
        24 interpolation: u32,
        /// Direction: in, out or both.
        28 direction: Direction,
        /// First input register.
        32 in_register: u32,
        /// First input component.
        36 in_component: u32,
        /// First output register; 0xFFFFFFFF for none.
        40 out_register: u32,
        /// First output component; 0xFFFFFFFF for none.
        44 out_component: u32,
    }
}

/// Parsed `LFS0`.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    /// Part header.
    pub head: ParametersHeader,
    /// Parameters, return value first.
    pub parameters: Records<'a, Parameter>,
    /// Whole data of the part, for string offsets.
    pub data: &'a [u8],
}

/// NUL-terminated string at an offset, without its terminator; `None` if it is out of bounds or unterminated.
pub fn string(data: &[u8], offset: u32) -> Option<&[u8]> {
    let rest = data.get(offset as usize..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    rest.get(..end)
}

/// Parses `LIBH`.
pub fn read_head<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Head<'a>> {
    let window = reader.window();
    let data = part.data(window);
    let table = Table {
        header: "head",
        header_size: LibraryHeader::SIZE as u64,
        name: "functions",
        record_size: LibraryEntry::SIZE as u64,
    };
    let (head, node) = table.header::<LibraryHeader, R>(reader, part)?;
    let (count, offset) = (u64::from(head.count), u64::from(head.entries));
    let location = part.field(window, part.start, "head", LibraryHeader::count);
    let (entries, entries_node) = table.rows::<LibraryEntry, R>(reader, part, location, offset, count)?;
    reader.link(node, &LibraryHeader::count, LinkKind::Count { of: entries_node });
    for field in [&LibraryHeader::creator, &LibraryHeader::entries] {
        reader.link(node, field, LinkKind::Pointer { base: node, unit: 1 });
    }
    reader.link(entries_node, &LibraryEntry::name, LinkKind::Pointer { base: node, unit: 1 });
    strings(reader, part, part.start + offset + 8 * count);
    let mut names = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        // Names may share bytes; charge their length so that one long string is not scanned repeatedly.
        let name = string(data, entry.name);
        if reader.spend(name.map_or(0, <[u8]>::len) as u64).is_err() {
            break;
        }
        if name.is_none() {
            let start = part.start + offset + 8 * index as u64;
            let path = format!("functions[{index}]");
            let message = format!("found a name at {:#x}, expected a string in the part", entry.name);
            let location = part.field(window, start, &path, LibraryEntry::name);
            reader.report(&rules::LIBRARY, location, message).help("point the offset at a string");
        }
        names.push(name.unwrap_or_default());
    }
    Some(Head { head, entries, names })
}

/// Parses `LFS0`.
pub fn read_parameters<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    part: &PartData,
) -> Option<Parameters<'a>> {
    let window = reader.window();
    let table = Table {
        header: "head",
        header_size: ParametersHeader::SIZE as u64,
        name: "parameters",
        record_size: Parameter::SIZE as u64,
    };
    let (head, node) = table.header::<ParametersHeader, R>(reader, part)?;
    let (count, offset) = (u64::from(head.count), u64::from(head.offset));
    let place = part.field(window, part.start, "head", ParametersHeader::count);
    let (parameters, parameters_node) = table.rows::<Parameter, R>(reader, part, place, offset, count)?;
    reader.link(node, &ParametersHeader::count, LinkKind::Count { of: parameters_node });
    reader.link(node, &ParametersHeader::offset, LinkKind::Pointer { base: node, unit: 1 });
    for field in [&Parameter::name, &Parameter::semantic] {
        reader.link(parameters_node, field, LinkKind::Pointer { base: node, unit: 1 });
    }
    strings(reader, part, part.start + offset + 48 * count);
    Some(Parameters { head, parameters, data: part.data(window) })
}

/// Names the strings from an offset to the end of the part; padding is 0xAB.
fn strings<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData, start: u64) {
    let window = reader.window();
    let data = window.part(start, part.end).bytes;
    let used = data.iter().rposition(|&byte| byte == 0).map_or(0, |last| last + 1) as u64;
    if start < part.end {
        let _ = reader.bytes(part.node.name("strings"), start, used, NodeKind::Strings);
        super::area::padding(reader, part.node, start + used, part.end);
    }
}

/// A header followed by records.
struct Table {
    header: &'static str,
    header_size: u64,
    name: &'static str,
    record_size: u64,
}

impl Table {
    fn header<T: Record, R: Recorder>(
        &self,
        reader: &mut Reader<'_, R>,
        part: &PartData,
    ) -> Option<(T, NodeId)> {
        let found = if part.size() >= self.header_size {
            reader.record::<T>(part.node.name(self.header), part.start).ok()
        } else {
            None
        };
        if found.is_none() {
            super::area::rest(reader, part, part.start);
            let location = part.location(reader.window(), part.start, part.end, "");
            let message = format!("found {} bytes, expected a header of {}", part.size(), self.header_size);
            reader
                .report(&rules::LIBRARY, location, message)
                .help("the part is cut off; rebuild the library");
        }
        found
    }

    fn rows<'a, T: Record, R: Recorder>(
        &self,
        reader: &mut Reader<'a, R>,
        part: &PartData,
        count_place: Location,
        offset: u64,
        count: u64,
    ) -> Option<(Records<'a, T>, NodeId)> {
        let size = count * self.record_size;
        let start = part.start + offset;
        let fits = start.saturating_add(size) <= part.end;
        let rows = if fits {
            reader.records::<T>(part.node.name(self.name), start, count)
        } else {
            Err(ReadError::BudgetExceeded)
        };
        if rows.is_err() {
            super::area::rest(reader, part, part.start + self.header_size);
            let message = format!(
                "found {count} rows of {} bytes at {offset:#x}, expected them within the {:#x} bytes of the part",
                self.record_size,
                part.size()
            );
            reader.report(&rules::LIBRARY, count_place, message).help("fix the count or the offset");
        }
        rows.ok()
    }
}
