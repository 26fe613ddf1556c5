//! Implicit conversions.

use glassbox_sksl::builtin::{Narrowing, Type};

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Converts an expression to a type if no constructor is needed. An expression of that type is returned
    /// unchanged, whatever its spelling.
    #[inline]
    pub(crate) fn coerce(&mut self, expression: Expr, ty: Ty) -> Option<Expr> {
        match (self.program.ty_of(expression).meaning, ty.meaning) {
            // Incomplete expressions have no type.
            (found @ (Type::Scalar(_) | Type::Vector(..)), wanted) if found == wanted => Some(expression),
            _ => self.converted(expression, ty),
        }
    }

    fn converted(&mut self, expression: Expr, ty: Ty) -> Option<Expr> {
        if !self.is_complete(expression) {
            return None;
        }
        let found = self.program.ty_of(expression);
        if self.same_type(found, ty) {
            return Some(expression);
        }
        let cost = self.program.types.cost(found.meaning, ty.meaning);
        let span = self.program.span_of(expression);
        if cost.is_possible(self.narrowing()) {
            return Some(self.make_cast(ty, expression, span));
        }
        if !self.is_poisoned(expression) && ty.meaning != Type::Invalid {
            let (wanted, shown) = (self.shown(ty), self.shown(found));
            let text = self.short_text(span).unwrap_or("…");
            // An unsettled literal type is shown as the type that it becomes.
            let (message, help) = if wanted == shown {
                (
                    format!("found `{shown}` next to an expression of literals that does not convert to it"),
                    format!("convert the other one: `{wanted}(…)`"),
                )
            } else {
                (
                    format!("expected `{wanted}`, found `{shown}`"),
                    self.conversion_help(found.meaning, ty.meaning, &wanted, text),
                )
            };
            self.wrong(&rules::MISMATCH, span, message, help);
        }
        None
    }

    fn conversion_help(&self, found: Type, wanted: Type, name: &str, text: &str) -> String {
        if self.program.types.coerces(found, wanted, Narrowing::Allowed) {
            return format!("this loses precision: if that is intended, write `{name}({text})`");
        }
        let converts = (found.is_scalar() && (wanted.is_scalar() || wanted.is_vector()))
            || (found.is_vector() && wanted.is_vector() && found.columns() == wanted.columns());
        if converts {
            return format!("convert it: `{name}({text})`");
        }
        let letters = usize::from(wanted.columns());
        if found.is_vector() && (wanted.is_scalar() || wanted.is_vector()) && letters < found.columns().into()
        {
            let letters = "xyzw".get(..letters).unwrap_or_default();
            return format!("choose components of it: `{text}.{letters}`");
        }
        format!("give a `{name}` here")
    }
}
