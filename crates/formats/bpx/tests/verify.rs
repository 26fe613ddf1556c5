//! Tests the quick check on packages built byte by byte.

use glassbox_bpx::raw::{ContainerType, SectionType, VERSION};
use glassbox_bpx::verify::verify;

/// A package of an empty symbol table and one string section with bytes 16 to 24 of the header, which hold the number of sections
/// and the version: two ASCII characters, each followed by NULs.
fn overlapping_the_header() -> Vec<u8> {
    let section = |pointer: u64, size: u32, ty: SectionType| {
        let sizes = [size, size, 0].map(u32::to_le_bytes).concat();
        [&pointer.to_le_bytes()[..], &sizes, &[ty.0, 0, 0, 0]].concat()
    };
    let mut bytes = [b"BPX", &[ContainerType::SHADER.0][..], &[0; 12]].concat();
    bytes.extend(2u32.to_le_bytes());
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 16]);
    bytes.extend(section(88, 0, SectionType::SYMBOL_TABLE));
    bytes.extend(section(16, 8, SectionType::STRINGS));
    // The checksum is the sum of all other bytes.
    let sum: u32 = bytes.iter().map(|&byte| u32::from(byte)).sum();
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_body_inside_the_headers_overlaps() {
    let mut bytes = overlapping_the_header();
    assert_eq!(bytes.len(), 88);
    assert_eq!(verify(&bytes, 1 << 20).map_err(|error| error.rule.id), Err("BPX-SHT-03"));
    // The same body behind the headers is right: 16 becomes 88.
    bytes[64] = 88;
    let sum = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) + 72;
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    bytes.extend([2, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(verify(&bytes, 1 << 20), Ok(()));
}
