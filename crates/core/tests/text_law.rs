//! `assemble(print(bytes)) == bytes`, for random trees over random bytes.

use crate::fixture_registry;
use glassbox_core::language::{Codec as _, Registry};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Link, LinkKind, Node, NodeId, NodeKind, NodeName, Recorder};
use glassbox_core::value::Value;
use glassbox_testing::random::Random;

glassbox_core::named! {
    /// A named enumeration.
    enum Colour: u8 {
        /// Value 0.
        RED = 0 "red",
        /// Value 1.
        GREEN = 1 "green",
    }
}

glassbox_core::packed! {
    /// A packed word.
    struct Bits: u16 { low: 3, middle: 12, high: 1 }
}

glassbox_core::record! {
    /// A record with a field of each kind.
    struct Mixed: 24 {
        /// Named value.
        0 colour: Colour,
        /// Reserved bytes.
        1 reserved: [u8; 3],
        /// Plain number.
        4 offset: u32,
        /// Packed value.
        8 bits: Bits,
        /// Signed value.
        10 signed: i16,
        /// Floating-point value.
        12 float: f32,
        /// Array value.
        16 array: [u16; 2],
        /// Text tag.
        20 tag: glassbox_core::value::Tag<4>,
    }
}

const REGISTRY: Registry = fixture_registry::REGISTRY;

/// Characters significant to the text form, for strings and code.
const SIGNS: &[u8] = b"\n\n\n\n}}}{\"\\ \t\r;=@x\0";

fn random_map(random: &mut Random, bytes: &[u8]) -> Map {
    let size = bytes.len() as u64;
    let mut map = Map::new(size, &Limits::default());
    let mut ids = vec![NodeId::ROOT];
    // The file, then the contents of packed and gathered nodes, with their addresses.
    let mut regions = vec![(0, bytes.to_vec())];
    for _ in 0..random.below(20) {
        if random.below(5) == 0 {
            space(random, &mut map, &mut ids, &mut regions);
            continue;
        }
        let (from, size) = {
            let (address, content) = &regions[random.below(regions.len() as u64) as usize];
            (*address, content.len() as u64)
        };
        let schema = <Mixed as glassbox_core::record::Record>::SCHEMA;
        let kind = match random.below(12) {
            0 | 1 => NodeKind::Group,
            2 => NodeKind::Record(schema),
            3 => NodeKind::Records(schema),
            4 => NodeKind::Value(&<u32 as Value>::FORM),
            5 => NodeKind::Values(&<u16 as Value>::FORM),
            6 => NodeKind::Bytes,
            7 => NodeKind::Text,
            8 => NodeKind::Strings,
            9 => NodeKind::Values(&<Colour as Value>::FORM),
            10 => NodeKind::Code { language: "quoted", side_table: None },
            _ => NodeKind::Code { language: "words", side_table: None },
        };
        let unit = match kind {
            NodeKind::Record(_) | NodeKind::Records(_) => 24,
            NodeKind::Value(_) => 4,
            NodeKind::Values(form) => form.size() as u64,
            _ => 1,
        };
        let count = match kind {
            NodeKind::Record(_) | NodeKind::Value(_) => 1,
            NodeKind::Code { language: "quoted", .. } => random.below(80),
            _ => random.below(9),
        };
        let start = from + random.below(size + 1);
        let parent = ids[random.below(ids.len() as u64) as usize];
        let text = ["a", "b", "code", "", "x1"][random.below(5) as usize];
        let index = (text.is_empty() || random.below(2) == 0).then(|| random.below(3) as u32);
        let name = NodeName { parent, text, index };
        let id = map.node(Node { name, start, end: (start + unit * count).min(from + size), kind });
        for _ in 0..random.below(3) {
            let target = ids[random.below(ids.len() as u64) as usize];
            let base = ids[random.below(ids.len() as u64) as usize];
            let unit = [1, 2, 4][random.below(3) as usize];
            let follows = match random.below(8) {
                0 => LinkKind::Offset { target, base, unit },
                1 => LinkKind::Pointer { base, unit },
                2 => LinkKind::Size { of: target, unit },
                3 => LinkKind::Count { of: target },
                4 => LinkKind::ContentSize { of: target, unit },
                5 => LinkKind::ContentDigest { algorithm: "parity", of: target },
                6 => LinkKind::Digest { algorithm: "parity", from: base, to: target },
                _ => LinkKind::Digest { algorithm: "sum", from: base, to: target },
            };
            let field = [0, 1, 4, 4, 4, 8, 10][random.below(7) as usize];
            map.link(Link { node: id, field, follows });
        }
        ids.push(id);
    }
    map
}

