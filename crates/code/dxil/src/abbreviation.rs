//! Parses abbreviations: the encodings of a record's operands.

use std::sync::Arc;

use crate::bits::Bits;
use crate::error::{BitcodeError, BitcodeErrorKind};

/// Maximum number of operands of an abbreviation. Writers use fewer than forty; the limit bounds the work for
/// a record of literals, which occupies no bits.
pub const MAX_OPERANDS: u64 = 64;

/// Encoding of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Not stored: always this value.
    Literal(u64),
    /// Fixed width, 1 to 64 bits.
    Fixed(u8),
    /// Variable width, in chunks of 1 to 64 bits.
    Variable(u8),
    /// Six bits: a letter, a digit, `.` or `_`.
    Char6,
}

/// One operand of an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// One number.
    Scalar(Scalar),
    /// A count and that many numbers.
    Array(Scalar),
    /// A count and that many bytes, both ends aligned to 32 bits.
    Blob,
}

/// Encodings of a record's operands. The first is the record code. Clones share them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    operands: Arc<[Operand]>,
}

impl Scalar {
    /// Reads a number.
    #[inline]
    pub(crate) fn read(self, bits: &mut Bits<'_>) -> Result<u64, BitcodeError> {
        match self {
            Scalar::Literal(value) => Ok(value),
            Scalar::Fixed(width) => bits.fixed(u32::from(width)),
            Scalar::Variable(width) => bits.variable(u32::from(width)),
            Scalar::Char6 => bits.fixed(6).map(|code| u64::from(char6(code))),
        }
    }

    /// Appends the next `count` numbers; the bits left suffice for their minimum width.
    #[inline]
    pub(crate) fn run(
        self,
        count: u64,
        bits: &mut Bits<'_>,
        numbers: &mut Vec<u64>,
    ) -> Result<(), BitcodeError> {
        match self {
            Scalar::Fixed(width) => bits.run(u32::from(width), count, numbers, |number| number),
            Scalar::Char6 => bits.run(6, count, numbers, |code| u64::from(char6(code))),
            Scalar::Variable(width) => bits.run_variable(u32::from(width), count, numbers),
            Scalar::Literal(value) => {
                numbers.extend((0..count).map(|_| value));
                Ok(())
            }
        }
    }

    /// Minimum width of a number in bits.
    pub(crate) fn least_width(self) -> u64 {
        match self {
            Scalar::Literal(_) => 0,
            Scalar::Fixed(width) | Scalar::Variable(width) => u64::from(width),
            Scalar::Char6 => 6,
        }
    }

    /// Skips `count` numbers.
    pub(crate) fn skip(self, count: u64, bits: &mut Bits<'_>) -> Result<(), BitcodeError> {
        match self {
            Scalar::Variable(width) => bits.skip_variable(u32::from(width), count),
            _ => bits.skip(count.saturating_mul(self.least_width())),
        }
    }
}

/// Character of a six-bit code; bits above the sixth are ignored.
pub fn char6(code: u64) -> u8 {
    const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    ALPHABET[(code & 63) as usize]
}

/// Six-bit code of a character; `None` if it has none.
pub(crate) fn char6_code(byte: u8) -> Option<u64> {
    Some(u64::from(match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    }))
}

impl Abbreviation {
    /// The operands; the first is the record code.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// An abbreviation to write records with. The first operand must be a scalar; an array or blob must be
    /// last.
    pub fn new(operands: &[Operand]) -> Abbreviation {
        Abbreviation { operands: operands.into() }
    }

    /// Parses a definition after its abbreviation id; `operands` is scratch space.
    pub(crate) fn read(
        bits: &mut Bits<'_>,
        operands: &mut Vec<Operand>,
    ) -> Result<Abbreviation, BitcodeError> {
        let start = bits.at();
        let count = bits.variable(5)?;
        let bad = |bits: &Bits<'_>| BitcodeError::new(BitcodeErrorKind::BadAbbreviation, start..bits.at());
        if count == 0 || count > MAX_OPERANDS {
            return Err(bad(bits));
        }
        operands.clear();
        let mut array = false;
        for index in 0..count {
            let last = index + 1 == count;
            match Encoding::read(bits)? {
                Some(Encoding::Scalar(scalar)) if array => {
                    if !last || scalar.least_width() == 0 {
                        return Err(bad(bits));
                    }
                    operands.push(Operand::Array(scalar));
                }
                Some(Encoding::Scalar(scalar)) => operands.push(Operand::Scalar(scalar)),
                Some(Encoding::Array) if !array && !last && index > 0 => array = true,
                Some(Encoding::Blob) if !array && last && index > 0 => operands.push(Operand::Blob),
                _ => return Err(bad(bits)),
            }
        }
        Ok(Abbreviation::new(operands))
    }
}

/// One entry of a definition, before arrays are combined with their element.
enum Encoding {
    Scalar(Scalar),
    Array,
    Blob,
}

impl Encoding {
    /// Parses an entry; `None` if its encoding or width is unknown.
    #[inline]
    fn read(bits: &mut Bits<'_>) -> Result<Option<Encoding>, BitcodeError> {
        // Nearly all have nine bits at most.
        if let Some(window) = bits.window().filter(|_| bits.left() >= 9) {
            let value = window >> 1 & 0xFF;
            let width = (value >> 3) as u8;
            let (found, size) = match (window & 1, value & 7) {
                (1, _) if value < 0x80 => (Encoding::Scalar(Scalar::Literal(value)), 9),
                (0, 1) if (1..=15).contains(&width) => (Encoding::Scalar(Scalar::Fixed(width)), 9),
                (0, 2) if (1..=15).contains(&width) => (Encoding::Scalar(Scalar::Variable(width)), 9),
                (0, 3) => (Encoding::Array, 4),
                (0, 4) => (Encoding::Scalar(Scalar::Char6), 4),
                _ => return Encoding::read_any(bits),
            };
            bits.seek(bits.at() + size);
            return Ok(Some(found));
        }
        Encoding::read_any(bits)
    }

    /// [`read`](Self::read) for any entry.
    #[inline(never)]
    fn read_any(bits: &mut Bits<'_>) -> Result<Option<Encoding>, BitcodeError> {
        if bits.fixed(1)? == 1 {
            let value = bits.variable(8)?;
            return Ok(Some(Encoding::Scalar(Scalar::Literal(value))));
        }
        let encoding = bits.fixed(3)?;
        let width = match encoding {
            1 | 2 => bits.variable(5)?,
            _ => 0,
        };
        let scalar = match (encoding, width) {
            // Readers treat a zero-width field as an unstored zero.
            (1 | 2, 0) => Scalar::Literal(0),
            (1, 1..=64) => Scalar::Fixed(width as u8),
            (2, 1..=64) => Scalar::Variable(width as u8),
            (3, _) => return Ok(Some(Encoding::Array)),
            (4, _) => Scalar::Char6,
            (5, _) => return Ok(Some(Encoding::Blob)),
            _ => return Ok(None),
        };
        Ok(Some(Encoding::Scalar(scalar)))
    }
}
