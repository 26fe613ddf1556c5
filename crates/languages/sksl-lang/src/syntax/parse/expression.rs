//! Expressions: commas, assignments, conditionals, operators between and before operands.
//!
//! Binary operators of one level are taken from left to right in one loop. What a level adds to the nesting is given back
//! when an operator of a looser level, or none, follows: then its chain is complete.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use super::{Parser, Result};
use crate::ir::expression::Expr;
use crate::syntax::token::{Token, TokenKind};

/// How tightly an operator between two operands binds; none for assignments, commas and operators for one operand.
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

/// Levels begin here.
const LOOSEST: u8 = 1;

fn is_assignment(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::ASSIGN
            | Operator::PLUS_ASSIGN
            | Operator::MINUS_ASSIGN
            | Operator::STAR_ASSIGN
            | Operator::SLASH_ASSIGN
            | Operator::PERCENT_ASSIGN
            | Operator::SHL_ASSIGN
            | Operator::SHR_ASSIGN
            | Operator::OR_ASSIGN
            | Operator::XOR_ASSIGN
            | Operator::AND_ASSIGN
    )
}

impl Parser<'_, '_> {
    /// Where an expression stands.
    pub(super) fn span_of(&self, expression: Expr) -> Span {
        self.builder.program.span_of(expression)
    }

    /// An operation from where its left operand begins to the token that was taken last: operands that were folded may stand
    /// elsewhere.
    fn binary(&mut self, start: Span, left: Expr, operator: Operator, right: Expr) -> Expr {
        let span = start.to(self.previous);
        let result = self.builder.binary(left, operator, right, span);
        self.or_poison(result, span)
    }

    /// Assignments with commas between them.
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

    /// A conditional, possibly with an assignment to it.
    pub(super) fn assignment(&mut self) -> Result<Expr> {
        let first = self.peek();
        self.assignment_at(first)
    }

    // What reads operands is handed the first token, so that it is looked at once and not on every level.
    fn assignment_at(&mut self, first: Token) -> Result<Expr> {
        let mut result = self.operation(first, LOOSEST)?;
        if self.eat(TokenKind::Question) {
            result = self.choice(first.span, result)?;
        }
        let nesting = self.nesting;
        loop {
            let token = self.peek();
            let operator = match token.kind {
                TokenKind::Operator(operator) if is_assignment(operator) => operator,
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

    /// The two values behind a condition and its `?`.
    fn choice(&mut self, start: Span, test: Expr) -> Result<Expr> {
        let nesting = self.nesting;
        self.deepen()?;
        let if_true = self.expression()?;
        self.expect(
            TokenKind::Colon,
            "`:` behind the first value of `?`",
            "a conditional is `test ? value : value`",
        )?;
        let if_false = self.assignment()?;
        self.nesting = nesting;
        let span = start.to(self.previous);
        let result = self.builder.ternary(test, if_true, if_false, span);
        Ok(self.or_poison(result, span))
    }

    /// Operands with operators between them that bind at least as tightly as `loosest`.
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

    /// An operand with operators before it.
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
