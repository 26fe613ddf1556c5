//! Tests a file inside a file: offsets are relative to the inner file, locations to the outer one.

use crate::support;
use glassbox_core::format::{Format, MatchConfidence};
use glassbox_sksl::FORMAT;
use glassbox_testing::tree::{assert_refused, assert_window};

#[test]
fn places_count_from_the_start_of_the_outer_file() {
    for (name, mut inner) in support::bases() {
        // Something to report: bytes after the end.
        inner.extend(b"tail!");
        assert_window(&FORMAT, &support::registry(), &inner, "version", name);
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
        assert_refused(&FORMAT, bytes, id);
        assert_eq!(FORMAT.detect(bytes), MatchConfidence::No);
    }
}

#[test]
fn files_are_recognised_by_their_strings() {
    for (name, bytes) in support::bases() {
        assert_eq!(FORMAT.detect(&bytes), MatchConfidence::Yes, "{name}");
    }
    // Without names, with invalid names, and with an invalid first command.
    assert_eq!(FORMAT.detect(b"\x08\0\0\0\x2b\x03"), MatchConfidence::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x01\x80\x2b\x03"), MatchConfidence::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x01x\xff\x03"), MatchConfidence::Maybe);
    assert_eq!(FORMAT.detect(b"\x08\0\x02\0\x05x\x2b\x03"), MatchConfidence::No);
    assert_eq!(FORMAT.detect(b"\x02\0\0\0"), MatchConfidence::No);
}
