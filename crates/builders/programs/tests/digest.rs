//! SHA-256 beside the examples of FIPS 180-4 and the digest of the tests, which is another implementation.

use glassbox_programs::digest::{Hasher, digest, sum};
use glassbox_testing::random::Random;
use glassbox_testing::sha256::sha256;

#[test]
fn the_examples_of_the_standard_hold() {
    for (text, expected) in [
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ] {
        assert_eq!(digest(text.as_bytes()).to_string(), expected, "{text}");
    }
}

#[test]
fn parts_give_what_the_whole_gives() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let bytes = random.bytes(400);
        assert_eq!(digest(&bytes).to_string(), sha256(&bytes));
        let mut hasher = Hasher::default();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (part, after) = rest.split_at(1 + random.index(rest.len()));
            hasher.update(part);
            rest = after;
        }
        assert_eq!(hasher.finish(), digest(&bytes));
    }
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
