//! A container format for tests: a header, a table of offsets, rows with names, numbered parts with tables of
//! their own, code, and strings; and a builder of its files.

#![allow(dead_code, reason = "each test binary uses a part of this")]

pub(crate) mod random;

use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, ReadError, Reader, Recorder, Window};
use glassbox_core::record::Record;
use glassbox_core::value::Tag;

glassbox_core::named! {
    /// Purpose of a file.
    pub(crate) enum Purpose: u16 {
        /// Used for drawing.
        DRAW = 0 "draw",
        /// Used for compute.
        COMPUTE = 1 "compute",
    }
}

glassbox_core::packed! {
    /// A version word.
    pub(crate) struct Version: u16 { minor: 8, major: 8 }
}

glassbox_core::record! {
    /// The start of a file.
    pub(crate) struct Header: 48 {
        /// Magic number.
        0 magic: Tag<4>,
        /// Format version.
        4 version: Version,
        /// Purpose of the file.
        6 purpose: Purpose,
        /// Number of parts.
        8 part_count: u32,
        /// Offset of the rows, bytes.
        12 row_offset: u32,
        /// Number of rows.
        16 row_count: u32,
        /// Offset of the strings, bytes.
        20 string_offset: u32,
        /// Size of the strings.
        24 string_size: u32,
        /// Offset of the code, bytes.
        28 code_offset: u32,
        /// Size of the code in words.
        32 code_words: u32,
        /// Entry point, from the start of the code.
        36 entry: u32,
        /// Digest of everything after the header.
        40 digest: [u8; 4],
        /// An arbitrary factor.
        44 factor: f32,
    }
}

glassbox_core::record! {
    /// A row of the table.
    pub(crate) struct Row: 12 {
        /// Name, from the start of the strings.
        0 name: u32,
        /// First register of the row.
        4 first: u16,
        /// Last register of the row.
        6 last: u16,
        /// Arbitrary extra data.
        8 extra: u32,
    }
}

glassbox_core::record! {
    /// The start of a part.
    pub(crate) struct PartHeader: 16 {
        /// Tag that names the kind.
        0 tag: Tag<4>,
        /// Number of values.
        4 count: u32,
        /// Size of the body.
        8 size: u32,
        /// The row that it belongs to, as a file offset; all ones for none.
        12 row: u32,
    }
}

/// A part of a file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) tag: [u8; 4],
    pub(crate) values: Vec<u32>,
    pub(crate) body: Vec<u8>,
    pub(crate) row: Option<u32>,
}

/// Contents of a demo file.
#[derive(Clone, Debug)]
pub(crate) struct Demo {
    pub(crate) version: u16,
    pub(crate) purpose: u16,
    /// Name, first, last, extra.
    pub(crate) rows: Vec<(&'static str, u16, u16, u32)>,
    pub(crate) parts: Vec<Part>,
    pub(crate) code: Vec<u32>,
    pub(crate) entry: u32,
    /// Strings before those of the rows.
    pub(crate) strings_before: Vec<&'static str>,
    /// Strings after those of the rows.
    pub(crate) strings_after: Vec<&'static str>,
    /// True if the strings of the rows are stored in reverse order.
    pub(crate) reverse: bool,
    /// Number and value of the padding bytes before the rows.
    pub(crate) padding: (usize, u8),
    pub(crate) digest: [u8; 4],
    pub(crate) factor: f32,
    /// Unnamed bytes.
    pub(crate) tail: Vec<u8>,
    /// Added to the row count that is stored.
    pub(crate) wrong_count: u32,
}

pub(crate) fn part(tag: &[u8; 4], values: &[u32], body: &[u8]) -> Part {
    Part { tag: *tag, values: values.to_vec(), body: body.to_vec(), row: None }
}

/// The file that the cases change.
pub(crate) fn demo() -> Demo {
    let mut parts = vec![
        part(b"GEOM", &[1, 2, 3], b"first body of bytes"),
        part(b"FRAG", &[10, 20, 30, 40], b"another body, longer than that"),
        part(b"COMP", &[7], b"third"),
    ];
    parts[0].row = Some(1);
    parts[1].row = Some(2);
    Demo {
        version: 0x0203,
        purpose: 0,
        rows: vec![("alpha", 0, 3, 100), ("beta", 4, 7, 200), ("gamma", 8, 8, 300), ("delta", 9, 12, 400)],
        parts,
        code: vec![0x1111, 0x2222, 0x3333, 0x4444, 0x5555, 0x6666],
        entry: 8,
        strings_before: Vec::new(),
        strings_after: Vec::new(),
        reverse: false,
        padding: (4, 0),
        digest: [1, 2, 3, 4],
        factor: 1.5,
        tail: Vec::new(),
        wrong_count: 0,
    }
}

impl Demo {
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut strings = Vec::new();
        let mut names = vec![0; self.rows.len()];
        let put = |name: &str, strings: &mut Vec<u8>| {
            let at = strings.len() as u32;
            strings.extend_from_slice(name.as_bytes());
            strings.push(0);
            at
        };
        for name in &self.strings_before {
            put(name, &mut strings);
        }
        let order: Vec<usize> =
            if self.reverse { (0..names.len()).rev().collect() } else { (0..names.len()).collect() };
        for row in order {
            names[row] = put(self.rows[row].0, &mut strings);
        }
        for name in &self.strings_after {
            put(name, &mut strings);
        }
        let offsets = 48 + 4 * self.parts.len();
        let row_offset = (offsets + self.padding.0) as u32;
        let mut part_offset = row_offset + 12 * self.rows.len() as u32;
        let mut table = Vec::new();
        let mut parts = Vec::new();
        for part in &self.parts {
            table.extend_from_slice(&(part_offset + parts.len() as u32).to_le_bytes());
            PartHeader {
                tag: Tag(part.tag),
                count: part.values.len() as u32,
                size: part.body.len() as u32,
                row: part.row.map_or(u32::MAX, |row| row_offset + 12 * row),
            }
            .encode(&mut parts);
            for value in &part.values {
                parts.extend_from_slice(&value.to_le_bytes());
            }
            parts.extend_from_slice(&part.body);
        }
        part_offset += parts.len() as u32;
        let code_offset = part_offset;
        let string_offset = code_offset + 4 * self.code.len() as u32;
        let mut out = Vec::new();
        Header {
            magic: Tag(*b"DEMO"),
            version: Version(self.version),
            purpose: Purpose(self.purpose),
            part_count: self.parts.len() as u32,
            row_offset,
            row_count: self.rows.len() as u32 + self.wrong_count,
            string_offset,
            string_size: strings.len() as u32,
            code_offset,
            code_words: self.code.len() as u32,
            entry: self.entry,
            digest: self.digest,
            factor: self.factor,
        }
        .encode(&mut out);
        out.extend(table);
        out.resize(out.len() + self.padding.0, self.padding.1);
        for (row, &name) in self.rows.iter().zip(&names) {
            Row { name, first: row.1, last: row.2, extra: row.3 }.encode(&mut out);
        }
        out.extend(parts);
        for word in &self.code {
            out.extend_from_slice(&word.to_le_bytes());
        }
        out.extend(strings);
        out.extend_from_slice(&self.tail);
        out
    }
}

