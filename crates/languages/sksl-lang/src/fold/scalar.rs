//! Folds operators on two literals.

use glassbox_sksl::builtin::Scalar;
use glassbox_sksl::raw::Operator;

use super::binary::Operation;
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::rules::fold as rules;

/// Maximum shift count, whatever the width of the operand.
const MOST_SHIFT: i64 = 31;

impl Builder<'_> {
    /// Folds an operator on two integer literals, unless the result is out of range of its type.
    pub(super) fn fold_integers(&mut self, operation: Operation) -> Option<Expr> {
        let (a, b) = (self.int_of_literal(operation.left)?, self.int_of_literal(operation.right)?);
        let value = match operation.operator {
            Operator::PLUS => a.wrapping_add(b),
            Operator::MINUS => a.wrapping_sub(b),
            Operator::STAR => a.wrapping_mul(b),
            Operator::SLASH => a.checked_div(b)?,
            Operator::PERCENT => a.checked_rem(b)?,
            Operator::BITWISE_AND => a & b,
            Operator::BITWISE_OR => a | b,
            Operator::BITWISE_XOR => a ^ b,
            Operator::SHL | Operator::SHR if !(0..=MOST_SHIFT).contains(&b) => {
                self.report_shift(operation, b);
                return None;
            }
            Operator::SHL => a.wrapping_shl(b as u32),
            Operator::SHR => a >> b,
            operator => {
                let value = compare(operator, &a, &b)?;
                return Some(self.truth(value, operation.span));
            }
        };
        let scalar = operation.ty.meaning.scalar()?;
        let (least, most) = integer_range(scalar)?;
        if !(least..=most).contains(&value) {
            return None;
        }
        Some(self.literal(value as f64, operation.ty, operation.span))
    }

    /// Folds an operator on two float literals in single precision, unless the result is infinite or NaN.
    pub(super) fn fold_floats(&mut self, operation: Operation) -> Option<Expr> {
        let (ExpressionKind::Literal(a), ExpressionKind::Literal(b)) =
            (self.program.kind_of(operation.left), self.program.kind_of(operation.right))
        else {
            return None;
        };
        let (a, b) = (a as f32, b as f32);
        let value = match operation.operator {
            Operator::PLUS => a + b,
            Operator::MINUS => a - b,
            Operator::STAR => a * b,
            Operator::SLASH => a / b,
            operator => {
                let value = compare(operator, &a, &b)?;
                return Some(self.truth(value, operation.span));
            }
        };
        value.is_finite().then(|| self.literal(f64::from(value), operation.ty, operation.span))
    }

    fn report_shift(&mut self, operation: Operation, count: i64) {
        let written = self.program.span_of(operation.written_right);
        let message = format!("found a shift by {count}, expected one by 0 to {MOST_SHIFT}");
        self.report(&rules::SHIFT_COUNT, operation.span, message)
            .label(written, format!("this is {count}"))
            .help(if count < 0 {
                "shift the other way by a positive count"
            } else {
                "shift by less: no integer has more than 32 bits"
            });
    }
}

fn compare<T: PartialOrd>(operator: Operator, a: &T, b: &T) -> Option<bool> {
    Some(match operator {
        Operator::EQUAL => a == b,
        Operator::NOT_EQUAL => a != b,
        Operator::GREATER => a > b,
        Operator::GREATER_EQUAL => a >= b,
        Operator::LESS => a < b,
        Operator::LESS_EQUAL => a <= b,
        _ => return None,
    })
}

/// Range of a folded integer. Results have the range of an `int`, although a literal may be as large as a `uint`.
pub(super) fn integer_range(scalar: Scalar) -> Option<(i64, i64)> {
    scalar.settled().range()
}
