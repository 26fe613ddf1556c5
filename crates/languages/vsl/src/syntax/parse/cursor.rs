//! Reads tokens and reports unexpected ones.

use super::{Parser, ReportedError, Result, Rule, Span, SyntaxError, Token, TokenKind, excerpt};
use crate::syntax::token::Keyword;
use crate::syntax::tree::{Bound, Literal, LiteralKind, Name};

/// Token past the last one.
const END: Token =
    Token { kind: TokenKind::End, begins_line: true, after_wrong: true, span: Span::new(0, 0) };

impl<'s> Parser<'s, '_> {
    /// Peeks `count` tokens ahead.
    pub(super) fn ahead(&self, count: usize) -> Token {
        let last = self.tokens.last().copied().unwrap_or(END);
        self.tokens.get(self.at + count).copied().unwrap_or(last)
    }

    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn text_of(&self, span: Span) -> &'s str {
        span.of(self.text)
    }

    /// Text of the next token.
    pub(super) fn word(&self) -> &'s str {
        self.text_of(self.token().span)
    }

    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        self.previous = token.span;
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn is_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// Reports a fault, unless one has been reported here.
    pub(super) fn report(&mut self, fault: SyntaxError) {
        let is_known = self.token().after_wrong
            || self.kind() == TokenKind::Literal(LiteralKind::Wrong)
            || self.reported_at == Some(self.at);
        if !is_known {
            self.reports.push(fault);
        }
        self.reported_at = Some(self.at);
    }

    /// Reports a fault and fails.
    pub(super) fn fail<T>(&mut self, fault: SyntaxError) -> Result<T> {
        self.report(fault);
        Err(ReportedError)
    }

    /// Reports a note, once per rule.
    pub(super) fn note(&mut self, rule: &'static Rule, span: Span, message: String, help: String) {
        if self.is_as_asked && !self.notes.iter().any(|known| known.id == rule.id) {
            self.notes.push(rule);
            self.reports.push(SyntaxError::of(rule, span, message).help(help));
        }
    }

    /// The next token, for messages.
    pub(super) fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", excerpt(self.word())),
        }
    }

    /// The fault of an unexpected next token.
    pub(super) fn unexpected(&self, expected: &str) -> SyntaxError {
        SyntaxError::new(self.token().span, format!("expected {expected}, found {}", self.found()))
    }

    /// Takes a required token; `what` names it and its context.
    pub(super) fn expect(&mut self, kind: TokenKind, what: &str, help: &str) -> Result<Span> {
        if self.kind() == kind {
            return Ok(self.bump().span);
        }
        let fault = self.unexpected(what);
        self.fail(fault.help(help))
    }

    /// Takes a name. A keyword instead is reported and taken as a name.
    pub(super) fn name(&mut self, what: &str) -> Result<Name<'s>> {
        let token = self.token();
        let text = self.word();
        let is_word = matches!(token.kind, TokenKind::Keyword(_))
            || token.kind == TokenKind::Literal(LiteralKind::Bool);
        match token.kind {
            TokenKind::Name | TokenKind::BuiltIn => {}
            _ if is_word && !token.begins_line => {
                let fault =
                    SyntaxError::new(token.span, format!("expected {what}, found the keyword `{text}`"));
                self.report(fault.help("keywords cannot be names: choose another one"));
            }
            _ => {
                let fault = self.unexpected(what);
                return self
                    .fail(fault.help("a name has letters, digits and `_`, and does not begin with a digit"));
            }
        }
        self.bump();
        Ok(Name { text, span: token.span })
    }

    /// Takes a literal, including a leading minus sign.
    pub(super) fn literal(&mut self) -> Option<Literal<'s>> {
        use crate::syntax::tree::BinaryOperator::Subtract;
        let sign = self.token();
        let negative = sign.kind == TokenKind::Operator(Subtract);
        let TokenKind::Literal(kind) = self.ahead(usize::from(negative)).kind else {
            return None;
        };
        if negative {
            self.bump();
        }
        let token = self.bump();
        Some(Literal { text: self.text_of(token.span), kind, negative, span: sign.span.to(token.span) })
    }

    /// An invalid literal at the next token.
    pub(super) fn wrong_literal(&self) -> Literal<'s> {
        Literal {
            text: "",
            kind: LiteralKind::Wrong,
            negative: false,
            span: Span::new(self.token().span.start, self.token().span.start),
        }
    }

    /// Takes an integer; anything else is reported as not being `what` and not taken.
    pub(super) fn integer(&mut self, what: &str) -> Literal<'s> {
        let place = self.token();
        let fault = self.unexpected(&format!("{what}, an integer"));
        match self.literal() {
            Some(literal) if matches!(literal.kind, LiteralKind::Float | LiteralKind::Bool) => {
                if !place.after_wrong {
                    self.reports.push(fault.help("write an integer, such as `2`"));
                }
                Literal { kind: LiteralKind::Wrong, ..literal }
            }
            Some(literal) => literal,
            None => {
                let help = match place.kind {
                    TokenKind::Name => "write the number itself: names and expressions are not allowed here",
                    _ => "write a number",
                };
                self.report(fault.help(help));
                self.wrong_literal()
            }
        }
    }

    /// Takes an integer or, in the older dialect, the name of a constant.
    pub(super) fn bound(&mut self, what: &str) -> Bound<'s> {
        if self.dialect == crate::dialect::Dialect::Older && self.kind() == TokenKind::Name {
            let token = self.bump();
            return Bound::Name(Name { text: self.text_of(token.span), span: token.span });
        }
        Bound::Literal(self.integer(what))
    }
}
