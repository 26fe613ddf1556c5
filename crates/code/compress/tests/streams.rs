//! Bounds and faults of both codecs, and streams that other programs made.

use glassbox_compress::{CODECS, DecompressError, XZ, ZLIB, decode, encode};

/// `hello` stored without compression, put together by hand from RFC 1950 and 1951.
const ZLIB_HELLO: [u8; 16] =
    [0x78, 0x01, 0x01, 5, 0, 0xfa, 0xff, b'h', b'e', b'l', b'l', b'o', 0x06, 0x2c, 0x02, 0x15];

fn noise(size: usize) -> Vec<u8> {
    let mut state = 1u32;
    (0..size)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect()
}

#[test]
fn everything_comes_back() {
    let contents = [Vec::new(), b"a".to_vec(), vec![7; 1 << 20], noise(200_000)];
    for codec in CODECS {
        for content in &contents {
            let stored = encode(codec, content).expect("it can be compressed");
            let size = content.len() as u64;
            assert_eq!(decode(codec, &stored, size).as_ref(), Ok(content), "{codec}");
            if size > 0 {
                let limit = size - 1;
                assert_eq!(
                    decode(codec, &stored, limit),
                    Err(DecompressError::TooLarge { limit }),
                    "{codec}"
                );
            }
            assert_eq!(encode(codec, content), Ok(stored), "{codec} is deterministic");
        }
    }
}

#[test]
fn every_cut_is_a_fault() {
    for codec in CODECS {
        let stored = encode(codec, &noise(300)).expect("it can be compressed");
        for size in 0..stored.len() {
            let cut = decode(codec, &stored[..size], 1000);
            assert!(
                matches!(cut, Err(DecompressError::Truncated { .. } | DecompressError::Malformed { .. })),
                "{codec} {size}: {cut:?}"
            );
        }
    }
}

#[test]
fn damage_never_panics_and_never_yields_too_much() {
    for codec in CODECS {
        let stored = encode(codec, &noise(300)).expect("it can be compressed");
        for at in 0..stored.len() {
            for bit in 0..8 {
                let mut damaged = stored.clone();
                damaged[at] ^= 1 << bit;
                if let Ok(content) = decode(codec, &damaged, 400) {
                    assert!(content.len() <= 400);
                }
            }
        }
    }
}

#[test]
fn faults_say_where() {
    assert_eq!(decode(ZLIB, &ZLIB_HELLO, 5).as_deref(), Ok(b"hello".as_slice()));
    let mut wrong = ZLIB_HELLO;
    wrong[15] ^= 1;
    assert!(matches!(decode(ZLIB, &wrong, 5), Err(DecompressError::Malformed { .. })));
    assert!(matches!(decode(ZLIB, b"\x78\x9cnot deflate", 5), Err(DecompressError::Malformed { .. })));
    let mut longer = ZLIB_HELLO.to_vec();
    longer.push(0);
    assert!(matches!(decode(ZLIB, &longer, 5), Err(DecompressError::Malformed { at: 16, .. })));
    assert!(matches!(decode(XZ, b"not xz", 5), Err(DecompressError::Malformed { at: 0, .. })));
    assert_eq!(decode("lz4", b"", 5), Err(DecompressError::Unknown));
}

#[test]
fn a_large_dictionary_is_refused() {
    let mut stored = encode(XZ, b"x").expect("it can be compressed");
    // The property byte of the LZMA2 filter; 40 requests 4 GiB. The header's own checksum follows.
    let at = stored.windows(2).position(|pair| pair == [0x21, 0x01]).expect("there is a filter");
    stored[at + 2] = 40;
    assert!(matches!(decode(XZ, &stored, 5), Err(DecompressError::Malformed { .. })));
}
