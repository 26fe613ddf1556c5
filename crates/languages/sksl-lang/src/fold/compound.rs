//! Folds operators on constant vectors and matrices.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scalar, Type};
use glassbox_sksl::raw::Operator;

use super::binary::Operation;
use super::scalar::integer_range;
use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::ty::Ty;

/// Result of an operation. The sign of a NaN depends on the processor; this reproduces x86, as in files written by
/// Skia: a NaN operand if there is one, otherwise a negative NaN.
fn settled(value: f64, left: f64, right: f64) -> f64 {
    match value.is_nan() {
        false => value,
        true if left.is_nan() => left,
        true if right.is_nan() => right,
        true => f64::NAN.copysign(-1.0),
    }
}

impl Builder<'_> {
    /// Folds an operator on two constants of the same shape by component. A scalar operand is broadcast.
    pub(super) fn fold_components(&mut self, operation: Operation) -> Option<Expr> {
        let Operation { left, right, .. } = operation;
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        let ty = match (left_type.is_scalar(), right_type.is_scalar()) {
            _ if left_type == right_type => self.program.ty_of(left),
            (false, true) if left_type.scalar() == right_type.scalar() => self.program.ty_of(left),
            (true, false) if left_type.scalar() == right_type.scalar() => self.program.ty_of(right),
            _ if left_type.is_matrix() && right_type.is_matrix() => return self.fold_equality(operation),
            _ => return None,
        };
        if let Some(answer) = self.fold_equality(operation) {
            return Some(answer);
        }
        let fold: fn(f64, f64) -> f64 = match operation.operator {
            Operator::PLUS => |a, b| a + b,
            Operator::MINUS => |a, b| a - b,
            Operator::STAR => |a, b| a * b,
            Operator::SLASH => |a, b| a / b,
            _ => return None,
        };
        let width = ty.meaning.width();
        let lefts = self.stretched_slots(left, width)?;
        let rights = self.stretched_slots(right, width)?;
        let range = match ty.meaning.scalar() {
            Some(scalar) if scalar.is_integer() => integer_range(scalar),
            _ => None,
        };
        let mut values = Vec::with_capacity(lefts.len());
        for (&a, &b) in lefts.iter().zip(&rights) {
            let value = settled(fold(a, b), a, b);
            if let Some((least, most)) = range
                && (value < least as f64 || value > most as f64)
            {
                return None;
            }
            values.push(value);
        }
        Some(self.compound(ty, &values, left))
    }

    /// Components of a constant; a scalar is repeated `width` times.
    fn stretched_slots(&self, expression: Expr, width: u8) -> Option<Vec<f64>> {
        let mut slots = self.constant_slots(expression)?;
        if let [only] = slots[..] {
            slots.resize(usize::from(width), only);
        }
        (slots.len() == usize::from(width)).then_some(slots)
    }

    /// Folds a product in which at least one operand is a matrix. A vector is a row on the left and a column on the
    /// right. The result type has its builtin name, whatever the spelling of the operands.
    pub(super) fn multiply_matrices(&mut self, operation: Operation) -> Option<Expr> {
        let Operation { left, right, .. } = operation;
        let (a, b) = (self.constant_slots(left)?, self.constant_slots(right)?);
        let (left, right) = (self.type_of(left), self.type_of(right));
        let (scalar, inner, rows) = match left {
            Type::Matrix(scalar, columns, rows) => (scalar, columns, rows),
            Type::Vector(scalar, width) => (scalar, width, 1),
            _ => return None,
        };
        let (columns, height) = match right {
            Type::Matrix(_, columns, rows) => (columns, rows),
            Type::Vector(_, width) => (1, width),
            _ => return None,
        };
        if inner != height {
            return None;
        }
        let ty = match (left, right) {
            (Type::Vector(..), _) => Type::Vector(scalar, columns),
            (_, Type::Vector(..)) => Type::Vector(scalar, rows),
            _ => Type::compound(scalar, columns, rows)?,
        };
        let rows = usize::from(rows);
        let mut values = Vec::with_capacity(rows * usize::from(columns));
        for column in b.chunks_exact(usize::from(inner)) {
            for row in 0..rows {
                let factors = a.chunks_exact(rows).zip(column);
                values.push(factors.fold(0.0, |sum, (part, factor)| {
                    sum + part.get(row).copied().unwrap_or_default() * factor
                }));
            }
        }
        Some(self.compound(Ty::own(ty), &values, operation.left))
    }

    /// Creates a constant vector or matrix with the range of `place`; a literal for a scalar type.
    pub(super) fn compound(&mut self, ty: Ty, values: &[f64], place: Expr) -> Expr {
        let span = self.program.span_of(place);
        self.compound_at(ty, values, span)
    }

    /// Creates a constant vector or matrix with a given range.
    pub(super) fn compound_at(&mut self, ty: Ty, values: &[f64], span: Span) -> Expr {
        let scalar = ty.meaning.scalar().unwrap_or(Scalar::Float);
        let parts: Vec<Expr> =
            values.iter().map(|&value| self.literal(value, Ty::own(Type::Scalar(scalar)), span)).collect();
        match (ty.meaning.is_scalar(), &parts[..]) {
            (true, &[only]) => only,
            _ => self.make_compound(ty, &parts, span),
        }
    }
}
