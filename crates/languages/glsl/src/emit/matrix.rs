//! Products of linear algebra.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use super::arithmetic::Typed;
use crate::types::{Scalar, Type};

impl Emitter<'_> {
    /// Whether a product is one of linear algebra: with a matrix, or of a cooperative matrix or vector and a scalar.
    pub(super) fn is_linear(&self, left: Type, right: Type) -> bool {
        // Vectors of whole numbers have no product with a scalar of their own.
        let is_parametric = |ty: Type| {
            matches!(ty, Type::Parametric(_))
                && (self.long_length(ty).is_none() || self.component_of(ty).is_some_and(Scalar::is_float))
        };
        left.is_matrix()
            || right.is_matrix()
            || is_parametric(left) && right.is_scalar()
            || left.is_scalar() && is_parametric(right)
    }

    /// A product of linear algebra.
    pub(super) fn product(&mut self, left: Typed, right: Typed, result: Type) -> Id {
        let ty = self.ty(result);
        let (opcode, operands) = match (left.1, right.1) {
            (Type::Matrix(..), Type::Matrix(..)) => (op::MATRIX_TIMES_MATRIX, [left.0, right.0]),
            (Type::Matrix(..), Type::Vector(..)) => (op::MATRIX_TIMES_VECTOR, [left.0, right.0]),
            (Type::Vector(..), Type::Matrix(..)) => (op::VECTOR_TIMES_MATRIX, [left.0, right.0]),
            (Type::Scalar(_), Type::Parametric(_)) => (self.times_scalar(right.1), [right.0, left.0]),
            (Type::Parametric(_), _) => (self.times_scalar(left.1), [left.0, right.0]),
            (Type::Scalar(_), _) => (op::MATRIX_TIMES_SCALAR, [right.0, left.0]),
            _ => (op::MATRIX_TIMES_SCALAR, [left.0, right.0]),
        };
        self.arithmetic(opcode, ty, &operands)
    }

    /// The product of a cooperative matrix or vector and a scalar.
    fn times_scalar(&self, ty: Type) -> u16 {
        use crate::types::ParametricKind as Kind;
        let Type::Parametric(id) = ty else { return op::MATRIX_TIMES_SCALAR };
        match self.program.types.parametric.get(id.0 as usize).map(|parametric| parametric.kind) {
            Some(Kind::CooperativeVector | Kind::LongVector) => op::VECTOR_TIMES_SCALAR,
            _ => op::MATRIX_TIMES_SCALAR,
        }
    }
}
