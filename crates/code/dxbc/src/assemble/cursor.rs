//! Scans assembly text: punctuation, words, numbers.

use std::ops::Range;

use super::error::{AssembleError, short};
use super::rules;
use crate::number::{NumberError, parse_double, parse_word};

/// A position in the text.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    /// Byte offset in the text.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// The rest of the text.
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte, 0 at the end.
    pub(super) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The byte after the next one, 0 past the end.
    pub(super) fn peek_second(&self) -> u8 {
        self.text.as_bytes().get(self.at + 1).copied().unwrap_or(0)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Skips blanks on the current line.
    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    /// Skips blanks, line ends and comments.
    pub(super) fn skip_whitespace(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                b'\n' => self.at += 1,
                b'/' if self.peek_second() == b'/' => self.skip_line(),
                b';' => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Skips to the end of the line.
    pub(super) fn skip_line(&mut self) {
        // A loop beats a prepared search on short lines.
        let rest = self.rest().as_bytes();
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// True if only a comment remains on the line.
    pub(super) fn is_line_end(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.peek(), b'\n' | b';')
            || self.is_at_end()
            || self.peek() == b'/' && self.peek_second() == b'/'
    }

    /// Expects the end of the statement.
    pub(super) fn end(&mut self) -> Result<(), AssembleError> {
        if self.is_line_end() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }

    /// Consumes `mark` if it comes next, skipping blanks before it.
    pub(super) fn eat(&mut self, mark: u8) -> bool {
        self.skip_blanks();
        let is_next = self.peek() == mark;
        self.at += usize::from(is_next);
        is_next
    }

    /// Consumes `mark`, or fails.
    pub(super) fn expect(&mut self, mark: u8) -> Result<(), AssembleError> {
        if self.eat(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", char::from(mark)))) }
    }

    /// Error for an unexpected next token.
    pub(super) fn unexpected(&mut self, expected: &str) -> AssembleError {
        let (span, found) = self.describe_next();
        AssembleError::new(&rules::PUNCTUATION, span, format!("found {found}, expected {expected}"))
            .help(rules::PUNCTUATION.cure)
    }

    /// Span and description of the next token, for messages.
    pub(super) fn describe_next(&mut self) -> (Range<usize>, String) {
        self.skip_blanks();
        let start = self.at;
        if self.is_line_end() {
            return (start..start, "the end of the line".to_owned());
        }
        let word = self.clone().while_bytes(is_word_byte);
        let text = if word.is_empty() {
            let mark = self.rest().chars().next().map_or(0, char::len_utf8);
            self.rest().get(..mark).unwrap_or_default()
        } else {
            word
        };
        (start..start + text.len(), format!("`{}`", short(text)))
    }

    fn while_bytes(&mut self, predicate: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let size = rest.bytes().position(|byte| !predicate(byte)).unwrap_or(rest.len());
        self.at += size;
        rest.get(..size).unwrap_or_default()
    }

    /// Reads letters, digits and underscores; may be empty.
    pub(super) fn word(&mut self) -> (&'t str, Range<usize>) {
        self.skip_blanks();
        let start = self.at;
        let word = self.while_bytes(is_word_byte);
        (word, start..self.at)
    }

    /// Reads letters; may be empty.
    pub(super) fn letters(&mut self) -> (&'t str, Range<usize>) {
        self.skip_blanks();
        let start = self.at;
        let letters = self.while_bytes(|byte| byte.is_ascii_alphabetic());
        (letters, start..self.at)
    }

    /// Reads the text of a number; may be empty.
    fn number_text(&mut self) -> (&'t str, Range<usize>) {
        self.skip_blanks();
        let start = self.at;
        let rest = self.rest().as_bytes();
        let mut size = 0;
        while let Some(&byte) = rest.get(size) {
            // A sign comes first or follows the exponent letter.
            let is_sign = matches!(byte, b'-' | b'+')
                && match size.checked_sub(1).and_then(|before| rest.get(before)) {
                    None => true,
                    Some(before) => matches!(before, b'e' | b'E') && !rest.starts_with(b"0x"),
                };
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'#') || is_sign) {
                break;
            }
            size += 1;
        }
        self.at += size;
        (self.text.get(start..self.at).unwrap_or_default(), start..self.at)
    }

    /// Reads a register number or part of an index: decimal digits only, since components may follow.
    pub(super) fn digits(&mut self) -> Result<u32, AssembleError> {
        self.skip_blanks();
        let start = self.at;
        let text = self.while_bytes(|byte| byte.is_ascii_digit());
        parse_word(text)
            .map_err(|fault| number_error(fault, text, start..self.at, "the number of a register"))
    }

    /// Reads a 32-bit word: an integer, a float, or bits.
    pub(super) fn number(&mut self) -> Result<u32, AssembleError> {
        let (text, span) = self.number_text();
        parse_word(text).map_err(|fault| number_error(fault, text, span, "a number of 32 bits"))
    }

    /// Reads a double as bits.
    pub(super) fn double(&mut self) -> Result<u64, AssembleError> {
        let (text, span) = self.number_text();
        parse_double(text).map_err(|fault| number_error(fault, text, span, "a double"))
    }

    /// Reads a number up to `limit`, inclusive.
    pub(super) fn field(&mut self, limit: u32) -> Result<u32, AssembleError> {
        self.skip_blanks();
        let start = self.at;
        let value = self.number()?;
        if value > limit {
            let message = format!("found {value}, expected 0 to {limit}");
            return Err(AssembleError::new(&rules::NUMBER, start..self.at, message)
                .help("the field has no room for more"));
        }
        Ok(value)
    }
}

fn number_error(fault: NumberError, text: &str, span: Range<usize>, expected: &str) -> AssembleError {
    let message = match (fault, text) {
        (_, "") => format!("found no number, expected {expected}"),
        (NumberError::Malformed, text) => format!("found `{}`, expected {expected}", short(text)),
        (NumberError::TooLarge, text) => {
            format!("found `{}`, which is too large for {expected}", short(text))
        }
    };
    AssembleError::new(&rules::NUMBER, span, message).help(rules::NUMBER.cause)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
