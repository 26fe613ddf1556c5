//! Lexes SAL declarations.

use glassbox_core::span::Span;

use super::Report;
use super::rules;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// Digits, optionally with a sign and a decimal point.
    Number,
    /// One of `; : = [ ] { }`.
    Sign(u8),
    /// After the last token.
    End,
}

/// The tokens of a block, [`TokenKind::End`] last.
pub(super) fn lex(text: &str, block: Span, report: &mut Report<'_>) -> Vec<Token> {
    let bytes = text.as_bytes();
    let end = block.range().end.min(bytes.len());
    let mut tokens = Vec::new();
    let mut at = block.range().start;
    let run = |from: usize, is: fn(u8) -> bool| {
        let rest = bytes.get(from..end).unwrap_or_default();
        from + rest.iter().take_while(|byte| is(**byte)).count()
    };
    while at < end {
        let Some(&byte) = bytes.get(at) else { break };
        let (kind, next) = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'#' => {
                at = run(at, |byte| byte != b'\n');
                continue;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let next = run(at, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                (TokenKind::Word, next)
            }
            b'0'..=b'9' | b'.' | b'-' => {
                let next = run(at + 1, |byte| byte.is_ascii_digit() || byte == b'.');
                (TokenKind::Number, next)
            }
            b';' | b':' | b'=' | b'[' | b']' | b'{' | b'}' => (TokenKind::Sign(byte), at + 1),
            _ => {
                let rest = text.get(at..end).unwrap_or_default();
                let letter = rest.chars().next().unwrap_or('\u{fffd}');
                let next = at + letter.len_utf8();
                let message = format!("found {letter:?}, expected a declaration");
                report
                    .report(&rules::CHARACTER, span(at, next), message)
                    .help("remove it; comments begin with `#` here");
                at = next;
                continue;
            }
        };
        tokens.push(Token { kind, span: span(at, next) });
        at = next;
    }
    tokens.push(Token { kind: TokenKind::End, span: span(end, end) });
    tokens
}

fn span(start: usize, end: usize) -> Span {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(place(start), place(end))
}
