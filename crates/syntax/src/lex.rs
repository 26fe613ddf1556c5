//! Text to tokens.

use glassbox_core::span::Span;

use crate::map::Provenance;
use crate::source::Origin;
use crate::token::{Kind, Token, Words};
use crate::trivia::{self, Trivia};

/// What one language has and another has not.
#[derive(Clone, Copy, Debug)]
pub struct Lexicon {
    /// Signs of more than one character, longest first; the second is none of `(`, `)`, `;` and `_`.
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
    let mut lexed = Lexed { tokens: Vec::with_capacity(bytes.len() / 3 + 4), open_comment: None };
    let (mut at, mut is_first, mut is_spaced) = (0, true, false);
    while let Some(&byte) = bytes.get(at) {
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
        let (kind, end) = token(text, at, byte, lexicon);
        at = end;
        let span = Span::new(start as u32, at as u32);
        lexed.tokens.push(Token {
            kind,
            text: words.get(text.get(start..end).unwrap_or_default()),
            from: Provenance::plain(Origin { file, span }),
            is_spaced,
            is_first,
            is_painted: false,
        });
        (is_first, is_spaced) = (false, false);
    }
    lexed
}

/// The token that begins at an offset with a byte, and its end.
#[inline]
fn token(text: &str, start: usize, first: u8, lexicon: Lexicon) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            let mut end = start + 1;
            while bytes.get(end).is_some_and(|byte| IN_WORDS[usize::from(*byte)]) {
                end += 1;
            }
            (Kind::Word, end)
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
        b'@' | b'$' | b'\'' | b'`' | b'\\' | 0..0x20 | 0x7F.. => {
            let rest = text.get(start..).unwrap_or_default();
            let length = rest.chars().next().map_or(1, char::len_utf8);
            (Kind::Stray, start + length)
        }
        _ => {
            let second = byte(start + 1);
            // Most signs stand alone: before a blank, a name, a parenthesis.
            let may_go_on = second.is_ascii_punctuation() && !matches!(second, b'(' | b')' | b';' | b'_');
            let fits = |sign: &&&str| {
                let sign = sign.as_bytes();
                sign[0] == first && sign[1] == second && bytes[start..].starts_with(sign)
            };
            let long = if may_go_on { lexicon.signs.iter().find(fits) } else { None };
            (Kind::Sign, start + long.map_or(1, |sign| sign.len()))
        }
    }
}

/// Bytes of words behind their first.
static IN_WORDS: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    all
};

/// Where a number ends that begins there. As in every preprocessor of this family it may hold more than the language allows.
fn number(bytes: &[u8], start: usize) -> usize {
    let is_hex = matches!(bytes.get(start + 1), Some(b'x' | b'X'));
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let is_exponent = matches!(byte, b'e' | b'E') && !is_hex;
        if is_exponent && matches!(bytes.get(at + 1), Some(b'+' | b'-')) {
            at += 2;
        } else if IN_WORDS[usize::from(byte)] || byte == b'.' {
            at += 1;
        } else {
            break;
        }
    }
    at
}
