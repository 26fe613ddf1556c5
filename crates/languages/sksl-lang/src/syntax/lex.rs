//! Lexer: splits a text into tokens on demand.
//!
//! The longest token wins. A token that begins but is not completed is a token of the kind [`TokenKind::Unfinished`];
//! at the end of the text it is dropped silently. So an open `/*` hides the rest of the text.
//!
//! In a comment, `*` consumes the next character, so `**/` does not end a comment unless the asterisks pair up
//! differently. Skia's compiler behaves the same and hides the rest of the text. The parser warns about both with
//! [`Lexer::comment_end`].

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::classes::{BLANK, CLASSES, DIGIT, HEX, LETTER, LONGER, SIGNS, WORD, behind, behind_blanks};
use super::number::plain_number;
use super::token::{Keyword, Token, TokenKind, is_plain, word};

/// Lexer state.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// First `*/` that looks like the end of its comment but is not.
    pub comment_end: Option<Span>,
    /// Comment left open at the end of the text.
    pub open_comment: Option<Span>,
}

/// Result of scanning for a token.
enum Found {
    /// Token that ends at the current offset.
    Token(TokenKind),
    /// Blank or comment.
    Space,
    /// The text ends inside the token.
    Cut,
}

use Found::{Cut, Space, Token as Whole};

impl<'s> Lexer<'s> {
    /// Creates a lexer at the start of a text.
    pub(super) fn new(text: &'s str) -> Lexer<'s> {
        Lexer { text, at: 0, comment_end: None, open_comment: None }
    }

    /// Returns the next token.
    pub(super) fn next(&mut self) -> Token {
        match self.plain() {
            Some(token) => token,
            None => self.other(),
        }
    }

    /// Fast path for the most common tokens: a name that is not a keyword, a number of digits and a point, or an
    /// operator that the next character cannot extend.
    #[inline(always)]
    pub(super) fn plain(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        let mut first = *bytes.get(start)?;
        if CLASSES[usize::from(first)] & BLANK != 0 {
            start += 1;
            first = *bytes.get(start)?;
            // Most tokens follow at most one blank.
            if CLASSES[usize::from(first)] & BLANK != 0 {
                start = behind_blanks(bytes, start + 1);
                first = *bytes.get(start)?;
            }
        }
        let class = CLASSES[usize::from(first)];
        let (kind, end) = if class & LETTER != 0 {
            let end = behind(bytes, start + 1, WORD);
            if !is_plain(bytes.get(start..end)?) {
                return None;
            }
            (TokenKind::Identifier, end)
        } else if class & DIGIT != 0 {
            plain_number(bytes, start)?
        } else {
            let follows = bytes.get(start + 1).map_or(0, |&next| CLASSES[usize::from(next)]);
            let longer = if first == b'.' { DIGIT } else { LONGER };
            if class & LONGER != 0 && follows & longer != 0 {
                return None;
            }
            (SIGNS[usize::from(first)]?, start + 1)
        };
        self.at = end;
        Some(Token { kind, span: Span::new(start as u32, end as u32) })
    }

    /// Returns the next token, which is not a [plain](Lexer::plain) one.
    #[inline(never)]
    pub(super) fn other(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            let start = behind_blanks(bytes, self.at);
            self.at = start;
            let kind = match self.scan() {
                Space => continue,
                Cut => {
                    self.at = self.text.len();
                    return Token { kind: TokenKind::End, span: Span::new(start as u32, start as u32) };
                }
                Whole(kind) => kind,
            };
            return Token { kind, span: Span::new(start as u32, self.at as u32) };
        }
    }

