//! The text under the cursor: marks, words, numbers.

use std::ops::Range;

use super::error::{AssembleError, short};
use super::rules;
use crate::number::{NumberError, parse_double, parse_word};

/// What reading gives.
pub(super) type Read<T> = Result<T, AssembleError>;

/// A place in the text.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    /// The place, bytes from the start of the text.
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

    /// The byte behind the next one, 0 past the end.
    pub(super) fn peek_second(&self) -> u8 {
        self.text.as_bytes().get(self.at + 1).copied().unwrap_or(0)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Goes over blanks, not over the end of the line.
    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    /// Goes over blanks, ends of lines and comments.
    pub(super) fn white(&mut self) {
        loop {
            self.blanks();
            match self.peek() {
                b'\n' => self.at += 1,
                b'/' if self.peek_second() == b'/' => self.skip_line(),
                b';' => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Goes to the end of the line.
    pub(super) fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Whether nothing but a comment follows on the line.
    pub(super) fn is_line_over(&mut self) -> bool {
        self.blanks();
        matches!(self.peek(), b'\n' | b';')
            || self.is_at_end()
            || self.peek() == b'/' && self.peek_second() == b'/'
    }

    /// The end of the statement.
    pub(super) fn end(&mut self) -> Read<()> {
        match self.is_line_over() {
            true => Ok(()),
            false => Err(self.unexpected("the end of the line")),
        }
    }

    /// A mark, if it is next; blanks in front of it do not count.
    pub(super) fn eat(&mut self, mark: u8) -> bool {
        self.blanks();
        let is_next = self.peek() == mark;
        self.at += usize::from(is_next);
        is_next
    }

    /// A mark that has to be next.
    pub(super) fn expect(&mut self, mark: u8) -> Read<()> {
        match self.eat(mark) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{}`", char::from(mark)))),
        }
    }

    /// Says that something else than what is next was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> AssembleError {
        let (span, found) = self.found();
        AssembleError::new(
            &rules::PUNCTUATION,
            span,
            format!("found {found}, expected {expected}"),
        )
        .help(rules::PUNCTUATION.cure)
    }

    /// What is next, for messages.
    pub(super) fn found(&mut self) -> (Range<usize>, String) {
        self.blanks();
        let start = self.at;
        if self.is_line_over() {
            return (start..start, "the end of the line".to_owned());
        }
        let word = self.clone().while_bytes(is_word_byte);
        let text = match word.is_empty() {
            false => word,
            true => {
                let mark = self.rest().chars().next().map_or(0, char::len_utf8);
                self.rest().get(..mark).unwrap_or_default()
            }
        };
        (start..start + text.len(), format!("`{}`", short(text)))
    }

    fn while_bytes(&mut self, wanted: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let size = rest.bytes().position(|byte| !wanted(byte)).unwrap_or(rest.len());
        self.at += size;
        rest.get(..size).unwrap_or_default()
    }

    /// Letters, digits and underscores; may be empty.
    pub(super) fn word(&mut self) -> (&'t str, Range<usize>) {
        self.blanks();
        let start = self.at;
        let word = self.while_bytes(is_word_byte);
        (word, start..self.at)
    }

    /// Letters; may be empty.
    pub(super) fn letters(&mut self) -> (&'t str, Range<usize>) {
        self.blanks();
        let start = self.at;
        let letters = self.while_bytes(|byte| byte.is_ascii_alphabetic());
        (letters, start..self.at)
    }

    /// The spelling of a number; may be empty.
    fn spelling(&mut self) -> (&'t str, Range<usize>) {
        self.blanks();
        let start = self.at;
        let rest = self.rest().as_bytes();
        let mut size = 0;
        while let Some(&byte) = rest.get(size) {
            // A sign stands in front, or behind the letter of an exponent.
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

    /// The number of a register, or one that an index is made of: decimal digits only, for components may follow.
    pub(super) fn digits(&mut self) -> Read<u32> {
        self.blanks();
        let start = self.at;
        let text = self.while_bytes(|byte| byte.is_ascii_digit());
        parse_word(text).map_err(|fault| fault_of(fault, text, start..self.at, "the number of a register"))
    }

    /// A word of 32 bits: an integer, a float or all its bits.
    pub(super) fn number(&mut self) -> Read<u32> {
        let (text, span) = self.spelling();
        parse_word(text).map_err(|fault| fault_of(fault, text, span, "a number of 32 bits"))
    }

    /// The bits of a double.
    pub(super) fn double(&mut self) -> Read<u64> {
        let (text, span) = self.spelling();
        parse_double(text).map_err(|fault| fault_of(fault, text, span, "a double"))
    }

    /// A number up to a limit, inclusive.
    pub(super) fn field(&mut self, limit: u32) -> Read<u32> {
        self.blanks();
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

fn fault_of(fault: NumberError, text: &str, span: Range<usize>, expected: &str) -> AssembleError {
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
