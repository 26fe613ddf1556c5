//! Folds binary operators: the order in which the rules are tried.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, Type};
use glassbox_sksl::raw::Operator;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::fold as rules;

/// Operator and operands, with `const` variables replaced by their values.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub left: Expr,
    pub operator: Operator,
    pub right: Expr,
    /// Left operand as in the source.
    pub written_left: Expr,
    /// Right operand as in the source.
    pub written_right: Expr,
    /// Type of the result.
    pub ty: Ty,
    pub span: Span,
}

impl Builder<'_> {
    /// Folds a binary operator. The operands are consumed if the result is `Some`. Division by a constant zero and
    /// shifts out of range are reported and not folded.
    #[inline]
    pub(crate) fn fold_binary(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        ty: Ty,
        span: Span,
    ) -> Option<Expr> {
        let (written_left, written_right) = (left, right);
        let (left, right) = (self.constant_value(left), self.constant_value(right));
        let holds_numbers = self.may_hold_numbers(left) || self.may_hold_numbers(right);
        let asks_for_numbers =
            !matches!(operator, Operator::COMMA | Operator::ASSIGN | Operator::EQUAL | Operator::NOT_EQUAL);
        if asks_for_numbers && !holds_numbers {
            return None;
        }
        let operation = Operation { left, operator, right, written_left, written_right, ty, span };
        self.fold_operation(&operation, holds_numbers)
    }

    /// Folds an operation; `holds_numbers` is set if an operand may contain constants.
    #[inline(never)]
    fn fold_operation(&mut self, operation: &Operation, holds_numbers: bool) -> Option<Expr> {
        let operation = *operation;
        let Operation { left, operator, right, .. } = operation;
        if operator == Operator::COMMA && !self.is_current() && !self.has_side_effects(left) {
            return Some(self.take_right(operation));
        }
        if operator == Operator::ASSIGN && self.same_expression(left, right) {
            return Some(self.take_right(operation));
        }
        if holds_numbers && let Some(answer) = self.fold_boolean(operation) {
            return answer;
        }
        if matches!(operator, Operator::EQUAL | Operator::NOT_EQUAL) && self.same_expression(left, right) {
            let span = self.program.span_of(operation.written_left);
            return Some(self.truth(operator == Operator::EQUAL, span));
        }
        // The remaining rules need a constant on at least one side.
        if !holds_numbers {
            return None;
        }
        if self.divides_by_zero(operation) {
            return None;
        }
        if let Some(answer) = self.fold_identity(operation) {
            return Some(answer);
        }
        if !self.is_compile_time_constant(left) || !self.is_compile_time_constant(right) {
            return None;
        }
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        match (left_type, right_type) {
            (Type::Scalar(a), Type::Scalar(b)) if a.is_integer() && b.is_integer() => {
                self.fold_integers(operation)
            }
            (Type::Scalar(a), Type::Scalar(b)) if a.is_float() && b.is_float() => self.fold_floats(operation),
            (Type::Matrix(..), Type::Matrix(..) | Type::Vector(..))
            | (Type::Vector(..), Type::Matrix(..))
                if operator == Operator::STAR =>
            {
                self.multiply_matrices(operation)
            }
            _ if left_type.width() > 1 || right_type.width() > 1 => self.fold_components(operation),
            (Type::Array(_), Type::Array(_)) => self.fold_equality(operation),
            _ => None,
        }
    }

    /// Returns whether some component of an expression may be known.
    fn may_hold_numbers(&self, expression: Expr) -> bool {
        matches!(
            self.program.kind_of(expression),
            ExpressionKind::Literal(_) | ExpressionKind::Constructor { .. }
        )
    }

    /// Returns the left operand as the result.
    pub(super) fn take_left(&mut self, operation: Operation) -> Expr {
        self.own_constant(operation.left, operation.written_left)
    }

    /// Returns the right operand as the result.
    pub(super) fn take_right(&mut self, operation: Operation) -> Expr {
        self.own_constant(operation.right, operation.written_right)
    }

    /// Creates a boolean literal.
    pub(super) fn truth(&mut self, value: bool, span: Span) -> Expr {
        self.literal(f64::from(value), Ty::own(BOOL), span)
    }

    /// Folds `==` and `!=` of two constants.
    pub(super) fn fold_equality(&mut self, operation: Operation) -> Option<Expr> {
        let wanted = match operation.operator {
            Operator::EQUAL => true,
            Operator::NOT_EQUAL => false,
            _ => return None,
        };
        let equal = self.compare_constants(operation.left, operation.right)?;
        let span = self.program.span_of(operation.left);
        Some(self.truth(equal == wanted, span))
    }

    /// Returns whether any component is divided by zero, and reports it.
    fn divides_by_zero(&mut self, operation: Operation) -> bool {
        let is_division = matches!(
            operation.operator,
            Operator::SLASH | Operator::SLASH_ASSIGN | Operator::PERCENT | Operator::PERCENT_ASSIGN
        );
        if !is_division || !self.contains_zero(operation.right) {
            return false;
        }
        let divisor = operation.written_right;
        let ty = self.program.ty_of(divisor);
        let divisor = self.program.span_of(divisor);
        let (found, label) = if ty.meaning.is_scalar() {
            ("division by zero".to_owned(), "this is 0")
        } else {
            (
                format!("division by zero in a component of a `{}`", self.program.type_name(ty)),
                "a component is 0",
            )
        };
        let message = format!("{found}, expected a divisor other than 0");
        self.report(&rules::DIVISION_BY_ZERO, operation.span, message)
            .label(divisor, label)
            .help("divide by something else, or leave the division out");
        true
    }
}
