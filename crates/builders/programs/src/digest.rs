//! SHA-256, by which contents are known.

use sha2::{Digest as _, Sha256};

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

/// A digest in the making.
#[derive(Clone, Debug, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Adds bytes with their number, so that what follows cannot be taken for a part of them.
    pub fn part(&mut self, bytes: &[u8]) {
        self.update(&(bytes.len() as u64).to_le_bytes());
        self.update(bytes);
    }

    /// The digest.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}
