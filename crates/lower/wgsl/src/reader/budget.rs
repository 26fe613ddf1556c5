//! Limits of what naga is given: how long a text is and how deep it nests.
//!
//! naga calls itself over nested expressions, blocks and `else` chains; these are bounded before it sees them.

use std::ops::Range;

/// Levels of nesting in a text: brackets, operators and `else` on one path of the syntax tree. A bracket takes about eight times the stack of an operator and
/// counts as eight levels.
const MAX_LEVELS: u32 = 8192;

/// Levels of a bracket.
const BRACKET: u32 = 8;

/// Tokens of a text.
const MAX_TOKENS: usize = 2_000_000;

/// Tokens of one function or structure: naga's time grows with the square of it.
const MAX_BODY_TOKENS: usize = 1 << 16;

/// Declarations of a text: naga's time grows with the square of their number, too.
const MAX_DECLARATIONS: usize = 1 << 14;

/// Why a text is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excess {
    /// The bytes at which the limit is reached.
    pub span: Range<usize>,
    /// Found and expected.
    pub message: String,
    /// What to change.
    pub help: &'static str,
}

/// Checks the nesting and length of a WGSL text, in one pass without memory but for the open brackets.
///
/// # Errors
/// The limit that it is over.
pub fn check_text(text: &str) -> Result<(), Excess> {
    let bytes = text.as_bytes();
    // For each open bracket the levels outside of it.
    let mut open: Vec<u32> = Vec::new();
    let mut levels = 0_u32;
    let (mut tokens, mut declarations) = (0_usize, 0_usize);
    // The number of tokens before the outermost bracket that is open.
    let mut body = 0;
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        at += 1;
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'/' if bytes.get(at) == Some(&b'/') => {
                at = find(bytes, at, b'\n');
                continue;
            }
            b'/' if bytes.get(at) == Some(&b'*') => {
                at = end_of_comment(bytes, at + 1);
                continue;
            }
            b'(' | b'[' | b'{' => {
                if open.is_empty() {
                    body = tokens;
                }
                open.push(levels);
                levels += BRACKET;
            }
            b')' | b']' => levels = open.pop().unwrap_or(0),
            b'}' => {
                levels = open.pop().unwrap_or(0);
                // `else` is part of the statement that the brace closes; all else begins a new one.
                if !next_word(bytes, at).starts_with(b"else") {
                    levels = open.last().map_or(0, |outer| outer + BRACKET);
                }
            }
            b',' | b';' => levels = open.last().map_or(0, |outer| outer + BRACKET),
            _ if is_word(byte) => {
                while bytes.get(at).is_some_and(|byte| is_word(*byte)) {
                    at += 1;
                }
                levels += u32::from(&bytes[start..at] == b"else") * BRACKET;
            }
            _ => levels += 1,
        }
        tokens += 1;
        if levels > MAX_LEVELS {
            return Err(Excess {
                span: start..at,
                message: format!(
                    "found more than {MAX_LEVELS} levels of operators, brackets and `else` here, expected fewer"
                ),
                help: "name parts of the expression with `let`, or move parts into functions",
            });
        }
        if !open.is_empty() && tokens - body > MAX_BODY_TOKENS {
            return Err(Excess {
                span: start..at,
                message: format!("found more than {MAX_BODY_TOKENS} tokens in one function, expected fewer"),
                help: "move parts of it into functions of their own",
            });
        }
        declarations += usize::from(open.is_empty() && matches!(byte, b';' | b'}'));
        if declarations > MAX_DECLARATIONS {
            return Err(Excess {
                span: start..at,
                message: format!("found more than {MAX_DECLARATIONS} declarations, expected fewer"),
                help: "split the text into modules",
            });
        }
        if tokens > MAX_TOKENS {
            return Err(Excess {
                span: start..at,
                message: format!("found more than {MAX_TOKENS} tokens, expected fewer"),
                help: "split the text into modules",
            });
        }
    }
    Ok(())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The place of a byte, or the end.
fn find(bytes: &[u8], from: usize, wanted: u8) -> usize {
    let rest = bytes[from..].iter();
    rest.clone().position(|byte| *byte == wanted).map_or(bytes.len(), |offset| from + offset)
}

/// The end of a block comment, which may hold others.
fn end_of_comment(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut depth) = (from, 1);
    while at < bytes.len() && depth > 0 {
        match (bytes[at], bytes.get(at + 1)) {
            (b'*', Some(b'/')) => {
                depth -= 1;
                at += 2;
            }
            (b'/', Some(b'*')) => {
                depth += 1;
                at += 2;
            }
            _ => at += 1,
        }
    }
    at
}

/// The text from the next byte that is neither blank nor part of a comment.
fn next_word(bytes: &[u8], from: usize) -> &[u8] {
    let mut at = from;
    loop {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b' ' | b'\t' | b'\r' | b'\n'), _) => at += 1,
            (Some(b'/'), Some(b'/')) => at = find(bytes, at, b'\n'),
            (Some(b'/'), Some(b'*')) => at = end_of_comment(bytes, at + 2),
            _ => return &bytes[at..],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check_text;

    #[test]
    fn levels_count_what_nests() {
        let nested = |open: &str, close: &str, count: usize| {
            format!("fn f() {{ _ = {}1{}; }}", open.repeat(count), close.repeat(count))
        };
        for (text, is_fine) in [
            (nested("(", ")", 1000), true),
            (nested("(", ")", 1024), false),
            (nested("-", "", 8000), true),
            (nested("-", "", 500_000), false),
            (nested("1+", "", 8000), true),
            (nested("1+", "", 8200), false),
            (nested("if true { ", " }", 1000), true),
            (nested("if true { ", " }", 1024), false),
            // What stands side by side does not nest.
            (nested("-1,", "", 20_000), true),
            (nested("-1,", "", 22_000), false),
            (nested("{} // {\n/* { /* { */ */", "", 30_000), true),
            (nested("if true { } ", "", 16_000), true),
            ("fn f() { if true { } }\n".repeat(16_000), true),
            ("fn f() { if true { } }\n".repeat(17_000), false),
            ("const c = 1;\n".repeat(17_000), false),
            (nested("if true { } else ", "", 1000), true),
            (nested("if true { } /* */ else ", "", 1024), false),
        ] {
            assert_eq!(check_text(&text).is_ok(), is_fine, "{}", &text[..60]);
        }
    }
}
