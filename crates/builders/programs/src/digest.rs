//! SHA-256, by which contents are known.
//!
//! Source: FIPS 180-4.

/// A sum of bytes that tells accidental changes, many times faster than a digest. Whoever wants to can make other bytes with the same sum.
#[must_use]
pub fn sum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = step(0, bytes.len() as u64);
    for word in words {
        sum = step(sum, u64::from_le_bytes(*word));
    }
    for byte in rest {
        sum = step(sum, u64::from(*byte));
    }
    step(step(sum, 0), 0)
}

/// A digest of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Digest of some bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.finish()
}

/// Fractional parts of the cube roots of the first 64 primes.
const KEYS: [u32; 64] = roots::<64>(true);

/// A digest in the making.
#[derive(Clone, Debug)]
pub struct Hasher {
    state: [u32; 8],
    block: [u8; 64],
    /// Bytes in the block.
    filled: usize,
    total: u64,
}

impl Default for Hasher {
    fn default() -> Hasher {
        Hasher { state: const { roots::<8>(false) }, block: [0; 64], filled: 0, total: 0 }
    }
}

impl Hasher {
    /// Adds bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if self.filled > 0 {
            let taken = bytes.len().min(64 - self.filled);
            self.block[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled < 64 {
                return;
            }
            self.filled = 0;
            let block = self.block;
            self.compress(&block);
        }
        let (blocks, rest) = bytes.as_chunks::<64>();
        for block in blocks {
            self.compress(block);
        }
        self.block[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    /// Adds bytes with their number, so that what follows cannot be taken for a part of them.
    pub fn part(&mut self, bytes: &[u8]) {
        self.update(&(bytes.len() as u64).to_le_bytes());
        self.update(bytes);
    }

    /// The digest.
    #[must_use]
    pub fn finish(mut self) -> Digest {
        let bits = self.total.wrapping_mul(8);
        self.update(&[0x80]);
        while self.filled != 56 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut out = [0; 32];
        for (place, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *place = word.to_be_bytes();
        }
        Digest(out)
    }

    fn compress(&mut self, block: &[u8; 64]) {
        let mut words = [0u32; 64];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for at in 16..64 {
            let (two, fifteen) = (words[at - 2], words[at - 15]);
            let small = fifteen.rotate_right(7) ^ fifteen.rotate_right(18) ^ (fifteen >> 3);
            let large = two.rotate_right(17) ^ two.rotate_right(19) ^ (two >> 10);
            words[at] = words[at - 16].wrapping_add(small).wrapping_add(words[at - 7]).wrapping_add(large);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (word, key) in words.iter().zip(KEYS) {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = h.wrapping_add(sum).wrapping_add(choice).wrapping_add(key).wrapping_add(*word);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(sum.wrapping_add(majority)));
        }
        for (word, own) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(own);
        }
    }
}

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
const fn roots<const N: usize>(is_cube: bool) -> [u32; N] {
    let mut out = [0; N];
    let (mut prime, mut at) = (2u128, 0);
    while at < N {
        let mut divisor = 2;
        while divisor * divisor <= prime && prime % divisor != 0 {
            divisor += 1;
        }
        if divisor * divisor > prime {
            // The root times 2^32, found bit by bit: no floating point would be exact enough.
            let wanted = prime << if is_cube { 96 } else { 64 };
            let (mut root, mut bit) = (0u128, 1u128 << 36);
            while bit > 0 {
                let next = root | bit;
                let power = if is_cube { next * next * next } else { next * next };
                if power <= wanted {
                    root = next;
                }
                bit >>= 1;
            }
            out[at] = root as u32;
            at += 1;
        }
        prime += 1;
    }
    out
}
