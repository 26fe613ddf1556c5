//! Defines a file as read: model, header locations, and the part that each byte range belongs to.

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::{Field, Record};

use crate::model::{Shbin, Tables};
use crate::raw::{ExecutableHeader, FileHeader, ObjectHeader, ProgramHeader, ReferencesHeader};

/// A header with its location.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed<H> {
    /// Offset of the first byte from the start of the window.
    pub start: u64,
    /// The header.
    pub head: H,
}

/// Header of an executable that was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    /// Index in the offset table; the path of the executable is `dvle[index]`.
    pub index: u32,
    /// The header.
    pub placed: Placed<ExecutableHeader>,
}

/// A part of a file, as named in claims and layouts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// DVLB header.
    Head,
    /// Offsets of the executables.
    Offsets,
    /// DVLP header.
    Program,
    /// Code words.
    Code,
    /// Operand descriptors.
    Descriptors,
    /// Line table of the program; always empty.
    Lines,
    /// Names of source files.
    FileNames,
    /// DVLE header, by index in the model.
    Executable(u32),
    /// A table of an executable, by index in the model; objects use index 0.
    Table(u32, Table),
    /// DVOJ header.
    Object,
    /// Source lines of an object.
    SourceLines,
    /// Operand records of an object.
    OperandRecords,
    /// Header of an object's reference section.
    References,
    /// Procedures exported by an object.
    Exports,
    /// Calls to procedures in other objects.
    Imports,
}

/// Tables common to executables and objects, in picasso's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Table {
    /// Constants.
    Constants,
    /// Labels.
    Labels,
    /// Outputs.
    Outputs,
    /// Uniforms.
    Uniforms,
    /// Symbols.
    Symbols,
}

impl Table {
    /// All tables, in picasso's order.
    pub const ALL: [Table; 5] =
        [Table::Constants, Table::Labels, Table::Outputs, Table::Uniforms, Table::Symbols];
}

/// A range that a part was read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadRange {
    /// Part read from the range.
    pub part: Part,
    /// Offset of the first byte from the start of the window.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

/// The headers that were read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heads {
    /// DVLB.
    pub file: Option<FileHeader>,
    /// DVLP; a short header is widened.
    pub program: Option<Placed<ProgramHeader>>,
    /// True if the DVLP header is the short form.
    pub short: bool,
    /// Executable headers, in model order.
    pub executables: Vec<Slot>,
    /// DVOJ.
    pub object: Option<ObjectHeader>,
    /// The reference section of an object.
    pub references: Option<Placed<ReferencesHeader>>,
    /// Entry word of bare code, which has no headers.
    pub bare: Option<u32>,
}

/// A file as read.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// The bytes.
    pub window: Window<'a>,
    /// Parsed contents.
    pub model: Shbin<'a>,
    /// The headers.
    pub heads: Heads,
    /// Byte range of each part read, in reading order; the first claim owns its bytes.
    pub claims: Vec<ReadRange>,
    /// The reader's findings.
    pub diagnostics: Diagnostics,
    /// Limits in force while reading.
    pub limits: Limits,
}

impl<'a> File<'a> {
    /// Size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.window.bytes.len() as u64
    }

    /// Value of an offset table entry.
    pub fn executable_offset(&self, index: u32) -> Option<u32> {
        let at = 8 + 4 * index as usize;
        let bytes = self.window.bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Location of a header field; `path` is the path of the header.
    pub fn field<H: Record>(&self, placed: &Placed<H>, path: &str, field: Field) -> Location {
        field_location(self.window, placed.start, path, field)
    }

    /// Location of entry `index` of the offset table.
    pub fn offset_location(&self, index: u32) -> Location {
        let start = self.window.base + 8 + 4 * u64::from(index);
        Location::new(start, start + 4, format!("dvlb.offsets[{index}]"))
    }

    /// The tables with the path of their parent node: empty for an object.
    pub fn tables(&self) -> Vec<(String, &Tables<'a>)> {
        match &self.model {
            Shbin::Binary(binary) => self
                .heads
                .executables
                .iter()
                .zip(&binary.executables)
                .map(|(slot, executable)| (format!("dvle[{}]", slot.index), &executable.tables))
                .collect(),
            Shbin::Object(object) => vec![(String::new(), &object.tables)],
        }
    }

    /// End of the last claim, exclusive.
    pub(crate) fn end_of_claims(&self) -> u64 {
        self.claims.iter().map(|claim| claim.end).max().unwrap_or(0)
    }
}

/// Location of a field in a header at `start` of a window.
pub(crate) fn field_location(window: Window<'_>, start: u64, path: &str, field: Field) -> Location {
    let start = window.base + start + field.offset as u64;
    Location::new(start, start + field.form.size() as u64, format!("{path}.{}", field.name))
}

/// Path of a child: `parent.name`, or `name` under an empty parent.
pub(crate) fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") }
}
