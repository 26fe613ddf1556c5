//! Which characters may be shown as they are, and how the others are spelled.
//!
//! Names and strings come out of files that anybody can write. A character that moves the cursor, changes colours or turns the
//! direction of the text would let such a file forge what a terminal shows.

use std::borrow::Cow;

/// Whether a character acts on the terminal or on the order of the text instead of being shown: C0 and C1 controls, line
/// separators, and the controls of bidirectional text.
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
    if !text.contains(is_control) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_control(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    out.into()
}
