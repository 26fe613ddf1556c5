//! `RDAT`: what the runtime needs to know of a library: functions, resources, subobjects and nodes, as tables that refer to
//! each other. Debug files carry the same structure with tables of sources and libraries.

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

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table<'a> {
    /// What it holds.
    pub table: TableType,
    /// Path of its group, from the path of the part on, such as `functions`.
    pub name: String,
    /// Where its head lies, from the start of the window.
    pub head: u64,
    /// Bytes behind the head, from the start of the window: first and one past the last.
    pub range: (u64, u64),
    /// Number and distance of the rows, for tables with rows.
    pub shape: Option<Shape>,
    /// The rows that are there whole.
    pub rows: &'a [u8],
    /// Where they begin, from the start of the file.
    pub rows_at: u64,
}

impl<'a> Table<'a> {
    /// The row type.
    pub fn layout(&self) -> Option<&'static Layout> {
        Layout::of(self.table)
    }

    /// Distance of two rows; 0 without rows.
    pub fn stride(&self) -> u64 {
        self.shape.map_or(0, |shape| shape.stride.into())
    }

    /// Number of rows that are there whole.
    pub fn len(&self) -> usize {
        match self.stride() {
            0 => 0,
            stride => self.rows.len() / stride as usize,
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bytes of a row.
    pub fn row(&self, index: usize) -> Option<&'a [u8]> {
        let stride = self.stride() as usize;
        let from = index.checked_mul(stride)?;
        self.rows.get(from..from.checked_add(stride)?)
    }

    /// The rows as records; none when the stride is too small for them.
    pub fn typed<T: Record>(&self) -> Rows<'a, T> {
        Rows::new(self.rows, self.rows_at, self.stride())
    }

    /// Where a field of a row lies; `path` is the path of the part.
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let start = self.rows_at + index as u64 * self.stride() + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(
            start,
            end,
            format!("{path}.{}.rows[{index}].{}", self.name, field.name),
        )
    }
}

/// A row of the function table with what its references reach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Function<'a> {
    /// The fields that all versions have.
    pub raw: raw::Function,
    /// The fields since validator version 1.8: fewest and most lanes of a wave, flags, row of the table of its kind.
    pub newer: Option<(u8, u8, raw::ShaderFlags, u32)>,
    /// Name in the module.
    pub name: Text<'a>,
    /// Name without mangling.
    pub unmangled: Text<'a>,
}

impl Function<'_> {
    /// Whether it is an entry point and no plain function.
    pub fn is_entry(&self) -> bool {
        self.raw.kind != FunctionKind::LIBRARY
    }

    /// Feature flags.
    pub fn features(&self) -> u64 {
        u64::from(self.raw.features_high.0) << 32 | u64::from(self.raw.features_low.0)
    }
}

/// The content of `RDAT`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rdat<'a> {
    /// The header.
    pub header: Header,
    /// The tables, in the order of the offsets.
    pub tables: Vec<Table<'a>>,
    /// String buffer.
    pub strings: &'a [u8],
    /// Index arrays.
    pub indices: Values<'a, u32>,
    /// Raw bytes.
    pub bytes: &'a [u8],
    /// The root signatures among the subobjects: row and content.
    pub root_signatures: Vec<(u32, RootSignature<'a>)>,
}

/// The one type that each part offers under this name.
pub type Model<'a> = Rdat<'a>;

impl<'a> Rdat<'a> {
    /// The first table of a type.
    pub fn table(&self, table: TableType) -> Option<&Table<'a>> {
        self.tables.iter().find(|other| other.table == table)
    }

    /// The rows of the first table of a type; none when there is no such table.
    pub fn rows<T: Record>(&self, table: TableType) -> Rows<'a, T> {
        self.table(table).map(Table::typed).unwrap_or_default()
    }

    /// A string; the empty one for no reference.
    pub fn text(&self, offset: u32) -> Text<'a> {
        match offset {
            NONE => Text::Whole(&[]),
            offset => Text::at(self.strings, offset.into()),
        }
    }

    /// A name, cut when it is longer than names are; the empty one for no reference.
    pub fn name(&self, offset: u32) -> Text<'a> {
        match offset {
            NONE => Text::Whole(&[]),
            offset => Text::name(self.strings, offset.into()),
        }
    }

    /// The items of an index array, as many as are there; none for no reference.
    pub fn array(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let first = index as usize;
        let count = match index {
            NONE => 0,
            _ => self.indices.get(first).unwrap_or(0),
        };
        (0..count as usize).map_while(move |item| self.indices.get(first.checked_add(item + 1)?))
    }

    /// The resources.
    pub fn resources(&self) -> Rows<'a, Resource> {
        self.rows(TableType::RESOURCES)
    }

    /// The functions.
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

/// Reads the part. `None` when there is no room for the header, or the version is one of another layout.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    read_at(reader, part.node, &part.path, part.start, part.end)
}

/// Reads the structure wherever it stands.
pub(crate) fn read_at<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    node: NodeId,
    path: &str,
    start: u64,
    end: u64,
) -> Option<Model<'a>> {
    tables::Tables {
        reader,
        node,
        path,
        start,
        end,
        links: Vec::new(),
    }
    .read()
}
