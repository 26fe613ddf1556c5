//! Parses the tables of `RDAT`, names their nodes and links references.

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, NodeName, Reader, Recorder};
use glassbox_core::record::{Field, Record, Values};

use super::layout::{LAYOUTS, Layout, Refers, Row, Rows};
use super::raw::{Head, Header, RootSignatureSubobject, Shape, SubobjectKind, TableType, VERSION};
use super::{Rdat, Table};
use crate::part::area::name_rows;
use crate::part::rts::{self, RootSignature};
use crate::rules::rdat as rules;

/// Maximum number of tables read; there are 21 types plus three of debug files.
const MAX_TABLES: u64 = 1024;

/// Parser state; reads the tables in order.
pub(super) struct Tables<'r, 'a, R> {
    pub(super) reader: &'r mut Reader<'a, R>,
    pub(super) node: NodeId,
    pub(super) path: &'r str,
    /// First byte; window offset.
    pub(super) start: u64,
    /// One past the last byte; window offset.
    pub(super) end: u64,
    /// Row nodes and layouts of each table, linked once all tables are named.
    pub(super) links: Vec<(NodeId, &'static Row)>,
}

/// Base nodes of the references.
#[derive(Default)]
struct Bases {
    strings: Option<NodeId>,
    indices: Option<NodeId>,
    bytes: Option<NodeId>,
    rows: Vec<(TableType, NodeId, u32)>,
}

impl<'a, R: Recorder> Tables<'_, 'a, R> {
    pub(super) fn read(mut self) -> Option<Rdat<'a>> {
        let size = self.end.saturating_sub(self.start);
        if size < Header::SIZE as u64 {
            let location = self.reader.location(self.start, self.end, self.path);
            let message = format!("found {size} bytes, expected a header of {}", Header::SIZE);
            self.reader
                .report(&rules::TABLES, location, message)
                .help("the part was cut off; recompile the shader");
            return None;
        }
        let name = self.node.name("head");
        let (header, header_node) = self.reader.record::<Header>(name, self.start).ok()?;
        if header.version < VERSION {
            let location = self.header_place(Header::version);
            let message = format!("found version {:#x}, expected {VERSION:#x} or above", header.version);
            self.reader
                .report(&rules::VERSION, location, message)
                .note("older versions had another layout and were never released")
                .help("set it to 0x10");
            return None;
        }
        let mut rdat = Rdat {
            header,
            tables: Vec::new(),
            strings: &[],
            indices: Values::default(),
            bytes: &[],
            root_signatures: Vec::new(),
        };
        let count = self.count(&header, size);
        let at = self.start + Header::SIZE as u64;
        let (offsets, node) = self.reader.values::<u32>(self.node.name("offsets"), at, count).ok()?;
        self.reader.link(header_node, &Header::count, LinkKind::Count { of: node });
        let base = LinkKind::Pointer { base: header_node, unit: 1 };
        self.reader.link_value(node, base);
        let mut bases = Bases::default();
        let mut before = None;
        let path = format!("{}.offsets", self.path);
        for (index, offset) in offsets.iter().enumerate() {
            let place = || offsets.location(&path, index);
            self.order(offset, &mut before, place);
            self.table(offset, place, &mut rdat, &mut bases);
        }
        self.name_bytes(&mut rdat, &mut bases);
        self.link(&bases);
        Some(rdat)
    }

    fn header_place(&self, field: Field) -> Location {
        let start = self.start + field.offset as u64;
        self.reader.location(start, start + 4, format!("{}.head.{}", self.path, field.name))
    }

    /// Number of offsets that are present and read.
    fn count(&mut self, header: &Header, size: u64) -> u64 {
        let fits = (size - Header::SIZE as u64) / 4;
        let stated = u64::from(header.count);
        if stated > fits.min(MAX_TABLES) {
            let message = format!("found {stated} tables, {fits} offsets fit in the part");
            let mut finding = self.reader.report(&rules::TABLES, self.header_place(Header::count), message);
            if fits > MAX_TABLES {
                finding.note(format!("only the first {MAX_TABLES} are read"));
            }
            finding.help("set it to the actual number of tables");
        }
        stated.min(fits).min(MAX_TABLES)
    }

    fn order(&mut self, offset: u32, before: &mut Option<u32>, place: impl Fn() -> Location) {
        let mut report = |message: String, help: &str| {
            self.reader.report(&rules::PLACES, place(), message).help(help);
        };
        if let Some(before) = *before
            && before >= offset
        {
            report(
                format!("found offset {offset:#x} after {before:#x}, expected ascending offsets"),
                "list the tables in file order",
            );
        }
        if !offset.is_multiple_of(4) {
            report(
                format!("found offset {offset:#x}, expected a multiple of 4"),
                "pad the table before this one to a multiple of 4",
            );
        }
        *before = Some(offset);
    }

    fn table(&mut self, offset: u32, place: impl Fn() -> Location, rdat: &mut Rdat<'a>, bases: &mut Bases) {
        let size = self.end - self.start;
        let at = self.start + u64::from(offset);
        if u64::from(offset) + Head::SIZE as u64 > size {
            let message = format!("found a table at {offset:#x}, the part has {size:#x} bytes");
            self.reader
                .report(&rules::TABLES, place(), message)
                .help("set the offset to the table, counted from the start of the part's data");
            return;
        }
        let Ok(head) = self.reader.peek::<Head>(at) else {
            return;
        };
        let layout = Layout::of(head.table);
        let name = self.name(head.table, layout, rdat);
        let group = self.reader.group(name, at);
        let own = match name.index {
            Some(index) => format!("{}[{index}]", name.text),
            None => name.text.to_owned(),
        };
        let path = format!("{}.{own}", self.path);
        let Ok((_, node)) = self.reader.record::<Head>(group.name("head"), at) else {
            return;
        };
        let from = at + Head::SIZE as u64;
        let left = self.end - from;
        let size_place =
            |reader: &Reader<'a, R>| reader.location(at + 4, at + 8, format!("{path}.head.size"));
        if u64::from(head.size) > left {
            let message = format!("found a {} of {} bytes, {left} are left", head.table, head.size);
            let size_place = size_place(self.reader);
            self.reader
                .report(&rules::TABLES, size_place, message)
                .label(place(), "the table is here")
                .help("set the size to that of the content after the head of the table");
        }
        if !head.size.is_multiple_of(4) {
            let message = format!("found a {} of {} bytes, expected a multiple of 4", head.table, head.size);
            let size_place = size_place(self.reader);
            self.reader
                .report(&rules::PLACES, size_place, message)
                .help("count the padding of the table too");
        }
        if layout.is_none() {
            let kind = self.reader.location(at, at + 4, format!("{path}.head.table"));
            let message = format!("found a table of the unknown type {}", head.table);
            self.reader
                .report(&rules::PLACES, kind, message)
                .severity(Severity::Info)
                .note("readers skip it by its size");
        }
        let to = from + u64::from(head.size).min(left);
        let mut table = Table {
            table: head.table,
            name: own,
            head: at,
            range: (from, to),
            shape: None,
            rows: &[],
            rows_at: self.reader.absolute(from),
        };
        let is_first = rdat.table(head.table).is_none();
        match head.table {
            TableType::STRINGS => {
                let Ok((bytes, content)) =
                    self.reader.bytes(group.name("content"), from, to - from, NodeKind::Strings)
                else {
                    return;
                };
                self.reader.link(node, &Head::size, LinkKind::Size { of: content, unit: 1 });
                if is_first {
                    rdat.strings = bytes;
                    bases.strings = Some(content);
                }
            }
            TableType::INDICES => {
                let count = (to - from) / 4;
                let Ok((values, content)) = self.reader.values::<u32>(group.name("content"), from, count)
                else {
                    return;
                };
                self.reader.link(node, &Head::size, LinkKind::Size { of: content, unit: 1 });
                if is_first {
                    rdat.indices = values;
                    bases.indices = Some(content);
                }
            }
            // Embedded root signatures are named first, so the rest is named last.
            TableType::BYTES if is_first => {
                if let Ok(bytes) = self.reader.slice(from, to - from) {
                    rdat.bytes = bytes;
                }
                let content = self.reader.group(group.name("content"), from);
                self.link_size(node, content);
                bases.bytes = Some(content);
            }
            _ => match layout.and_then(|layout| layout.rows.as_ref()) {
                Some(rows) => self.rows((group, node), &path, rows, &mut table, bases),
                None => {
                    self.reader.node(group.name("content"), from, to, NodeKind::Bytes);
                }
            },
        }
        self.reader.close(group, to);
        rdat.tables.push(table);
    }

    /// Name of a table's group; further tables of the same type are numbered.
    fn name(&self, table: TableType, layout: Option<&'static Layout>, rdat: &Rdat<'_>) -> NodeName {
        let text = layout.map_or("table", |layout| layout.name);
        let same = |other: &&Table<'_>| {
            other.table == table
                || layout.is_none() && !LAYOUTS.iter().any(|known| known.table == other.table)
        };
        let before = rdat.tables.iter().filter(same).count() as u32;
        match (layout, before) {
            (Some(_), 0) => self.node.name(text),
            _ => self.node.item(text, before),
        }
    }

    /// Links a table's size to the distance from the end of its header to the next item.
    fn link_size(&mut self, head: NodeId, first: NodeId) {
        let distance = LinkKind::Pointer { base: first, unit: 1 };
        self.reader.link(head, &Head::size, distance);
    }

    fn rows(
        &mut self,
        (group, head): (NodeId, NodeId),
        path: &str,
        rows: &'static Rows,
        table: &mut Table<'a>,
        bases: &mut Bases,
    ) {
        let (from, to) = table.range;
        let at = |this: &Self, field: Field| {
            let start = from + field.offset as u64;
            this.reader.location(start, start + 4, format!("{path}.shape.{}", field.name))
        };
        if to - from < Shape::SIZE as u64 {
            let location = self.reader.location(table.head + 4, table.head + 8, format!("{path}.head.size"));
            let message =
                format!("found {} bytes, expected at least 8 for number and stride of the rows", to - from);
            self.reader.report(&rules::ROWS, location, message).help("remove the table or give it its rows");
            return;
        }
        let Ok((shape, shape_node)) = self.reader.record::<Shape>(group.name("shape"), from) else {
            return;
        };
        self.link_size(head, shape_node);
        table.shape = Some(shape);
        let (start, stride) = (from + Shape::SIZE as u64, u64::from(shape.stride));
        table.rows_at = self.reader.absolute(start);
        let smallest = rows.smallest() as u64;
        if stride < smallest || !stride.is_multiple_of(4) {
            let message = if stride < smallest {
                format!("found rows of {stride} bytes, expected at least {smallest}")
            } else {
                format!("found rows of {stride} bytes, expected a multiple of 4")
            };
            let location = at(self, Shape::stride);
            self.reader
                .report(&rules::ROWS, location, message)
                .note("a row may be larger than its known fields, but not smaller")
                .help("set it to the distance between two rows");
        }
        let fits = (to - start).checked_div(stride).unwrap_or(0);
        let count = u64::from(shape.count);
        if count > fits {
            let location = at(self, Shape::count);
            let label = at(self, Shape::stride);
            let message = format!("found {count} rows of {stride} bytes, {fits} fit in the table");
            self.reader
                .report(&rules::ROWS, location, message)
                .label(label, "the distance between two rows")
                .help("set it to the actual number of rows");
        }
        if stride < smallest {
            return;
        }
        let count = count.min(fits);
        let Ok(bytes) = self.reader.slice(start, count * stride) else {
            return;
        };
        let node = match rows {
            Rows::Versions(_) => match rows.row(bytes.get(..stride as usize).unwrap_or_default()) {
                Some(row) => {
                    let name = group.name("rows");
                    let named = name_rows(self.reader, name, start, count, row.schema, stride);
                    named.ok().inspect(|&node| {
                        if stride == row.schema.size as u64 {
                            self.links.push((node, row));
                        }
                    })
                }
                // The table has no rows.
                None => None,
            },
            Rows::ByKind(..) => self.kinds(group, rows, start, bytes, stride),
        };
        table.rows = bytes;
        if let Some(node) = node {
            self.reader.link(shape_node, &Shape::count, LinkKind::Count { of: node });
            bases.rows.push((table.table, node, shape.stride));
        }
    }

    /// Names rows whose layout depends on their first word: one node each.
    fn kinds(
        &mut self,
        group: NodeId,
        rows: &'static Rows,
        start: u64,
        bytes: &'a [u8],
        stride: u64,
    ) -> Option<NodeId> {
        self.reader.spend(bytes.len() as u64).ok()?;
        let run = self.reader.group(group.name("rows"), start);
        for (index, bytes) in (0u32..).zip(bytes.chunks_exact(stride.max(1) as usize)) {
            let at = start + u64::from(index) * stride;
            let Some(row) = rows.row(bytes) else { continue };
            let wide = row.schema.size as u64;
            let node = self.reader.node(run.item("", index), at, at + wide, NodeKind::Record(row.schema));
            if wide < stride {
                self.reader.node(node.name("newer"), at + wide, at + stride, NodeKind::Bytes);
            }
            if !row.references.is_empty() {
                self.links.push((node, row));
            }
        }
        self.reader.close(run, start + bytes.len() as u64);
        Some(run)
    }

    /// Names the root signatures in the raw bytes, then the rest.
    fn name_bytes(&mut self, rdat: &mut Rdat<'a>, bases: &mut Bases) {
        let Some(node) = bases.bytes else { return };
        let Some((from, to)) = rdat.table(TableType::BYTES).map(|table| table.range) else {
            return;
        };
        let mut taken = Vec::new();
        let subobjects = rdat.rows::<RootSignatureSubobject>(TableType::SUBOBJECTS);
        for (index, row) in (0u32..).zip(subobjects.iter()) {
            let kinds = [SubobjectKind::GLOBAL_ROOT_SIGNATURE, SubobjectKind::LOCAL_ROOT_SIGNATURE];
            let end = u64::from(row.offset) + u64::from(row.size);
            if !kinds.contains(&row.kind) || end > to - from || row.size == 0 {
                continue;
            }
            let (start, end) = (from + u64::from(row.offset), from + end);
            if let Some(signature) = self.root_signature(node, index, start, end) {
                rdat.root_signatures.push((index, signature));
                taken.push((start, end));
            }
        }
        taken.sort_unstable();
        let mut at = from;
        for (number, (start, end)) in (0u32..).zip(taken.into_iter().chain([(to, to)])) {
            if at < start {
                self.reader.node(node.item("bytes", number), at, start, NodeKind::Bytes);
            }
            at = at.max(end);
        }
        self.reader.close(node, to);
    }

    fn root_signature(
        &mut self,
        node: NodeId,
        index: u32,
        start: u64,
        end: u64,
    ) -> Option<RootSignature<'a>> {
        let group = self.reader.group(node.item("root_signature", index), start);
        let path = format!("{}.bytes.content.root_signature[{index}]", self.path);
        let place = rts::Place { node: group, path: &path, start, end };
        let signature = rts::read_at(self.reader, &place);
        self.reader.close(group, end);
        signature
    }

    /// Links the references of all rows; requires the positions of all tables.
    fn link(&mut self, bases: &Bases) {
        for (node, row) in std::mem::take(&mut self.links) {
            for reference in row.references {
                let target = match reference.to {
                    Refers::Text => bases.strings.map(|base| (base, 1)),
                    Refers::Array(_) => bases.indices.map(|base| (base, 4)),
                    Refers::Bytes => bases.bytes.map(|base| (base, 1)),
                    Refers::Row(table) => {
                        let found = bases.rows.iter().find(|entry| entry.0 == table);
                        found.map(|&(_, base, stride)| (base, stride))
                    }
                };
                if let Some((base, unit)) = target {
                    self.reader.link(node, &reference.field, LinkKind::Pointer { base, unit });
                }
            }
        }
    }
}
