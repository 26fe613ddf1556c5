//! Operators.

use glassbox_spirv::build::{Id, op};
use naga::{BinaryOperator, ScalarKind, TypeInner, UnaryOperator};

use super::expression::{Argument, Wanted};
use super::types::{Shape, expect_shape, shape};
use super::{Said, Writer, unexpected};

/// Instructions of an operator for signed, unsigned, float and boolean operands.
struct Row {
    signed: u16,
    unsigned: u16,
    float: u16,
    boolean: u16,
}

const NONE: u16 = op::NOP;

const fn row(signed: u16, unsigned: u16, float: u16, boolean: u16) -> Row {
    Row { signed, unsigned, float, boolean }
}

/// The instructions of an operator whose operands have one shape; division and shifts of integers need more than one.
const fn instructions(operator: BinaryOperator) -> Row {
    match operator {
        BinaryOperator::Add => row(op::I_ADD, op::I_ADD, op::F_ADD, NONE),
        BinaryOperator::Subtract => row(op::I_SUB, op::I_SUB, op::F_SUB, NONE),
        BinaryOperator::Multiply => row(op::I_MUL, op::I_MUL, op::F_MUL, NONE),
        BinaryOperator::Divide => row(NONE, NONE, op::F_DIV, NONE),
        BinaryOperator::Modulo => row(NONE, NONE, op::F_REM, NONE),
        BinaryOperator::Equal => row(op::I_EQUAL, op::I_EQUAL, op::F_ORD_EQUAL, op::LOGICAL_EQUAL),
        // Whatever is compared with NaN differs from it.
        BinaryOperator::NotEqual => {
            row(op::I_NOT_EQUAL, op::I_NOT_EQUAL, op::F_UNORD_NOT_EQUAL, op::LOGICAL_NOT_EQUAL)
        }
        BinaryOperator::Less => row(op::S_LESS_THAN, op::U_LESS_THAN, op::F_ORD_LESS_THAN, NONE),
        BinaryOperator::LessEqual => {
            row(op::S_LESS_THAN_EQUAL, op::U_LESS_THAN_EQUAL, op::F_ORD_LESS_THAN_EQUAL, NONE)
        }
        BinaryOperator::Greater => row(op::S_GREATER_THAN, op::U_GREATER_THAN, op::F_ORD_GREATER_THAN, NONE),
        BinaryOperator::GreaterEqual => {
            row(op::S_GREATER_THAN_EQUAL, op::U_GREATER_THAN_EQUAL, op::F_ORD_GREATER_THAN_EQUAL, NONE)
        }
        BinaryOperator::And => row(op::BITWISE_AND, op::BITWISE_AND, NONE, op::LOGICAL_AND),
        BinaryOperator::ExclusiveOr => row(op::BITWISE_XOR, op::BITWISE_XOR, NONE, op::LOGICAL_NOT_EQUAL),
        BinaryOperator::InclusiveOr => row(op::BITWISE_OR, op::BITWISE_OR, NONE, op::LOGICAL_OR),
        BinaryOperator::LogicalAnd => row(NONE, NONE, NONE, op::LOGICAL_AND),
        BinaryOperator::LogicalOr => row(NONE, NONE, NONE, op::LOGICAL_OR),
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => row(NONE, NONE, NONE, NONE),
    }
}

