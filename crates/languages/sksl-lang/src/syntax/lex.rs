//! From characters to tokens, one at a time.
//!
//! The longest token wins. A token that has begun and does not go on as it has to is one by itself, [`TokenKind::Unfinished`];
//! where the text ends in one, nothing is said and the text ends before it. So an open `/*` hides what is behind it.
//!
//! A `*` in a comment takes the character behind it along, so `**/` ends none, unless the stars pair up otherwise: Skia's
//! compiler reads them so, and hides what is behind such a comment, too. Both are worth a warning, which
//! [`Lexer::comment_end`] is for.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::token::{Keyword, Token, TokenKind, is_plain, word};

/// A place from which tokens are read.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// The first `*/` that looks like the end of its comment and is none.
    pub comment_end: Option<Span>,
    /// A comment that is open where the text ends.
    pub open_comment: Option<Span>,
}

/// What stands where a token is looked for.
enum Found {
    /// A token up to the place where the lexer is now.
    Token(TokenKind),
    /// Nothing that counts.
    Space,
    /// The text ends before the token does.
    Cut,
}

use Found::{Cut, Space, Token as Whole};

/// What a byte may be part of, as bits: a blank, a name, a decimal and a hexadecimal number, the beginning of a name, a sign of
/// several characters.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < classes.len() {
        let character = byte as u8;
        if matches!(character, b' ' | b'\t' | b'\n' | b'\r') {
            classes[byte] |= BLANK;
        }
        if character.is_ascii_alphanumeric() || character == b'_' {
            classes[byte] |= WORD;
        }
        if character.is_ascii_alphabetic() || matches!(character, b'_' | b'$') {
            classes[byte] |= LETTER;
        }
        if character.is_ascii_digit() {
            classes[byte] |= DIGIT;
        }
        if character.is_ascii_hexdigit() {
            classes[byte] |= HEX;
        }
        if matches!(
            character,
            b'.' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'^' | b'&'
        ) {
            classes[byte] |= LONGER;
        }
        byte += 1;
    }
    classes
};

const BLANK: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;
const HEX: u8 = 8;
const LETTER: u8 = 16;
const LONGER: u8 = 32;

/// The signs of one character.
const SIGNS: [Option<TokenKind>; 256] = {
    let mut signs = [None; 256];
    signs[b'(' as usize] = Some(TokenKind::OpenParenthesis);
    signs[b')' as usize] = Some(TokenKind::CloseParenthesis);
    signs[b'{' as usize] = Some(TokenKind::OpenBrace);
    signs[b'}' as usize] = Some(TokenKind::CloseBrace);
    signs[b'[' as usize] = Some(TokenKind::OpenBracket);
    signs[b']' as usize] = Some(TokenKind::CloseBracket);
    signs[b'?' as usize] = Some(TokenKind::Question);
    signs[b':' as usize] = Some(TokenKind::Colon);
    signs[b';' as usize] = Some(TokenKind::Semicolon);
    signs[b',' as usize] = Some(TokenKind::Operator(Operator::COMMA));
    signs[b'~' as usize] = Some(TokenKind::Operator(Operator::BITWISE_NOT));
    signs[b'.' as usize] = Some(TokenKind::Dot);
    signs[b'=' as usize] = Some(TokenKind::Operator(Operator::ASSIGN));
    signs[b'!' as usize] = Some(TokenKind::Operator(Operator::LOGICAL_NOT));
    signs[b'<' as usize] = Some(TokenKind::Operator(Operator::LESS));
    signs[b'>' as usize] = Some(TokenKind::Operator(Operator::GREATER));
    signs[b'+' as usize] = Some(TokenKind::Operator(Operator::PLUS));
    signs[b'-' as usize] = Some(TokenKind::Operator(Operator::MINUS));
    signs[b'*' as usize] = Some(TokenKind::Operator(Operator::STAR));
    signs[b'/' as usize] = Some(TokenKind::Operator(Operator::SLASH));
    signs[b'%' as usize] = Some(TokenKind::Operator(Operator::PERCENT));
    signs[b'|' as usize] = Some(TokenKind::Operator(Operator::BITWISE_OR));
    signs[b'^' as usize] = Some(TokenKind::Operator(Operator::BITWISE_XOR));
    signs[b'&' as usize] = Some(TokenKind::Operator(Operator::BITWISE_AND));
    signs
};

/// The first place from one on whose byte is of another class.
#[inline]
fn behind(bytes: &[u8], mut at: usize, class: u8) -> usize {
    while let Some(&byte) = bytes.get(at)
        && CLASSES[usize::from(byte)] & class != 0
    {
        at += 1;
    }
    at
}

