//! Parses postfix operators: indices, fields, swizzles, calls, `++` and `--`.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::{Parser, Result, rules};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::syntax::token::{Token, TokenKind};

impl Parser<'_, '_> {
    /// Parses an operand with its postfix operators.
    pub(super) fn suffixed(&mut self, first: Token) -> Result<Expr> {
        let nesting = self.nesting;
        let mut result = self.term(first)?;
        loop {
            let suffix = self.peek();
            if !self.is_suffix(suffix) {
                break;
            }
            self.deepen()?;
            self.take(suffix);
            // The construct being parsed counts a second time until it is complete.
            self.deepen()?;
            result = self.suffix(first.span, result, suffix)?;
            self.nesting -= 1;
        }
        self.nesting = nesting;
        Ok(result)
    }

    fn is_suffix(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Float => self.text_of(token.span).starts_with('.'),
            TokenKind::OpenBracket
            | TokenKind::Dot
            | TokenKind::OpenParenthesis
            | TokenKind::Operator(Operator::INCREMENT | Operator::DECREMENT) => true,
            _ => false,
        }
    }

    fn suffix(&mut self, start: Span, base: Expr, suffix: Token) -> Result<Expr> {
        match suffix.kind {
            TokenKind::OpenBracket => self.index(start, base, suffix.span),
            TokenKind::OpenParenthesis => self.call(base, suffix.span),
            TokenKind::Dot => self.field(start, base),
            TokenKind::Operator(operator) => {
                let span = start.to(suffix.span);
                let result = self.builder.postfix(operator, base, span);
                Ok(self.or_poison(result, span))
            }
            _ => self.digits(start, base, suffix.span),
        }
    }

    fn index(&mut self, start: Span, base: Expr, open: Span) -> Result<Expr> {
        if self.kind() == TokenKind::CloseBracket {
            let close = self.next().span;
            let span = open.to(close);
            let help = match self.builder.program.kind_of(base) {
                ExpressionKind::TypeReference(_) => "write the number of elements between the brackets",
                _ => "write the index between the brackets",
            };
            self.report(&rules::NO_INDEX, span, "expected an index, found `]`").help(help);
            return Ok(self.builder.poison(span));
        }
        let index = self.expression()?;
        let close = self.close_bracket("the index")?;
        let span = start.to(close);
        let result = self.builder.index(base, index, span);
        Ok(self.or_poison(result, span))
    }

    fn call(&mut self, callee: Expr, open: Span) -> Result<Expr> {
        let first = self.arguments.len();
        let read = self.read_arguments(open);
        let result = read.map(|close| {
            let span = self.spanning(self.span_of(callee), open, close);
            let arguments = self.arguments.get(first..).unwrap_or_default();
            (self.builder.call(callee, arguments, span), span)
        });
        self.arguments.truncate(first);
        let (result, span) = result?;
        Ok(self.or_poison(result, span))
    }

    /// Parses the arguments of a call and appends them to the pending ones.
    fn read_arguments(&mut self, open: Span) -> Result<Span> {
        if self.kind() != TokenKind::CloseParenthesis {
            loop {
                let argument = self.assignment()?;
                self.arguments.push(argument);
                if !self.eat_comma() {
                    break;
                }
            }
        }
        self.close_parenthesis(open, "the arguments")
    }

    fn field(&mut self, start: Span, base: Expr) -> Result<Expr> {
        let token = self.peek();
        if token.kind == TokenKind::Identifier {
            self.take(token);
            return Ok(self.part(start, base, self.text_of(token.span), token.span));
        }
        self.unexpected(
            &rules::NO_FIELD,
            "a field or the components of a swizzle after `.`",
            "write the name of a field, or components such as `xyz`",
        )
    }

    /// Parses a swizzle that begins with `0` or `1`, which lexes as a float, possibly followed by a word.
    fn digits(&mut self, start: Span, base: Expr, float: Span) -> Result<Expr> {
        let digits = self.text_of(float).get(1..).unwrap_or_default();
        Ok(match self.adjacent_identifier() {
            Some(word) => {
                let mask = format!("{digits}{}", self.text_of(word.span));
                self.part(start, base, &mask, float.to(word.span))
            }
            None => self.part(start, base, digits, float),
        })
    }

    /// Builds the access to a named part of a value.
    fn part(&mut self, start: Span, base: Expr, text: &str, place: Span) -> Expr {
        let span = start.to(place);
        let ty = self.builder.program.ty_of(base).meaning;
        if (ty.is_vector() || ty.is_scalar()) && !self.builder.program.kind_of(base).is_incomplete() {
            let result = self.builder.swizzle(base, text, place, span);
            return self.or_poison(result, span);
        }
        let name = self.builder.program.names.add(text);
        let result = self.builder.field(base, name, place, span);
        self.or_poison(result, span)
    }
}
