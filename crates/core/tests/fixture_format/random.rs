//! Random trees over random bytes, and random demo files.

use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{Link, LinkKind, Node, NodeId, NodeKind, NodeName, Recorder};
use glassbox_core::record::Record;
use glassbox_core::value::Value;
use glassbox_testing::random::Random;

use super::{Demo, Header, Part, PartHeader, Purpose, Row, Version, demo};

/// Random bytes, fewer than `most`, among them runs of equal bytes.
pub(crate) fn bytes(random: &mut Random, most: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..random.below(most)).map(|_| random.below(256) as u8).collect();
    for _ in 0..random.below(3) {
        let start = random.index(bytes.len());
        let size = random.below(most) as usize;
        let value = [0, 0xff, 0x41][random.index(3)];
        bytes.iter_mut().skip(start).take(size).for_each(|byte| *byte = value);
    }
    bytes
}

/// A tree whose nodes overlap, nest and link at random.
pub(crate) fn tree(random: &mut Random, bytes: &[u8]) -> Tree {
    let size = bytes.len() as u64;
    let mut map = Map::new(size, &Limits::default());
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..random.below(24) {
        let schema = [Header::SCHEMA, Row::SCHEMA, PartHeader::SCHEMA][random.below(3) as usize];
        let kind = match random.below(14) {
            0 | 1 => NodeKind::Group,
            2 => NodeKind::Record(schema),
            3 | 4 => NodeKind::Records(schema),
            5 => NodeKind::Value(&<u32 as Value>::FORM),
            6 => NodeKind::Values(&<u16 as Value>::FORM),
            7 => NodeKind::Bytes,
            8 => NodeKind::Text,
            9 => NodeKind::Strings,
            10 => NodeKind::Values(&<Purpose as Value>::FORM),
            11 => NodeKind::Values(&<[f32; 4] as Value>::FORM),
            12 => NodeKind::Value(&<Version as Value>::FORM),
            _ => NodeKind::Code {
                language: "ops",
                side_table: (random.below(2) == 0).then(|| ids[random.below(ids.len() as u64) as usize]),
            },
        };
        let unit = match kind {
            NodeKind::Record(schema) | NodeKind::Records(schema) => schema.size as u64,
            NodeKind::Value(form) | NodeKind::Values(form) => form.size() as u64,
            _ => 1,
        };
        let count = match kind {
            NodeKind::Record(_) | NodeKind::Value(_) => 1,
            _ => random.below(40),
        };
        let start = random.below(size + 1);
        let parent = ids[random.below(ids.len() as u64) as usize];
        let text = ["a", "b", "code", "", "x1"][random.below(5) as usize];
        let index = (text.is_empty() || random.below(2) == 0).then(|| random.below(3) as u32);
        let id =
            map.node(Node { name: NodeName { parent, text, index }, start, end: start + unit * count, kind });
        for _ in 0..random.below(3) {
            let mut any = || ids[random.below(ids.len() as u64) as usize];
            let (target, base) = (any(), any());
            let unit = [1, 2, 4][random.below(3) as usize];
            let algorithm = "sum";
            let follows = match random.below(5) {
                0 => LinkKind::Offset { target, base, unit },
                1 => LinkKind::Pointer { base, unit },
                2 => LinkKind::Size { of: target, unit },
                3 => LinkKind::Count { of: target },
                _ => LinkKind::Digest { algorithm, from: target, to: base },
            };
            let fields = schema.fields;
            let field = match kind {
                NodeKind::Record(_) | NodeKind::Records(_) => {
                    fields[random.below(fields.len() as u64) as usize].offset as u32
                }
                _ => 0,
            };
            map.link(Link { node: id, field, follows });
        }
        ids.push(id);
    }
    map.resolve()
}

const NAMES: [&str; 8] =
    ["alpha", "beta", "gamma", "delta", "position", "colour", "", "a name that is longer"];

/// The demo file with so many changes that matter.
pub(crate) fn changed_demo(random: &mut Random, changes: u64) -> Demo {
    let mut demo = demo();
    for _ in 0..changes {
        let rows = demo.rows.len() as u64;
        let parts = demo.parts.len() as u64;
        let value = random.below(1 << 20) as u32;
        match random.below(9) {
            0 => demo.version ^= 1 << random.below(16),
            1 => demo.factor += 1.0,
            2 => {
                let at = random.below(rows + 1) as usize;
                let row = (NAMES[random.below(8) as usize], value as u16, 1, value);
                demo.rows.insert(at, row);
                let rows = demo.parts.iter_mut().filter_map(|part| part.row.as_mut());
                rows.filter(|row| **row as usize >= at).for_each(|row| *row += 1);
            }
            3 if rows > 0 => {
                let at = random.below(rows) as u32;
                demo.rows.remove(at as usize);
                for row in demo.parts.iter_mut().map(|part| &mut part.row) {
                    *row = row.filter(|row| *row != at).map(|row| row - u32::from(row > at));
                }
            }
            4 if rows > 0 => demo.rows[random.below(rows) as usize].3 ^= value | 1,
            5 => {
                let body = bytes(random, 30);
                let values = (0..random.below(6)).map(|_| random.below(9) as u32).collect();
                let row = (random.below(2) == 0 && rows > 0).then(|| random.below(rows) as u32);
                let part = Part { tag: *b"RAND", values, body, row };
                demo.parts.insert(random.below(parts + 1) as usize, part);
            }
            6 if parts > 0 => drop(demo.parts.remove(random.below(parts) as usize)),
            7 if parts > 0 => demo.parts[random.below(parts) as usize].values.push(value),
            _ => {
                let at = random.below(demo.code.len() as u64 + 1) as usize;
                demo.code.insert(at, value);
                demo.entry += if 4 * at as u32 <= demo.entry { 4 } else { 0 };
            }
        }
    }
    demo
}

/// Changes that do not matter.
pub(crate) fn restyle(random: &mut Random, demo: &mut Demo) {
    demo.padding = (random.below(20) as usize, random.below(256) as u8);
    demo.reverse = random.below(2) == 0;
    if random.below(2) == 0
        && let Some(row) = demo.rows.first()
    {
        demo.strings_before = vec![row.0];
    }
    if random.below(2) == 0
        && let Some(row) = demo.rows.last()
    {
        demo.strings_after = vec![row.0];
    }
}