/// The field tree of a file; whatever is not of the format is one raw leaf.
pub(crate) fn read(bytes: &[u8]) -> Tree {
    read_within(bytes, Limits::default())
}

pub(crate) fn read_within(bytes: &[u8], limits: Limits) -> Tree {
    let mut map = Map::new(bytes.len() as u64, &limits);
    let mut reader = Reader::new(Window::whole(bytes), &mut map, limits);
    // What cannot be read stays unnamed.
    let _ = read_all(&mut reader);
    map.resolve()
}

fn read_all<R: Recorder>(r: &mut Reader<'_, R>) -> Result<(), ReadError> {
    let root = NodeId::ROOT;
    let (header, node) = r.record::<Header>(root.name("header"), 0)?;
    if header.magic != Tag(*b"DEMO") {
        return Ok(());
    }
    let (table, table_node) = r.values::<u32>(root.name("part_offsets"), 48, u64::from(header.part_count))?;
    r.link(node, &Header::part_count, LinkKind::Count { of: table_node });
    r.link_value(table_node, LinkKind::Pointer { base: root, unit: 1 });
    let table_end = 48 + 4 * u64::from(header.part_count);
    let row_offset = u64::from(header.row_offset);
    if row_offset > table_end {
        let _ = r.bytes(root.name("padding"), table_end, row_offset - table_end, NodeKind::Padding);
    }
    let rows = r.records::<Row>(root.name("rows"), row_offset, u64::from(header.row_count));
    let size = u64::from(header.string_size);
    let strings = r.bytes(root.name("strings"), u64::from(header.string_offset), size, NodeKind::Strings);
    if let Ok((_, rows)) = rows {
        let (target, base, unit) = (rows, root, 1);
        r.link(node, &Header::row_offset, LinkKind::Offset { target, base, unit });
        r.link(node, &Header::row_count, LinkKind::Count { of: rows });
        if let Ok((_, base)) = strings {
            r.link(rows, &Row::name, LinkKind::Pointer { base, unit });
        }
    }
    if let Ok((_, target)) = strings {
        let (base, unit) = (root, 1);
        r.link(node, &Header::string_offset, LinkKind::Offset { target, base, unit });
        r.link(node, &Header::string_size, LinkKind::Size { of: target, unit });
    }
    for (index, offset) in (0..).zip(table.iter()) {
        let _ = read_part(r, index, u64::from(offset));
    }
    let kind = NodeKind::Code { language: "ops", side_table: None };
    let size = 4 * u64::from(header.code_words);
    let (_, code) = r.bytes(root.name("code"), u64::from(header.code_offset), size, kind)?;
    let (target, base) = (code, root);
    r.link(node, &Header::code_offset, LinkKind::Offset { target, base, unit: 1 });
    r.link(node, &Header::code_words, LinkKind::Size { of: code, unit: 4 });
    r.link(node, &Header::entry, LinkKind::Pointer { base: code, unit: 1 });
    if let Ok((_, to)) = strings {
        let (algorithm, from) = ("sum", table_node);
        r.link(node, &Header::digest, LinkKind::Digest { algorithm, from, to });
    }
    Ok(())
}

fn read_part<R: Recorder>(r: &mut Reader<'_, R>, index: u32, offset: u64) -> Result<(), ReadError> {
    let part = r.group(NodeId::ROOT.item("part", index), offset);
    let (header, node) = r.record::<PartHeader>(part.name("header"), offset)?;
    r.link(node, &PartHeader::row, LinkKind::Pointer { base: NodeId::ROOT, unit: 1 });
    let content = r.group(part.name("content"), offset + 16);
    let (_, values) = r.values::<u32>(content.name("values"), offset + 16, u64::from(header.count))?;
    r.link(node, &PartHeader::count, LinkKind::Count { of: values });
    let start = offset + 16 + 4 * u64::from(header.count);
    let (_, body) = r.bytes(content.name("body"), start, u64::from(header.size), NodeKind::Bytes)?;
    r.link(node, &PartHeader::size, LinkKind::Size { of: body, unit: 1 });
    r.close(content, start + u64::from(header.size));
    r.close(part, start + u64::from(header.size));
    Ok(())
}
