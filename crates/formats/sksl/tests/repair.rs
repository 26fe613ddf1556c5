//! Tests repairs: the offers, and that the file is valid afterwards.

use crate::support;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::FORMAT;
use glassbox_sksl::repair::{CANONICAL, STATED_VERSION, STRING_LENGTH, TRAILING};

fn repaired(bytes: &[u8], name: &str) -> Vec<u8> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("the version is known");
    let offered: Vec<_> = opened.repairs().iter().map(|repair| repair.name).collect();
    assert!(offered.contains(&name), "{name} is offered: {offered:?}");
    opened.repair(name).expect("what is offered can be done")
}

#[test]
fn whole_files_need_none() {
    for (name, bytes) in support::bases() {
        let opened = FORMAT.open(Window::whole(&bytes), &Limits::default()).expect("the version is right");
        assert!(opened.repairs().is_empty(), "{name}");
        for repair in [CANONICAL, TRAILING, STRING_LENGTH, STATED_VERSION, "nonsense"] {
            if repair == CANONICAL {
                assert_eq!(opened.repair(repair).as_ref(), Ok(&bytes), "{name}");
            } else {
                assert!(opened.repair(repair).is_err(), "{name}: {repair}");
            }
        }
    }
}

#[test]
fn what_follows_is_cut() {
    let bytes = support::shader();
    let longer = [&bytes[..], b"tail"].concat();
    assert_eq!(repaired(&longer, TRAILING), bytes);
}

#[test]
fn the_length_of_the_strings_is_found() {
    let bytes = support::shader();
    for length in [0u16, 76, 78, 60000] {
        let mut changed = bytes.clone();
        changed[2..4].copy_from_slice(&length.to_le_bytes());
        assert_eq!(repaired(&changed, STRING_LENGTH), bytes, "{length}");
    }
}

#[test]
fn the_version_is_corrected_where_all_else_is_of_version_8() {
    let bytes = support::shader();
    for version in [3, 7] {
        let mut changed = bytes.clone();
        changed[0] = version;
        assert_eq!(repaired(&changed, STATED_VERSION), bytes, "{version}");
    }
}

#[test]
fn a_canonical_file_has_numbers_and_strings_in_order() {
    let bytes = support::shader();
    let mut changed = bytes.clone();
    // Symbol 4, the array type, becomes 40 where it is defined and where it is used.
    let mut places = 0;
    for at in 81..changed.len() - 4 {
        if changed[at..].starts_with(&[0, 4, 0, 51, 255]) || changed[at..].starts_with(&[51, 4, 0, 2]) {
            changed[at + 1] = 40;
            places += 1;
        }
    }
    assert_eq!(places, 2);
    assert_eq!(support::ids(&changed), ["SKSL-CAN-01"]);
    assert_eq!(repaired(&changed, CANONICAL), bytes);
}
