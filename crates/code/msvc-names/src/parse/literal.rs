//! Parses string literals: size, checksum, and first characters.

use super::{Parser, Result};
use crate::tree::Literal;
use crate::tree::Symbol;

/// Maximum number of encoded bytes of a `wchar_t` string and of others; longer strings are cut.
const WIDE_BYTES: u64 = 64;
const NARROW_BYTES: u64 = 32;

/// Characters encoded as `?0` to `?9`.
const DIGITS: [u8; 10] = *b",/\\:. \n\t'-";

impl Parser<'_> {
    /// A literal, after its `??_C@_`.
    pub(super) fn literal(&mut self) -> Result<Symbol> {
        let is_wide = match self.next("`0` or `1`, the kind of a string")? {
            b'0' => false,
            b'1' => true,
            _ => return Err(self.unexpected("`0` or `1`, the kind of a string")),
        };
        let size = self.unsigned()?;
        if size < if is_wide { 2 } else { 1 } {
            return Err(self.unexpected("a string that has room for its terminator"));
        }
        self.text("the checksum of a string and `@`")?;
        let mut bytes = Vec::new();
        while !self.take(b"@") {
            bytes.push(self.string_byte()?);
            self.add_weight(1)?;
        }
        let there = bytes.len() as u64;
        let (width, is_truncated) =
            if is_wide { (2, size > WIDE_BYTES) } else { (width(&bytes, size), size > there) };
        let mut characters: Vec<u32> =
            bytes.chunks_exact(usize::from(width)).map(|unit| character(unit, is_wide)).collect();
        let is_whole = if is_wide { size <= there } else { !is_truncated };
        if is_whole {
            characters.pop();
        }
        if is_wide && !bytes.len().is_multiple_of(2) {
            return Err(self.expected("the second byte of a wide character"));
        }
        Ok(Symbol::Literal(Literal { width, is_wide, characters, is_truncated, size }))
    }

    fn string_byte(&mut self) -> Result<u8> {
        let byte = self.next("a character of a string or `@`")?;
        if byte != b'?' {
            return Ok(byte);
        }
        let what = "the code of a character: a digit, a letter, or `$` and two letters from `A` to `P`";
        let code = self.next(what)?;
        match code {
            b'$' => {
                let mut value = 0;
                for _ in 0..2 {
                    match self.next(what)? {
                        digit @ b'A'..=b'P' => value = value << 4 | (digit - b'A'),
                        _ => return Err(self.unexpected(what)),
                    }
                }
                Ok(value)
            }
            b'0'..=b'9' => Ok(DIGITS.get(usize::from(code - b'0')).copied().unwrap_or_default()),
            // Letters with the high bit set.
            b'a'..=b'z' | b'A'..=b'Z' => Ok(code | 0x80),
            _ => Err(self.unexpected(what)),
        }
    }
}

/// A character from its bytes: `wchar_t` is big-endian, other types are little-endian.
fn character(unit: &[u8], is_wide: bool) -> u32 {
    let join = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
    if is_wide { unit.iter().fold(0, join) } else { unit.iter().rev().fold(0, join) }
}

/// Bytes per character, which names record only for `wchar_t`. Inferred from a terminator of several zero
/// bytes or, if the name holds only the beginning, from the share of zero bytes.
fn width(bytes: &[u8], size: u64) -> u8 {
    if !size.is_multiple_of(2) {
        return 1;
    }
    let by_four = size.is_multiple_of(4);
    let is_whole = size < NARROW_BYTES;
    let zeros = if is_whole {
        bytes.iter().rev().take_while(|&&byte| byte == 0).count()
    } else {
        bytes.iter().filter(|&&byte| byte == 0).count()
    };
    let (for_four, for_two) = if is_whole { (4, 2) } else { (2 * bytes.len() / 3, bytes.len() / 3) };
    match zeros {
        zeros if zeros >= for_four && by_four => 4,
        zeros if zeros >= for_two => 2,
        _ => 1,
    }
}
