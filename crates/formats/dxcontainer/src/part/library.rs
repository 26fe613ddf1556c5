//! Libraries of the legacy compiler: `LIBF` (a function, itself a container), `LIBH` (names), `LFS0` (parameters).
//!
//! Source: the layouts were found by comparing libraries that the legacy compiler wrote.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::reader::{Follows, Kind, NodeId, ReadError, Reader, Recorder};
use glassbox_core::record::{Record, Records};

use super::PartData;
use crate::rules::small as rules;

glassbox_core::record! {
    /// Header of `LIBH`.
    pub struct LibraryHead: 20 {
        /// Version, 1.
        0 version: u32,
        /// Offset of the name of the compiler, bytes from the start of the data.
        4 creator: u32,
        /// Flags.
        8 flags: u32,
        /// Number of functions.
        12 count: u32,
        /// Offset of the functions, bytes from the start of the data; 20.
        16 entries: u32,
    }
}

glassbox_core::record! {
    /// A function of `LIBH`; the n-th describes the n-th `LIBF`.
    pub struct LibraryEntry: 8 {
        /// Zero.
        0 reserved: u32,
        /// Offset of the name, bytes from the start of the data.
        4 name: u32,
    }
}

/// `LIBH`.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// Header.
    pub head: LibraryHead,
    /// Functions.
    pub entries: Records<'a, LibraryEntry>,
    /// The names in the order of the functions; empty where an offset leads nowhere.
    pub names: Vec<&'a [u8]>,
}

glassbox_core::record! {
    /// Header of `LFS0`.
    pub struct ParametersHead: 8 {
        /// Number of parameters, the return value included.
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
    /// A parameter of a library function. The first is the return value and carries the function's name.
    pub struct Parameter: 48 {
        /// Offset of the name, bytes from the start of the data.
        0 name: u32,
        /// Offset of the semantic, bytes from the start of the data; 0 without one.
        4 semantic: u32,
        /// Component type; 3 is float.
        8 ty: u32,
        /// 0 scalar, 1 vector.
        12 class: u32,
        /// Rows.
        16 rows: u32,
        /// Columns.
        20 columns: u32,
        /// Interpolation.
        24 interpolation: u32,
        /// Direction.
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

/// `LFS0`.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    /// Header.
    pub head: ParametersHead,
    /// Parameters.
    pub parameters: Records<'a, Parameter>,
    /// Everything in the part, for the strings.
    pub data: &'a [u8],
}

/// The NUL-terminated string at an offset of some data, without its terminator; `None` past the end or without one.
pub fn string(data: &[u8], offset: u32) -> Option<&[u8]> {
    let rest = data.get(offset as usize..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    rest.get(..end)
}

/// Reads `LIBH`.
pub fn read_head<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Head<'a>> {
    let window = reader.window();
    let data = part.data(window);
    let table = Table {
        header: "head",
        header_size: LibraryHead::SIZE as u64,
        name: "functions",
        record_size: LibraryEntry::SIZE as u64,
    };
    let (head, node) = table.header::<LibraryHead, R>(reader, part)?;
    let (count, offset) = (u64::from(head.count), u64::from(head.entries));
    let place = part.field(window, part.start, "head", LibraryHead::count);
    let (entries, entries_node) = table.rows::<LibraryEntry, R>(reader, part, place, offset, count)?;
    reader.link(node, &LibraryHead::count, Follows::Count { of: entries_node });
    for field in [&LibraryHead::creator, &LibraryHead::entries] {
        reader.link(node, field, Follows::Pointer { base: node, unit: 1 });
    }
    reader.link(
        entries_node,
        &LibraryEntry::name,
        Follows::Pointer { base: node, unit: 1 },
    );
    strings(reader, part, part.start + offset + 8 * count);
    let mut names = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        // Names may share bytes, but a file has no use for looking at the same long one again and again.
        let name = string(data, entry.name);
        if reader.spend(name.map_or(0, <[u8]>::len) as u64).is_err() {
            break;
        }
        if name.is_none() {
            let start = part.start + offset + 8 * index as u64;
            let path = format!("functions[{index}]");
            let message = format!("found a name at {:#x}, expected a string in the part", entry.name);
            let place = part.field(window, start, &path, LibraryEntry::name);
            reader.report(
                Diagnostic::new(&rules::LIBRARY, place, message).help("let the offset lead to a string"),
            );
        }
        names.push(name.unwrap_or_default());
    }
    Some(Head { head, entries, names })
}

/// Reads `LFS0`.
pub fn read_parameters<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    part: &PartData,
) -> Option<Parameters<'a>> {
    let window = reader.window();
    let table = Table {
        header: "head",
        header_size: ParametersHead::SIZE as u64,
        name: "parameters",
        record_size: Parameter::SIZE as u64,
    };
    let (head, node) = table.header::<ParametersHead, R>(reader, part)?;
    let (count, offset) = (u64::from(head.count), u64::from(head.offset));
    let place = part.field(window, part.start, "head", ParametersHead::count);
    let (parameters, parameters_node) = table.rows::<Parameter, R>(reader, part, place, offset, count)?;
    reader.link(
        node,
        &ParametersHead::count,
        Follows::Count { of: parameters_node },
    );
    reader.link(
        node,
        &ParametersHead::offset,
        Follows::Pointer { base: node, unit: 1 },
    );
    for field in [&Parameter::name, &Parameter::semantic] {
        reader.link(parameters_node, field, Follows::Pointer { base: node, unit: 1 });
    }
    strings(reader, part, part.start + offset + 48 * count);
    Some(Parameters {
        head,
        parameters,
        data: part.data(window),
    })
}

/// Strings from an offset to the end of the part, whose padding is 0xAB.
fn strings<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData, start: u64) {
    let window = reader.window();
    let data = window.part(start, part.end).bytes;
    let used = data
        .iter()
        .rposition(|&byte| byte == 0)
        .map_or(0, |last| last + 1) as u64;
    if start < part.end {
        let _ = reader.bytes(part.node.name("strings"), start, used, Kind::Strings);
        super::padding(reader, part.node, start + used, part.end);
    }
}

/// A header followed by rows.
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
            super::rest(reader, part, part.start);
            let location = part.location(reader.window(), part.start, part.end, "");
            let message = format!(
                "found {} bytes, expected a header of {}",
                part.size(),
                self.header_size
            );
            reader.report(
                Diagnostic::new(&rules::LIBRARY, location, message)
                    .help("the part is cut off; build the library again"),
            );
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
            super::rest(reader, part, part.start + self.header_size);
            let message = format!(
                "found {count} rows of {} bytes at {offset:#x}, expected them within the {:#x} bytes of the part",
                self.record_size,
                part.size()
            );
            reader.report(
                Diagnostic::new(&rules::LIBRARY, count_place, message).help("fix the count or the offset"),
            );
        }
        rows.ok()
    }
}
