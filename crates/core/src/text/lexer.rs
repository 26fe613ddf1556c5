//! Splits the text form into tokens.

use std::collections::HashSet;
use std::ops::Range;

use super::block::Block;

/// One word or sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A path or word: `dvle[0].main`, `[3]`, `u32`, `count`.
    Word,
    /// A decimal or hexadecimal number.
    Number,
    /// A string with its quotes.
    String,
    /// `x"…"`, hexadecimal digits.
    Hex,
    /// A single punctuation character.
    Sign(u8),
    /// `@`
    At,
    /// A character that begins no token.
    Strange,
    /// End of the text.
    End,
}

/// A token with its range.
#[derive(Clone, Debug)]
pub(super) struct Lexed {
    pub(super) token: Token,
    pub(super) span: Range<usize>,
}

/// Cuts the source into tokens, one ahead.
pub(super) struct Lexer<'s> {
    pub(super) source: &'s str,
    at: usize,
    ahead: Option<Lexed>,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let at = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { source, at, ahead: None }
    }

    pub(super) fn text(&self, span: &Range<usize>) -> &'s str {
        self.source.get(span.clone()).unwrap_or("")
    }

    pub(super) fn peek(&mut self) -> Lexed {
        match &self.ahead {
            Some(lexed) => lexed.clone(),
            None => {
                let lexed = self.lex();
                self.ahead = Some(lexed.clone());
                lexed
            }
        }
    }

    pub(super) fn next(&mut self) -> Lexed {
        match self.ahead.take() {
            Some(lexed) => lexed,
            None => self.lex(),
        }
    }

    /// Offset after the last token taken.
    pub(super) fn position(&self) -> usize {
        let taken = &self.source[..self.ahead.as_ref().map_or(self.at, |ahead| ahead.span.start)];
        taken.trim_end().len()
    }

    /// Continues at the line after the one that holds `place`.
    pub(super) fn skip_line(&mut self, place: usize) {
        self.ahead = None;
        let start = place.min(self.source.len());
        let rest = &self.source.as_bytes()[start..];
        self.at = start + rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
    }

    /// Consumes the code block whose `{` was taken, including its last line. `None` if it is unterminated.
    pub(super) fn block(&mut self) -> Option<Block> {
        self.ahead = None;
        let bytes = self.source.as_bytes();
        let rest = &bytes[self.at..];
        let line = rest.iter().position(|&byte| byte == b'\n');
        let start = self.at + line.map_or(rest.len(), |at| at + 1);
        let found = Block::find(bytes, start);
        self.at = found.as_ref().map_or(bytes.len(), |(_, end)| *end);
        found.map(|(block, _)| block)
    }

    fn lex(&mut self) -> Lexed {
        let bytes = self.source.as_bytes();
        self.at = past_blanks(bytes, self.at);
        let start = self.at;
        let Some(&first) = bytes.get(start) else {
            return Lexed { token: Token::End, span: start..start };
        };
        let (token, length) = match first {
            b'"' => (Token::String, string_length(&bytes[start..])),
            b'x' if bytes.get(start + 1) == Some(&b'"') => {
                (Token::Hex, 1 + string_length(&bytes[start + 1..]))
            }
            b'0'..=b'9' => (
                Token::Number,
                run(&bytes[start..], |byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_'),
            ),
            _ if begins_word(first) => (Token::Word, word_length(&bytes[start..])),
            b'@' => (Token::At, 1),
            b'{' | b'}' | b'(' | b')' | b'=' | b',' | b':' | b'+' | b'-' | b'*' | b'/' => {
                (Token::Sign(first), 1)
            }
            _ => {
                let length = self.source[start..].chars().next().map_or(1, char::len_utf8);
                (Token::Strange, length)
            }
        };
        self.at = start + length.max(1);
        // A float's exponent may carry a sign: `1.5e-7`.
        if token == Token::Number
            && matches!(bytes.get(self.at - 1), Some(b'e' | b'E'))
            && matches!(bytes.get(self.at), Some(b'-' | b'+'))
            && !bytes[start..].starts_with(b"0x")
        {
            self.at += 1;
            self.at += run(&bytes[self.at..], |byte| byte.is_ascii_digit());
        }
        Lexed { token, span: start..self.at }
    }
}

/// Every word that follows one of some signs, separated only by blanks and comments. Strings and code blocks are
/// scanned too, so some words may not be in any expression.
pub(super) fn words_after_signs(source: &str, signs: [u8; 3]) -> HashSet<&str> {
    let bytes = source.as_bytes();
    let mut words = HashSet::new();
    // End of the last comments skipped: all offsets before and in them lead there.
    let mut passed = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if !signs.contains(byte) {
            continue;
        }
        let mut start = at + 1 + run(&bytes[at + 1..], |byte| byte.is_ascii_whitespace());
        if bytes.get(start) == Some(&b';') {
            if start < passed {
                continue;
            }
            start = past_blanks(bytes, start);
            passed = start;
        }
        if bytes.get(start).is_some_and(|&first| begins_word(first)) {
            words.insert(&source[start..start + word_length(&bytes[start..])]);
        }
    }
    words
}

/// Offset after the blanks and comments at an offset.
fn past_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_whitespace() => at += 1,
            Some(b';') => at += run(&bytes[at..], |byte| byte != b'\n'),
            _ => return at,
        }
    }
}

fn begins_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'[')
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !belongs(byte)).unwrap_or(bytes.len())
}

/// Length of a quoted string with its quotes; an unterminated one ends with its line.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

/// Length of a path: words, with dots and bracketed numbers between and after them, without spaces.
fn word_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => at += 1,
            b'.' if at > 0
                && bytes.get(at + 1).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_') =>
            {
                at += 1
            }
            b'[' => {
                let digits = run(&bytes[at + 1..], |byte| byte.is_ascii_digit());
                if bytes.get(at + 1 + digits) != Some(&b']') {
                    break;
                }
                at += digits + 2;
            }
            _ => break,
        }
    }
    at.max(1)
}

#[cfg(test)]
mod tests {
    use super::words_after_signs;

    #[test]
    fn words_behind_signs_are_found() {
        let found = |source: &'static str| {
            let mut words: Vec<&str> = words_after_signs(source, *b"@(,").into_iter().collect();
            words.sort_unstable();
            words
        };
        assert_eq!(found("a u32 = @b.c[0] + size( d ) * 2, (3)"), ["b.c[0]", "d"]);
        assert_eq!(found("digest(\"md5\", from, to)"), ["from", "to"]);
        // Comments and blanks may come between; words in comments count too.
        assert_eq!(found("@ ; one ( two\n ; @three\n\n a"), ["a", "three", "two"]);
        // A string may contain a comment marker.
        assert_eq!(found("{ \"(;\" } b u32 = @a\n c"), ["a", "c"]);
        assert_eq!(found("((@"), [""; 0]);
    }

    #[test]
    fn comments_full_of_signs_are_passed_over_once() {
        let signs = format!("@;{}\n a", "(; ".repeat(300_000));
        assert_eq!(words_after_signs(&signs, *b"@(,").len(), 1);
    }
}
