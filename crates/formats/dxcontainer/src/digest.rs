//! Computes container digests and plain MD5.
//!
//! The container digest is MD5 with a different final step: the length in bits is stored at the start of the last block
//! and a second word derived from it at the end. Developer builds derive different words. Both variants share all
//! blocks but the last, so one pass computes both.
//!
//! Sources: RFC 1321 for MD5; the DirectX shader compiler's validator (`DxilHash.cpp`) for the final step.

use glassbox_core::language::Digest;

/// Digest of an unsigned container.
pub const UNSIGNED: [u8; 16] = [0; 16];
/// Sentinel that disables the runtime's digest check.
pub const BYPASS: [u8; 16] = [1; 16];
/// Sentinel for unreleased shader models.
pub const PREVIEW_BYPASS: [u8; 16] = [2; 16];

/// Classification of a stored digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// All zero: never validated, or validated without a signing library.
    Unsigned,
    /// Sentinel that disables the check.
    Bypass,
    /// Sentinel for unreleased shader models.
    PreviewBypass,
    /// Matches the retail digest.
    Retail,
    /// Matches the digest of a developer build of the validator.
    Debug,
    /// None of these: the bytes changed after signing.
    Wrong,
    /// Covered bytes are missing.
    Unknown,
}

impl State {
    /// Name in one or two words.
    pub fn name(self) -> &'static str {
        match self {
            State::Unsigned => "unsigned",
            State::Bypass => "bypass",
            State::PreviewBypass => "preview bypass",
            State::Retail => "signed",
            State::Debug => "signed (debug)",
            State::Wrong => "wrong",
            State::Unknown => "not known",
        }
    }

    /// Classifies a stored digest; `covered` starts at the version field of the container.
    pub fn of(stored: [u8; 16], covered: &[u8]) -> State {
        match stored {
            UNSIGNED => State::Unsigned,
            BYPASS => State::Bypass,
            PREVIEW_BYPASS => State::PreviewBypass,
            _ => {
                let signatures = Signatures::of(covered);
                if stored == signatures.retail {
                    State::Retail
                } else if stored == signatures.debug {
                    State::Debug
                } else {
                    State::Wrong
                }
            }
        }
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Both digests that a validator may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signatures {
    /// Digest of released validators.
    pub retail: [u8; 16],
    /// Digest of developer builds.
    pub debug: [u8; 16],
}

impl Signatures {
    /// Computes both digests over the covered bytes: offset 20 to the end of the container.
    pub fn of(covered: &[u8]) -> Signatures {
        let (blocks, rest) = covered.as_chunks::<64>();
        let mut state = START;
        for block in blocks {
            compress(&mut state, block);
        }
        let count = covered.len() as u32;
        let bits = count.wrapping_mul(8);
        let nibbles = count.wrapping_mul(2);
        Signatures {
            retail: finish(state, rest, bits, nibbles | 1),
            debug: finish(state, rest, bits.wrapping_mul(2) | 15, nibbles.wrapping_mul(2) | 0x1000_0000),
        }
    }
}

/// Processes the final one or two blocks: `first` precedes the remaining bytes, `last` is at the very end.
fn finish(mut state: [u32; 4], rest: &[u8], first: u32, last: u32) -> [u8; 16] {
    let mut block = [0; 64];
    let behind = if rest.len() < 56 { 4 } else { 0 };
    block[behind..behind + rest.len()].copy_from_slice(rest);
    block[behind + rest.len()] = 0x80;
    if behind == 0 {
        compress(&mut state, &block);
        block = [0; 64];
    }
    block[..4].copy_from_slice(&first.to_le_bytes());
    block[60..].copy_from_slice(&last.to_le_bytes());
    compress(&mut state, &block);
    bytes(state)
}

/// Plain MD5, as stored in `HASH`.
pub fn md5(data: &[u8]) -> [u8; 16] {
    let (blocks, rest) = data.as_chunks::<64>();
    let mut state = START;
    for block in blocks {
        compress(&mut state, block);
    }
    let mut block = [0; 64];
    block[..rest.len()].copy_from_slice(rest);
    block[rest.len()] = 0x80;
    if rest.len() >= 56 {
        compress(&mut state, &block);
        block = [0; 64];
    }
    block[56..].copy_from_slice(&(data.len() as u64).wrapping_mul(8).to_le_bytes());
    compress(&mut state, &block);
    bytes(state)
}

fn bytes(state: [u32; 4]) -> [u8; 16] {
    let mut out = [0; 16];
    for (slot, word) in out.chunks_exact_mut(4).zip(state) {
        slot.copy_from_slice(&word.to_le_bytes());
    }
    out
}

const START: [u32; 4] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];

