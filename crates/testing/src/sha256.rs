//! SHA-256, by which the corpus identifies texts that it does not contain.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
