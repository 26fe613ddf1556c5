//! Conversions between types of the same shape. Constants are converted at compile time.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::ty::Ty;

impl Builder<'_> {
    /// Converts a scalar, vector, matrix or array to another type of the same shape; returns other expressions unchanged.
    pub(crate) fn make_cast(&mut self, ty: Ty, expression: Expr, span: Span) -> Expr {
        match ty.meaning {
            Type::Scalar(_) => self.make_scalar_cast(ty, expression, span),
            Type::Vector(..) | Type::Matrix(..) => self.make_compound_cast(ty, expression, span),
            Type::Array(_) => self.make_array_cast(ty, expression, span),
            _ => expression,
        }
    }

    /// Converts a scalar. A literal out of range of the type is reported and becomes 0.
    pub(crate) fn make_scalar_cast(&mut self, ty: Ty, expression: Expr, span: Span) -> Expr {
        if self.same_type(ty, self.program.ty_of(expression)) {
            return expression;
        }
        // A constant is wrong where it is used, not where it is declared.
        let place = self.program.span_of(expression);
        let expression = self.with_value(expression);
        let ExpressionKind::Literal(value) = self.program.kind_of(expression) else {
            return self.constructor(Constructor::ScalarCast, &[expression], ty, span);
        };
        let value = if self.is_out_of_range(value, ty.meaning, place) { 0.0 } else { value };
        self.literal(value, ty, span)
    }

    /// Converts a vector or matrix by component.
    pub(crate) fn make_compound_cast(&mut self, ty: Ty, expression: Expr, span: Span) -> Expr {
        if self.same_type(ty, self.program.ty_of(expression)) {
            return expression;
        }
        let place = self.program.span_of(expression);
        let expression = self.with_value(expression);
        if self.is_compile_time_constant(expression) {
            self.cast_constant(ty, expression, place)
        } else {
            self.constructor(Constructor::CompoundCast, &[expression], ty, span)
        }
    }

    /// Converts a constant vector or matrix. Splats and diagonal matrices keep their form.
    fn cast_constant(&mut self, ty: Ty, expression: Expr, span: Span) -> Expr {
        let scalar = self.component(ty);
        if let ExpressionKind::Constructor { kind, arguments } = self.program.kind_of(expression)
            && let &[argument] = self.program.expression_lists.get(arguments)
        {
            if kind == Constructor::Splat {
                let argument = self.make_scalar_cast(scalar, argument, span);
                return self.make_splat(ty, argument, span);
            }
            if kind == Constructor::DiagonalMatrix && ty.meaning.is_matrix() {
                let argument = self.make_scalar_cast(scalar, argument, span);
                return self.make_diagonal(ty, argument, span);
            }
        }
        let mut arguments = Vec::with_capacity(usize::from(ty.meaning.width()));
        for slot in 0..usize::from(ty.meaning.width()) {
            let mut value = self.slot_value(expression, slot).unwrap_or_default();
            if self.is_out_of_range(value, scalar.meaning, span) {
                value = 0.0;
            }
            arguments.push(self.literal(value, scalar, span));
        }
        self.make_compound(ty, &arguments, span)
    }

    /// Converts an array by element.
    pub(crate) fn make_array_cast(&mut self, ty: Ty, expression: Expr, span: Span) -> Expr {
        if self.same_type(ty, self.program.ty_of(expression)) {
            return expression;
        }
        let expression = self.with_value(expression);
        let elements = match self.program.kind_of(expression) {
            ExpressionKind::Constructor { kind: Constructor::Array, arguments }
                if self.is_compile_time_constant(expression) =>
            {
                arguments
            }
            _ => return self.constructor(Constructor::ArrayCast, &[expression], ty, span),
        };
        let place = self.program.span_of(expression);
        let element = self.component(ty);
        let mut elements = self.program.expression_lists.get(elements).to_vec();
        for argument in &mut elements {
            let span = self.program.span_of(*argument);
            *argument = self.make_cast(element, *argument, span);
        }
        self.make_array(ty, &elements, place)
    }

    /// Returns an expression, or a copy of the value if it names a constant.
    pub(crate) fn with_value(&mut self, expression: Expr) -> Expr {
        let value = self.constant_value(expression);
        self.own_constant(value, expression)
    }
}
