//! What stands between tokens: blanks, line ends and comments.

use std::ops::Range;

use glassbox_core::span::Span;

/// A piece of text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Trivia {
    /// Spaces, tabs, form feeds, carriage returns.
    Blank,
    /// `\n`.
    LineEnd,
    /// A backslash and the line end behind it, which does not end the line.
    Continuation,
    /// `//` up to the line end, with the lines that a backslash joins to it; without the last line end.
    LineComment,
    /// `/*` to `*/`.
    BlockComment,
    /// `/*` to the end of the text, without `*/`.
    OpenComment,
}

/// The piece that begins at an offset, and its end; nothing where a token begins, or the text ends.
#[must_use]
#[inline]
pub fn next(bytes: &[u8], at: usize) -> Option<(Trivia, usize)> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    match byte(at) {
        b'\n' => Some((Trivia::LineEnd, at + 1)),
        b'\\' if byte(at + 1) == b'\n' => Some((Trivia::Continuation, at + 2)),
        b'\\' if byte(at + 1) == b'\r' && byte(at + 2) == b'\n' => Some((Trivia::Continuation, at + 3)),
        b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {
            let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C);
            let mut end = at + 1;
            while bytes.get(end).is_some_and(is_blank) {
                end += 1;
            }
            Some((Trivia::Blank, end))
        }
        b'/' if byte(at + 1) == b'/' => {
            let mut end = line_end(bytes, at);
            while end < bytes.len() && continues(bytes, end) {
                end = line_end(bytes, end + 1);
            }
            Some((Trivia::LineComment, end))
        }
        b'/' if byte(at + 1) == b'*' => {
            let mut stars = memchr::memchr_iter(b'*', &bytes[at + 2..]).map(|star| at + 2 + star);
            match stars.find(|star| byte(star + 1) == b'/') {
                Some(star) => Some((Trivia::BlockComment, star + 2)),
                None => Some((Trivia::OpenComment, bytes.len())),
            }
        }
        _ => None,
    }
}

/// The pieces of a range between two tokens, in order; it ends where a token begins.
pub fn trivia(text: &str, range: Range<u32>) -> impl Iterator<Item = (Trivia, Span)> + '_ {
    let bytes = text.as_bytes().get(..range.end as usize).unwrap_or_default();
    let mut at = range.start as usize;
    std::iter::from_fn(move || {
        let (kind, end) = next(bytes, at)?;
        let span = Span::new(at as u32, end as u32);
        at = end;
        Some((kind, span))
    })
}

/// The first line end from an offset on, or the end of the text.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// Whether a backslash stands before the line end there.
fn continues(bytes: &[u8], line_end: usize) -> bool {
    let before = |back: usize| line_end.checked_sub(back).and_then(|at| bytes.get(at));
    match before(1) {
        Some(b'\r') => before(2) == Some(&b'\\'),
        other => other == Some(&b'\\'),
    }
}
