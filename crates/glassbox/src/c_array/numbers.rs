//! Reads the numbers of an array: C and C++ literals separated by commas and comments.

use std::ops::Range;

/// Offset after which no comment ends, so that many comment openers do not each cost a search to the end of the text.
#[derive(Clone, Copy)]
pub(super) struct Comments {
    last_end: usize,
}

impl Comments {
    /// Of a text.
    pub(super) fn of(bytes: &[u8]) -> Comments {
        let last = bytes.windows(2).rposition(|pair| pair == b"*/");
        Comments { last_end: last.map_or(0, |at| at + 2) }
    }
}

/// Reads numbers up to the first other token.
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
    comments: Comments,
    /// True if a number may follow: at the start and after a comma.
    open: bool,
}

impl<'a> Numbers<'a> {
    /// Reads numbers from an offset of the text on.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Numbers<'a> {
        let comments = Comments { last_end: bytes.len() };
        Numbers { bytes, at, comments, open: true }
    }

    /// Reuses what is known about the comments of the text.
    pub(super) fn with_comments(mut self, comments: Comments) -> Numbers<'a> {
        self.comments = comments;
        self
    }

    /// Offset at which reading stopped.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// End of the array, if all numbers were read: its closing brace, or the end of the text if it is truncated or
    /// `alone`, without braces. `None` if something else follows.
    pub(super) fn end(&mut self, alone: bool) -> Option<usize> {
        self.blank()?;
        match self.bytes.get(self.at) {
            None => Some(self.at),
            Some(b'}') if !alone => Some(self.at),
            Some(_) => None,
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips white space and comments. `None` if a comment is unterminated.
    fn blank(&mut self) -> Option<()> {
        loop {
            match (self.peek(0), self.peek(1)) {
                (b' ' | b'\t' | b'\r' | b'\n' | 0x0c, _) => self.at += 1,
                // A line continuation.
                (b'\\', b'\n' | b'\r') => self.at += 2,
                (b'/', b'/') => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                (b'/', b'*') => {
                    let rest = self.bytes.get(self.at + 2..self.comments.last_end)?;
                    self.at += 2 + rest.windows(2).position(|pair| pair == b"*/")? + 2;
                }
                // The mark in front of texts of some editors.
                (0xEF, 0xBB) if self.at == 0 => self.at += 3,
                _ => return Some(()),
            }
        }
    }

    /// Skips casts such as `(char)` and `(BYTE)`.
    fn casts(&mut self) {
        while self.peek(0) == b'(' {
            let rest = &self.bytes[self.at + 1..];
            let length = rest.iter().take(40).position(|byte| *byte == b')');
            let is_type = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b':');
            match length {
                Some(length)
                    if length > 0 && !rest[0].is_ascii_digit() && rest[..length].iter().all(is_type) =>
                {
                    self.at += length + 2;
                    while self.peek(0) == b' ' {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Parses the literal at the current offset and skips it. Without one, the offset does not change.
    fn literal(&mut self) -> Option<u64> {
        let start = self.at;
        let value = self.value();
        if value.is_none() {
            self.at = start;
        }
        value
    }

    fn value(&mut self) -> Option<u64> {
        self.casts();
        let negative = self.peek(0) == b'-';
        if negative || self.peek(0) == b'+' {
            self.at += 1;
        }
        let value = match self.peek(0) {
            b'\'' => self.character()?,
            b'0'..=b'9' => self.number()?,
            _ => return None,
        };
        Some(if negative { value.wrapping_neg() } else { value })
    }

    fn number(&mut self) -> Option<u64> {
        let base = match (self.peek(0), self.peek(1)) {
            (b'0', b'x' | b'X') => 16,
            (b'0', b'b' | b'B') => 2,
            (b'0', b'0'..=b'9') => 8,
            _ => 10,
        };
        if matches!(base, 2 | 16) {
            self.at += 2;
        }
        let mut value: u64 = 0;
        let mut digits = 0;
        loop {
            let byte = self.peek(0);
            // Digits may be parted by an apostrophe.
            if byte == b'\'' && digits > 0 && self.peek(1).is_ascii_hexdigit() {
                self.at += 1;
                continue;
            }
            let Some(digit) = char::from(byte).to_digit(base) else {
                break;
            };
            value = value.checked_mul(base.into())?.checked_add(digit.into())?;
            digits += 1;
            self.at += 1;
        }
        while matches!(self.peek(0), b'u' | b'U' | b'l' | b'L') {
            self.at += 1;
        }
        let more = self.peek(0);
        let ends = !more.is_ascii_alphanumeric() && !matches!(more, b'_' | b'.');
        (digits > 0 && ends).then_some(value)
    }

    fn character(&mut self) -> Option<u64> {
        let (value, size) = match (self.peek(1), self.peek(2)) {
            (b'\\', b'x') => {
                let digits = self.bytes.get(self.at + 3..)?;
                let count = digits.iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
                let text = std::str::from_utf8(digits.get(..count)?).ok()?;
                (u64::from_str_radix(text, 16).ok()?, 3 + count)
            }
            (b'\\', digit @ b'0'..=b'7') => (u64::from(digit - b'0'), 3),
            (b'\\', letter) => {
                let value = match letter {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'a' => 7,
                    b'b' => 8,
                    b'f' => 12,
                    b'v' => 11,
                    b'\\' | b'\'' | b'"' | b'?' => letter,
                    _ => return None,
                };
                (u64::from(value), 3)
            }
            (0 | b'\'' | b'\n', _) => return None,
            (letter, _) => (u64::from(letter), 2),
        };
        self.at += size;
        if self.peek(0) != b'\'' {
            return None;
        }
        self.at += 1;
        Some(value)
    }
}

impl Iterator for Numbers<'_> {
    type Item = (u64, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        self.blank()?;
        if !self.open {
            return None;
        }
        let start = self.at;
        let value = self.literal()?;
        let span = start..self.at;
        self.blank()?;
        self.open = self.peek(0) == b',';
        if self.open {
            self.at += 1;
        }
        Some((value, span))
    }
}
