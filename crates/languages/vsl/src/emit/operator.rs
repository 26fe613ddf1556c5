//! Emits unary and binary operators.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::types::{Scalar, ValueType};

/// A value and its type.
type Operand = (Id, ValueType);

impl Emitter<'_, '_> {
    /// Emits a prefix operator.
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: Id, ty: ValueType) -> Id {
        let opcode = match (operator, ty.scalar) {
            (UnaryOperator::Plus, _) => return operand,
            (UnaryOperator::Negate, Scalar::Float) => op::F_NEGATE,
            (UnaryOperator::Negate, _) => op::S_NEGATE,
            (UnaryOperator::Not, _) => op::LOGICAL_NOT,
            (UnaryOperator::Complement, _) => op::NOT,
        };
        if ty.is_matrix() {
            return self.by_columns(ty, |emitter, number| {
                let column = emitter.extract(operand, ty, number);
                let id = emitter.ty(ty.element());
                emitter.module.value(opcode, id, &[column])
            });
        }
        let id = self.ty(ty);
        self.module.value(opcode, id, &[operand])
    }

    /// Emits a binary operator.
    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: Operand,
        right: Operand,
        ty: ValueType,
    ) -> Id {
        if operator == BinaryOperator::Multiply
            && let Some(product) = self.product(left, right, ty)
        {
            return product;
        }
        let opcode = opcode(operator, left.1.scalar);
        if ty.is_matrix() {
            return self.by_columns(ty, |emitter, number| {
                let column = ty.element();
                let operands = [left, right].map(|(value, side)| {
                    if side.is_matrix() {
                        emitter.extract(value, side, number)
                    } else {
                        emitter.splat(value, column)
                    }
                });
                let id = emitter.ty(column);
                emitter.module.value(opcode, id, &operands)
            });
        }
        // Widen a scalar operand to the other's shape.
        let operands = [left, right].map(|(value, side)| {
            if side.is_scalar() && ty.is_vector() { self.splat(value, ty.of(side.scalar)) } else { value }
        });
        let id = self.ty(ty);
        self.module.value(opcode, id, &operands)
    }

    /// Products with an instruction of their own; `None` for componentwise ones.
    pub(super) fn product(&mut self, left: Operand, right: Operand, ty: ValueType) -> Option<Id> {
        if ty.scalar != Scalar::Float {
            return None;
        }
        let (a, b) = (left.1, right.1);
        let (opcode, operands) = if a.is_matrix() && b.is_matrix() {
            (op::MATRIX_TIMES_MATRIX, [left.0, right.0])
        } else if a.is_matrix() && b.is_vector() {
            (op::MATRIX_TIMES_VECTOR, [left.0, right.0])
        } else if a.is_vector() && b.is_matrix() {
            (op::VECTOR_TIMES_MATRIX, [left.0, right.0])
        } else if a.is_matrix() && b.is_scalar() {
            (op::MATRIX_TIMES_SCALAR, [left.0, right.0])
        } else if a.is_scalar() && b.is_matrix() {
            (op::MATRIX_TIMES_SCALAR, [right.0, left.0])
        } else if a.is_vector() && b.is_scalar() {
            (op::VECTOR_TIMES_SCALAR, [left.0, right.0])
        } else if a.is_scalar() && b.is_vector() {
            (op::VECTOR_TIMES_SCALAR, [right.0, left.0])
        } else {
            return None;
        };
        let id = self.ty(ty);
        Some(self.module.value(opcode, id, &operands))
    }

    /// Builds a matrix column by column.
    pub(super) fn by_columns(&mut self, ty: ValueType, mut column: impl FnMut(&mut Self, u32) -> Id) -> Id {
        let mut columns = Vec::with_capacity(ty.columns.into());
        for number in 0..ty.columns.into() {
            columns.push(column(self, number));
        }
        self.construct(ty, &columns)
    }
}

/// The instruction of an operator on a scalar type.
fn opcode(operator: BinaryOperator, scalar: Scalar) -> u16 {
    use BinaryOperator::*;
    // Opcodes on bool, int, uint and float; arbitrary where the checker rejects the combination.
    let [bool, int, uint, float] = match operator {
        Multiply => [op::LOGICAL_AND, op::I_MUL, op::I_MUL, op::F_MUL],
        Divide => [op::LOGICAL_AND, op::S_DIV, op::U_DIV, op::F_DIV],
        // Takes the sign of the divisor, as in the released compiler's back end.
        Modulo => [op::LOGICAL_AND, op::S_MOD, op::U_MOD, op::F_MOD],
        Add => [op::LOGICAL_OR, op::I_ADD, op::I_ADD, op::F_ADD],
        Subtract => [op::LOGICAL_NOT_EQUAL, op::I_SUB, op::I_SUB, op::F_SUB],
        ShiftLeft => [op::SHIFT_LEFT_LOGICAL; 4],
        ShiftRight => [
            op::SHIFT_RIGHT_LOGICAL,
            op::SHIFT_RIGHT_ARITHMETIC,
            op::SHIFT_RIGHT_LOGICAL,
            op::SHIFT_RIGHT_LOGICAL,
        ],
        Less => [op::LOGICAL_NOT_EQUAL, op::S_LESS_THAN, op::U_LESS_THAN, op::F_ORD_LESS_THAN],
        Greater => [op::LOGICAL_NOT_EQUAL, op::S_GREATER_THAN, op::U_GREATER_THAN, op::F_ORD_GREATER_THAN],
        LessEqual => {
            [op::LOGICAL_EQUAL, op::S_LESS_THAN_EQUAL, op::U_LESS_THAN_EQUAL, op::F_ORD_LESS_THAN_EQUAL]
        }
        GreaterEqual => [
            op::LOGICAL_EQUAL,
            op::S_GREATER_THAN_EQUAL,
            op::U_GREATER_THAN_EQUAL,
            op::F_ORD_GREATER_THAN_EQUAL,
        ],
        Equal => [op::LOGICAL_EQUAL, op::I_EQUAL, op::I_EQUAL, op::F_ORD_EQUAL],
        // NaN is unequal to itself.
        NotEqual => [op::LOGICAL_NOT_EQUAL, op::I_NOT_EQUAL, op::I_NOT_EQUAL, op::F_UNORD_NOT_EQUAL],
        And => [op::LOGICAL_AND, op::BITWISE_AND, op::BITWISE_AND, op::BITWISE_AND],
        Xor => [op::LOGICAL_NOT_EQUAL, op::BITWISE_XOR, op::BITWISE_XOR, op::BITWISE_XOR],
        Or => [op::LOGICAL_OR, op::BITWISE_OR, op::BITWISE_OR, op::BITWISE_OR],
        LogicalAnd => [op::LOGICAL_AND; 4],
        LogicalOr => [op::LOGICAL_OR; 4],
    };
    match scalar {
        Scalar::Bool => bool,
        Scalar::Int => int,
        Scalar::Uint => uint,
        Scalar::Float => float,
    }
}
