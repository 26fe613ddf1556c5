//! `assemble(print(bytes)) == bytes`, for random trees over random bytes.

mod demo;

use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Follows, Kind, Link, Name, Node, NodeId, Recorder};
use glassbox_core::value::Value;

glassbox_core::named! {
    /// Colours.
    enum Colour: u8 {
        /// Red.
        RED = 0 "red",
        /// Green.
        GREEN = 1 "green",
    }
}

glassbox_core::packed! {
    /// Bits.
    struct Bits: u16 { low: 3, middle: 12, high: 1 }
}

glassbox_core::record! {
    /// A record with a field of each kind.
    struct Mixed: 24 {
        /// Colour.
        0 colour: Colour,
        /// Reserved.
        1 reserved: [u8; 3],
        /// Number.
        4 offset: u32,
        /// Packed.
        8 bits: Bits,
        /// Signed.
        10 signed: i16,
        /// Float.
        12 float: f32,
        /// Array.
        16 array: [u16; 2],
        /// Tag.
        20 tag: glassbox_core::value::Tag<4>,
    }
}

const REGISTRY: Registry = demo::REGISTRY;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound.max(1)
    }
}

fn random_map(random: &mut Random, bytes: &[u8]) -> Map {
    let size = bytes.len() as u64;
    let mut map = Map::new(size, &Limits::default());
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..random.below(20) {
        let schema = <Mixed as glassbox_core::record::Record>::SCHEMA;
        let kind = match random.below(11) {
            0 | 1 => Kind::Group,
            2 => Kind::Record(schema),
            3 => Kind::Records(schema),
            4 => Kind::Value(&<u32 as Value>::FORM),
            5 => Kind::Values(&<u16 as Value>::FORM),
            6 => Kind::Bytes,
            7 => Kind::Text,
            8 => Kind::Strings,
            9 => Kind::Values(&<Colour as Value>::FORM),
            _ => Kind::Code {
                language: "words",
                aid: None,
            },
        };
        let unit = match kind {
            Kind::Record(_) | Kind::Records(_) => 24,
            Kind::Value(_) => 4,
            Kind::Values(form) => form.size() as u64,
            _ => 1,
        };
        let count = if matches!(kind, Kind::Record(_) | Kind::Value(_)) {
            1
        } else {
            random.below(9)
        };
        let start = random.below(size + 1);
        let parent = ids[random.below(ids.len() as u64) as usize];
        let text = ["a", "b", "code", "", "x1"][random.below(5) as usize];
        let index = (text.is_empty() || random.below(2) == 0).then(|| random.below(3) as u32);
        let name = Name { parent, text, index };
        let id = map.node(Node {
            name,
            start,
            end: start + unit * count,
            kind,
        });
        for _ in 0..random.below(3) {
            let target = ids[random.below(ids.len() as u64) as usize];
            let base = ids[random.below(ids.len() as u64) as usize];
            let unit = [1, 2, 4][random.below(3) as usize];
            let follows = match random.below(5) {
                0 => Follows::Offset { target, base, unit },
                1 => Follows::Pointer { base, unit },
                2 => Follows::Size { of: target, unit },
                3 => Follows::Count { of: target },
                _ => Follows::Digest {
                    algorithm: "sum",
                    from: base,
                    to: target,
                },
            };
            let field = [0, 1, 4, 4, 4, 8, 10][random.below(7) as usize];
            map.link(Link {
                node: id,
                field,
                follows,
            });
        }
        ids.push(id);
    }
    map
}

#[test]
fn every_tree_over_every_bytes_comes_back() {
    for seed in 1..20_000u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Small numbers make links come true often.
        let most = [4, 256][random.below(2) as usize];
        let bytes: Vec<u8> = (0..random.below(160)).map(|_| random.below(most) as u8).collect();
        let tree = random_map(&mut random, &bytes).resolve();
        let mut at = 0;
        for &leaf in tree.leaves() {
            let node = tree.node(leaf);
            assert_eq!(node.start, at, "seed {seed}: leaves follow each other");
            at = node.end;
        }
        assert_eq!(at, bytes.len() as u64, "seed {seed}: leaves cover the file");
        let mut text = Vec::new();
        glassbox_core::text::print(&bytes, &tree, &REGISTRY, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        match glassbox_core::text::assemble(&text, &REGISTRY) {
            Ok(back) => assert!(back == bytes, "seed {seed}\n{text}\n{back:?}\n{bytes:?}"),
            Err(errors) => panic!("seed {seed}\n{text}\n{errors:#?}"),
        }
    }
}
