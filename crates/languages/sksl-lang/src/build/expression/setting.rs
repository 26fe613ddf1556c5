//! `sk_Caps` and its fields, the capabilities of the device.

use glassbox_core::span::Span;
use glassbox_core::suggest::similar;
use glassbox_sksl::builtin::{self, BOOL, CAPABILITIES, Type};

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::Name;
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

/// Placeholder for `sk_Caps` until a field is named: a reference to the invalid type, which has no value.
const CAPS: ExpressionKind = ExpressionKind::TypeReference(Ty::own(Type::Invalid));

impl Builder<'_> {
    /// Returns whether an undeclared name is `sk_Caps`.
    pub(super) fn is_caps_name(&self, name: Name) -> bool {
        let found = self.scope.lookup(self.program.names.text(name));
        matches!(found, Some(builtin::Symbol::Capabilities))
    }

    /// Creates `sk_Caps`.
    pub(super) fn caps(&mut self, span: Span) -> Expr {
        self.program.expression(CAPS, Ty::own(Type::Invalid), span)
    }

    /// Returns whether an expression is `sk_Caps`.
    pub(super) fn is_caps(&self, expression: Expr) -> bool {
        matches!(self.program.kind_of(expression), ExpressionKind::TypeReference(ty) if ty.meaning == Type::Invalid)
    }

    /// Builds `sk_Caps.name`, with the value from the options.
    pub(super) fn setting(&mut self, caps: Expr, name: &str, name_span: Span, span: Span) -> Option<Expr> {
        if let Some(place) = CAPABILITIES.iter().position(|known| *known == name)
            && self.program.is_module
        {
            // The capabilities are unknown until the module is loaded.
            let kind = ExpressionKind::Setting(place as u8);
            return Some(self.program.expression(kind, Ty::own(BOOL), span));
        }
        if let Some(value) = self.options.capabilities.get(name) {
            return Some(self.bool_literal(value, span));
        }
        let place = self.on_line(self.program.span_of(caps), name_span);
        let help = match similar(name, CAPABILITIES.iter().copied()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("capabilities are {}", CAPABILITIES.join(", ")),
        };
        let message = format!("`sk_Caps` has no field `{name}`");
        self.wrong(&rules::CAPABILITY, place, message, help);
        None
    }

    /// Returns whether the device has a capability; false for unknown names.
    pub(super) fn has_capability(&self, name: &str) -> bool {
        self.options.capabilities.get(name).unwrap_or(false)
    }
}
