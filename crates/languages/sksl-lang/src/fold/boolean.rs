//! Folds boolean operators: literals on both sides, short circuits, and neutral literals.

use glassbox_sksl::raw::Operator;

use super::binary::Operation;
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};

impl Builder<'_> {
    /// Folds an operator with a boolean literal. `None`: neither operand is a boolean literal. `Some(None)`: the
    /// expression stays as it is.
    pub(super) fn fold_boolean(&mut self, operation: Operation) -> Option<Option<Expr>> {
        let Operation { left, operator, right, span, .. } = operation;
        match (self.truth_of(left), self.truth_of(right)) {
            (Some(a), Some(b)) => {
                let value = match operator {
                    Operator::LOGICAL_AND => a && b,
                    Operator::LOGICAL_OR => a || b,
                    Operator::LOGICAL_XOR | Operator::NOT_EQUAL => a != b,
                    Operator::EQUAL => a == b,
                    _ => return Some(None),
                };
                Some(Some(self.truth(value, span)))
            }
            (Some(a), None) if decides(operator, a) => Some(Some(self.take_left(operation))),
            (Some(a), None) => Some(is_neutral(operator, a).then(|| self.take_right(operation))),
            // The left operand is evaluated first, so it can be dropped only without side effects.
            (None, Some(b)) if decides(operator, b) && !self.has_side_effects(left) => {
                Some(Some(self.take_right(operation)))
            }
            (None, Some(b)) => Some(is_neutral(operator, b).then(|| self.take_left(operation))),
            (None, None) => None,
        }
    }

    fn truth_of(&self, expression: Expr) -> Option<bool> {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) if self.type_of(expression).is_bool() => Some(value != 0.0),
            _ => None,
        }
    }
}

/// Returns whether a literal determines the result regardless of the other operand.
fn decides(operator: Operator, literal: bool) -> bool {
    match operator {
        Operator::LOGICAL_AND => !literal,
        Operator::LOGICAL_OR => literal,
        _ => false,
    }
}

/// Returns whether a literal leaves the other operand as the result.
fn is_neutral(operator: Operator, literal: bool) -> bool {
    match operator {
        Operator::LOGICAL_AND | Operator::EQUAL => literal,
        Operator::LOGICAL_OR | Operator::LOGICAL_XOR | Operator::NOT_EQUAL => !literal,
        _ => false,
    }
}