impl<'m> Writer<'m> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, one: Argument<'m>, ty: Id) -> Said<Id> {
        let opcode = match operator {
            UnaryOperator::LogicalNot => op::LOGICAL_NOT,
            UnaryOperator::BitwiseNot => op::NOT,
            UnaryOperator::Negate => match *one.inner {
                TypeInner::Matrix { columns, rows, scalar } => {
                    let columns = u32::from(columns);
                    let column = self.shape(Shape::vector(rows, scalar));
                    return Ok(self.by_column(columns, column, ty, &[one.id], op::F_NEGATE));
                }
                TypeInner::CooperativeMatrix { scalar, .. } => match scalar.kind {
                    ScalarKind::Float => op::F_NEGATE,
                    _ => op::S_NEGATE,
                },
                ref inner => match expect_shape(inner)?.scalar.kind {
                    ScalarKind::Float => op::F_NEGATE,
                    _ => op::S_NEGATE,
                },
            },
        };
        Ok(self.emit(opcode, ty, &[one.id], &[]))
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: Argument<'m>,
        right: Argument<'m>,
        (inner, ty): Wanted<'m>,
    ) -> Said<Id> {
        let is_product = operator == BinaryOperator::Multiply;
        match (left.inner, right.inner) {
            (TypeInner::Matrix { columns, rows, scalar }, TypeInner::Matrix { .. }) if !is_product => {
                let opcode = match operator {
                    BinaryOperator::Add => op::F_ADD,
                    BinaryOperator::Subtract => op::F_SUB,
                    _ => return unexpected("an operator between matrices"),
                };
                let column = self.shape(Shape::vector(*rows, *scalar));
                Ok(self.by_column(u32::from(*columns), column, ty, &[left.id, right.id], opcode))
            }
            (TypeInner::CooperativeMatrix { scalar, .. }, TypeInner::CooperativeMatrix { .. }) => {
                let row = instructions(operator);
                let opcode = if scalar.kind == ScalarKind::Float { row.float } else { row.signed };
                Ok(self.emit(opcode, ty, &[left.id, right.id], &[]))
            }
            (matrix, other) if is_product && (is_matrix(matrix) || is_matrix(other)) => {
                let (opcode, operands) = match (is_matrix(matrix), is_matrix(other)) {
                    (true, true) => (op::MATRIX_TIMES_MATRIX, [left.id, right.id]),
                    (true, false) if matches!(other, TypeInner::Scalar(_)) => {
                        (op::MATRIX_TIMES_SCALAR, [left.id, right.id])
                    }
                    (true, false) => (op::MATRIX_TIMES_VECTOR, [left.id, right.id]),
                    _ if matches!(matrix, TypeInner::Scalar(_)) => {
                        (op::MATRIX_TIMES_SCALAR, [right.id, left.id])
                    }
                    _ => (op::VECTOR_TIMES_MATRIX, [left.id, right.id]),
                };
                Ok(self.emit(opcode, ty, &operands, &[]))
            }
            _ => {
                let (left_shape, right_shape) = (expect_shape(left.inner)?, expect_shape(right.inner)?);
                self.between_shapes(operator, (left.id, left_shape), (right.id, right_shape), (inner, ty))
            }
        }
    }

    /// An operator between scalars and vectors.
    fn between_shapes(
        &mut self,
        operator: BinaryOperator,
        (left, left_shape): (Id, Shape),
        (right, right_shape): (Id, Shape),
        (inner, ty): Wanted<'m>,
    ) -> Said<Id> {
        let kind = left_shape.scalar.kind;
        if operator == BinaryOperator::Multiply
            && kind == ScalarKind::Float
            && left_shape.size != right_shape.size
        {
            let operands = if left_shape.size.is_some() { [left, right] } else { [right, left] };
            return Ok(self.emit(op::VECTOR_TIMES_SCALAR, ty, &operands, &[]));
        }
        let size = left_shape.size.or(right_shape.size);
        let whole = Shape { size, ..left_shape };
        let left = if left_shape.size == size { left } else { self.splat(whole, left) };
        let right =
            if right_shape.size == size { right } else { self.splat(Shape { size, ..right_shape }, right) };
        match (operator, kind) {
            (BinaryOperator::Divide | BinaryOperator::Modulo, ScalarKind::Sint | ScalarKind::Uint) => {
                return Ok(self.divide(operator, left, right, whole));
            }
            (BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, _) => {
                let shape = shape(inner).unwrap_or(whole);
                return Ok(self.shift_by(operator, left, (right, right_shape.scalar), shape));
            }
            _ => {}
        }
        let row = instructions(operator);
        let opcode = match kind {
            ScalarKind::Sint | ScalarKind::AbstractInt => row.signed,
            ScalarKind::Uint => row.unsigned,
            ScalarKind::Float | ScalarKind::AbstractFloat => row.float,
            ScalarKind::Bool => row.boolean,
        };
        if opcode == NONE {
            return unexpected("an operator between values that it does not take");
        }
        Ok(self.emit(opcode, ty, &[left, right], &[]))
    }

    /// An instruction for vectors, column by column.
    pub(super) fn by_column(&mut self, columns: u32, column: Id, ty: Id, matrices: &[Id], opcode: u16) -> Id {
        let columns: Vec<Id> = (0..columns)
            .map(|index| {
                let parts: Vec<Id> = matrices
                    .iter()
                    .map(|matrix| self.emit(op::COMPOSITE_EXTRACT, column, &[*matrix], &[index]))
                    .collect();
                self.emit(opcode, column, &parts, &[])
            })
            .collect();
        self.compose(ty, &columns)
    }
}

const fn is_matrix(inner: &TypeInner) -> bool {
    matches!(inner, TypeInner::Matrix { .. } | TypeInner::CooperativeMatrix { .. })
}
