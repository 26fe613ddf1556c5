//! Tests a file inside a file: offsets are relative to the inner file, locations to the outer one.

mod support;

use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NodeId, Recorder, Window};
use glassbox_shbin::FORMAT;

#[test]
fn places_count_from_the_start_of_the_outer_file() {
    for (name, mut inner) in support::bases() {
        // Something to report: bytes after the end.
        inner.extend(b"tail!");
        let outer = [&[0xEE; 100][..], &inner, &[0xEE; 20]].concat();
        let window = Window::whole(&outer).part(100, 100 + inner.len() as u64);
        let check = |window| {
            FORMAT
                .open(window, &Limits::default())
                .expect("the magic is right")
                .check()
                .into_sorted()
        };
        let alone = check(Window::whole(&inner));
        let inside = check(window);
        assert!(!alone.is_empty(), "{name}");
        assert_eq!(alone.len(), inside.len(), "{name}");
        for (alone, inside) in alone.iter().zip(&inside) {
            assert_eq!(alone.rule.id, inside.rule.id, "{name}");
            assert_eq!(
                alone.location.start + 100,
                inside.location.start,
                "{name}: {}",
                alone.rule.id
            );
            assert_eq!(alone.location.path, inside.location.path, "{name}");
        }
        let limits = Limits::default();
        let mut map = Map::new(outer.len() as u64, &limits);
        let group = map.node(glassbox_core::reader::Node {
            name: NodeId::ROOT.item("shader", 0),
            start: 100,
            end: 100 + inner.len() as u64,
            kind: glassbox_core::reader::Kind::Group,
        });
        glassbox_core::format::map(&FORMAT, window, &mut map, group, &limits).expect("the magic is right");
        let tree = map.resolve();
        let first = tree.leaf_at(100).expect("a leaf starts there");
        assert!(
            tree.path(first).starts_with("shader[0].dv"),
            "{}",
            tree.path(first)
        );
        glassbox_testing::tree::assert_covered(&tree, &outer, name);
        glassbox_testing::tree::assert_text_law(&tree, &outer, &support::registry(), name);
    }
}

#[test]
fn other_files_are_refused_by_name() {
    let cases: [(&[u8], &str); 6] = [
        (b"DVOK", "DVOJ-01"),
        (b"JOVD", "DVOJ-01"),
        (b"BLVD", "SHBIN-DVLB-01"),
        (b"DVLE....", "SHBIN-DVLB-01"),
        (b"PK", "SHBIN-DVLB-01"),
        (b"\x7fELF....", "SHBIN-DVLB-01"),
    ];
    for (bytes, id) in cases {
        let Err(refused) = FORMAT.open(Window::whole(bytes), &Limits::default()) else {
            panic!("{id}")
        };
        assert_eq!(refused.rule.id, id);
        assert!(refused.help.is_some());
    }
    for cut in [&b""[..], b"D", b"DV", b"DVO", b"DVLB", b"DVLB\x01\0\0"] {
        assert!(support::ids(cut).contains(&"SHBIN-FILE-01"), "{cut:?}");
    }
}
