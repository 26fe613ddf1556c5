//! Computes the checksums of a container.
//!
//! *Weak* is the sum of all bytes. *CRC* is what the reference calls CRC-32 but is not: its table applies one
//! shift step per entry instead of eight, `T[i] = i >> 1`, exclusive-or `EDB88320` for odd `i`. The real
//! CRC-32 is computed too, to recognise files that use it. The *header* checksum is the weak sum of the main
//! header and the section headers, in two variants: with their reserved bytes and, as in newer readers,
//! without.
//!
//! # Computing the CRC
//!
//! One step is `x = low byte of state ^ byte; state = (state >> 8) ^ T[x]`. `T` moves bits 1 to 7 of `x` down
//! by one and nothing else depends on them, so bit `b` of byte `k` acts exactly as bit `b - 1` of byte `k +
//! 1`. Only the *diagonals* of the message matter: `D[d]` = exclusive-or of the bits with `k + b = d`, one
//! bit for each byte. Thirty-two bytes fold into 39 diagonals with shifts alone, and four table look-ups
//! remove thirty-two of them. The state before a block acts like its first four bytes, that is, through its
//! own 11 diagonals, which are all that is carried from block to block.
//!
//! Eleven linearly changing bits are periodic: after 1533 bytes a bit has its original effect again. The
//! 1533-byte stretches of a long message are therefore first exclusive-ored together, and only the result is
//! folded.

use glassbox_core::language::Digest;

/// Block size in bytes.
const BLOCK: usize = 32;
/// Period in bytes after which every bit has the same effect again.
const PERIOD: usize = 1533;
/// Polynomial of the reference's table.
const POLYNOMIAL: u32 = 0xedb8_8320;

const fn entry(index: u32) -> u32 {
    (index >> 1) ^ if index & 1 != 0 { POLYNOMIAL } else { 0 }
}

/// The reference's table.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = entry(i as u32);
        i += 1;
    }
    table
};

/// Contribution of a state to the diagonals of the bytes after it.
const fn diagonals_of_state(state: u32) -> u32 {
    (state & 0xff) ^ (state >> 8 & 0xff) << 1 ^ (state >> 16 & 0xff) << 2 ^ (state >> 24) << 3
}

/// A state with these eleven diagonals; equivalent to any other such state after four more bytes.
const fn state_of_diagonals(diagonals: u32) -> u32 {
    (diagonals & 0xff) | (diagonals >> 8 & 1) << 15 | (diagonals >> 9 & 1) << 23 | (diagonals >> 10 & 1) << 31
}

/// State diagonals after a block, for eight message diagonals at each of four positions.
static FOLD: [[u16; 256]; 4] = {
    let mut tables = [[0; 256]; 4];
    let mut place = 0;
    while place < 4 {
        let mut bits = 0;
        while bits < 256 {
            // Diagonal 8 * place + b is bit 0 of byte 8 * place + b.
            let mut state = 0u32;
            let mut byte = 0;
            while byte < BLOCK {
                let bit = byte.wrapping_sub(8 * place);
                let value = if bit < 8 { (bits >> bit & 1) as u32 } else { 0 };
                let x = (state ^ value) & 0xff;
                state = (state >> 8) ^ entry(x);
                byte += 1;
            }
            tables[place][bits] = diagonals_of_state(state) as u16;
            bits += 1;
        }
        place += 1;
    }
    tables
};

/// The fifteen diagonals of eight bytes.
#[inline(always)]
const fn diagonals(word: u64) -> u64 {
    let bytes = 0x00ff_00ff_00ff_00ff;
    let word = (word & bytes) ^ (word >> 7 & bytes << 1);
    let pairs = 0x0000_ffff_0000_ffff;
    let word = (word & pairs) ^ (word >> 14 & pairs << 2);
    (word & 0xffff_ffff) ^ (word >> 28)
}

#[inline(always)]
fn word(bytes: &[u8], index: usize) -> u64 {
    match bytes.get(8 * index..).and_then(<[u8]>::first_chunk) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => 0,
    }
}

