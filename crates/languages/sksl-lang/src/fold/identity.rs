//! Folds arithmetic with neutral or absorbing constants: `x + 0`, `1 * x`, `x * 0`, `x /= 1`.
//!
//! Applies to scalars and vectors. Constants are compared by component, so `float2(1)` and `float2(1, 1)` are both
//! one. The remaining operand is converted to the type of the operation: `x * float2(1)` becomes `float2(x)`.

use glassbox_sksl::raw::{Operator, RefKind};

use super::binary::Operation;
use crate::build::Builder;
use crate::ir::expression::Expr;

impl Builder<'_> {
    /// Folds an operator with a neutral or absorbing operand.
    pub(super) fn fold_identity(&mut self, operation: Operation) -> Option<Expr> {
        let Operation { left, right, .. } = operation;
        let is_plain = |expression| {
            let ty = self.type_of(expression);
            ty.is_scalar() || ty.is_vector()
        };
        if !is_plain(left) || !is_plain(right) {
            return None;
        }
        let (on_left, on_right) = (self.number_of_all(left), self.number_of_all(right));
        let (is_left, is_right) = (|number| on_left == Some(number), |number| on_right == Some(number));
        match operation.operator {
            _ if on_left.is_none() && on_right.is_none() => None,
            Operator::PLUS if is_right(0.0) => self.convert_left(operation),
            Operator::PLUS if is_left(0.0) => self.convert_right(operation),
            Operator::STAR if is_right(1.0) => self.convert_left(operation),
            Operator::STAR if is_left(1.0) => self.convert_right(operation),
            Operator::STAR if is_right(0.0) && !self.has_side_effects(left) => self.convert_right(operation),
            Operator::STAR if is_left(0.0) && !self.has_side_effects(right) => self.convert_left(operation),
            Operator::MINUS if is_right(0.0) => self.convert_left(operation),
            Operator::MINUS if is_left(0.0) => {
                let operand = self.convert_right(operation)?;
                let span = self.program.span_of(operand);
                Some(self.make_prefix(Operator::MINUS, operand, span))
            }
            Operator::SLASH if is_right(1.0) => self.convert_left(operation),
            Operator::PLUS_ASSIGN | Operator::MINUS_ASSIGN if is_right(0.0) => self.only_read(operation),
            Operator::STAR_ASSIGN | Operator::SLASH_ASSIGN if is_right(1.0) => self.only_read(operation),
            _ => None,
        }
    }

    fn convert_left(&mut self, operation: Operation) -> Option<Expr> {
        let kept = self.take_left(operation);
        self.convert_kept(kept, operation)
    }

    fn convert_right(&mut self, operation: Operation) -> Option<Expr> {
        let kept = self.take_right(operation);
        self.convert_kept(kept, operation)
    }

    fn convert_kept(&mut self, kept: Expr, operation: Operation) -> Option<Expr> {
        if self.type_of(kept) == operation.ty.meaning {
            return Some(kept);
        }
        let span = self.program.span_of(kept);
        self.construct(operation.ty, &[kept], span)
    }

    /// Replaces an assignment without effect by a read.
    fn only_read(&mut self, operation: Operation) -> Option<Expr> {
        let target = self.convert_left(operation)?;
        self.set_ref_kind(target, RefKind::READ);
        Some(target)
    }
}
