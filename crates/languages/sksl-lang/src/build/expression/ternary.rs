//! `test ? if_true : if_false`: checks, and selection for constant tests.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::BOOL;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Builds `test ? if_true : if_false`.
    pub(crate) fn ternary(&mut self, test: Expr, if_true: Expr, if_false: Expr, span: Span) -> Option<Expr> {
        let test = self.coerce(test, Ty::own(BOOL))?;
        let span = self.anchored(test, span);
        let (a, b) = (self.program.ty_of(if_true), self.program.ty_of(if_false));
        if self.component(a).meaning.is_opaque() {
            let message = format!("`{}` cannot be selected by a condition", self.shown(a));
            let help = "call each child and choose between the results";
            self.wrong(&rules::TERNARY_OPAQUE, span, message, help);
            return None;
        }
        let Some(ty) = self.common_type(a, b) else {
            self.refuse_branches(if_true, if_false, span);
            return None;
        };
        if self.is_es2() && self.program.types.contains_array(ty.meaning) {
            let message = format!("`?:` gives a `{}`, which is or holds an array", self.shown(ty));
            let help = "arrays can only be indexed in OpenGL ES 2: choose between their elements";
            self.wrong(&rules::ES2_ARRAY, span, message, help);
            return None;
        }
        let if_true = self.coerce(if_true, ty)?;
        let if_false = self.coerce(if_false, ty)?;
        Some(self.make_ternary(test, if_true, if_false, span))
    }

    fn refuse_branches(&mut self, if_true: Expr, if_false: Expr, span: Span) {
        if self.is_hopeless(span, &[if_true, if_false]) {
            return;
        }
        let (a, b) = (self.shown_of(if_true), self.shown_of(if_false));
        let (first, second) = (self.program.span_of(if_true), self.program.span_of(if_false));
        let message = format!("the two values of `?:` are `{a}` and `{b}`, which have different types");
        self.report(&rules::TERNARY_MISMATCH, span, message)
            .label(first, format!("this is `{a}`"))
            .label(second, format!("this is `{b}`"))
            .help(format!("convert one of them, for example with `{a}(…)`"));
    }

    /// Builds `test ? if_true : if_false` from values of one type; returns the selected value if the test is constant.
    pub(crate) fn make_ternary(&mut self, test: Expr, if_true: Expr, if_false: Expr, span: Span) -> Expr {
        let value = self.constant_value(test);
        if let ExpressionKind::Literal(value) = self.program.kind_of(value) {
            return if value != 0.0 { if_true } else { if_false };
        }
        let ty = self.program.ty_of(if_true);
        let kind = ExpressionKind::Ternary { test, if_true, if_false };
        self.program.expression(kind, ty, span)
    }
}
