//! Parses expressions: comma, assignment, conditional, binary and prefix operators.
//!
//! Binary operators of one precedence level are parsed from left to right in a loop. A level's contribution to the
//! nesting is released when an operator of lower precedence, or none, follows: its chain is then complete.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::{Parser, Result};
use crate::ir::expression::Expr;
use crate::syntax::token::{Token, TokenKind};

/// Precedence of a binary operator; `None` for assignments, commas and unary operators.
fn level(operator: Operator) -> Option<u8> {
    Some(match operator {
        Operator::LOGICAL_OR => 1,
        Operator::LOGICAL_XOR => 2,
        Operator::LOGICAL_AND => 3,
        Operator::BITWISE_OR => 4,
        Operator::BITWISE_XOR => 5,
        Operator::BITWISE_AND => 6,
        Operator::EQUAL | Operator::NOT_EQUAL => 7,
        Operator::LESS | Operator::GREATER | Operator::LESS_EQUAL | Operator::GREATER_EQUAL => 8,
        Operator::SHL | Operator::SHR => 9,
        Operator::PLUS | Operator::MINUS => 10,
        Operator::STAR | Operator::SLASH | Operator::PERCENT => 11,
        _ => return None,
    })
}

/// Lowest precedence level.
const LOOSEST: u8 = 1;

impl Parser<'_, '_> {
    /// Range of an expression.
    pub(super) fn span_of(&self, expression: Expr) -> Span {
        self.builder.program.span_of(expression)
    }

    /// Builds an operation with the range from the start of its left operand to the last token. The ranges of folded
    /// operands may be elsewhere.
    fn binary(&mut self, start: Span, left: Expr, operator: Operator, right: Expr) -> Expr {
        let span = start.to(self.previous);
        let result = self.builder.binary(left, operator, right, span);
        self.or_poison(result, span)
    }

    /// Parses assignments separated by commas.
    pub(super) fn expression(&mut self) -> Result<Expr> {
        let first = self.peek();
        let mut result = self.assignment_at(first)?;
        let nesting = self.nesting;
        while self.eat_comma() {
            self.deepen()?;
            let right = self.assignment()?;
            result = self.binary(first.span, result, Operator::COMMA, right);
        }
        self.nesting = nesting;
        Ok(result)
    }

    /// Parses a conditional or an assignment.
    pub(super) fn assignment(&mut self) -> Result<Expr> {
        let first = self.peek();
        self.assignment_at(first)
    }

    // The first token is passed down, so that it is peeked once and not at every level.
    fn assignment_at(&mut self, first: Token) -> Result<Expr> {
        let mut result = self.operation(first, LOOSEST)?;
        if self.eat(TokenKind::Question) {
            result = self.choice(first.span, result)?;
        }
        let nesting = self.nesting;
        loop {
            let token = self.peek();
            let operator = match token.kind {
                TokenKind::Operator(operator) if operator.assigns() => operator,
                _ => break,
            };
            self.take(token);
            self.deepen()?;
            let right = self.assignment()?;
            result = self.binary(first.span, result, operator, right);
        }
        self.nesting = nesting;
        Ok(result)
    }

    /// Parses the two values of a conditional after its `?`.
    fn choice(&mut self, start: Span, test: Expr) -> Result<Expr> {
        let nesting = self.nesting;
        self.deepen()?;
        let if_true = self.expression()?;
        self.expect(
            TokenKind::Colon,
            "`:` after the first value of `?`",
            "a conditional is `test ? value : value`",
        )?;
        let if_false = self.assignment()?;
        self.nesting = nesting;
        let span = start.to(self.previous);
        let result = self.builder.ternary(test, if_true, if_false, span);
        Ok(self.or_poison(result, span))
    }

    /// Parses operands with operators of at least precedence `loosest`.
    fn operation(&mut self, first: Token, loosest: u8) -> Result<Expr> {
        let nesting = self.nesting;
        let mut result = self.prefixed(first)?;
        let mut last = u8::MAX;
        loop {
            let token = self.peek();
            let TokenKind::Operator(operator) = token.kind else {
                break;
            };
            let Some(level) = level(operator).filter(|&level| level >= loosest) else {
                break;
            };
            if level != last {
                self.nesting = nesting;
                last = level;
            }
            self.take(token);
            self.deepen()?;
            let operand = self.peek();
            let right = self.operation(operand, level + 1)?;
            result = self.binary(first.span, result, operator, right);
        }
        self.nesting = nesting;
        Ok(result)
    }

    /// Parses an operand with prefix operators.
    fn prefixed(&mut self, first: Token) -> Result<Expr> {
        let operator = match first.kind {
            TokenKind::Operator(
                operator @ (Operator::PLUS
                | Operator::MINUS
                | Operator::LOGICAL_NOT
                | Operator::BITWISE_NOT
                | Operator::INCREMENT
                | Operator::DECREMENT),
            ) => operator,
            _ => return self.suffixed(first),
        };
        self.take(first);
        let nesting = self.nesting;
        self.deepen()?;
        let operand = self.peek();
        let operand = self.prefixed(operand)?;
        self.nesting = nesting;
        let span = first.span.to(self.previous);
        let result = self.builder.prefix(operator, operand, span);
        Ok(self.or_poison(result, span))
    }
}
