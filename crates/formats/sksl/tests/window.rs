//! Tests a file inside a file: offsets are relative to the inner file, locations to the outer one.

mod support;

use glassbox_core::format::{Format, Likeness};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NodeId, Recorder, Window};
use glassbox_sksl::FORMAT;

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
                .expect("the version is right")
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
        glassbox_core::format::map(&FORMAT, window, &mut map, group, &limits).expect("the version is right");
        let tree = map.resolve();
        let first = tree.leaf_at(100).expect("a leaf starts there");
        assert!(
            tree.path(first).starts_with("shader[0].version"),
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
        (b"", "SKSL-HDR-01"),
        (b"\x08\0\0", "SKSL-HDR-01"),
        (b"VBC\x01\x01", "SKSL-HDR-02"),
        (b"\0\0\0\0", "SKSL-HDR-02"),
        (b"\x0f\0\0\0\x2b", "SKSL-HDR-02"),
        (b"\x7fELF....", "SKSL-HDR-02"),
    ];
    for (bytes, id) in cases {
        let Err(refused) = FORMAT.open(Window::whole(bytes), &Limits::default()) else {
            panic!("{id}")
        };
        assert_eq!(refused.rule.id, id);
        assert!(refused.help.is_some());
        assert_eq!(FORMAT.detect(bytes), Likeness::No);
    }
}

#[test]
fn files_are_recognised_by_their_strings() {
    for (name, bytes) in support::bases() {
        assert_eq!(FORMAT.detect(&bytes), Likeness::Yes, "{name}");
    }
    // Without names, with invalid names, and with an invalid first command.
    assert_eq!(FORMAT.detect(b"\x08\0\0\0\x2b\x03"), Likeness::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x01\x80\x2b\x03"), Likeness::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x01x\xff\x03"), Likeness::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x05x\x2b\x03"), Likeness::No);
    assert_eq!(FORMAT.detect(b"\x02\0\0\0"), Likeness::No);
}