/// Names a packed node over random bytes that decode, or a node gathered from random pieces.
fn space(random: &mut Random, map: &mut Map, ids: &mut Vec<NodeId>, regions: &mut Vec<(u64, Vec<u8>)>) {
    let (from, bytes) = regions[random.below(regions.len() as u64) as usize].clone();
    let size = bytes.len() as u64;
    let parent = ids[random.below(ids.len() as u64) as usize];
    let name = NodeName { parent, text: "p", index: (random.below(2) == 0).then(|| random.below(3) as u32) };
    let range = |random: &mut Random| {
        let start = random.below(size + 1);
        start..(start + random.below(12)).min(size)
    };
    let content = if random.below(3) > 0 {
        let stored = range(random);
        let Ok(content) =
            fixture_registry::Runs.decode(&bytes[stored.start as usize..stored.end as usize], 100)
        else {
            return;
        };
        let address = map.space(&content).unwrap();
        ids.push(map.node(Node {
            name,
            start: from + stored.start,
            end: from + stored.end,
            kind: NodeKind::Packed { codec: "runs", content: address },
        }));
        (address, content)
    } else {
        let pieces: Vec<_> = (0..random.below(4)).map(|_| range(random)).collect();
        let content: Vec<u8> = pieces
            .iter()
            .flat_map(|piece| bytes[piece.start as usize..piece.end as usize].to_vec())
            .collect();
        let address = map.space(&content).unwrap();
        let of = map.node(Node {
            name,
            start: from + size,
            end: from + size,
            kind: NodeKind::Gathered { content: address },
        });
        ids.push(of);
        let mut offset = 0;
        for (index, piece) in pieces.iter().enumerate() {
            map.node(Node {
                name: of.item("piece", index as u32),
                start: from + piece.start,
                end: from + piece.end,
                kind: NodeKind::Piece { of, offset },
            });
            offset += piece.end - piece.start;
        }
        (address, content)
    };
    regions.push(content);
}

#[test]
fn every_tree_over_every_bytes_comes_back() {
    let mut seen = [0; 4];
    for seed in 1..20_000u64 {
        let mut random = Random::new(seed);
        let length = random.below(160);
        let bytes: Vec<u8> = match random.below(4) {
            // Characters significant to the text form, mostly alone on a line.
            0 => (0..length).map(|_| SIGNS[random.below(SIGNS.len() as u64) as usize]).collect(),
            // Small numbers make links come true often.
            1 => (0..length).map(|_| random.below(4) as u8).collect(),
            _ => (0..length).map(|_| random.below(256) as u8).collect(),
        };
        let tree = random_map(&mut random, &bytes).resolve();
        for region in tree.regions() {
            let mut at = region.range.start;
            for &leaf in &tree.leaves()[region.leaves.clone()] {
                let node = tree.node(leaf);
                assert_eq!(node.start, at, "seed {seed}: leaves follow each other");
                at = node.end;
            }
            assert_eq!(at, region.range.end, "seed {seed}: leaves cover the file and every space");
        }
        glassbox_core::dump::dump(&bytes, &tree, &mut std::io::sink()).unwrap();
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &REGISTRY, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let words = ["packed(", "gathered", "piece(", "\n\\}\n"];
        for (count, word) in seen.iter_mut().zip(words) {
            *count += u32::from(text.contains(word));
        }
        match glassbox_core::text::assemble(&text, &REGISTRY) {
            Ok(back) => assert!(back == bytes, "seed {seed}\n{text}\n{back:?}\n{bytes:?}"),
            Err(errors) => panic!("seed {seed}\n{text}\n{errors:#?}"),
        }
    }
    assert!(
        seen.iter().zip([400, 400, 400, 100]).all(|(&count, least)| count > least),
        "each form occurs: {seen:?}"
    );
}
