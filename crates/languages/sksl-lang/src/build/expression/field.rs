//! `base.name`: fields, methods of children, capabilities and swizzles.

use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use glassbox_sksl::builtin::{Opaque, Type};
use glassbox_sksl::raw::OwnerKind;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::Name;
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

/// Builtin functions that implement `eval`, the only method.
pub(super) const EVAL: &str = "$eval";

impl Builder<'_> {
    /// Builds `base.name`.
    pub(crate) fn field(&mut self, base: Expr, name: Name, name_span: Span, span: Span) -> Option<Expr> {
        let span = self.anchored(base, span);
        if let Type::Struct(_) = self.program.ty_of(base).meaning {
            let fields = self.fields(self.program.ty_of(base));
            if let Some(index) = fields.iter().position(|field| field.name == name) {
                return Some(self.make_field(base, index as u32, OwnerKind::DEFAULT, span));
            }
        }
        let text = self.program.names.text(name).to_owned();
        if self.is_caps(base) {
            return self.setting(base, &text, name_span, span);
        }
        let ty = self.program.ty_of(base);
        match ty.meaning {
            Type::Scalar(_) | Type::Vector(..) => self.swizzle(base, &text, name_span, span),
            Type::Opaque(opaque) if opaque.is_child() => self.method(base, opaque, &text, name_span, span),
            _ => {
                self.refuse_field(base, &text, name_span);
                None
            }
        }
    }

    fn method(&mut self, base: Expr, child: Opaque, name: &str, name_span: Span, span: Span) -> Option<Expr> {
        if name == "eval" && self.scope.function(EVAL).is_some() {
            let kind = ExpressionKind::MethodReference(base);
            return Some(self.program.expression(kind, Ty::own(Type::Invalid), span));
        }
        let place = self.on_line(self.program.span_of(base), name_span);
        let message = format!("`{}` has no method `{name}`", child.name());
        let help = match self.scope.function(EVAL) {
            Some(_) => "call the child with `.eval(…)`",
            None => "children are called in runtime effects only",
        };
        self.wrong(&rules::METHOD, place, message, help);
        None
    }

    /// Reports a field that the base does not have.
    pub(super) fn refuse_field(&mut self, base: Expr, name: &str, name_span: Span) {
        let base_span = self.program.span_of(base);
        if self.is_hopeless(base_span, &[base]) {
            return;
        }
        let ty = self.program.ty_of(base);
        let names: Vec<&str> =
            self.fields(ty).iter().map(|field| self.program.names.text(field.name)).collect();
        let help = match (similar(name, names.iter().copied()), ty.meaning) {
            (Some(known), _) => format!("did you mean `{known}`?"),
            (None, Type::Struct(_)) => format!("its fields are {}", names.join(", ")),
            (None, Type::Matrix(..)) => "choose a column first: `m[0].x`".to_owned(),
            (None, Type::Array(_)) => "choose an element first: `a[0]`".to_owned(),
            (None, _) => "only structs have fields, and vectors components".to_owned(),
        };
        let place = self.on_line(base_span, name_span);
        let message = format!("`{}` has no field `{name}`", self.shown(ty));
        self.wrong(&rules::FIELD, place, message, help);
    }

    /// Copy of a field of a `const` struct. Version 8 reads the variable.
    fn constant_field(&mut self, base: Expr, index: u32) -> Option<Expr> {
        let value = self.constant_value(base);
        let ExpressionKind::Constructor { arguments, .. } = self.program.kind_of(value) else {
            return None;
        };
        let field = *self.program.expression_lists.get(arguments).get(index as usize)?;
        let is_known = value != base && self.is_compile_time_constant(field) && self.may_copy();
        is_known.then(|| self.counted_copy(field))
    }

    /// Builds the access to field `index` of a struct.
    pub(crate) fn make_field(&mut self, base: Expr, index: u32, owner: OwnerKind, span: Span) -> Expr {
        let ty = self.program.ty_of(base);
        let ty = self.fields(ty).get(index as usize).map_or(Ty::own(Type::Invalid), |field| field.ty);
        if self.is_current()
            && let Some(value) = self.constant_field(base, index)
        {
            return value;
        }
        let kind = ExpressionKind::FieldAccess { base, index, owner };
        self.program.expression(kind, ty, span)
    }
}
