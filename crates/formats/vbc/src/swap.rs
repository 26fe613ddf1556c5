//! Converts files with big-endian numbers.
//!
//! No compiler writes them; they come from tools that took "native byte order" literally. Conversion swaps
//! the 16- and 32-bit fields and every SPIR-V word.

use crate::raw::{BaseType, HEADER_SIZE};

/// Swaps the bytes of every number, as far as the sections can be parsed.
pub(crate) fn unswap(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut turn = Turn { bytes: &mut out, at: 5 };
    let _ = turn.all();
    out
}

struct Turn<'b> {
    bytes: &'b mut [u8],
    at: usize,
}

impl Turn<'_> {
    fn all(&mut self) -> Option<()> {
        let mut words = 0;
        for field in 0..10 {
            let value = self.u16()?;
            if field < 5 {
                words += usize::from(value);
            }
        }
        debug_assert!(self.at as u64 == HEADER_SIZE);
        for _ in 0..2 {
            let count = self.u32()?;
            self.skip(count, 8)?;
        }
        for _ in 0..self.u32()? {
            let base_type = BaseType(*self.bytes.get(self.at + 1)?);
            self.at += 2;
            self.u16()?;
            if base_type.is_buffer() {
                self.u16()?;
                self.at += 2;
            } else {
                self.at += 4;
            }
        }
        if self.u16()? != 0 {
            self.u16()?;
            for _ in 0..self.u32()? {
                self.at += 1 + usize::from(*self.bytes.get(self.at)?);
                self.u16()?;
                self.at += 4;
            }
        }
        let count = self.u32()?;
        self.skip(count, 4)?;
        for _ in 0..words {
            self.u32()?;
        }
        Some(())
    }

    fn skip(&mut self, count: u32, size: usize) -> Option<()> {
        let bytes = (count as usize).checked_mul(size)?;
        self.at = self.at.checked_add(bytes).filter(|&at| at <= self.bytes.len())?;
        Some(())
    }

    fn u16(&mut self) -> Option<u16> {
        let field = self.bytes.get_mut(self.at..)?.first_chunk_mut::<2>()?;
        field.reverse();
        self.at += 2;
        Some(u16::from_le_bytes(*field))
    }

    fn u32(&mut self) -> Option<u32> {
        let field = self.bytes.get_mut(self.at..)?.first_chunk_mut::<4>()?;
        field.reverse();
        self.at += 4;
        Some(u32::from_le_bytes(*field))
    }
}
