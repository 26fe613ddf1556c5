//! Tests the digest: known values, both variants for every length of the last block, classification of stored digests.

use glassbox_dxcontainer::digest::{BYPASS, DIGESTS, PREVIEW_BYPASS, Signatures, State, UNSIGNED, md5};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Test vectors of RFC 1321.
#[test]
fn plain_md5() {
    let known = [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f",
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a",
        ),
    ];
    for (text, digest) in known {
        assert_eq!(hex(&md5(text.as_bytes())), digest, "{text}");
    }
}

/// A container of 336 bytes, 316 of them covered by the digest, so that the final step takes two blocks. Written by
/// hand from the format description.
#[test]
fn an_empty_compute_shader_of_the_legacy_compiler() {
    let mut bytes = Vec::new();
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    bytes.extend(words(&[1, 336, 5, 0x34, 0x8C, 0x9C, 0xAC, 0xD4]));
    bytes.extend(b"RDEF");
    bytes.extend(words(&[80, 0, 0, 0, 28, 0x4353_0400, 0x100, 28]));
    bytes.extend(b"Microsoft (R) HLSL Shader Compiler 6.3.9600.16384\0\xAB\xAB");
    bytes.extend(b"ISGN");
    bytes.extend(words(&[8, 0, 8]));
    bytes.extend(b"OSGN");
    bytes.extend(words(&[8, 0, 8]));
    bytes.extend(b"SHEX");
    bytes.extend(words(&[32, 0x0005_0040, 8, 0x0100_086A, 0x0400_009B, 1, 1, 1, 0x0100_003E]));
    bytes.extend(b"STAT");
    let mut counters = [0; 30];
    counters[0] = 116;
    counters[1] = 1;
    counters[8] = 1;
    bytes.extend(words(&counters));
    assert_eq!(bytes.len(), 316);
    assert_eq!(hex(&Signatures::of(&bytes).retail), "1631ff025ce651dc991953e49851d69b");
}

/// The variants differ from each other and from MD5, and every byte affects them, for every length of the last block.
#[test]
fn every_byte_counts_at_every_length() {
    let mut seen = std::collections::HashSet::new();
    for length in 0..=200usize {
        let mut data: Vec<u8> = (0..length).map(|index| (index * 7 + 3) as u8).collect();
        let Signatures { retail, debug } = Signatures::of(&data);
        assert!(seen.insert(retail) && seen.insert(debug) && seen.insert(md5(&data)));
        if let Some(last) = data.last_mut() {
            *last ^= 0x80;
            let other = Signatures::of(&data);
            assert!(other.retail != retail && other.debug != debug, "{length}");
        }
    }
}

#[test]
fn what_a_stored_digest_says() {
    let data = b"version, size, count, parts";
    let signatures = Signatures::of(data);
    let states = [
        (UNSIGNED, State::Unsigned),
        (BYPASS, State::Bypass),
        (PREVIEW_BYPASS, State::PreviewBypass),
        (signatures.retail, State::Retail),
        (signatures.debug, State::Debug),
        (md5(data), State::Wrong),
    ];
    for (stored, state) in states {
        assert_eq!(State::of(stored, data), state);
    }
}

#[test]
fn text_forms_know_the_digests_by_name() {
    let found: Vec<(&str, String)> =
        DIGESTS.iter().map(|digest| (digest.name(), hex(&digest.digest(b"abc")))).collect();
    let signatures = Signatures::of(b"abc");
    assert_eq!(
        found,
        [
            ("dxbc", hex(&signatures.retail)),
            ("dxbc-debug", hex(&signatures.debug)),
            ("md5", "900150983cd24fb0d6963f7d28e17f72".to_owned()),
        ]
    );
}
