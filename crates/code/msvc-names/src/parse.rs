//! Parses decorated names.

mod arguments;
mod function;
mod literal;
mod name;
mod operators;
mod special;
mod symbol;
mod types;

use crate::error::{DemangleError, DemangleErrorKind};
use crate::tree::{Demangled, Piece, Type};
use crate::{MAX_DEPTH, MAX_NAME, MAX_WEIGHT};

/// Number of back references a table holds.
const MAX_BACK: usize = 10;

pub(crate) fn demangle(bytes: &[u8]) -> Result<Demangled, DemangleError> {
    let has_marker = bytes.first() == Some(&1);
    let mut parser =
        Parser { bytes, at: usize::from(has_marker), depth: 0, weight: 0, back: BackReferences::default() };
    if bytes.len() > MAX_NAME {
        return Err(DemangleError {
            at: MAX_NAME,
            found: bytes.get(MAX_NAME).copied(),
            kind: DemangleErrorKind::Long,
        });
    }
    let symbol = match parser.peek() {
        Some(b'.') => parser.stored_type_name()?,
        _ => parser.symbol()?,
    };
    match parser.peek() {
        None => Ok(Demangled { has_marker, symbol }),
        Some(_) => Err(parser.expected("the end of the name")),
    }
}

/// Back-reference tables. Templates have their own.
#[derive(Default)]
struct BackReferences {
    /// Name pieces with their weights.
    names: Vec<(Piece, usize)>,
    /// Parameter types with their weights.
    types: Vec<(Type, usize)>,
}

/// A recursive-descent parser over a name.
struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    /// Weight of the tree so far: one per piece and per byte of a name.
    weight: usize,
    back: BackReferences,
}

type Result<T, E = DemangleError> = std::result::Result<T, E>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn starts_with(&self, text: &[u8]) -> bool {
        self.rest().starts_with(text)
    }

    /// Consumes `text` if it comes next.
    fn take(&mut self, text: &[u8]) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Consumes the next byte.
    fn next(&mut self, what: &'static str) -> Result<u8> {
        let byte = self.peek().ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(byte)
    }

    fn need(&mut self, text: &[u8], what: &'static str) -> Result<()> {
        if self.take(text) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn fault(&self, kind: DemangleErrorKind) -> DemangleError {
        DemangleError { at: self.at, found: self.peek(), kind }
    }

    fn expected(&self, what: &'static str) -> DemangleError {
        self.fault(DemangleErrorKind::Expected(what))
    }

    /// Adds to the weight of the tree; fails above the limit.
    fn add_weight(&mut self, weight: usize) -> Result<()> {
        self.weight = self.weight.saturating_add(weight);
        if self.weight <= MAX_WEIGHT { Ok(()) } else { Err(self.fault(DemangleErrorKind::Heavy)) }
    }

    /// Runs `work` one nesting level deeper.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fault(DemangleErrorKind::Deep));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Runs `work` with fresh back-reference tables.
    fn with_fresh_back_references<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = std::mem::take(&mut self.back);
        let result = work(self);
        self.back = before;
        result
    }

    /// The bytes up to an `@`, which is consumed.
    fn text(&mut self, what: &'static str) -> Result<&'a [u8]> {
        let rest = self.rest();
        let end = rest
            .iter()
            .position(|&byte| byte == b'@')
            .filter(|&end| end > 0)
            .ok_or_else(|| self.expected(what))?;
        self.at += end + 1;
        Ok(rest.get(..end).unwrap_or_default())
    }

    /// A number and its sign: a digit for 1 to 10, or hexadecimal digits `A` to `P` ended by `@`; a leading
    /// `?` negates.
    fn number(&mut self) -> Result<(u64, bool)> {
        let is_negative = self.take(b"?");
        let what = "a number: a digit, or letters from `A` to `P` and `@`";
        let first = self.next(what)?;
        if first.is_ascii_digit() {
            return Ok((u64::from(first - b'0') + 1, is_negative));
        }
        self.at -= 1;
        let mut value: u64 = 0;
        loop {
            match self.peek() {
                Some(b'@') => {
                    self.at += 1;
                    return Ok((value, is_negative));
                }
                Some(digit @ b'A'..=b'P') => {
                    if value >> 60 != 0 {
                        return Err(self.fault(DemangleErrorKind::Number));
                    }
                    value = value << 4 | u64::from(digit - b'A');
                    self.at += 1;
                }
                _ => return Err(self.expected(what)),
            }
        }
    }

    /// A nonnegative number.
    fn unsigned(&mut self) -> Result<u64> {
        let at = self.at;
        match self.number()? {
            (value, false) => Ok(value),
            _ => {
                self.at = at;
                Err(self.expected("a number that is not below zero"))
            }
        }
    }

    /// A signed number, wrapped to 64 bits.
    fn signed(&mut self) -> Result<i64> {
        let (value, is_negative) = self.number()?;
        let value = value as i64;
        Ok(if is_negative { value.wrapping_neg() } else { value })
    }

    /// A 32-bit number; negative ones are encoded as unsigned numbers with the same bits.
    fn offset(&mut self) -> Result<i32> {
        Ok(self.signed()? as i32)
    }
}