    /// Continues at a later offset.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = self.at.max(at);
    }

    /// Word at the current offset, without preceding blanks.
    pub(super) fn adjacent_word(&mut self) -> Option<Token> {
        match self.byte() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$') => Some(self.next()),
            _ => None,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes a byte if it is next.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Consumes bytes of a class; returns whether there were any.
    fn eat_class(&mut self, class: u8) -> bool {
        let start = self.at;
        self.at = behind(self.text.as_bytes(), start, class);
        self.at > start
    }

    /// Continues after the end of the line.
    fn skip_line(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == b'\n');
        self.at += length.unwrap_or(rest.len());
    }

    fn scan(&mut self) -> Found {
        let start = self.at;
        let Some(first) = self.byte() else {
            return Cut;
        };
        self.at += 1;
        match first {
            _ if CLASSES[usize::from(first)] & LETTER != 0 => {
                self.eat_class(WORD);
                let text = self.text.as_bytes().get(start..self.at);
                Whole(word(text.unwrap_or_default()))
            }
            b'0'..=b'9' => self.number(first),
            b'.' => {
                if self.eat_class(DIGIT) {
                    self.exponent(TokenKind::Float)
                } else {
                    Whole(TokenKind::Dot)
                }
            }
            b'/' if self.eat(b'/') => {
                self.skip_line();
                Space
            }
            b'/' if self.eat(b'*') => self.comment(start),
            b'@' => self.at_word(),
            b'#' => match self.byte() {
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                    self.eat_class(WORD);
                    Whole(TokenKind::Directive)
                }
                _ => Whole(TokenKind::Invalid),
            },
            _ => self.sign(first),
        }
    }

    fn comment(&mut self, start: usize) -> Found {
        let bytes = self.text.as_bytes();
        let mut fake_end = None;
        while let Some(byte) = self.byte() {
            self.at += 1;
            if byte != b'*' {
                let is_end = byte == b'/' && bytes.get(self.at - 2) == Some(&b'*') && self.at - 3 > start;
                if is_end && fake_end.is_none() {
                    fake_end = Some(Span::new(self.at as u32 - 2, self.at as u32));
                }
                continue;
            }
            match self.byte() {
                Some(b'/') => {
                    self.at += 1;
                    self.comment_end = self.comment_end.or(fake_end);
                    return Space;
                }
                Some(_) => self.at += 1,
                None => break,
            }
        }
        self.comment_end = self.comment_end.or(fake_end);
        self.open_comment = Some(Span::new(start as u32, start as u32 + 2));
        Cut
    }

    fn number(&mut self, first: u8) -> Found {
        if first == b'0' && matches!(self.byte(), Some(b'x' | b'X')) {
            self.at += 1;
            return if self.eat_class(HEX) { self.unsigned(TokenKind::Int) } else { self.unfinished() };
        }
        let digits = self.at;
        self.eat_class(DIGIT);
        if self.eat(b'.') {
            self.eat_class(DIGIT);
            return self.exponent(TokenKind::Float);
        }
        let rest = self.text.as_bytes().get(digits..self.at).unwrap_or_default();
        let kind = if first == b'0' && rest.iter().any(|byte| matches!(byte, b'8' | b'9')) {
            TokenKind::BadOctal
        } else {
            TokenKind::Int
        };
        match self.byte() {
            Some(b'e' | b'E') => self.exponent(kind),
            _ => self.unsigned(kind),
        }
    }

    fn unsigned(&mut self, kind: TokenKind) -> Found {
        let _ = self.eat(b'u') || self.eat(b'U');
        Whole(kind)
    }

    /// Consumes an optional exponent, which makes the number a float.
    fn exponent(&mut self, without: TokenKind) -> Found {
        if !self.eat(b'e') && !self.eat(b'E') {
            return Whole(without);
        }
        let _ = self.eat(b'+') || self.eat(b'-');
        if self.eat_class(DIGIT) { Whole(TokenKind::Float) } else { self.unfinished() }
    }

    fn unfinished(&self) -> Found {
        match self.byte() {
            Some(_) => Whole(TokenKind::Unfinished),
            None => Cut,
        }
    }

    fn at_word(&mut self) -> Found {
        let keyword = match self.byte() {
            Some(b'i') => Keyword::StaticIf,
            Some(b's') => Keyword::StaticSwitch,
            _ => return Whole(TokenKind::Invalid),
        };
        for &letter in keyword.text().as_bytes().iter().skip(1) {
            if !self.eat(letter) {
                return self.unfinished();
            }
        }
        Whole(TokenKind::Keyword(keyword))
    }

    fn sign(&mut self, first: u8) -> Found {
        use TokenKind::Operator as Op;
        let with_equals = match first {
            b'+' if self.eat(b'+') => return Whole(Op(Operator::INCREMENT)),
            b'-' if self.eat(b'-') => return Whole(Op(Operator::DECREMENT)),
            b'|' if self.eat(b'|') => return Whole(Op(Operator::LOGICAL_OR)),
            b'^' if self.eat(b'^') => return Whole(Op(Operator::LOGICAL_XOR)),
            b'&' if self.eat(b'&') => return Whole(Op(Operator::LOGICAL_AND)),
            b'<' if self.eat(b'<') => return self.shift(Operator::SHL, Operator::SHL_ASSIGN),
            b'>' if self.eat(b'>') => return self.shift(Operator::SHR, Operator::SHR_ASSIGN),
            b'<' => Some(Operator::LESS_EQUAL),
            b'>' => Some(Operator::GREATER_EQUAL),
            b'=' => Some(Operator::EQUAL),
            b'!' => Some(Operator::NOT_EQUAL),
            b'+' => Some(Operator::PLUS_ASSIGN),
            b'-' => Some(Operator::MINUS_ASSIGN),
            b'*' => Some(Operator::STAR_ASSIGN),
            b'/' => Some(Operator::SLASH_ASSIGN),
            b'%' => Some(Operator::PERCENT_ASSIGN),
            b'|' => Some(Operator::OR_ASSIGN),
            b'^' => Some(Operator::XOR_ASSIGN),
            b'&' => Some(Operator::AND_ASSIGN),
            _ => None,
        };
        Whole(match (with_equals, SIGNS[usize::from(first)]) {
            (Some(operator), _) if self.eat(b'=') => Op(operator),
            (_, Some(alone)) => alone,
            (_, None) => {
                // Report a character of several bytes as one mistake.
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                TokenKind::Invalid
            }
        })
    }

    fn shift(&mut self, alone: Operator, with_equals: Operator) -> Found {
        Whole(TokenKind::Operator(if self.eat(b'=') { with_equals } else { alone }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexer, TokenKind};

    /// Tokens of a text: kind and spelling.
    fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == TokenKind::End {
                return tokens;
            }
            tokens.push((token.kind, token.span.of(text)));
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found: Vec<String> = tokens(text).iter().map(|(kind, text)| format!("{kind:?} {text}")).collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }

    #[test]
    fn the_longest_token_wins() {
        check("08.5 08 012 018u", "Float 08.5, BadOctal 08, Int 012, BadOctal 018u");
        check("0x1Fu.5", "Int 0x1Fu, Float .5");
        check("1.easy", "Unfinished 1.e, Identifier asy");
        check("0xg", "Unfinished 0x, Identifier g");
        check("1e+;", "Unfinished 1e+, Semicolon ;");
        check("@iffy", "Keyword(StaticIf) @if, Identifier fy");
        check("@sw @ #1 #a1", "Unfinished @sw, Invalid @, Invalid #, Int 1, Directive #a1");
        check(".0xy1", "Float .0, Identifier xy1");
        check("a\u{e9}b", "Identifier a, Invalid \u{e9}, Identifier b");
        check("$ $a a$", "Identifier $, Identifier $a, Identifier a, Identifier $");
    }

    #[test]
    fn what_is_unfinished_ends_the_text() {
        for text in ["a 1e", "a 0x", "a @s", "a /* b", "a /* b *", "a 1.5E-"] {
            assert_eq!(tokens(text), [(TokenKind::Identifier, "a")], "{text}");
        }
    }

    #[test]
    fn stars_pair_up() {
        check("/***/ a", "");
        check("/* b **/ a /* c */ d", "Identifier d");
        check("/* b ***/ a", "Identifier a");
        check("/**/ a /*/ b */ c", "Identifier a, Identifier c");
        let text = "/* b **/ a /* c */ d";
        let mut lexer = Lexer::new(text);
        lexer.next();
        assert_eq!(lexer.comment_end.map(|span| (span.start, span.end)), Some((6, 8)));
    }
}
