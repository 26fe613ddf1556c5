//! Recognizes the magic of bitcode and the optional wrapper.

use std::ops::Range;

use glassbox_core::record::Record;

use crate::error::{BitcodeError, BitcodeErrorKind};

/// The first four bytes of bitcode: `BC` 0xC0DE.
pub const MAGIC: [u8; 4] = [0x42, 0x43, 0xc0, 0xde];
/// The first four bytes of wrapped bitcode, little-endian 0x0B17C0DE. DXIL is never wrapped.
pub const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

glassbox_core::record! {
    /// The wrapper header of 20 bytes, little-endian. Source: LLVM bitcode file format, wrapper.
    pub struct Wrapper: 20 {
        /// [`WRAPPER_MAGIC`].
        0x00 magic: u32,
        /// Always 0.
        0x04 version: u32,
        /// Offset of the bitcode from the start of the wrapper, in bytes.
        0x08 offset: u32,
        /// Size of the bitcode in bytes.
        0x0c size: u32,
        /// Target CPU.
        0x10 cpu: u32,
    }
}

/// Byte range of the bitcode: all unless wrapped. A wrapper's range is clipped to the input.
pub fn content(bytes: &[u8]) -> Range<u64> {
    let size = bytes.len() as u64;
    match Wrapper::decode(bytes) {
        Some(header) if bytes.starts_with(&WRAPPER_MAGIC) => {
            let start = u64::from(header.offset).min(size);
            start..(start + u64::from(header.size)).min(size)
        }
        _ => 0..size,
    }
}

/// Byte range of the bitcode, or an error if there is none.
pub(crate) fn recognise(bytes: &[u8]) -> Result<Range<u64>, BitcodeError> {
    let range = content(bytes);
    let first = bytes.get(range.start as usize..).unwrap_or_default();
    if first.starts_with(&MAGIC) {
        return Ok(range);
    }
    if bytes.starts_with(&WRAPPER_MAGIC) {
        return Err(BitcodeError::new(BitcodeErrorKind::Wrapper, 0..(bytes.len().min(20) as u64) * 8));
    }
    let mut found = [0; 4];
    for (slot, byte) in found.iter_mut().zip(bytes) {
        *slot = *byte;
    }
    let kind = BitcodeErrorKind::Magic { found: u32::from_le_bytes(found) };
    Err(BitcodeError::new(kind, 0..(bytes.len().min(4) as u64) * 8))
}
