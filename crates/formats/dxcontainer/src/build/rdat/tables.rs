//! Accumulates `RDAT` tables row by row.

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::record::Record;

use crate::part::rdat::raw::{Function, Function52, Head, Header, Shape, TableType, VERSION};

/// Tables in part order with their row size in bytes; 0 for tables without rows.
const ORDER: [(TableType, usize); 20] = [
    (TableType::STRINGS, 0),
    (TableType::RESOURCES, 32),
    (TableType::FUNCTIONS, Function52::SIZE),
    (TableType::INDICES, 0),
    (TableType::BYTES, 0),
    (TableType::SUBOBJECTS, 24),
    (TableType::NODE_NAMES, 8),
    (TableType::FUNCTION_ATTRIBUTES, 8),
    (TableType::NODE_ATTRIBUTES, 8),
    (TableType::NODE_PORTS, 8),
    (TableType::NODES, 20),
    (TableType::SIGNATURE_ELEMENTS, 16),
    (TableType::VERTEX_INFOS, 16),
    (TableType::PIXEL_INFOS, 8),
    (TableType::HULL_INFOS, 48),
    (TableType::DOMAIN_INFOS, 40),
    (TableType::GEOMETRY_INFOS, 28),
    (TableType::COMPUTE_INFOS, 8),
    (TableType::MESH_INFOS, 48),
    (TableType::AMPLIFICATION_INFOS, 12),
];

/// Rows of one table, of equal size.
#[derive(Clone, Debug, Default)]
struct Rows {
    bytes: Vec<u8>,
    count: u32,
    known: HashMap<Vec<u8>, u32>,
}

/// Tables of a library under construction.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    strings: Vec<u8>,
    texts: HashMap<Vec<u8>, u32>,
    indices: Vec<u32>,
    arrays: HashMap<Vec<u32>, u32>,
    bytes: Vec<u8>,
    blobs: HashMap<Vec<u8>, u32>,
    rows: HashMap<u32, Rows>,
    function_size: usize,
    /// True if equal rows are shared, since validator version 1.7.
    shares_rows: bool,
    /// True if entry points have rows of their own, as the 1.9 compiler writes them.
    pub(super) has_entries: bool,
}

impl Tables {
    /// Empty tables. `validates` tells whether a module states validator version 1.N or later.
    pub(super) fn new(validates: impl Fn(u32) -> bool) -> Tables {
        Tables {
            strings: vec![0],
            texts: HashMap::from_iter([(Vec::new(), 0)]),
            indices: Vec::new(),
            arrays: HashMap::new(),
            bytes: Vec::new(),
            blobs: HashMap::new(),
            rows: HashMap::new(),
            function_size: if validates(8) { Function52::SIZE } else { Function::SIZE },
            shares_rows: validates(7),
            has_entries: validates(9),
        }
    }

    /// Offset of a string in the string buffer; strings are deduplicated.
    pub(super) fn text(&mut self, text: &[u8]) -> u32 {
        if let Some(&offset) = self.texts.get(text) {
            return offset;
        }
        let offset = self.strings.len() as u32;
        self.strings.extend_from_slice(text);
        self.strings.push(0);
        self.texts.insert(text.to_vec(), offset);
        offset
    }

    /// Index of an index array; arrays are deduplicated.
    pub(super) fn array(&mut self, items: &[u32]) -> u32 {
        if let Some(&place) = self.arrays.get(items) {
            return place;
        }
        let place = self.indices.len() as u32;
        self.indices.push(items.len() as u32);
        self.indices.extend_from_slice(items);
        self.arrays.insert(items.to_vec(), place);
        place
    }

    /// Offset of raw bytes; equal runs are shared.
    pub(super) fn raw(&mut self, bytes: &[u8]) -> u32 {
        if let Some(&offset) = self.blobs.get(bytes) {
            return offset;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.blobs.insert(bytes.to_vec(), offset);
        offset
    }

    /// Adds a row; returns its index.
    pub(super) fn row(&mut self, table: TableType, row: &[u8]) -> u32 {
        let rows = self.rows.entry(table.0).or_default();
        if self.shares_rows
            && let Some(&number) = rows.known.get(row)
        {
            return number;
        }
        let number = rows.count;
        rows.bytes.extend_from_slice(row);
        rows.count += 1;
        rows.known.insert(row.to_vec(), number);
        number
    }

    /// Adds a record as a row; returns its index.
    pub(super) fn record<R: Record>(&mut self, table: TableType, record: &R) -> u32 {
        let mut row = Vec::new();
        record.encode(&mut row);
        self.row(table, &row)
    }

    /// Row size, bytes.
    pub(super) fn stride(&self, table: TableType) -> usize {
        match table {
            TableType::FUNCTIONS => self.function_size,
            _ => ORDER.iter().find(|entry| entry.0 == table).map_or(0, |entry| entry.1),
        }
    }

    /// Encodes the part. `Err` holds its size if that exceeds 32 bits.
    pub(super) fn finish(&self) -> Result<Vec<u8>, u64> {
        let mut parts = Vec::new();
        for (table, _) in ORDER {
            let mut data = match table {
                TableType::STRINGS => self.strings.clone(),
                TableType::BYTES => self.bytes.clone(),
                TableType::INDICES => self.indices.iter().flat_map(|index| index.to_le_bytes()).collect(),
                _ => match self.rows.get(&table.0) {
                    Some(rows) => {
                        let mut out = Vec::with_capacity(Shape::SIZE + rows.bytes.len());
                        let stride = self.stride(table) as u32;
                        let count = rows.count;
                        Shape { count, stride }.encode(&mut out);
                        out.extend_from_slice(&rows.bytes);
                        out
                    }
                    None => Vec::new(),
                },
            };
            if !data.is_empty() {
                data.resize(data.len().next_multiple_of(4), 0);
                parts.push((table, data));
            }
        }
        let first = Header::SIZE + 4 * parts.len();
        let size = |(_, data): &(TableType, Vec<u8>)| (Head::SIZE + data.len()) as u64;
        let total = first as u64 + parts.iter().map(size).sum::<u64>();
        if u32::try_from(total).is_err() {
            return Err(total);
        }
        let mut out = Vec::with_capacity(total as usize);
        let count = parts.len() as u32;
        Header { version: VERSION, count }.encode(&mut out);
        let mut offset = first;
        for (_, data) in &parts {
            out.extend_from_slice(&(offset as u32).to_le_bytes());
            offset += Head::SIZE + data.len();
        }
        for (table, data) in &parts {
            let size = data.len() as u32;
            Head { table: *table, size }.encode(&mut out);
            out.extend_from_slice(data);
        }
        Ok(out)
    }
}

/// Entry point fields of a function row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EntryInfo {
    /// Entry point flags.
    pub(super) flags: u16,
    /// Row index in the table of the shader kind.
    pub(super) row: Option<u32>,
}