/// Sum of all bytes modulo 2³².
pub fn weak(bytes: &[u8]) -> u32 {
    // A 16-bit lane holds 128 rounds of two bytes each without overflow.
    const LANES: u64 = 0x00ff_00ff_00ff_00ff;
    let mut sum = 0u32;
    for run in bytes.chunks(128 * 32) {
        let mut lanes = [0u64; 4];
        let mut blocks = run.chunks_exact(32);
        for block in &mut blocks {
            for (lane, bytes) in lanes.iter_mut().zip(block.chunks_exact(8)) {
                let word = word(bytes, 0);
                *lane += (word & LANES) + (word >> 8 & LANES);
            }
        }
        for lane in lanes {
            let halves = (lane & 0x0000_ffff_0000_ffff) + (lane >> 16 & 0x0000_ffff_0000_ffff);
            sum = sum.wrapping_add(halves as u32).wrapping_add((halves >> 32) as u32);
        }
        for &byte in blocks.remainder() {
            sum = sum.wrapping_add(u32::from(byte));
        }
    }
    sum
}

/// The reference's CRC.
pub fn crc(bytes: &[u8]) -> u32 {
    let mut state = u32::MAX;
    let mut rest = bytes;
    if bytes.len() >= 2 * PERIOD + 4 {
        let periods = (bytes.len() - 4) / PERIOD;
        let (whole, tail) = bytes.split_at(periods * PERIOD);
        let mut sum = [0u8; PERIOD];
        for period in whole.chunks_exact(PERIOD) {
            for (sum, byte) in sum.iter_mut().zip(period) {
                *sum ^= byte;
            }
        }
        state = advance(state, &sum);
        rest = tail;
    }
    !advance(state, rest)
}

/// State after `bytes`. Exact for four or more bytes, even if the initial state only has the right diagonals.
fn advance(state: u32, bytes: &[u8]) -> u32 {
    let mut state = state;
    let mut rest = bytes;
    // The last four bytes need the exact state.
    if bytes.len() >= BLOCK + 4 {
        let blocks = (bytes.len() - 4) / BLOCK;
        let (whole, tail) = bytes.split_at(blocks * BLOCK);
        let mut carried = u64::from(diagonals_of_state(state));
        for block in whole.chunks_exact(BLOCK) {
            let folded = diagonals(word(block, 0))
                ^ diagonals(word(block, 1)) << 8
                ^ diagonals(word(block, 2)) << 16
                ^ diagonals(word(block, 3)) << 24
                ^ carried;
            let [a, b, c, d, ..] = folded.to_le_bytes();
            carried = u64::from(
                FOLD[0][usize::from(a)]
                    ^ FOLD[1][usize::from(b)]
                    ^ FOLD[2][usize::from(c)]
                    ^ FOLD[3][usize::from(d)],
            ) ^ folded >> 32;
        }
        state = state_of_diagonals(carried as u32);
        rest = tail;
    }
    for &byte in rest {
        state = (state >> 8) ^ TABLE[usize::from(state as u8 ^ byte)];
    }
    state
}

/// The real CRC-32, which known readers reject.
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Header checksum: the main header, with its checksum as zero, and the section headers.
pub fn header(bytes: &[u8]) -> u32 {
    let own = bytes.get(4..8).map_or(0, weak);
    weak(bytes).wrapping_sub(own)
}

/// Header checksum of newer readers: reserved bytes of each section header count as zero.
pub fn header_without_reserved(bytes: &[u8]) -> u32 {
    let table = bytes.get(40..).unwrap_or_default();
    let reserved = table.chunks_exact(24).map(|section| u32::from(section[22]) + u32::from(section[23]));
    header(bytes).wrapping_sub(reserved.fold(0, u32::wrapping_add))
}

/// A checksum as a digest for the text form.
#[derive(Clone, Copy, Debug)]
pub struct Checksum {
    name: &'static str,
    sum: fn(&[u8]) -> u32,
}

impl Digest for Checksum {
    fn name(&self) -> &'static str {
        self.name
    }

    fn digest(&self, bytes: &[u8]) -> Vec<u8> {
        (self.sum)(bytes).to_le_bytes().to_vec()
    }
}

/// `bpx-weak`: the sum of all bytes. Also serves as the header checksum, as a field counts as zero in its own
/// digest.
pub static WEAK: Checksum = Checksum { name: "bpx-weak", sum: weak };
/// `bpx-crc`: the reference's CRC.
pub static CRC: Checksum = Checksum { name: "bpx-crc", sum: crc };
/// `crc32`: the real CRC-32.
pub(crate) static USUAL_CRC: Checksum = Checksum { name: "crc32", sum: crc32 };
/// `bpx-header`: the header checksum without reserved bytes.
pub static HEADER: Checksum = Checksum { name: "bpx-header", sum: header_without_reserved };
/// All container digests.
pub static DIGESTS: [&dyn Digest; 4] = [&WEAK, &CRC, &USUAL_CRC, &HEADER];
