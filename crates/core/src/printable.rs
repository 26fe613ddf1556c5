//! Classifies characters as printable or not, and escapes the others.
//!
//! Names and strings come from untrusted files. A character that moves the cursor, changes colours or
//! reverses the text direction would let such a file forge terminal output.

use std::borrow::Cow;

/// True if every byte passes a test. Within a chunk every byte is tested, so that the compiler compares many at once.
pub fn all_bytes(bytes: &[u8], is: impl Fn(u8) -> bool) -> bool {
    bytes.chunks(64).all(|chunk| chunk.iter().fold(true, |passed, byte| passed & is(*byte)))
}

/// True for characters that act on the terminal or reorder text: C0 and C1 controls, line separators, and
/// bidirectional controls.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text fit for one line: control characters, line feeds included, are spelled as escapes such as `\n` or `\u{1b}`.
///
/// ```
/// assert_eq!(glassbox_core::printable::escape("a\u{1b}[2J\u{202e}b\n"), "a\\u{1b}[2J\\u{202e}b\\n");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if all_bytes(text.as_bytes(), |byte| matches!(byte, b' '..=b'~')) || !text.contains(is_control) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_control(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.into()
}

/// An excerpt for a message: truncated, control characters replaced by spaces.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
