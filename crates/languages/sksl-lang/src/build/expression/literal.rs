//! Number and boolean literals.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, NumberKind, Scalar, Type};

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Creates an integer literal.
    pub(crate) fn int_literal(&mut self, value: i64, span: Span) -> Expr {
        self.literal(value as f64, Ty::own(Type::Scalar(Scalar::IntLiteral)), span)
    }

    /// Creates a floating-point literal.
    pub(crate) fn float_literal(&mut self, value: f64, span: Span) -> Expr {
        self.literal(value, Ty::own(Type::Scalar(Scalar::FloatLiteral)), span)
    }

    /// Creates `true` or `false`.
    pub(crate) fn bool_literal(&mut self, value: bool, span: Span) -> Expr {
        self.literal(f64::from(u8::from(value)), Ty::own(BOOL), span)
    }

    /// Creates a literal of a scalar type: the value is rounded to single precision, truncated to an integer or
    /// converted to a boolean.
    pub(crate) fn literal(&mut self, value: f64, ty: Ty, span: Span) -> Expr {
        let value = match ty.meaning.scalar().map(Scalar::kind) {
            Some(NumberKind::Float) => f64::from(value as f32),
            Some(NumberKind::Signed | NumberKind::Unsigned) => (value as i64) as f64,
            Some(NumberKind::Boolean) => f64::from(u8::from(value != 0.0)),
            None => value,
        };
        self.program.expression(ExpressionKind::Literal(value), ty, span)
    }

    /// Returns whether an expression is a literal of an integer type, including converted literals.
    pub(crate) fn is_int_literal(&self, expression: Expr) -> bool {
        let node = &self.program.expressions[expression];
        matches!(node.kind, ExpressionKind::Literal(_)) && node.ty.meaning.is_integer()
    }

    /// Returns whether an integer type cannot hold a value, and reports it.
    #[inline]
    pub(crate) fn is_out_of_range(&mut self, value: f64, ty: Type, span: Span) -> bool {
        ty.is_integer() && self.is_outside(value, ty, span)
    }

    fn is_outside(&mut self, value: f64, ty: Type, span: Span) -> bool {
        let Some((least, most)) = ty.settled().scalar().and_then(Scalar::range) else {
            return false;
        };
        if value >= least as f64 && value <= most as f64 {
            return false;
        }
        let name = self.program.types.name(ty.settled());
        let message = format!("{:.0} is out of range: `{name}` holds {least} to {most}", value.floor());
        let help = if value < 0.0 && least == 0 {
            format!("`{name}` is never negative: use a signed type")
        } else {
            "use a smaller number, or a type that holds this one".to_owned()
        };
        self.wrong(&rules::INTEGER_RANGE, span, message, help);
        true
    }

    /// Returns whether a constant in the expression is out of range of an integer type, and reports each.
    pub(crate) fn has_out_of_range(&mut self, expression: Expr, ty: Ty) -> bool {
        let component = self.component(ty).meaning;
        if !component.is_integer() {
            return false;
        }
        let value = self.constant_value(expression);
        if !matches!(
            self.program.kind_of(value),
            ExpressionKind::Literal(_) | ExpressionKind::Constructor { .. }
        ) {
            return false;
        }
        let span = self.program.span_of(expression);
        let mut is_wrong = false;
        for run in self.slot_runs(value) {
            if let Some(number) = run.value {
                is_wrong |= self.is_out_of_range(number, component, span);
            }
        }
        is_wrong
    }
}
