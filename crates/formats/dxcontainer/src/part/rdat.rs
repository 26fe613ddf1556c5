//! Parses `RDAT`, the runtime data of libraries: functions, resources, subobjects and nodes, as tables that reference
//! each other. Debug files use the same structure for sources and libraries.

pub mod layout;
pub mod raw;
mod tables;

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{NodeId, Reader, Recorder};
use glassbox_core::record::{Field, Record, Values};

use super::PartData;
use super::area::{Rows, Text};
use super::rts::RootSignature;
use layout::Layout;
use raw::{FunctionKind, Header, NONE, Resource, Shape, TableType};

/// A parsed table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<'a> {
    /// Table type.
    pub table: TableType,
    /// Path of its group relative to the part, such as `functions`.
    pub name: String,
    /// Start of its header; window offset.
    pub head: u64,
    /// Body after the header: first byte and one past the last; window offsets.
    pub range: (u64, u64),
    /// Row count and stride, for tables with rows.
    pub shape: Option<Shape>,
    /// Complete rows.
    pub rows: &'a [u8],
    /// Start of the rows; file offset.
    pub rows_at: u64,
}

impl<'a> Table<'a> {
    /// Row layout; `None` for an unknown table type.
    pub fn layout(&self) -> Option<&'static Layout> {
        Layout::of(self.table)
    }

    /// Row stride, bytes; 0 without rows.
    pub fn stride(&self) -> u64 {
        self.shape.map_or(0, |shape| shape.stride.into())
    }

    /// Number of complete rows.
    pub fn len(&self) -> usize {
        match self.stride() {
            0 => 0,
            stride => self.rows.len() / stride as usize,
        }
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bytes of a row.
    pub fn row(&self, index: usize) -> Option<&'a [u8]> {
        let stride = self.stride() as usize;
        let from = index.checked_mul(stride)?;
        self.rows.get(from..from.checked_add(stride)?)
    }

    /// Rows as records; empty if the stride is too small.
    pub fn typed<T: Record>(&self) -> Rows<'a, T> {
        Rows::new(self.rows, self.rows_at, self.stride())
    }

    /// Location of a field of a row; `path` is the path of the part.
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let start = self.rows_at + index as u64 * self.stride() + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("{path}.{}.rows[{index}].{}", self.name, field.name))
    }
}

/// Row of the function table with its references resolved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Function<'a> {
    /// Fields common to all versions.
    pub raw: raw::Function,
    /// Fields added in validator version 1.8: minimum and maximum wave size, shader flags, row index in the table of
    /// the shader kind.
    pub newer: Option<(u8, u8, raw::ShaderFlags, u32)>,
    /// Mangled name, as in the module.
    pub name: Text<'a>,
    /// Unmangled name.
    pub unmangled: Text<'a>,
}

impl Function<'_> {
    /// True if the function is an entry point.
    pub fn is_entry(&self) -> bool {
        self.raw.kind != FunctionKind::LIBRARY
    }

    /// Feature flags, both halves combined.
    pub fn features(&self) -> u64 {
        u64::from(self.raw.features_high.0) << 32 | u64::from(self.raw.features_low.0)
    }
}

/// Parsed `RDAT`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rdat<'a> {
    /// The header.
    pub header: Header,
    /// Tables, in the order of the offsets.
    pub tables: Vec<Table<'a>>,
    /// String buffer.
    pub strings: &'a [u8],
    /// Index arrays.
    pub indices: Values<'a, u32>,
    /// Raw bytes.
    pub bytes: &'a [u8],
    /// Root signatures among the subobjects: row index and content.
    pub root_signatures: Vec<(u32, RootSignature<'a>)>,
}

/// Content type under the name common to all parts.
pub type Model<'a> = Rdat<'a>;

impl<'a> Rdat<'a> {
    /// First table of a type.
    pub fn table(&self, table: TableType) -> Option<&Table<'a>> {
        self.tables.iter().find(|other| other.table == table)
    }

    /// Rows of the first table of a type; empty if there is none.
    pub fn rows<T: Record>(&self, table: TableType) -> Rows<'a, T> {
        self.table(table).map(Table::typed).unwrap_or_default()
    }

    /// String at an offset; empty for the null reference.
    pub fn text(&self, offset: u32) -> Text<'a> {
        match offset {
            NONE => Text::Whole(&[]),
            offset => Text::at(self.strings, offset.into()),
        }
    }

    /// Name at an offset, truncated to the maximum name length; empty for the null reference.
    pub fn name(&self, offset: u32) -> Text<'a> {
        match offset {
            NONE => Text::Whole(&[]),
            offset => Text::name(self.strings, offset.into()),
        }
    }

    /// Items of an index array, as many as are present; empty for the null reference.
    pub fn array(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let first = index as usize;
        let count = match index {
            NONE => 0,
            _ => self.indices.get(first).unwrap_or(0),
        };
        (0..count as usize).map_while(move |item| self.indices.get(first.checked_add(item + 1)?))
    }

    /// Rows of the resource table.
    pub fn resources(&self) -> Rows<'a, Resource> {
        self.rows(TableType::RESOURCES)
    }

    /// Rows of the function table.
    pub fn functions(&self) -> impl Iterator<Item = Function<'a>> + '_ {
        let rows = self.rows::<raw::Function>(TableType::FUNCTIONS);
        (0..rows.len()).filter_map(move |index| {
            let raw = rows.get(index)?;
            let newer = rows.bytes(index).and_then(raw::Function52::decode);
            Some(Function {
                raw,
                newer: newer.map(|row| (row.min_wave, row.max_wave, row.shader_flags, row.info)),
                name: self.name(raw.name),
                unmangled: self.name(raw.unmangled),
            })
        })
    }
}

/// Parses the part. `None` if it is too small for the header or has a version with a different layout.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    read_at(reader, part.node, &part.path, part.start, part.end)
}

/// Parses the structure at any position.
pub(crate) fn read_at<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    node: NodeId,
    path: &str,
    start: u64,
    end: u64,
) -> Option<Model<'a>> {
    tables::Tables { reader, node, path, start, end, links: Vec::new() }.read()
}
