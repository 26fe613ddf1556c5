//! Tests files made to be expensive: huge counts, deep nesting, names used repeatedly. All must take linear
//! time at most.

use crate::support;
use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::FORMAT;
use glassbox_testing::tree;

/// Opens, checks and queries everything; returns the ids of the findings.
fn survive(bytes: &[u8], what: &str) -> Vec<&'static str> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("the version is right");
    let ids = opened.check().items().iter().map(|item| item.rule.id).collect();
    let _ = opened.summary();
    let _ = opened.interface();
    let _ = opened.symbols();
    let _ = opened.artifacts();
    for repair in opened.repairs() {
        let _ = opened.repair(repair.name);
    }
    let _ = opened.write(WriteLayout::Original).map(|written| assert!(written == bytes, "{what}"));
    let _ = opened.write(WriteLayout::Canonical);
    for style in opened.listings() {
        let mut text = Vec::new();
        let _ = opened.listing(style, &mut text);
    }
    ids
}

/// A runtime shader whose function 1 has this body.
fn around(strings: &[u8], body: &[u8]) -> Vec<u8> {
    let length = (strings.len() as u16).to_le_bytes();
    let mut file = [&[8, 0], &length[..], strings].concat();
    file.extend([43, 3, 52, 0, 0, 0, 0, 0, 20, 29, 1, 0]);
    file.extend(body);
    file
}

#[test]
fn counts_of_everything_at_their_highest() {
    for (name, bytes) in support::bases() {
        let length = usize::from(u16::from_le_bytes([bytes[2], bytes[3]]));
        for at in 4 + length..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] = 255;
            survive(&changed, &format!("{name} with 255 at {at:#x}"));
        }
    }
}

#[test]
fn nesting_has_an_end() {
    for (what, level) in [
        ("blocks", &[2, 58, 1][..]),
        ("loops", &[26, 58, 58, 58, 58]),
        ("conditions", &[32, 0, 58]),
        ("loops the other way round", &[19]),
    ] {
        let body = level.repeat(200_000 / level.len());
        let ids = survive(&around(&[], &body), what);
        assert!(ids.contains(&"SKSL-CMD-03"), "{what}: {ids:?}");
    }
    let body = [&[22][..], &[42, 50].repeat(100_000)].concat();
    assert!(survive(&around(&[], &body), "prefixes").contains(&"SKSL-CMD-03"));
    let types = [0, 1, 0].repeat(50_000);
    let file = [&[8, 0, 0, 0, 43, 3, 52, 0, 1, 0][..], &types].concat();
    assert!(survive(&file, "arrays of arrays").contains(&"SKSL-CMD-03"));
}

#[test]
fn a_long_name_is_used_again_and_again() {
    let mut strings = vec![255];
    strings.extend([b'x'; 255]);
    // 60 000 elements that all call the function with the long name.
    let call = [22, 27, 51, 255, 255, 2, 0, 255, 255, 2, 0, 0];
    let mut body = Vec::new();
    for _ in 0..240 {
        body.extend([29, 1, 0, 2, 58, 250]);
        for _ in 0..250 {
            body.extend(call);
        }
        body.push(1);
    }
    let length = (strings.len() as u16).to_le_bytes();
    let mut file = [&[8, 0], &length[..], &strings].concat();
    file.extend([43, 3, 52, 0, 0, 0, 0, 0, 20]);
    file.extend(body);
    file.extend([21, 0]);
    survive(&file, "a long name");
}

#[test]
fn many_symbols_with_one_id_and_one_name() {
    let mut file = vec![8, 0, 2, 0, 1, b'x', 52, 1, 0xff, 0xff];
    for _ in 0..65_535 {
        file.extend([55, 1, 0, 17, 2, 0, 51, 255, 255, 2, 0, 0]);
    }
    file.extend([0xff, 0xff]);
    file.extend([0, 0].repeat(65_535));
    file.extend([20, 21]);
    survive(&file, "one id");
    let mut structs = vec![8, 0, 2, 0, 1, b'x', 52, 1, 0xff, 0x3f];
    for id in 1..0x4000u16 {
        let [low, high] = id.to_le_bytes();
        structs.extend([48, low, high, 2, 0, 2, 17, 2, 0]);
        let [low, high] = (id - 1).to_le_bytes();
        structs.extend([51, low, high, 17, 2, 0, 51, low, high, 0]);
    }
    structs.extend([0, 0, 20, 21]);
    survive(&structs, "structs of two structs of two structs");
}

#[test]
fn every_cut_of_every_base_obeys_the_laws() {
    for (name, bytes) in support::bases() {
        for size in 0..bytes.len() {
            let cut = &bytes[..size];
            tree::assert_laws(&FORMAT, &support::registry(), cut, &format!("{name} of {size} bytes"));
            let found = support::ids(cut);
            assert!(!found.is_empty(), "{name} of {size} bytes");
        }
    }
}

/// The base files have no finding. A prefix of one is cut off, and what it lacks is no mistake in a type.
#[test]
fn a_cut_type_has_no_mistakes_of_its_own() {
    let mut cut = 0;
    for (name, bytes) in support::bases() {
        for size in 0..bytes.len() {
            let ids = support::ids(&bytes[..size]);
            let wrong = ids.iter().find(|id| id.starts_with("SKSL-TYP-"));
            assert_eq!(wrong, None, "{name} cut to {size} bytes: {ids:?}");
            cut += usize::from(!ids.is_empty());
        }
    }
    assert!(cut > 1000, "only {cut} prefixes have findings");
}
