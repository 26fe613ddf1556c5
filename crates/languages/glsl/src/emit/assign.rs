//! Assignments.

use glassbox_spirv::build::Id;

use super::Emitter;
use super::arithmetic::Typed;
use crate::model::{BinaryOperator, Expression, ExpressionId};

impl Emitter<'_> {
    /// Writes a value to a place; the value.
    pub(super) fn assign(&mut self, place: ExpressionId, value: ExpressionId, expression: &Expression) -> Id {
        let chain = self.place(place);
        let value = self.value(value);
        self.at(expression.at);
        self.store(&chain, value);
        value
    }

    /// The result of `left op= right`, of the type of the left side.
    pub(super) fn combined_with(&mut self, operator: BinaryOperator, left: Typed, right: Typed) -> Id {
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let (Some(own), Some(other)) = (self.component_of(left.1), self.component_of(right.1)) else {
            return self.binary(operator, left, right, left.1);
        };
        if is_shift || own == other || !left.1.is_numeric_or_bool() {
            return self.binary(operator, left, right, left.1);
        }
        // The operator has the wider type, and the result is converted back.
        let wide = left.1.with_scalar(other);
        let widened = self.convert(left.0, left.1, wide);
        let result = self.binary(operator, (widened, wide), right, wide);
        self.convert(result, wide, left.1)
    }
}
