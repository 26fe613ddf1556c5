//! The codecs as the text form and the library use them.

use glassbox_core::format::WriteError;
use glassbox_core::language::{Codec, DecodeError};

use crate::{DecompressError, XZ, ZLIB, decode, encode};

/// A codec of this crate under its name.
struct Named(&'static str);

impl Codec for Named {
    fn name(&self) -> &'static str {
        self.0
    }

    fn decode(&self, stored: &[u8], limit: u64) -> Result<Vec<u8>, DecodeError> {
        decode(self.0, stored, limit).map_err(|fault| match fault {
            DecompressError::Malformed { .. } | DecompressError::Unknown => DecodeError::Malformed,
            DecompressError::Truncated { .. } => DecodeError::Truncated,
            DecompressError::TooLarge { .. } => DecodeError::TooLong,
        })
    }

    fn encode(&self, content: &[u8]) -> Result<Vec<u8>, WriteError> {
        encode(self.0, content)
    }
}

/// Every codec, for the registry.
pub static ALL: &[&dyn Codec] = &[&Named(ZLIB), &Named(XZ)];