impl<'s> Lexer<'s> {
    /// The beginning of a text.
    pub(super) fn new(text: &'s str) -> Lexer<'s> {
        Lexer {
            text,
            at: 0,
            comment_end: None,
            open_comment: None,
        }
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Token {
        match self.plain() {
            Some(token) => token,
            None => self.other(),
        }
    }

    /// The next token, if it is of those that most are: a name like none of the special words, or a sign that what follows
    /// cannot belong to.
    #[inline(always)]
    pub(super) fn plain(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let start = behind(bytes, self.at, BLANK);
        self.at = start;
        let first = *bytes.get(start)?;
        let class = CLASSES[usize::from(first)];
        let (kind, end) = if class & LETTER != 0 {
            let end = behind(bytes, start + 1, WORD);
            if !is_plain(bytes.get(start..end)?) {
                return None;
            }
            (TokenKind::Identifier, end)
        } else {
            let follows = bytes.get(start + 1).map_or(0, |&next| CLASSES[usize::from(next)]);
            if class & LONGER != 0 && follows & (LONGER | DIGIT) != 0 {
                return None;
            }
            (SIGNS[usize::from(first)]?, start + 1)
        };
        self.at = end;
        Some(Token {
            kind,
            span: Span::new(start as u32, end as u32),
        })
    }

    /// The next token, which is none of the [plain](Lexer::plain) ones.
    #[inline(never)]
    pub(super) fn other(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            let start = behind(bytes, self.at, BLANK);
            self.at = start;
            let kind = match self.scan() {
                Space => continue,
                Cut => {
                    self.at = self.text.len();
                    return Token {
                        kind: TokenKind::End,
                        span: Span::new(start as u32, start as u32),
                    };
                }
                Whole(kind) => kind,
            };
            return Token {
                kind,
                span: Span::new(start as u32, self.at as u32),
            };
        }
    }

    /// Goes on at a place behind this one.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = self.at.max(at);
    }

    /// The word that stands right here, nothing before it.
    pub(super) fn adjacent_word(&mut self) -> Option<Token> {
        match self.byte() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$') => Some(self.next()),
            _ => None,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes a byte, if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Takes bytes as long as they are of a class; whether there were any.
    fn eat_class(&mut self, class: u8) -> bool {
        let start = self.at;
        self.at = behind(self.text.as_bytes(), start, class);
        self.at > start
    }

    /// Goes on behind a line.
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
                Whole(word(self.text.get(start..self.at).unwrap_or_default()))
            }
            b'0'..=b'9' => self.number(first),
            b'.' => match self.eat_class(DIGIT) {
                true => self.exponent(TokenKind::Float),
                false => Whole(TokenKind::Dot),
            },
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
            return match self.eat_class(HEX) {
                true => self.unsigned(TokenKind::Int),
                false => self.unfinished(),
            };
        }
        let digits = self.at;
        self.eat_class(DIGIT);
        if self.eat(b'.') {
            self.eat_class(DIGIT);
            return self.exponent(TokenKind::Float);
        }
        let rest = self.text.as_bytes().get(digits..self.at).unwrap_or_default();
        let kind = match first == b'0' && rest.iter().any(|byte| matches!(byte, b'8' | b'9')) {
            true => TokenKind::BadOctal,
            false => TokenKind::Int,
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

    /// The exponent that may follow; with one the number is a float.
    fn exponent(&mut self, without: TokenKind) -> Found {
        if !self.eat(b'e') && !self.eat(b'E') {
            return Whole(without);
        }
        let _ = self.eat(b'+') || self.eat(b'-');
        match self.eat_class(DIGIT) {
            true => Whole(TokenKind::Float),
            false => self.unfinished(),
        }
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
                // A character of several bytes is one mistake.
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                TokenKind::Invalid
            }
        })
    }

    fn shift(&mut self, alone: Operator, with_equals: Operator) -> Found {
        Whole(TokenKind::Operator(match self.eat(b'=') {
            true => with_equals,
            false => alone,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexer, TokenKind};

    /// The tokens of a text, one after another: their kind and their characters.
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
        let found: Vec<String> = tokens(text)
            .iter()
            .map(|(kind, text)| format!("{kind:?} {text}"))
            .collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }

    #[test]
    fn the_longest_token_wins() {
        check(
            "08.5 08 012 018u",
            "Float 08.5, BadOctal 08, Int 012, BadOctal 018u",
        );
        check("0x1Fu.5", "Int 0x1Fu, Float .5");
        check("1.easy", "Unfinished 1.e, Identifier asy");
        check("0xg", "Unfinished 0x, Identifier g");
        check("1e+;", "Unfinished 1e+, Semicolon ;");
        check("@iffy", "Keyword(StaticIf) @if, Identifier fy");
        check(
            "@sw @ #1 #a1",
            "Unfinished @sw, Invalid @, Invalid #, Int 1, Directive #a1",
        );
        check(".0xy1", "Float .0, Identifier xy1");
        check("a\u{e9}b", "Identifier a, Invalid \u{e9}, Identifier b");
        check(
            "$ $a a$",
            "Identifier $, Identifier $a, Identifier a, Identifier $",
        );
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