/// Step constants: floor(2^32 * abs(sin(i))) for i = 1, 2, 3, …
const SINES: [u32; 64] = [
    0xd76a_a478,
    0xe8c7_b756,
    0x2420_70db,
    0xc1bd_ceee,
    0xf57c_0faf,
    0x4787_c62a,
    0xa830_4613,
    0xfd46_9501,
    0x6980_98d8,
    0x8b44_f7af,
    0xffff_5bb1,
    0x895c_d7be,
    0x6b90_1122,
    0xfd98_7193,
    0xa679_438e,
    0x49b4_0821,
    0xf61e_2562,
    0xc040_b340,
    0x265e_5a51,
    0xe9b6_c7aa,
    0xd62f_105d,
    0x0244_1453,
    0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6,
    0xc337_07d6,
    0xf4d5_0d87,
    0x455a_14ed,
    0xa9e3_e905,
    0xfcef_a3f8,
    0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942,
    0x8771_f681,
    0x6d9d_6122,
    0xfde5_380c,
    0xa4be_ea44,
    0x4bde_cfa9,
    0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6,
    0xeaa1_27fa,
    0xd4ef_3085,
    0x0488_1d05,
    0xd9d4_d039,
    0xe6db_99e5,
    0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244,
    0x432a_ff97,
    0xab94_23a7,
    0xfc93_a039,
    0x655b_59c3,
    0x8f0c_cc92,
    0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f,
    0xfe2c_e6e0,
    0xa301_4314,
    0x4e08_11a1,
    0xf753_7e82,
    0xbd3a_f235,
    0x2ad7_d2bb,
    0xeb86_d391,
];

/// Processes one MD5 block. The macro unrolls the rounds: a loop over tables is several times slower.
fn compress(state: &mut [u32; 4], block: &[u8; 64]) {
    let mut words = [0; 16];
    for (word, chunk) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*chunk);
    }
    let [mut a, mut b, mut c, mut d] = *state;
    macro_rules! step {
        ($f:expr, $w:ident, $x:ident, $word:expr, $sine:expr, $turn:expr) => {
            $w = $w
                .wrapping_add($f)
                .wrapping_add(words[$word])
                .wrapping_add(SINES[$sine])
                .rotate_left($turn)
                .wrapping_add($x);
        };
    }
    macro_rules! four {
        ($f:expr, $base:expr, [$w0:expr, $w1:expr, $w2:expr, $w3:expr], [$t0:expr, $t1:expr, $t2:expr, $t3:expr]) => {
            step!($f(b, c, d), a, b, $w0, $base, $t0);
            step!($f(a, b, c), d, a, $w1, $base + 1, $t1);
            step!($f(d, a, b), c, d, $w2, $base + 2, $t2);
            step!($f(c, d, a), b, c, $w3, $base + 3, $t3);
        };
    }
    let f = |x: u32, y: u32, z: u32| z ^ (x & (y ^ z));
    four!(f, 0, [0, 1, 2, 3], [7, 12, 17, 22]);
    four!(f, 4, [4, 5, 6, 7], [7, 12, 17, 22]);
    four!(f, 8, [8, 9, 10, 11], [7, 12, 17, 22]);
    four!(f, 12, [12, 13, 14, 15], [7, 12, 17, 22]);
    let g = |x: u32, y: u32, z: u32| (x & z) | (y & !z);
    four!(g, 16, [1, 6, 11, 0], [5, 9, 14, 20]);
    four!(g, 20, [5, 10, 15, 4], [5, 9, 14, 20]);
    four!(g, 24, [9, 14, 3, 8], [5, 9, 14, 20]);
    four!(g, 28, [13, 2, 7, 12], [5, 9, 14, 20]);
    let h = |x: u32, y: u32, z: u32| x ^ y ^ z;
    four!(h, 32, [5, 8, 11, 14], [4, 11, 16, 23]);
    four!(h, 36, [1, 4, 7, 10], [4, 11, 16, 23]);
    four!(h, 40, [13, 0, 3, 6], [4, 11, 16, 23]);
    four!(h, 44, [9, 12, 15, 2], [4, 11, 16, 23]);
    let i = |x: u32, y: u32, z: u32| y ^ (x | !z);
    four!(i, 48, [0, 7, 14, 5], [6, 10, 15, 21]);
    four!(i, 52, [12, 3, 10, 1], [6, 10, 15, 21]);
    four!(i, 56, [8, 15, 6, 13], [6, 10, 15, 21]);
    four!(i, 60, [4, 11, 2, 9], [6, 10, 15, 21]);
    for (word, add) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(add);
    }
}

/// Digests that text forms of containers may contain.
pub static DIGESTS: &[&dyn Digest] = &[
    &Named("dxbc", |bytes| Signatures::of(bytes).retail),
    &Named("dxbc-debug", |bytes| Signatures::of(bytes).debug),
    &Named("md5", md5),
];

struct Named(&'static str, fn(&[u8]) -> [u8; 16]);

impl Digest for Named {
    fn name(&self) -> &'static str {
        self.0
    }

    fn digest(&self, bytes: &[u8]) -> Vec<u8> {
        self.1(bytes).to_vec()
    }
}
