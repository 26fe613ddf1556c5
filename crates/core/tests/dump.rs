//! Tests the dump of the demo file line by line, and properties of the dump of any tree.

use std::path::Path;

use crate::fixture_format;
use fixture_format::random;
use fixture_format::{demo, read};
use glassbox_core::dump::{Options, dump, dump_with};
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{Link, LinkKind, Node, NodeId, NodeKind, Recorder};
use glassbox_core::value::Value;
use glassbox_testing::golden;
use glassbox_testing::random::Random;

fn text(bytes: &[u8], tree: &Tree, options: &Options) -> String {
    let mut out = Vec::new();
    dump_with(bytes, tree, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Compares a dump with its golden file.
#[track_caller]
fn check(name: &str, found: &str) {
    golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dump").join(name), found);
}

/// The bytes shown by a dump, in order; every line must begin where the previous one ended.
#[track_caller]
fn bytes_of(dump: &str, width: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in dump.lines() {
        let at = u64::from_str_radix(&line[..8], 16).unwrap();
        let rest: String = line.chars().skip(10).take(3 * width).collect();
        if rest.trim().is_empty() {
            continue;
        }
        assert_eq!(at, bytes.len() as u64, "{line}");
        let (hex, times) = match rest.split_once('×') {
            Some((hex, _)) => {
                let behind = line.split_once('×').unwrap().1.trim_start();
                let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
                (hex.to_owned(), digits.parse().unwrap())
            }
            None => (rest, 1),
        };
        assert!(!hex.contains('…'), "cases keep to short items: {line}");
        for _ in 0..times {
            bytes.extend(hex.split_whitespace().map(|hex| u8::from_str_radix(hex, 16).unwrap()));
        }
    }
    bytes
}

#[test]
fn demo_file() {
    let mut demo = demo();
    demo.rows.extend(std::iter::repeat_n(("", 1, 1, 1), 5));
    demo.parts[0].values = vec![7; 40];
    demo.parts[0].values.extend([1, 2, 3, 4, 5]);
    demo.parts[1].body.extend([0; 100]);
    demo.tail = vec![0; 70];
    let bytes = demo.build();
    let found = text(&bytes, &read(&bytes), &Options::default());
    assert_eq!(bytes_of(&found, 16), bytes);
    check("demo.dump", &found);
}

#[test]
fn wrong_numbers_and_aliases() {
    let mut demo = demo();
    demo.wrong_count = 2;
    let bytes = demo.build();
    check("wrong.dump", &text(&bytes, &read(&bytes), &Options::default()));
}

/// An id with a name, and two uses of it: one knows the name.
#[test]
fn uses_of_an_id_show_its_definition() {
    let bytes = [7, 0, 0, 0, b'l', b'a', b'm', b'p', 7, 0, 0, 0, 7, 0, 0, 0];
    let mut map = Map::new(bytes.len() as u64, &Limits::default());
    let number = NodeKind::Value(&<u32 as Value>::FORM);
    let mut node =
        |name, start, kind| map.node(Node { name: NodeId::ROOT.name(name), start, end: start + 4, kind });
    let id = node("id", 0, number);
    let name = node("name", 4, NodeKind::Text);
    let [named, unnamed] = [("named", 8), ("unnamed", 12)].map(|(name, start)| node(name, start, number));
    for (node, name) in [(named, name), (unnamed, NodeId::ROOT)] {
        map.link(Link { node, field: 0, follows: LinkKind::Id { of: id, name } });
    }
    let found = text(&bytes, &map.resolve(), &Options::default());
    let meanings: Vec<&str> =
        found.lines().filter_map(|line| line.split_once("; ")).map(|(_, meaning)| meaning).collect();
    assert_eq!(meanings, ["→ \"lamp\", id (0x0)", "→ id (0x0)"], "{found}");
}

#[test]
fn narrow_lines() {
    let bytes = demo().build();
    let options = Options { width: 8, ..Options::default() };
    let found = text(&bytes[..200], &read(&bytes[..200]), &options);
    assert_eq!(bytes_of(&found, 8), &bytes[..200]);
    check("narrow.dump", &found);
}

#[test]
fn trees_without_sense() {
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let bytes = random::bytes(&mut random, 600);
        let tree = random::tree(&mut random, &bytes);
        // Wide enough that no repeated record is cut.
        let options = Options { width: 64, collapse: 2 + random.below(4) as usize, ..Options::default() };
        assert_eq!(bytes_of(&text(&bytes, &tree, &options), 64), bytes, "seed {seed}");
        text(
            &bytes,
            &tree,
            &Options { width: 1 + random.below(16) as usize, collapse: 2, ..Options::default() },
        );
    }
}

#[test]
fn large_sparse_file() {
    let bytes = vec![0; 64 << 20];
    let map = Map::new(bytes.len() as u64, &Limits::default());
    let found = text(&bytes, &map.resolve(), &Options::default());
    assert_eq!(found.lines().count(), 1);
    assert!(found.contains("× 67108864") && found.contains("0x0..0x4000000"), "{found}");
}

#[test]
fn empty_file() {
    assert_eq!(text(&[], &read(&[]), &Options::default()), "");
}

#[test]
fn tree_of_another_file() {
    let bytes = demo().build();
    let error = dump(&bytes[1..], &read(&bytes), &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::Other);
    assert!(error.to_string().contains("is of a file of"), "{error}");
}
