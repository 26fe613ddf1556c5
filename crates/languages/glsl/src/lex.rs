//! Text to tokens. Comments and line ends go; what they separate stays apart.

use std::collections::HashMap;
use std::rc::Rc;

use glassbox_core::span::Span;

use crate::map::Provenance;
use crate::source::Origin;
use crate::token::{Kind, Token};

/// Signs of more than one character, longest first.
const LONG_SIGNS: [&str; 23] = [
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "##", "::",
];

/// What there is once for each different text.
#[derive(Debug, Default)]
pub(crate) struct Words {
    known: HashMap<Box<str>, Rc<str>>,
}

impl Words {
    /// The shared copy of a text.
    pub(crate) fn get(&mut self, text: &str) -> Rc<str> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let shared: Rc<str> = Rc::from(text);
        self.known.insert(Box::from(text), shared.clone());
        shared
    }
}

/// The tokens of a text, and where a comment begins that does not end.
pub(crate) fn lex(text: &str, file: u32, words: &mut Words) -> (Vec<Token>, Option<Origin>) {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let (mut at, mut is_first, mut is_spaced) = (0, true, false);
    let mut open = None;
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    while at < bytes.len() {
        let start = at;
        let kind = match byte(at) {
            b'\n' => {
                (is_first, is_spaced, at) = (true, false, at + 1);
                continue;
            }
            b'\\' if matches!((byte(at + 1), byte(at + 2)), (b'\n', _) | (b'\r', b'\n')) => {
                at += if byte(at + 1) == b'\n' { 2 } else { 3 };
                is_spaced = true;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {
                (is_spaced, at) = (true, at + 1);
                continue;
            }
            b'/' if byte(at + 1) == b'/' => {
                // A backslash at its end continues a comment of one line, too.
                while at < bytes.len() && (byte(at) != b'\n' || continues(bytes, at)) {
                    at += 1;
                }
                continue;
            }
            b'/' if byte(at + 1) == b'*' => {
                let rest = text.get(at + 2..).unwrap_or_default();
                is_spaced = true;
                match rest.find("*/") {
                    Some(end) => at += end + 4,
                    None => {
                        let span = Span::new(at as u32, (at + 2) as u32);
                        open = Some(Origin { file, span });
                        at = bytes.len();
                    }
                }
                continue;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                while byte(at).is_ascii_alphanumeric() || byte(at) == b'_' {
                    at += 1;
                }
                Kind::Word
            }
            b'0'..=b'9' => {
                at = number(bytes, at);
                Kind::Number
            }
            b'.' if byte(at + 1).is_ascii_digit() => {
                at = number(bytes, at);
                Kind::Number
            }
            b'"' => {
                let line = text.get(at + 1..).unwrap_or_default();
                match line.find(['"', '\n']).filter(|end| byte(start + 1 + end) == b'"') {
                    Some(end) => {
                        at += end + 2;
                        Kind::Quoted
                    }
                    None => {
                        at += 1;
                        Kind::Stray
                    }
                }
            }
            first => {
                let rest = text.get(at..).unwrap_or_default();
                let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let length = rest.chars().next().map_or(1, char::len_utf8);
                at += long.map_or(length, |sign| sign.len());
                match first {
                    b'@' | b'$' | b'\'' | b'`' | b'\\' | 0..0x20 | 0x7F.. => Kind::Stray,
                    _ => Kind::Sign,
                }
            }
        };
        let span = Span::new(start as u32, at as u32);
        tokens.push(Token {
            kind,
            text: words.get(span.of(text)),
            from: Provenance::plain(Origin { file, span }),
            is_spaced,
            is_first,
            is_painted: false,
        });
        (is_first, is_spaced) = (false, false);
    }
    (tokens, open)
}

/// Whether a backslash stands before the line end there.
fn continues(bytes: &[u8], line_end: usize) -> bool {
    let before = |back: usize| line_end.checked_sub(back).and_then(|at| bytes.get(at));
    match before(1) {
        Some(b'\r') => before(2) == Some(&b'\\'),
        other => other == Some(&b'\\'),
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
