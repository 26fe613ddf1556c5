//! Diffs of adversarial files must take about as long as reading them. Where a test asserts only that there are changes, its point is
//! that it ends before the time limit of `.config/nextest.toml`.

use crate::fixture_format;
use fixture_format::{Row, demo, part, read};
use glassbox_core::diff::diff;
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{Link, LinkKind, Node, NodeId, NodeKind, NodeName, Recorder};
use glassbox_core::record::Record;
use glassbox_core::value::Value;
use glassbox_testing::random::Random;

fn noise(seed: u64, size: usize, values: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..size).map(|_| random.below(values) as u8).collect()
}

fn one(bytes: &[u8], kind: NodeKind) -> Tree {
    let mut map = Map::new(bytes.len() as u64, &Limits::default());
    let name = NodeId::ROOT.name("all");
    map.node(Node { name, start: 0, end: bytes.len() as u64, kind });
    map.resolve()
}

fn compare(old: &[u8], new: &[u8], kind: NodeKind) -> usize {
    diff((old, &one(old, kind)), (new, &one(new, kind))).len()
}

#[test]
fn unlike_bytes() {
    for values in [1, 2, 3, 256] {
        for kind in
            [NodeKind::Raw, NodeKind::Bytes, NodeKind::Strings, NodeKind::Values(&<u16 as Value>::FORM)]
        {
            let (old, new) = (noise(1, 200_000, values), noise(2, 200_002, values));
            assert!(compare(&old, &new, kind) > 0);
        }
    }
}

#[test]
fn shifted_patterns() {
    let old: Vec<u8> = (0..400_000u32).map(|at| (at % 7 * (at % 5)) as u8).collect();
    assert!(compare(&old, &old[1..], NodeKind::Raw) > 0);
    assert!(compare(&old, &old[2..], NodeKind::Values(&<u16 as Value>::FORM)) > 0);
    assert!(compare(&old[..399_996], &old[12..], NodeKind::Records(Row::SCHEMA)) > 0);
}

#[test]
fn every_record_changed_and_one_inserted() {
    let mut old = demo();
    old.parts.clear();
    old.rows = (0..20_000).map(|at| ("name", at as u16, 1, at)).collect();
    let mut new = old.clone();
    new.rows.iter_mut().for_each(|row| row.2 = 2);
    new.rows.insert(10_000, ("name", 7, 7, 7));
    let (old, new) = (old.build(), new.build());
    assert!(diff((&old, &read(&old)), (&new, &read(&new))).len() >= 20_000);
}

#[test]
fn many_parts_reversed_and_replaced() {
    let mut old = demo();
    old.parts = (0..5000u32).map(|at| part(b"PART", &[at, at * 7], b"body")).collect();
    let mut new = old.clone();
    new.parts.reverse();
    let first = old.build();
    let reversed = new.build();
    assert_eq!(diff((&first, &read(&first)), (&reversed, &read(&reversed))).len(), 4999);
    new.parts = (0..5100u32).map(|at| part(b"NEWP", &[at * 31, 1, at], b"other")).collect();
    let replaced = new.build();
    // It ends.
    assert!(!diff((&first, &read(&first)), (&replaced, &read(&replaced))).is_empty());
}

#[test]
fn pointers_into_one_long_string() {
    let pointers = 60_000u32;
    let build = |last: u8| {
        let mut bytes: Vec<u8> = (0..pointers).flat_map(|at| (at % 1000).to_le_bytes()).collect();
        bytes.resize(bytes.len() + 1_000_000, b'x');
        bytes.push(last);
        let mut map = Map::new(bytes.len() as u64, &Limits::default());
        let end = 4 * u64::from(pointers);
        let kind = NodeKind::Values(&<u32 as Value>::FORM);
        let table = map.node(Node { name: NodeId::ROOT.name("table"), start: 0, end, kind });
        let name = NodeId::ROOT.name("strings");
        let base = map.node(Node { name, start: end, end: bytes.len() as u64, kind: NodeKind::Strings });
        map.link(Link { node: table, field: 0, follows: LinkKind::Pointer { base, unit: 1 } });
        (bytes, map.resolve())
    };
    let (old, new) = (build(b'y'), build(b'z'));
    // It ends.
    assert!(!diff((&old.0, &old.1), (&new.0, &new.1)).is_empty());
}

#[test]
fn many_nodes_of_one_name() {
    let build = |seed| {
        let bytes = noise(seed, 100_000, 256);
        let mut map = Map::new(bytes.len() as u64, &Limits::default());
        let mut parent = NodeId::ROOT;
        for at in 0..100_000u64 {
            let name = NodeName { parent, text: "n", index: (at % 3 > 0).then_some(at as u32 % 11) };
            let kind = if at % 50 == 0 { NodeKind::Group } else { NodeKind::Bytes };
            let id = map.node(Node { name, start: at, end: at + 1, kind });
            if at % 50 == 0 {
                parent = if at % 5000 == 0 { NodeId::ROOT } else { id };
            }
        }
        (bytes, map.resolve())
    };
    let (old, new) = (build(1), build(2));
    // It ends.
    assert!(!diff((&old.0, &old.1), (&new.0, &new.1)).is_empty());
}
