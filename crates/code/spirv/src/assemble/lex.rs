//! Splits assembly text into tokens.

use std::ops::Range;

/// Token class; a token's text is its span in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text without blanks: an opcode, a name, a number.
    Word,
    /// `%name`.
    Id,
    /// `!number`.
    Raw,
    /// `"text"`, quotes included.
    String,
    /// A string without a closing quote.
    OpenString,
    /// `=`.
    Equals,
    /// The text after `;!` at the start of a line.
    Directive,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// True if only blanks precede the token on its line.
    pub(super) first: bool,
}

impl Token {
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

/// The tokens of a text in order, directives included.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    first: bool,
    /// True once an unterminated string was found. Later strings must then end on their line; otherwise a
    /// text full of open quotes would be scanned to its end for each.
    open: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0, first: true, open: false }
    }

    fn skip_while(&mut self, predicate: impl Fn(u8) -> bool) {
        let bytes = &self.text.as_bytes()[self.at..];
        self.at += bytes.iter().position(|byte| !predicate(*byte)).unwrap_or(bytes.len());
    }

    pub(super) fn next(&mut self) -> Token {
        loop {
            let start = self.at;
            let bytes = self.text.as_bytes();
            let Some(byte) = bytes.get(start) else {
                return Token { kind: Kind::End, start, end: start, first: true };
            };
            match byte {
                b'\n' => {
                    self.first = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.at += 1,
                b';' => {
                    self.skip_while(|byte| byte != b'\n');
                    if self.first && bytes.get(start + 1) == Some(&b'!') {
                        return self.token(Kind::Directive, start);
                    }
                }
                b'=' => {
                    self.at += 1;
                    return self.token(Kind::Equals, start);
                }
                b'"' => return self.string(start),
                other => {
                    let kind = match other {
                        b'%' => Kind::Id,
                        b'!' => Kind::Raw,
                        _ => Kind::Word,
                    };
                    self.skip_while(|byte| {
                        !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c' | b';' | b'=' | b'"')
                    });
                    return self.token(kind, start);
                }
            }
        }
    }

    fn token(&mut self, kind: Kind, start: usize) -> Token {
        let first = std::mem::replace(&mut self.first, false);
        Token { kind, start, end: self.at, first }
    }

    fn string(&mut self, start: usize) -> Token {
        self.at += 1;
        loop {
            let one_line = self.open;
            self.skip_while(|byte| byte != b'"' && byte != b'\\' && !(one_line && byte == b'\n'));
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return self.token(Kind::String, start);
                }
                // The escaped character may be longer, but none of its bytes looks like a quote.
                Some(b'\\') => self.at = (self.at + 2).min(self.text.len()),
                _ => {
                    self.open = true;
                    let line = self.text[start..].find('\n').map_or(self.text.len(), |end| start + end);
                    self.at = line;
                    return self.token(Kind::OpenString, start);
                }
            }
        }
    }
}

/// Bytes of a string token; a backslash escapes the next character.
pub(super) fn unescape(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('\\') {
        return inner.to_owned();
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}
