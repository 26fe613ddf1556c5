//! Text to tokens.

use glassbox_core::span::Span;

use crate::map::Provenance;
use crate::source::Origin;
use crate::token::{Kind, Token, Words};
use crate::trivia::{self, Trivia};

/// What one language has and another has not.
#[derive(Clone, Copy, Debug)]
pub struct Lexicon {
    /// Signs of more than one character, longest first.
    pub signs: &'static [&'static str],
}

/// A text as tokens.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// The tokens, in order. All bytes between them are [trivia](mod@crate::trivia).
    pub tokens: Vec<Token>,
    /// The beginning of a comment that does not end.
    pub open_comment: Option<Origin>,
}

/// The tokens of a text. None is lost: what the language has no word for is a [stray](Kind::Stray) token.
#[must_use]
pub fn lex(text: &str, file: u32, lexicon: Lexicon, words: &mut Words) -> Lexed {
    let bytes = text.as_bytes();
    let mut lexed = Lexed::default();
    let (mut at, mut is_first, mut is_spaced) = (0, true, false);
    while at < bytes.len() {
        if let Some((kind, end)) = trivia::next(bytes, at) {
            match kind {
                Trivia::LineEnd => (is_first, is_spaced) = (true, false),
                // It goes up to the line end.
                Trivia::LineComment => {}
                Trivia::OpenComment => {
                    let span = Span::new(at as u32, (at + 2) as u32);
                    lexed.open_comment = Some(Origin { file, span });
                }
                Trivia::Blank | Trivia::Continuation | Trivia::BlockComment => is_spaced = true,
            }
            at = end;
            continue;
        }
        let start = at;
        let (kind, end) = token(text, at, lexicon);
        at = end;
        let span = Span::new(start as u32, at as u32);
        lexed.tokens.push(Token {
            kind,
            text: words.get(span.of(text)),
            from: Provenance::plain(Origin { file, span }),
            is_spaced,
            is_first,
            is_painted: false,
        });
        (is_first, is_spaced) = (false, false);
    }
    lexed
}

/// The token that begins at an offset, and its end.
fn token(text: &str, start: usize, lexicon: Lexicon) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    match byte(start) {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
            (Kind::Word, start + bytes[start..].iter().take_while(is_letter).count())
        }
        b'0'..=b'9' => (Kind::Number, number(bytes, start)),
        b'.' if byte(start + 1).is_ascii_digit() => (Kind::Number, number(bytes, start)),
        b'"' => {
            let line = text.get(start + 1..).unwrap_or_default();
            match line.find(['"', '\n']).filter(|end| byte(start + 1 + end) == b'"') {
                Some(end) => (Kind::Quoted, start + end + 2),
                None => (Kind::Stray, start + 1),
            }
        }
        first => {
            let rest = text.get(start..).unwrap_or_default();
            let long = lexicon.signs.iter().find(|sign| rest.starts_with(**sign));
            let length = rest.chars().next().map_or(1, char::len_utf8);
            let kind = match first {
                b'@' | b'$' | b'\'' | b'`' | b'\\' | 0..0x20 | 0x7F.. => Kind::Stray,
                _ => Kind::Sign,
            };
            (kind, start + long.map_or(length, |sign| sign.len()))
        }
    }
}

/// Where a number ends that begins there. As in every preprocessor of this family it may hold more than the language allows.
fn number(bytes: &[u8], start: usize) -> usize {
    let is_hex = matches!(bytes.get(start + 1), Some(b'x' | b'X'));
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let is_exponent = matches!(byte, b'e' | b'E') && !is_hex;
        if is_exponent && matches!(bytes.get(at + 1), Some(b'+' | b'-')) {
            at += 2;
        } else if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' {
            at += 1;
        } else {
            break;
        }
    }
    at
}
