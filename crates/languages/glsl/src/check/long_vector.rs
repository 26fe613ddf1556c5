//! Vectors of any length, of GL_EXT_long_vector: `vector<float, 5>`. They are computed with as short ones are.

use super::convert::common;
use crate::model::{At, BinaryOperator, ExpressionId, ExpressionKind};
use crate::parse::Parser;
use crate::types::{Parametric, ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// The type with other components, of a scalar, vector, matrix, or cooperative or long vector.
    pub(crate) fn with_component(&mut self, ty: Type, scalar: Scalar) -> Type {
        match self.parametric(ty) {
            Some(parametric) => {
                let changed = Parametric { component: Some(scalar), ..parametric.clone() };
                self.program.types.parametric(changed)
            }
            None => ty.with_scalar(scalar),
        }
    }

    /// Whether two types are long vectors of one length.
    pub(crate) fn is_same_length(&self, one: Type, other: Type) -> bool {
        let (Some(one), Some(other)) = (self.parametric(one), self.parametric(other)) else {
            return false;
        };
        let is_long = |parametric: &Parametric| parametric.kind == ParametricKind::LongVector;
        is_long(one) && is_long(other) && one.arguments == other.arguments
    }

    /// A binary operator with a long vector; `None` where there is none for the operands.
    pub(crate) fn long_binary(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        at: At,
    ) -> Option<ExpressionId> {
        let (left, right, ty) = self.long_operands(operator, left, right)?;
        Some(self.computed(ExpressionKind::Binary(operator, left, right), ty, at, &[left, right]))
    }

    /// The operands of a binary operator with a long vector, converted, and the type of the result.
    pub(crate) fn long_operands(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Option<(ExpressionId, ExpressionId, Type)> {
        let (first, second) = (self.ty(left), self.ty(right));
        let (one, other) = (self.component(first)?, self.component(second)?);
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let is_fitting = match (self.is_long_vector(first), self.is_long_vector(second)) {
            (true, true) => self.is_same_length(first, second),
            (true, false) => second.is_scalar(),
            (false, _) => first.is_scalar() && !is_shift,
        };
        if !is_fitting || !self.has_arithmetic(one) || !self.has_arithmetic(other) {
            return None;
        }
        if is_shift {
            return (one.is_integer() && other.is_integer()).then_some((left, right, first));
        }
        let scalar = common(&self.program.environment, one, other)?;
        let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        let is_allowed = match operator {
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                self.is_long_vector(first) && self.is_long_vector(second)
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide => scalar != Scalar::Bool,
            BinaryOperator::Modulo
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => scalar.is_integer(),
            _ => false,
        };
        if !is_allowed {
            return None;
        }
        let long = if self.is_long_vector(first) { first } else { second };
        let ty = if is_equality { Type::BOOL } else { self.with_component(long, scalar) };
        let (left_at, right_at) = (self.at_of(left), self.at_of(right));
        let left = self.cast(left, scalar, left_at);
        let right = self.cast(right, scalar, right_at);
        Some((left, right, ty))
    }
}
