//! Digests and sums: how they are written, and what they tell apart.

use glassbox_programs::digest::{Hasher, digest, sum};
use glassbox_testing::random::Random;

/// The example of FIPS 180-4.
#[test]
fn a_digest_is_sha_256_in_hexadecimal() {
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(digest(b"abc").to_string(), expected);
}

#[test]
fn parts_are_not_taken_for_each_other() {
    let of = |parts: [&[u8]; 2]| {
        let mut hasher = Hasher::default();
        parts.into_iter().for_each(|part| hasher.part(part));
        hasher.finish()
    };
    assert_ne!(of([b"ab", b"c"]), of([b"a", b"bc"]));
}

#[test]
fn sums_tell_changes_of_any_bit() {
    let mut random = Random::new(9);
    for _ in 0..50 {
        let bytes = random.bytes(60);
        for at in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[at / 8] ^= 1 << (at % 8);
            assert_ne!(sum(&bytes), sum(&changed), "bit {at} of {bytes:?}");
        }
        assert_ne!(sum(&bytes), sum(&[&bytes[..], &[0]].concat()));
    }
}
