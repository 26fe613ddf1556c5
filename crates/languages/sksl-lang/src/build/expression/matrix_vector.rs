//! Workaround for devices that compute medium-precision products of matrix and vector wrongly
//! (`sk_Caps.rewriteMatrixVectorMultiply`): the product becomes a sum of columns times components.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Scalar;
use glassbox_sksl::raw::Operator;

use crate::build::Builder;
use crate::ir::expression::{Components, Expr};
use crate::ir::ty::Ty;

impl Builder<'_> {
    /// Returns the sum for a product if the device needs it and both operands are cheap enough to be repeated.
    pub(super) fn rewritten_product(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        ty: Ty,
        span: Span,
    ) -> Option<Expr> {
        let (matrix, vector) = (self.program.ty_of(left).meaning, self.program.ty_of(right).meaning);
        let is_candidate = operator == Operator::STAR
            && ty.meaning.scalar() == Some(Scalar::Half)
            && matrix.is_matrix()
            && vector.is_vector()
            && matrix.rows() == vector.columns()
            && self.is_trivial(left)
            && self.is_trivial(right);
        if !is_candidate || !self.has_capability("rewriteMatrixVectorMultiply") {
            return None;
        }
        let mut sum: Option<Expr> = None;
        for number in 0..matrix.rows() {
            let index = self.int_literal(i64::from(number), span);
            let base = self.copy_expression(left);
            let column = self.make_index(base, index, span);
            let base = self.copy_expression(right);
            let component = self.make_swizzle(base, Components::new(&[number]), span);
            let ty = self.program.ty_of(column);
            let product = self.make_binary(column, operator, component, ty, span);
            sum = Some(match sum {
                Some(sum) => self.make_binary(sum, Operator::PLUS, product, ty, span),
                None => product,
            });
        }
        sum
    }
}
