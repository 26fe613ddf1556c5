//! Tests the size of containers that are found inside other data.

use crate::support;
use glassbox_core::format::{Format as _, ScanBudget};
use glassbox_dxcontainer::FORMAT;
use support::container;

const PARTS: [(&[u8; 4], [u8; 8]); 3] = [(b"AAAA", [1; 8]), (b"BBBB", [2; 8]), (b"CCCC", [3; 8])];

fn extent(bytes: &[u8]) -> Option<usize> {
    FORMAT.extent(bytes, &mut ScanBudget::new(1 << 20))
}

#[test]
fn a_container_ends_where_its_header_says() {
    for count in 0..=PARTS.len() {
        let parts: Vec<_> = PARTS[..count].iter().map(|(code, data)| (*code, data.to_vec())).collect();
        let bytes = container(&parts);
        // 32 bytes of header; a part takes an offset, a header of 8 bytes and its data.
        assert_eq!(bytes.len(), 32 + count * (4 + 8 + 8));
        assert_eq!(extent(&bytes), Some(bytes.len()), "{count} parts");
        assert_eq!(extent(&[&bytes[..], b"DXBC"].concat()), Some(bytes.len()), "{count} parts");
        assert_eq!(extent(&bytes[..bytes.len() - 1]), None, "{count} parts");
    }
}

#[test]
fn every_part_must_be_plausible() {
    let bytes = container(&PARTS.map(|(code, data)| (code, data.to_vec())));
    // The table of offsets is at 32; the parts are at 44, 60 and 76, each a code, a size and data.
    let damages: [(&str, usize, u32); 5] = [
        ("an offset into the table", 40, 40),
        ("an offset past the end", 40, 92),
        ("a code that cannot be printed", 76, 0x41),
        ("a size past the end", 80, 9),
        ("a second major version", 20, 2),
    ];
    for (what, at, value) in damages {
        let mut damaged = bytes.clone();
        damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
        assert_eq!(extent(&damaged), None, "{what}");
    }
}

#[test]
fn a_header_alone_needs_its_digest() {
    let mut bytes = container(&[]);
    bytes[4] ^= 1;
    assert_eq!(extent(&bytes), None);
}
