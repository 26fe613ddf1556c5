//! Expressions that only compute, wherever they stand.

use glassbox_spirv::build::{Id, op};
use naga::{Expression, Handle, RelationalFunction, Span, TypeInner};

use super::types::shape;
use super::{Said, Writer, unexpected};

/// An operand: its value and its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument<'m> {
    pub(super) id: Id,
    pub(super) inner: &'m TypeInner,
}

/// The type of a result.
pub(super) type Wanted<'m> = (&'m TypeInner, Id);

/// The operands of an expression that only computes, in the order in which [`Writer::pure`] takes them.
pub(super) fn operands(expression: &Expression) -> Vec<Handle<Expression>> {
    match *expression {
        Expression::Compose { ref components, .. } => components.clone(),
        Expression::Access { base, index } => vec![base, index],
        Expression::AccessIndex { base, .. } => vec![base],
        Expression::Splat { value, .. } => vec![value],
        Expression::Swizzle { vector, .. } => vec![vector],
        Expression::Unary { expr, .. }
        | Expression::As { expr, .. }
        | Expression::Derivative { expr, .. } => vec![expr],
        Expression::Binary { left, right, .. } => vec![left, right],
        Expression::Select { condition, accept, reject } => vec![condition, accept, reject],
        Expression::Relational { argument, .. } => vec![argument],
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(arg), arg1, arg2, arg3].into_iter().flatten().collect()
        }
        Expression::CooperativeMultiplyAdd { a, b, c } => vec![a, b, c],
        _ => Vec::new(),
    }
}

impl<'m> Writer<'m> {
    /// Writes an expression that only computes.
    pub(super) fn pure(
        &mut self,
        expression: &Expression,
        arguments: &[Argument<'m>],
        wanted: Wanted<'m>,
        span: Span,
    ) -> Said<Id> {
        self.at(span);
        let (_, ty) = wanted;
        match (expression, arguments) {
            (Expression::Compose { .. }, parts) => {
                let parts: Vec<Id> = parts.iter().map(|part| part.id).collect();
                Ok(self.compose(ty, &parts))
            }
            (Expression::Splat { size, .. }, [part]) => {
                let parts = vec![part.id; *size as usize];
                Ok(self.compose(ty, &parts))
            }
            (Expression::Swizzle { size, pattern, .. }, [vector]) => {
                let numbers: Vec<u32> = pattern.iter().take(*size as usize).map(|one| *one as u32).collect();
                Ok(self.emit(op::VECTOR_SHUFFLE, ty, &[vector.id, vector.id], &numbers))
            }
            (Expression::AccessIndex { index, .. }, [base]) => {
                Ok(self.emit(op::COMPOSITE_EXTRACT, ty, &[base.id], &[*index]))
            }
            (Expression::Access { .. }, [base, index]) if matches!(base.inner, TypeInner::Vector { .. }) => {
                Ok(self.emit(op::VECTOR_EXTRACT_DYNAMIC, ty, &[base.id, index.id], &[]))
            }
            (Expression::Access { .. }, [base, index]) => match self.builder.bits(index.id) {
                Some(index) if self.mode != super::Mode::Block => {
                    Ok(self.emit(op::COMPOSITE_EXTRACT, ty, &[base.id], &[index as u32]))
                }
                _ => unexpected("an index that is computed"),
            },
            (Expression::Unary { op, .. }, [one]) => self.unary(*op, *one, ty),
            (Expression::Binary { op, .. }, [left, right]) => self.binary(*op, *left, *right, wanted),
            (Expression::Select { .. }, [condition, accept, reject]) => {
                let condition = match (shape(condition.inner), shape(accept.inner)) {
                    (Some(condition_shape), Some(accepted)) if condition_shape.size.is_none() => {
                        self.splat(accepted.with(condition_shape.scalar), condition.id)
                    }
                    _ => condition.id,
                };
                Ok(self.emit(op::SELECT, ty, &[condition, accept.id, reject.id], &[]))
            }
            (Expression::Relational { fun, .. }, [one]) => {
                let opcode = match fun {
                    // What has one part is what it is.
                    RelationalFunction::All | RelationalFunction::Any
                        if matches!(one.inner, TypeInner::Scalar(_)) =>
                    {
                        return Ok(one.id);
                    }
                    RelationalFunction::All => op::ALL,
                    RelationalFunction::Any => op::ANY,
                    RelationalFunction::IsNan => op::IS_NAN,
                    RelationalFunction::IsInf => op::IS_INF,
                };
                Ok(self.emit(opcode, ty, &[one.id], &[]))
            }
            (Expression::As { kind, convert, .. }, [one]) => self.convert(*one, *kind, *convert, wanted),
            (Expression::Math { fun, .. }, arguments) => self.math(*fun, arguments, wanted),
            (Expression::Derivative { axis, ctrl, .. }, [one]) => {
                Ok(self.emit(derivative(*axis, *ctrl), ty, &[one.id], &[]))
            }
            (Expression::CooperativeMultiplyAdd { .. }, [a, b, c]) => {
                Ok(self.emit(op::COOPERATIVE_MATRIX_MUL_ADD_KHR, ty, &[a.id, b.id, c.id], &[]))
            }
            _ => unexpected("an expression that has no value here"),
        }
    }
}

const fn derivative(axis: naga::DerivativeAxis, control: naga::DerivativeControl) -> u16 {
    use naga::DerivativeAxis::{Width, X, Y};
    use naga::DerivativeControl::{Coarse, Fine, None};

    match (axis, control) {
        (X, None) => op::DPDX,
        (X, Coarse) => op::DPDX_COARSE,
        (X, Fine) => op::DPDX_FINE,
        (Y, None) => op::DPDY,
        (Y, Coarse) => op::DPDY_COARSE,
        (Y, Fine) => op::DPDY_FINE,
        (Width, None) => op::FWIDTH,
        (Width, Coarse) => op::FWIDTH_COARSE,
        (Width, Fine) => op::FWIDTH_FINE,
    }
}
