//! Folds negations of literals, of negations, and of constant constructors, whose arguments are negated.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};

impl Builder<'_> {
    /// Returns the negation of an expression if it is simpler than a prefix minus. The result shares no nodes with
    /// the expression.
    pub(crate) fn negated(&mut self, expression: Expr, span: Span) -> Option<Expr> {
        let value = self.constant_value(expression);
        let ty = self.program.ty_of(value);
        match self.program.kind_of(value) {
            ExpressionKind::Literal(number) => {
                let place = self.program.span_of(value);
                // The smallest integer has no positive counterpart.
                (!self.is_out_of_range(-number, ty.meaning, place)).then(|| self.literal(-number, ty, span))
            }
            ExpressionKind::Prefix { operator: Operator::MINUS, operand } => {
                Some(self.copy_expression(operand))
            }
            ExpressionKind::Constructor { kind, arguments } if self.is_compile_time_constant(value) => {
                let arguments = self.program.expression_lists.get(arguments).to_vec();
                match (kind, &arguments[..]) {
                    (Constructor::Splat, &[only]) => {
                        let place = self.program.span_of(only);
                        let negated = self.negated(only, place)?;
                        Some(self.make_splat(ty, negated, span))
                    }
                    (Constructor::DiagonalMatrix, &[only]) => {
                        let place = self.program.span_of(only);
                        let negated = self.negated(only, place)?;
                        Some(self.make_diagonal(ty, negated, span))
                    }
                    (Constructor::Compound, _) => {
                        let negated = self.negated_all(&arguments);
                        Some(self.make_compound(ty, &negated, span))
                    }
                    (Constructor::Array, _) => {
                        let negated = self.negated_all(&arguments);
                        Some(self.make_array(ty, &negated, span))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn negated_all(&mut self, expressions: &[Expr]) -> Vec<Expr> {
        let mut negated = Vec::with_capacity(expressions.len());
        for &expression in expressions {
            let span = self.program.span_of(expression);
            negated.push(match self.negated(expression, span) {
                Some(negated) => negated,
                None => {
                    let copy = self.copy_expression(expression);
                    self.prefixed(Operator::MINUS, copy, span)
                }
            });
        }
        negated
    }
}
