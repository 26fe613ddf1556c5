//! Reads numbers and strings from CodeView records.

/// Bytes not yet read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a>(pub(super) &'a [u8]);

impl<'a> Cursor<'a> {
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(front)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.bytes(1)?.first().copied()
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.bytes(2)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.bytes(4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// Numeric leaf of a type record: small values are inline, larger ones are preceded by their type code.
    pub(super) fn numeric(&mut self) -> Option<u32> {
        match self.u16()? {
            small @ 0..0x8000 => Some(small.into()),
            0x8002 => Some(self.u16()?.into()),
            0x8004 => self.u32(),
            _ => None,
        }
    }

    /// Compressed integer of a binary annotation; the leading bits give its length.
    pub(super) fn annotation(&mut self) -> Option<u32> {
        let first = u32::from(self.u8()?);
        Some(match first {
            0..0x80 => first,
            0x80..0xc0 => (first & 0x3f) << 8 | u32::from(self.u8()?),
            0xc0..0xe0 => {
                let rest = [self.u8()?, self.u8()?, self.u8()?];
                u32::from_be_bytes([first as u8 & 0x1f, rest[0], rest[1], rest[2]])
            }
            _ => return None,
        })
    }

    /// NUL-terminated string, without its terminator.
    pub(super) fn string(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let string = self.bytes(end)?;
        self.bytes(1)?;
        Some(string)
    }

    /// Skips to the next multiple of four bytes, counted from `start` remaining bytes, or to the end.
    pub(super) fn align(&mut self, start: usize) -> Option<()> {
        let done = start.checked_sub(self.0.len())?;
        let pad = done.next_multiple_of(4) - done;
        self.bytes(pad.min(self.0.len()))?;
        Some(())
    }
}
