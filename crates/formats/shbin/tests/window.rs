//! Tests a file inside a file: offsets are relative to the inner file, locations to the outer one.

use crate::support;
use glassbox_shbin::FORMAT;
use glassbox_testing::tree::{assert_refused, assert_window};

#[test]
fn places_count_from_the_start_of_the_outer_file() {
    for (name, mut inner) in support::bases() {
        // Something to report: bytes after the end.
        inner.extend(b"tail!");
        assert_window(&FORMAT, &support::registry(), &inner, "dv", name);
    }
}

#[test]
fn other_files_are_refused_by_name() {
    for (bytes, id) in [
        (&b"DVOK"[..], "DVOJ-01"),
        (b"JOVD", "DVOJ-01"),
        (b"BLVD", "SHBIN-DVLB-01"),
        (b"DVLE....", "SHBIN-DVLB-01"),
        (b"PK", "SHBIN-DVLB-01"),
        (b"\x7fELF....", "SHBIN-DVLB-01"),
    ] {
        assert_refused(&FORMAT, bytes, id);
    }
    for cut in [&b""[..], b"D", b"DV", b"DVO", b"DVLB", b"DVLB\x01\0\0"] {
        assert!(support::ids(cut).contains(&"SHBIN-FILE-01"), "{cut:?}");
    }
}
