//! Reads decorated names.

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

/// Back references that a table keeps.
const MAX_BACK: usize = 10;

pub(crate) fn demangle(bytes: &[u8]) -> Result<Demangled, DemangleError> {
    let has_marker = bytes.first() == Some(&1);
    let mut parser = Parser {
        bytes,
        at: usize::from(has_marker),
        depth: 0,
        weight: 0,
        back: Back::default(),
    };
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

/// What digits refer to. Templates have tables of their own.
#[derive(Default)]
struct Back {
    /// Pieces of names, with their weights.
    names: Vec<(Piece, usize)>,
    /// Types of parameters, with their weights.
    types: Vec<(Type, usize)>,
}

/// A cursor over a name.
struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    /// What the tree has so far: a unit for each piece and each byte of a name.
    weight: usize,
    back: Back,
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

    /// Takes the text if it comes next.
    fn take(&mut self, text: &[u8]) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes the next byte.
    fn next(&mut self, what: &'static str) -> Result<u8> {
        let byte = self.peek().ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(byte)
    }

    fn need(&mut self, text: &[u8], what: &'static str) -> Result<()> {
        match self.take(text) {
            true => Ok(()),
            false => Err(self.expected(what)),
        }
    }

    fn fault(&self, kind: DemangleErrorKind) -> DemangleError {
        DemangleError {
            at: self.at,
            found: self.peek(),
            kind,
        }
    }

    fn expected(&self, what: &'static str) -> DemangleError {
        self.fault(DemangleErrorKind::Expected(what))
    }

    /// Counts what is added to the tree.
    fn weigh(&mut self, weight: usize) -> Result<()> {
        self.weight = self.weight.saturating_add(weight);
        match self.weight <= MAX_WEIGHT {
            true => Ok(()),
            false => Err(self.fault(DemangleErrorKind::Heavy)),
        }
    }

    /// Does something one level deeper.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fault(DemangleErrorKind::Deep));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Does something with tables of its own for back references.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = std::mem::take(&mut self.back);
        let result = work(self);
        self.back = before;
        result
    }

    /// The bytes up to an `@`, which is taken.
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

    /// A number: a digit for 1 to 10, or hexadecimal digits `A` to `P` ended by `@`; `?` in front for numbers below zero.
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

    /// A number that cannot be below zero.
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

    /// A number with its sign; those that 64 bits with a sign cannot hold wrap.
    fn signed(&mut self) -> Result<i64> {
        let (value, is_negative) = self.number()?;
        let value = value as i64;
        Ok(if is_negative { value.wrapping_neg() } else { value })
    }

    /// A number of 32 bits; those below zero are written as the number without a sign that has the same bits.
    fn offset(&mut self) -> Result<i32> {
        Ok(self.signed()? as i32)
    }
}
