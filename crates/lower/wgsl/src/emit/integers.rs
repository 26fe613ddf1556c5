//! Division and shifts of integers, which WGSL defines for every operand.

use glassbox_spirv::build::{Id, op};
use naga::{BinaryOperator, Scalar, ScalarKind};

use super::Writer;
use super::types::Shape;

impl Writer<'_> {
    /// A quotient or a remainder. Divided by zero, and where the quotient does not fit, a number is divided by one.
    pub(super) fn divide(&mut self, operator: BinaryOperator, left: Id, right: Id, shape: Shape) -> Id {
        let ty = self.shape(shape);
        let is_signed = shape.scalar.kind == ScalarKind::Sint;
        let divisor = if self.is_safe_divisor(right, is_signed, shape.width()) {
            right
        } else {
            self.safe_divisor(left, right, shape, is_signed)
        };
        match (operator, is_signed) {
            (BinaryOperator::Divide, true) => self.emit(op::S_DIV, ty, &[left, divisor], &[]),
            (BinaryOperator::Divide, false) => self.emit(op::U_DIV, ty, &[left, divisor], &[]),
            (_, false) => self.emit(op::U_MOD, ty, &[left, divisor], &[]),
            (_, true) => {
                // Vulkan leaves remainders of negative numbers open.
                let quotient = self.emit(op::S_DIV, ty, &[left, divisor], &[]);
                let product = self.emit(op::I_MUL, ty, &[quotient, divisor], &[]);
                self.emit(op::I_SUB, ty, &[left, product], &[])
            }
        }
    }

    /// True for constants that every number can be divided by.
    fn is_safe_divisor(&self, divisor: Id, is_signed: bool, width: u32) -> bool {
        let mask = u64::MAX >> (64 - width);
        let is_safe = |bits: u64| bits & mask != 0 && (!is_signed || bits & mask != mask);
        self.is_fixed(divisor)
            && match self.builder.bits(divisor) {
                Some(bits) => is_safe(bits),
                None => {
                    let parts = self.builder.parts(divisor);
                    !parts.is_empty()
                        && parts.iter().all(|part| self.builder.bits(*part).is_some_and(is_safe))
                }
            }
    }

    fn safe_divisor(&mut self, left: Id, right: Id, shape: Shape, is_signed: bool) -> Id {
        let truth = self.shape(shape.with(Scalar { kind: ScalarKind::Bool, width: 1 }));
        let ty = self.shape(shape);
        let zero = self.wholes(shape, 0);
        let one = self.wholes(shape, 1);
        let mut is_unsafe = self.emit(op::I_EQUAL, truth, &[right, zero], &[]);
        if is_signed {
            let scalar = self.scalar(shape.scalar);
            let least = self.builder.constant_bits(scalar, 1 << (shape.width() - 1));
            let least = self.splat_constant(shape, least);
            let minus_one = self.wholes(shape, -1);
            let is_least = self.emit(op::I_EQUAL, truth, &[left, least], &[]);
            let is_minus_one = self.emit(op::I_EQUAL, truth, &[right, minus_one], &[]);
            let overflows = self.emit(op::LOGICAL_AND, truth, &[is_least, is_minus_one], &[]);
            is_unsafe = self.emit(op::LOGICAL_OR, truth, &[is_unsafe, overflows], &[]);
        }
        self.emit(op::SELECT, ty, &[is_unsafe, one, right], &[])
    }

    /// A shift by the amount modulo the width.
    pub(super) fn shift(
        &mut self,
        operator: BinaryOperator,
        value: Id,
        (amount, amount_scalar): (Id, Scalar),
        shape: Shape,
    ) -> Id {
        let ty = self.shape(shape);
        let width = shape.width();
        let is_small = |bits: u64| bits < u64::from(width);
        let is_known = self.is_fixed(amount)
            && match self.builder.bits(amount) {
                Some(bits) => is_small(bits),
                None => {
                    let parts = self.builder.parts(amount);
                    !parts.is_empty()
                        && parts.iter().all(|part| self.builder.bits(*part).is_some_and(is_small))
                }
            };
        let amount = if is_known {
            amount
        } else {
            let amounts = shape.with(amount_scalar);
            let mask = self.wholes(amounts, width as i32 - 1);
            let ty = self.shape(amounts);
            self.emit(op::BITWISE_AND, ty, &[amount, mask], &[])
        };
        let opcode = match (operator, shape.scalar.kind) {
            (BinaryOperator::ShiftLeft, _) => op::SHIFT_LEFT_LOGICAL,
            (_, ScalarKind::Sint) => op::SHIFT_RIGHT_ARITHMETIC,
            _ => op::SHIFT_RIGHT_LOGICAL,
        };
        self.emit(opcode, ty, &[value, amount], &[])
    }
}
