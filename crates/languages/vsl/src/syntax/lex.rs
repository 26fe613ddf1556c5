//! Splits a text into tokens.
//!
//! Facts: VSL brief, section 2. The longest match wins. A minus sign is never part of a number here: the
//! parser adds it where the grammar requires a literal. Invalid text is reported and, if the intent is clear,
//! replaced by the intended token.

use super::fault::{Reports, SyntaxError, excerpt};
use super::foreign;
use super::number;
use super::token::{Keyword, Token, TokenKind};
use super::tree::{BinaryOperator, LiteralKind};
use glassbox_core::span::Span;

/// Lexes a text of at most 4 GiB; the last token is [`TokenKind::End`].
pub(super) fn lex<'s>(text: &'s str, reports: &mut Reports<'s, '_>) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), begins_line: true, after_wrong: false, reports };
    if text.starts_with('\u{FEFF}') {
        lexer.at = '\u{FEFF}'.len_utf8();
    }
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.push(TokenKind::End, text.len());
    lexer.tokens
}

struct Lexer<'s, 'r, 'f> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token>,
    begins_line: bool,
    after_wrong: bool,
    reports: &'r mut Reports<'s, 'f>,
}

impl<'s> Lexer<'s, '_, '_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn span(&self, end: usize) -> Span {
        Span::new(self.at as u32, end as u32)
    }

    /// Appends a token that ends at `end`.
    fn push(&mut self, kind: TokenKind, end: usize) {
        self.tokens.push(Token {
            kind,
            begins_line: self.begins_line,
            after_wrong: self.after_wrong,
            span: self.span(end),
        });
        self.at = end;
        self.begins_line = false;
        self.after_wrong = false;
    }

    /// Reports a fault and skips to `end`.
    fn leave_out(&mut self, fault: SyntaxError, end: usize) {
        self.reports.push(fault);
        self.at = end;
        self.after_wrong = true;
    }

    fn next(&mut self) {
        match self.byte(0) {
            b'\n' => {
                self.at += 1;
                self.begins_line = true;
            }
            b' ' | b'\t' | b'\r' | 0x0C => self.at += 1,
            b'/' if self.byte(1) == b'/' => {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            }
            b'/' if self.byte(1) == b'*' => self.comment(),
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(1).is_ascii_digit() => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'$' => self.built_in(),
            b'@' => self.at_word(),
            b'#' => self.directive(),
            b'"' | b'\'' => self.string(),
            byte if !byte.is_ascii() => self.foreign_character(),
            _ => self.sign(),
        }
    }

    fn comment(&mut self) {
        let inside = self.rest().get(2..).unwrap_or_default();
        if let Some(length) = inside.find("*/") {
            // A multi-line comment counts as a line break to anything that sees only its end.
            self.begins_line |= inside.get(..length).is_some_and(|inside| inside.contains('\n'));
            self.at += length + 4;
        } else {
            let fault = SyntaxError::new(self.span(self.at + 2), "this comment has no end")
                .help("end it with `*/`; comments do not nest");
            self.leave_out(fault, self.text.len());
        }
    }

    /// End of a word that starts at `from`: letters of any script, digits and `_`.
    fn word_end(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        from + rest
            .find(|character: char| !(character.is_alphanumeric() || character == '_'))
            .unwrap_or(rest.len())
    }

    fn word(&mut self) {
        let end = self.word_end(self.at);
        let word = self.text.get(self.at..end).unwrap_or_default();
        if !word.is_ascii() {
            let fault = SyntaxError::new(
                self.span(end),
                format!("expected ASCII letters, found `{}`", excerpt(word)),
            )
            .help("names have the letters a-z and A-Z, digits and `_`; other characters are allowed in comments only");
            self.reports.push(fault);
        }
        let keyword = Keyword::ALL.into_iter().find(|keyword| keyword.name() == word);
        let kind = match (keyword, word) {
            (Some(keyword), _) => TokenKind::Keyword(keyword),
            (None, "true" | "false") => TokenKind::Literal(LiteralKind::Bool),
            (None, _) => TokenKind::Name,
        };
        self.push(kind, end);
    }

    fn built_in(&mut self) {
        let end = self.word_end(self.at + 1);
        let name = self.text.get(self.at + 1..end).unwrap_or_default();
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            self.push(TokenKind::BuiltIn, end);
            return;
        }
        let found = excerpt(self.text.get(self.at..end).unwrap_or_default());
        let fault = SyntaxError::new(self.span(end), format!("expected letters after `$`, found `{found}`"))
            .help("`$` begins the names of built-in variables, such as `$Position`");
        self.reports.push(fault);
        self.push(TokenKind::Literal(LiteralKind::Wrong), end);
    }

    fn at_word(&mut self) {
        let end = self.word_end(self.at + 1);
        match self.text.get(self.at..end) {
            Some("@shader") => self.push(TokenKind::AtShader, end),
            Some("@struct") => self.push(TokenKind::AtStruct, end),
            _ => self.push(TokenKind::At, self.at + 1),
        }
    }

    /// Skips a preprocessor directive.
    fn directive(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or_default().trim_end();
        if !self.begins_line {
            self.sign();
            return;
        }
        let mut words = line.trim_start_matches('#').split_whitespace();
        let word = words.next().unwrap_or_default();
        let fault = SyntaxError::new(
            self.span(self.at + line.len()),
            format!("expected a declaration, found `#{}`", excerpt(word)),
        );
        self.leave_out(fault.help(foreign::directive(word)), self.at + line.len());
    }

    fn string(&mut self) {
        let quote = char::from(self.byte(0));
        // Stop at the quote: scanning past it would be quadratic for a line of quotes.
        let inside = self.rest().get(1..).unwrap_or_default();
        let length = match inside.find([quote, '\n']) {
            Some(length) if inside.as_bytes().get(length) == Some(&b'\n') => length + 1,
            Some(length) => length + 2,
            None => self.rest().len(),
        };
        let found = excerpt(self.rest().get(..length).unwrap_or_default());
        let fault =
            SyntaxError::new(self.span(self.at + length), format!("there are no strings, found `{found}`"))
                .help("remove it");
        self.leave_out(fault, self.at + length);
    }

    fn number(&mut self) {
        let (length, verdict) = number::scan(self.rest());
        let span = self.span(self.at + length);
        let number = span.of(self.text);
        let kind = match verdict {
            Ok(kind) => kind,
            Err(help) => {
                // After a name or bracket, the dot is a member access.
                let is_member = number.starts_with('.')
                    && self.tokens.last().is_some_and(|token| {
                        let ends_operand = matches!(
                            token.kind,
                            TokenKind::Name
                                | TokenKind::BuiltIn
                                | TokenKind::CloseBracket
                                | TokenKind::CloseParenthesis
                        );
                        ends_operand && token.span.end == span.start
                    });
                if is_member {
                    let fault = SyntaxError::new(
                        span,
                        format!("expected a field or components, found `{}`", excerpt(number)),
                    );
                    let help = "components have letters, such as `.x`; elements are indexed, such as `[0]`";
                    self.leave_out(fault.help(help), self.at + length);
                    return;
                }
                let fault =
                    SyntaxError::new(span, format!("`{}` is not a number", excerpt(number))).help(help);
                self.reports.push(fault);
                LiteralKind::Wrong
            }
        };
        self.push(TokenKind::Literal(kind), self.at + length);
    }

    /// A non-ASCII character: a letter, or a look-alike of a sign.
    fn foreign_character(&mut self) {
        let Some(character) = self.rest().chars().next() else {
            return;
        };
        if character.is_alphanumeric() {
            self.word();
            return;
        }
        let end = self.at + character.len_utf8();
        if let Some((spelling, kind)) = foreign::character(character) {
            let code = character as u32;
            let fault = match spelling {
                "" => SyntaxError::new(self.span(end), format!("found the space U+{code:04X}"))
                    .help("write an ordinary space"),
                _ => SyntaxError::new(
                    self.span(end),
                    format!("found `{character}` (U+{code:04X}), expected `{spelling}`"),
                )
                .help(format!("write `{spelling}`")),
            };
            self.reports.push(fault);
            match kind {
                Some(kind) => self.push(kind, end),
                None => self.at = end,
            }
            return;
        }
        self.strange();
    }

    /// A run of characters that cannot start a token.
    fn strange(&mut self) {
        let is_strange = |character: char| match character {
            '`' | '\\' | '#' => true,
            _ if character.is_ascii() => character.is_ascii_control() && !character.is_ascii_whitespace(),
            _ => !character.is_alphanumeric() && foreign::character(character).is_none(),
        };
        let length = self.rest().find(|character| !is_strange(character));
        let end = self.at + length.unwrap_or(self.rest().len()).max(1);
        let found = self.text.get(self.at..end).unwrap_or_default();
        let message = match found.chars().next() {
            Some(first) if first == '`' || first.is_control() || !first.is_ascii() => {
                format!("the character U+{:04X} is not part of the language", first as u32)
            }
            _ => format!("`{}` is not part of the language", excerpt(found)),
        };
        let fault = SyntaxError::new(self.span(end), message).help("remove it; comments follow `//`");
        self.leave_out(fault, end);
    }

    fn sign(&mut self) {
        use BinaryOperator::*;
        let plain = |operator, length| Some((TokenKind::Operator(operator), length));
        let assign = |operator, length| Some((TokenKind::Assign(Some(operator)), length));
        let one = |kind| Some((kind, 1));
        let found = match (self.byte(0), self.byte(1), self.byte(2)) {
            (b'<', b'<', b'=') => assign(ShiftLeft, 3),
            (b'>', b'>', b'=') => assign(ShiftRight, 3),
            (b'<', b'<', _) => plain(ShiftLeft, 2),
            (b'>', b'>', _) => plain(ShiftRight, 2),
            (b'<', b'=', _) => plain(LessEqual, 2),
            (b'>', b'=', _) => plain(GreaterEqual, 2),
            (b'=', b'=', _) => plain(Equal, 2),
            (b'!', b'=', _) => plain(NotEqual, 2),
            (b'&', b'&', _) => plain(LogicalAnd, 2),
            (b'|', b'|', _) => plain(LogicalOr, 2),
            (b'+', b'=', _) => assign(Add, 2),
            (b'-', b'=', _) => assign(Subtract, 2),
            (b'*', b'=', _) => assign(Multiply, 2),
            (b'/', b'=', _) => assign(Divide, 2),
            (b'%', b'=', _) => assign(Modulo, 2),
            (b'&', b'=', _) => assign(And, 2),
            (b'|', b'=', _) => assign(Or, 2),
            (b'^', b'=', _) => assign(Xor, 2),
            (b'+', ..) => plain(Add, 1),
            (b'-', ..) => plain(Subtract, 1),
            (b'*', ..) => plain(Multiply, 1),
            (b'/', ..) => plain(Divide, 1),
            (b'%', ..) => plain(Modulo, 1),
            (b'<', ..) => plain(Less, 1),
            (b'>', ..) => plain(Greater, 1),
            (b'&', ..) => plain(And, 1),
            (b'^', ..) => plain(Xor, 1),
            (b'|', ..) => plain(Or, 1),
            (b'=', ..) => one(TokenKind::Assign(None)),
            (b'!', ..) => one(TokenKind::Not),
            (b'~', ..) => one(TokenKind::Complement),
            (b':', ..) => one(TokenKind::Colon),
            (b',', ..) => one(TokenKind::Comma),
            (b'.', ..) => one(TokenKind::Dot),
            (b'?', ..) => one(TokenKind::Question),
            (b';', ..) => one(TokenKind::Semicolon),
            (b'(', ..) => one(TokenKind::OpenParenthesis),
            (b')', ..) => one(TokenKind::CloseParenthesis),
            (b'[', ..) => one(TokenKind::OpenBracket),
            (b']', ..) => one(TokenKind::CloseBracket),
            (b'{', ..) => one(TokenKind::OpenBrace),
            (b'}', ..) => one(TokenKind::CloseBrace),
            _ => None,
        };
        match found {
            Some((kind, length)) => self.push(kind, self.at + length),
            None => self.strange(),
        }
    }
}
