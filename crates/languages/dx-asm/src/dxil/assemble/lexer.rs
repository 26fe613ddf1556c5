//! Splits LLVM assembly into tokens.

use std::borrow::Cow;
use std::ops::Range;

/// A token. Names and strings are as in the text; [`unescaped`] gives their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// The end of the text.
    End,
    /// `@name`.
    Global(&'t str),
    /// `@0`.
    GlobalNumber(u32),
    /// `%name`.
    Local(&'t str),
    /// `%0`.
    LocalNumber(u32),
    /// `$name`.
    Comdat(&'t str),
    /// `name:`.
    Label(&'t str),
    /// `!name`.
    Metadata(&'t str),
    /// `#0`.
    Group(u32),
    /// A string without its quotation marks.
    Text(&'t str),
    /// A keyword or a type of one word.
    Word(&'t str),
    /// Digits with or without `-`, or `u0x` or `s0x` and hexadecimal digits.
    Integer(&'t str),
    /// A decimal number with a point.
    Decimal(&'t str),
    /// Hexadecimal digits of a float, and the letter after `0x`, or `J` for none.
    Hex(u8, &'t str),
    /// `...`.
    Dots,
    /// One of `= [ ] { } < > ( ) , * | !`.
    Mark(u8),
    /// A string or quoted name without an end.
    Open,
    /// A number of a name that does not fit into 32 bits.
    Large,
    /// Anything else.
    Other,
}

/// A position in the text.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The whole text.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Moves to the start of the line after an offset.
    pub(super) fn skip_line(&mut self, from: usize) {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.at = from + end;
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// End of a run of bytes.
    fn run(&self, from: usize, is_part: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        from + rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len())
    }

    /// The next token and its place.
    pub(super) fn next(&mut self) -> (Token<'t>, Range<usize>) {
        self.skip_blanks();
        let start = self.at;
        let token = self.token();
        (token, start..self.at)
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(self.at) {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                0 if self.at < self.text.len() => self.at += 1,
                b';' => self.at = self.run(self.at, |byte| byte != b'\n' && byte != b'\r'),
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Token<'t> {
        let start = self.at;
        if start >= self.text.len() {
            return Token::End;
        }
        let first = self.byte(start);
        match first {
            b'@' => self.variable(Token::Global, Token::GlobalNumber),
            b'%' => self.variable(Token::Local, Token::LocalNumber),
            b'$' => match self.label_end(start) {
                Some(end) => self.label(start, end),
                None => self.variable(Token::Comdat, |_| Token::Other),
            },
            b'"' => match self.quoted(start) {
                Some(text) if self.byte(self.at) == b':' => {
                    self.at += 1;
                    Token::Label(text)
                }
                Some(text) => Token::Text(text),
                None => Token::Open,
            },
            b'!' => self.exclamation(),
            b'#' => {
                let end = self.run(start + 1, |byte| byte.is_ascii_digit());
                self.numbered(end, Token::Group)
            }
            b'.' => match self.label_end(start) {
                Some(end) => self.label(start, end),
                None if self.slice(start..start + 3) == "..." => {
                    self.at += 3;
                    Token::Dots
                }
                None => self.other(),
            },
            b'+' | b'-' | b'0'..=b'9' => self.number(),
            b'=' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'(' | b')' | b',' | b'*' | b'|' => {
                self.at += 1;
                Token::Mark(first)
            }
            b'_' => self.word(),
            _ if first.is_ascii_alphabetic() => self.word(),
            _ => self.other(),
        }
    }

    fn other(&mut self) -> Token<'t> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.chars().next().map_or(1, char::len_utf8);
        Token::Other
    }

    /// End of a label that starts here, before its colon.
    fn label_end(&self, start: usize) -> Option<usize> {
        let end = self.run(start, is_label_byte);
        (self.byte(end) == b':').then_some(end)
    }

    fn label(&mut self, start: usize, end: usize) -> Token<'t> {
        self.at = end + 1;
        Token::Label(self.slice(start..end))
    }

    /// Content of a quoted string that starts here.
    fn quoted(&mut self, start: usize) -> Option<&'t str> {
        let end = self.run(start + 1, |byte| byte != b'"');
        if self.byte(end) != b'"' {
            // The rest of the line is part of it, so that the next line is read as usual.
            self.at = self.run(start, |byte| byte != b'\n');
            return None;
        }
        self.at = end + 1;
        Some(self.slice(start + 1..end))
    }

    fn variable(&mut self, named: fn(&'t str) -> Token<'t>, numbered: fn(u32) -> Token<'t>) -> Token<'t> {
        let start = self.at + 1;
        match self.byte(start) {
            b'"' => self.quoted(start).map_or(Token::Open, named),
            first if is_name_start(first) => {
                let end = self.run(start, is_label_byte);
                self.at = end;
                named(self.slice(start..end))
            }
            _ => {
                let end = self.run(start, |byte| byte.is_ascii_digit());
                self.numbered(end, numbered)
            }
        }
    }

    /// A sign and digits up to `end`.
    fn numbered(&mut self, end: usize, token: fn(u32) -> Token<'t>) -> Token<'t> {
        let digits = self.slice(self.at + 1..end);
        if digits.is_empty() {
            return self.other();
        }
        self.at = end;
        digits.parse().map_or(Token::Large, token)
    }

    fn exclamation(&mut self) -> Token<'t> {
        let start = self.at + 1;
        let is_start = |byte: u8| is_name_start(byte) || byte == b'\\';
        if is_start(self.byte(start)) {
            let end = self.run(start, |byte| is_label_byte(byte) || byte == b'\\');
            self.at = end;
            return Token::Metadata(self.slice(start..end));
        }
        self.at = start;
        Token::Mark(b'!')
    }

    fn word(&mut self) -> Token<'t> {
        let start = self.at;
        if let Some(end) = self.label_end(start) {
            return self.label(start, end);
        }
        // A type of digits ends where they do.
        let digits = self.run(start + 1, |byte| byte.is_ascii_digit());
        let end = if self.byte(start) == b'i' && digits > start + 1 {
            digits
        } else {
            self.run(start, |byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        self.at = end;
        let word = self.slice(start..end);
        let hex = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"));
        match hex {
            Some(hex) if !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                Token::Integer(word)
            }
            _ => Token::Word(word),
        }
    }

    fn number(&mut self) -> Token<'t> {
        let start = self.at;
        if let Some(end) = self.label_end(start).filter(|_| self.byte(start) != b'+') {
            return self.label(start, end);
        }
        let is_signed = matches!(self.byte(start), b'+' | b'-');
        let digits = start + usize::from(is_signed);
        if !self.byte(digits).is_ascii_digit() {
            return self.other();
        }
        if !is_signed && self.byte(start) == b'0' && self.byte(start + 1) == b'x' {
            let (kind, from) = match self.byte(start + 2) {
                kind @ (b'K' | b'L' | b'M' | b'H') => (kind, start + 3),
                _ => (b'J', start + 2),
            };
            let end = self.run(from, |byte| byte.is_ascii_hexdigit());
            self.at = end;
            return if end > from { Token::Hex(kind, self.slice(from..end)) } else { Token::Other };
        }
        let mut end = self.run(digits, |byte| byte.is_ascii_digit());
        if self.byte(end) != b'.' {
            self.at = end;
            return if self.byte(start) == b'+' {
                Token::Other
            } else {
                Token::Integer(self.slice(start..end))
            };
        }
        end = self.run(end + 1, |byte| byte.is_ascii_digit());
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            if self.byte(end + 1 + sign).is_ascii_digit() {
                end = self.run(end + 1 + sign, |byte| byte.is_ascii_digit());
            }
        }
        self.at = end;
        Token::Decimal(self.slice(start..end))
    }
}

/// Bytes of a name or string: `\\` is a backslash, `\` and two hexadecimal digits are a byte.
pub(super) fn unescaped(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    let Some(first) = bytes.iter().position(|byte| *byte == b'\\') else {
        return Cow::Borrowed(bytes);
    };
    let (plain, mut rest) = bytes.split_at(first);
    let mut out = plain.to_vec();
    let digit = |byte: u8| (byte as char).to_digit(16);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'\\', [b'\\', after @ ..]) => {
                out.push(b'\\');
                rest = after;
            }
            (b'\\', [high, low, after @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => {
                    out.push((high << 4 | low) as u8);
                    rest = after;
                }
                _ => out.push(byte),
            },
            _ => out.push(byte),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| Some(lexer.next().0).filter(|token| *token != Token::End)).collect()
    }

    #[test]
    fn names_and_numbers() {
        use Token::*;
        let cases: &[(&str, &[Token<'_>])] = &[
            ("@main @\"\\01?f@@\" @7", &[Global("main"), Global("\\01?f@@"), GlobalNumber(7)]),
            ("%x.y %12 %\"a b\"", &[Local("x.y"), LocalNumber(12), Local("a b")]),
            (
                "!dx.entry !12 !\"s\"",
                &[Metadata("dx.entry"), Mark(b'!'), Integer("12"), Mark(b'!'), Text("s")],
            ),
            ("#3 $c ...", &[Group(3), Comdat("c"), Dots]),
            ("entry: 5: \"a b\": -x:", &[Label("entry"), Label("5"), Label("a b"), Label("-x")]),
            ("[4 x i32]", &[Mark(b'['), Integer("4"), Word("x"), Word("i32"), Mark(b']')]),
            (
                "-7 1.5e-3 0x3FF0 0xH3C00 u0xFF",
                &[Integer("-7"), Decimal("1.5e-3"), Hex(b'J', "3FF0"), Hex(b'H', "3C00"), Integer("u0xFF")],
            ),
            ("DW_TAG_member ; comment\ndouble*", &[Word("DW_TAG_member"), Word("double"), Mark(b'*')]),
            ("@99999999999 @ ?", &[Large, Other, Other]),
            ("\"open\nret", &[Open, Word("ret")]),
        ];
        for (text, expected) in cases {
            assert_eq!(tokens(text), *expected, "{text}");
        }
    }

    #[test]
    fn escapes() {
        let cases: [(&str, &[u8]); 4] =
            [("a\\22b", b"a\"b"), ("\\\\41", b"\\41"), ("\\4", b"\\4"), ("\\zz\\01", b"\\zz\x01")];
        for (text, bytes) in cases {
            assert_eq!(&*unescaped(text), bytes, "{text}");
        }
    }
}
