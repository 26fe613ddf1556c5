//! Splits one line into tokens.

use std::ops::Range;

/// Token class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Letters, digits, `_` and `$`, not starting with a digit.
    Word,
    /// A decimal or `0x` number; `None` if it exceeds 32 bits or has stray characters.
    Number(Option<u32>),
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `[`
    Open,
    /// `]`
    Close,
    /// `.`
    Dot,
    /// `!`
    Not,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `/`
    Slash,
    /// `-`
    Minus,
    /// Any other character.
    Stray,
    /// End of the line or start of its comment.
    End,
}

/// A token with its byte range in the whole text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}

/// Reads the next token of `text` (one line) at `at`; token ranges are offset by `base`.
pub(super) fn next(text: &str, mut at: usize, base: usize) -> Token {
    at += text[at..].len() - text[at..].trim_start().len();
    let rest = &text[at..];
    let (kind, length) = match rest.chars().next() {
        None | Some(';') => (Kind::End, 0),
        Some(first) if is_word(first) => {
            let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
            if first.is_ascii_digit() {
                (Kind::Number(number(&rest[..length])), length)
            } else {
                (Kind::Word, length)
            }
        }
        Some('&') if rest.starts_with("&&") => (Kind::And, 2),
        Some('|') if rest.starts_with("||") => (Kind::Or, 2),
        Some(',') => (Kind::Comma, 1),
        Some(':') => (Kind::Colon, 1),
        Some('[') => (Kind::Open, 1),
        Some(']') => (Kind::Close, 1),
        Some('.') => (Kind::Dot, 1),
        Some('!') => (Kind::Not, 1),
        Some('/') => (Kind::Slash, 1),
        Some('-') => (Kind::Minus, 1),
        Some(other) => (Kind::Stray, other.len_utf8()),
    };
    Token { kind, span: base + at..base + at + length }
}

fn number(digits: &str) -> Option<u32> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}
