//! Division, shifts and fields of bits of integers, which WGSL defines for every operand.

use glassbox_spirv::build::{Builder, ByZero, FieldRange, Guarded, Id, Signedness, op};
use naga::{BinaryOperator, MathFunction, Scalar, ScalarKind};

use super::types::Shape;
use super::{Said, Writer, unexpected};

impl Guarded for Writer<'_> {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }

    fn instruction(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        self.emit(opcode, ty, operands, &[])
    }

    fn extended_instruction(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        self.extended(instruction, ty, operands)
    }
}

/// Whether integers of a kind have a sign.
pub(super) fn signedness(kind: ScalarKind) -> Signedness {
    if kind == ScalarKind::Sint { Signedness::Signed } else { Signedness::Unsigned }
}

impl Writer<'_> {
    /// A quotient or a remainder.
    pub(super) fn divide(&mut self, operator: BinaryOperator, left: Id, right: Id, shape: Shape) -> Id {
        let ty = self.shape(shape);
        let sign = signedness(shape.scalar.kind);
        match operator {
            BinaryOperator::Divide => self.quotient(ty, sign, [left, right], ByZero::One),
            _ => self.remainder(ty, sign, [left, right], ByZero::One),
        }
    }

    /// A shift by the amount modulo the width.
    pub(super) fn shift_by(
        &mut self,
        operator: BinaryOperator,
        value: Id,
        (amount, amount_scalar): (Id, Scalar),
        shape: Shape,
    ) -> Id {
        let opcode = match (operator, shape.scalar.kind) {
            (BinaryOperator::ShiftLeft, _) => op::SHIFT_LEFT_LOGICAL,
            (_, ScalarKind::Sint) => op::SHIFT_RIGHT_ARITHMETIC,
            _ => op::SHIFT_RIGHT_LOGICAL,
        };
        let [ty, amounts] = [shape, shape.with(amount_scalar)].map(|shape| self.shape(shape));
        self.shift(opcode, ty, value, (amount, amounts))
    }

    /// `extractBits` and `insertBits`, with offset and count clamped to the width.
    pub(super) fn field_of_bits(
        &mut self,
        function: MathFunction,
        ids: &[Id],
        kind: ScalarKind,
        ty: Id,
    ) -> Said<Id> {
        let [values @ .., offset, count] = ids else { return unexpected("a field of bits") };
        if values.is_empty() {
            return unexpected("a field of bits");
        }
        let opcode = match (function, kind) {
            (MathFunction::InsertBits, _) => op::BIT_FIELD_INSERT,
            (_, ScalarKind::Sint) => op::BIT_FIELD_S_EXTRACT,
            _ => op::BIT_FIELD_U_EXTRACT,
        };
        Ok(self.bit_field(opcode, ty, values, [*offset, *count], FieldRange::Clamped))
    }
}
