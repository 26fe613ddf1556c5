//! Initial values of variables: whether they are allowed, required, or must be constant.

use glassbox_core::diagnostic::{Report, Rule};
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{ModifierFlags, Storage};

use super::super::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::names::Name;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::rules::declaration::{
    CONST_VALUE, CONST_WITHOUT_VALUE, GLOBAL_VALUE, IN_VALUE, OPAQUE_VALUE, UNIFORM_VALUE,
};

impl Builder<'_> {
    /// Converts an initial value to the type of its variable.
    pub(super) fn initial_value(
        &mut self,
        variable: Symbol,
        value: Option<Expr>,
    ) -> Result<Option<Expr>, ()> {
        let symbol = &self.program.symbols[variable];
        let (name, span) = (symbol.name, symbol.span);
        let SymbolKind::Variable(data) = &symbol.kind else {
            return Err(());
        };
        let (modifiers, ty, storage) = (data.modifiers, data.ty, data.storage);
        if self.is_poison(self.element_type(ty)) {
            return Err(());
        }
        let mut value = value;
        if let Some(given) = value {
            if let ExpressionKind::Poison = self.program.kind_of(given) {
                return Err(());
            }
            let place = self.program.span_of(given);
            let (rule, what) = match ty.meaning {
                Type::Opaque(_) => (&OPAQUE_VALUE, "an opaque variable"),
                _ if modifiers.has(ModifierFlags::IN) => (&IN_VALUE, "an `in` variable"),
                _ if modifiers.has(ModifierFlags::UNIFORM) => (&UNIFORM_VALUE, "a uniform"),
                _ => {
                    value = Some(self.coerce(given, ty).ok_or_else(|| self.poison_variable(variable))?);
                    (&CONST_VALUE, "")
                }
            };
            if !what.is_empty() {
                let name = self.program.names.text(name);
                let message = format!("found an initial value for `{name}`, which is {what}");
                self.report(rule, place, message).label(span, "declared here").help("remove the value");
                return Err(());
            }
        }
        if modifiers.has(ModifierFlags::CONST) {
            let Some(value) = value else {
                let name = self.program.names.text(name);
                let help = format!("write `{name} = …`, or remove `const`");
                let message = format!("found no value for `{name}`, which is `const`");
                self.report(&CONST_WITHOUT_VALUE, span, message).help(help);
                return Err(());
            };
            if !self.is_constant_expression(value) {
                self.not_constant(&CONST_VALUE, value, name, span)
                    .help("use constants only, or remove `const`");
                return Err(());
            }
        }
        if let Some(value) = value
            && storage == Storage::GLOBAL
            && !self.is_constant_expression(value)
        {
            self.not_constant(&GLOBAL_VALUE, value, name, span)
                .help("use constants only, or assign the value in main");
            return Err(());
        }
        Ok(value)
    }

    /// Invalidates the type of a variable whose initial value has a different type: either of them may be the mistake.
    fn poison_variable(&mut self, variable: Symbol) {
        if let SymbolKind::Variable(data) = &mut self.program.symbols[variable].kind {
            data.ty = Builder::poison_type();
        }
    }

    fn not_constant(
        &mut self,
        rule: &'static Rule,
        value: Expr,
        name: Name,
        declaration: Span,
    ) -> Report<'_> {
        let name = self.program.names.text(name);
        let message = format!("found a value for `{name}` that is not constant");
        let mut finding = self.report(rule, self.program.span_of(value), message);
        finding.label(declaration, "declared here");
        finding
    }
}
