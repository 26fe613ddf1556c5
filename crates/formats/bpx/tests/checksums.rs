//! Tests checksums against the format description's vectors and a bytewise model.

use glassbox_bpx::checksum::{crc, crc32, header, header_without_reserved, weak};
use glassbox_testing::random::Random;

#[test]
fn vectors() {
    let all: Vec<u8> = (0..=255).collect();
    let rows: [(&[u8], u32, u32, u32); 7] = [
        (b"", 0, 0, 0),
        (b"a", 0x61, 0xff00_004f, 0xe8b7_be43),
        (b"abc", 0x126, 0x1247_7c5a, 0x3524_41c2),
        (b"123456789", 0x1dd, 0xff12_4790, 0xcbf4_3926),
        (&all, 0x7f80, 0x12aa_c4e0, 0x2905_8c73),
        (&[0; 32], 0, 0xffff_1257, 0x190a_55ad),
        (&[0xff; 32], 0x1fe0, 0xff12_aaa0, 0xff6c_ab0b),
    ];
    for (bytes, sum, own, usual) in rows {
        assert_eq!((weak(bytes), crc(bytes), crc32(bytes)), (sum, own, usual), "{bytes:?}");
    }
}

/// Bit-by-bit reference implementation.
fn model(bytes: &[u8]) -> u32 {
    let mut state = u32::MAX;
    for &byte in bytes {
        let x = (state ^ u32::from(byte)) & 0xff;
        let entry = if x & 1 == 1 { (x >> 1) ^ 0xedb8_8320 } else { x >> 1 };
        state = (state >> 8) ^ entry;
    }
    !state
}

#[test]
fn folding_agrees_with_the_definition() {
    let mut random = Random::new(1);
    for size in (0..600).chain([4096, 65_537, 131_071]) {
        let bytes: Vec<u8> = (0..size).map(|_| random.below(256) as u8).collect();
        assert_eq!(crc(&bytes), model(&bytes), "{size} bytes");
        let sum = bytes.iter().fold(0u32, |sum, &byte| sum + u32::from(byte));
        assert_eq!(weak(&bytes), sum, "{size} bytes");
    }
    let many = vec![0xff; 1 << 20];
    assert_eq!(weak(&many), 255 << 20);
    assert_eq!(crc(&many), model(&many));
}

#[test]
fn header_checksums_differ_by_reserved_bytes() {
    let mut bytes = vec![1; 40 + 48];
    assert_eq!(header(&bytes), 84);
    assert_eq!(header_without_reserved(&bytes), 80);
    bytes[4..8].fill(0xff);
    assert_eq!(header(&bytes), 84, "its own field does not count");
}
