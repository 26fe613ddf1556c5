#![doc = include_str!("../README.md")]
//!
//! [`decode`] never yields more than it is allowed to, whatever the stream states: it looks at one byte past the limit and
//! stops there. It allocates as the stream yields bytes and not by any number that the stream states, and it refuses
//! dictionaries over [`MAX_DICTIONARY`]. [`encode`] is deterministic, but not across versions of the compressor: who must
//! give back the bytes of a stream keeps them.

pub mod codec;
mod xz;
mod zlib;

use glassbox_core::format::WriteError;
use std::fmt;

/// Name of the zlib codec.
pub const ZLIB: &str = "zlib";
/// Name of the XZ codec.
pub const XZ: &str = "xz";
/// The names of all codecs.
pub const CODECS: [&str; 2] = [ZLIB, XZ];

/// Maximum dictionary size that a stream may request, in bytes: twice that of the strongest preset of XZ.
pub const MAX_DICTIONARY: u32 = 128 << 20;

/// Bytes of output at a time.
const STEP: usize = 64 << 10;

/// Error in a compressed stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecompressError {
    /// The stream contradicts its format.
    Malformed {
        /// Approximate offset in the stream, in bytes; everything before it was consumed.
        at: u64,
        /// Description of the error, in lower case.
        why: String,
    },
    /// The stream yields more than it may.
    TooLarge {
        /// Bytes that it might have yielded.
        limit: u64,
    },
    /// The stream ends before its end mark.
    Truncated {
        /// Size of the stream, bytes.
        at: u64,
    },
    /// There is no codec of this name.
    Unknown,
}

impl fmt::Display for DecompressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecompressError::Malformed { at, why } => write!(f, "{why} at byte {at:#x} of the stream"),
            DecompressError::TooLarge { limit } => write!(f, "the stream yields more than {limit} bytes"),
            DecompressError::Truncated { at } => {
                write!(f, "the stream ends at byte {at:#x} before its end mark")
            }
            DecompressError::Unknown => f.write_str("the compression is not known"),
        }
    }
}

impl std::error::Error for DecompressError {}

/// The content of a stream, if it is at most `limit` bytes.
pub fn decode(codec: &str, stored: &[u8], limit: u64) -> Result<Vec<u8>, DecompressError> {
    match codec {
        ZLIB => zlib::decode(stored, limit),
        XZ => xz::decode(stored, limit),
        _ => Err(DecompressError::Unknown),
    }
}

/// A stream with this content: zlib at its default level, XZ with a dictionary of 256 KiB and without an integrity check.
/// `Err` when there is no codec of this name.
pub fn encode(codec: &str, content: &[u8]) -> Result<Vec<u8>, WriteError> {
    match codec {
        ZLIB => zlib::encode(content),
        XZ => xz::encode(content),
        _ => Err(WriteError::new(format!("there is no codec `{codec}`"))),
    }
}
