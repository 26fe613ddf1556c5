//! Assignability, and the read and write marks on variable references.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{ModifierFlags, RefKind};

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::rules::expression as rules;

impl Builder<'_> {
    /// Marks the reference to the variable that an expression denotes, entirely or in part. Reports an expression
    /// that is not assignable.
    pub(crate) fn set_ref_kind(&mut self, expression: Expr, kind: RefKind) -> bool {
        let is_fine = self.check_assignable(expression);
        match self.assigned_reference(expression) {
            Some(reference) if is_fine => {
                self.mark(reference, kind);
                true
            }
            _ => false,
        }
    }

    /// Marks a reference; reports nothing if there is none.
    pub(crate) fn remark(&mut self, expression: Expr, kind: RefKind) {
        if let Some(reference) = self.assigned_reference(expression) {
            self.mark(reference, kind);
        }
    }

    fn mark(&mut self, reference: Expr, mark: RefKind) {
        if let ExpressionKind::VariableReference { kind, .. } = &mut self.program.expressions[reference].kind
        {
            *kind = mark;
        }
    }

    /// Finds the reference to the variable that an expression denotes, entirely or in part.
    pub(crate) fn assigned_reference(&self, mut expression: Expr) -> Option<Expr> {
        loop {
            expression = match self.program.kind_of(expression) {
                ExpressionKind::VariableReference { .. } => return Some(expression),
                ExpressionKind::FieldAccess { base, .. }
                | ExpressionKind::Swizzle { base, .. }
                | ExpressionKind::Index { base, .. } => base,
                _ => return None,
            }
        }
    }

    /// Reports an expression that is not assignable.
    fn check_assignable(&mut self, expression: Expr) -> bool {
        let whole = self.program.span_of(expression);
        let mut is_fine = true;
        let mut at = expression;
        loop {
            at = match self.program.kind_of(at) {
                ExpressionKind::VariableReference { variable, .. } => {
                    return self.check_mutable(variable, self.program.span_of(at)) && is_fine;
                }
                ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Index { base, .. } => base,
                ExpressionKind::Swizzle { base, components } => {
                    let mut seen = [false; 4];
                    for &component in components.get() {
                        let before = seen.get_mut(usize::from(component));
                        if before.is_some_and(|before| std::mem::replace(before, true)) {
                            is_fine = false;
                            self.report_repeated(component, self.program.span_of(at));
                            break;
                        }
                    }
                    base
                }
                ExpressionKind::Poison => return false,
                _ => {
                    if !self.is_poisoned(at) {
                        self.report_value(at, whole);
                    }
                    return false;
                }
            }
        }
    }

    fn check_mutable(&mut self, variable: Symbol, span: Span) -> bool {
        let SymbolKind::Variable(data) = &self.program.symbols[variable].kind else {
            return true;
        };
        let kept = if data.modifiers.has(ModifierFlags::CONST) {
            "const"
        } else if data.modifiers.has(ModifierFlags::UNIFORM) {
            "uniform"
        } else {
            return true;
        };
        let name = self.program.symbol_name(variable).to_owned();
        let declared = self.program.symbols[variable].span;
        let message = format!("`{name}` is {kept} and is written here");
        let mut finding = self.report(&rules::IMMUTABLE, span, message);
        if declared != Span::default() {
            finding.label(declared, format!("`{name}` is declared {kept} here"));
        }
        let help = match kept {
            "const" => format!("remove `const` from the declaration of `{name}`, or write to a copy of it"),
            _ => "copy the uniform to a variable and write to that".to_owned(),
        };
        finding.help(help);
        false
    }

    fn report_repeated(&mut self, component: u8, span: Span) {
        let letter = char::from(*b"xyzw".get(usize::from(component)).unwrap_or(&b'?'));
        let message = format!("the component `{letter}` is written twice by one swizzle");
        let help = "name each component once on the left of an assignment";
        self.wrong(&rules::REPEATED_WRITE, span, message, help);
    }

    fn report_value(&mut self, at: Expr, whole: Span) {
        let span = self.on_line(whole, self.program.span_of(at));
        if let ExpressionKind::Constructor {
            kind: Constructor::ScalarCast | Constructor::CompoundCast | Constructor::ArrayCast,
            ..
        } = self.program.kind_of(at)
        {
            let name = self.shown_of(at);
            let message = format!("this is converted to `{name}`, and the result cannot be written");
            let help = format!("pass a variable of type `{name}`");
            self.wrong(&rules::NOT_ASSIGNABLE, span, message, help);
            return;
        }
        let what = match self.program.kind_of(at) {
            ExpressionKind::Literal(_) => "a literal",
            ExpressionKind::Binary { .. }
            | ExpressionKind::Prefix { .. }
            | ExpressionKind::Postfix { .. }
            | ExpressionKind::Constructor { .. } => "a computed value",
            ExpressionKind::FunctionCall { .. } | ExpressionKind::ChildCall { .. } => "the result of a call",
            ExpressionKind::Ternary { .. } => "a choice of two values",
            ExpressionKind::FunctionReference(_) | ExpressionKind::MethodReference(_) => "a function",
            ExpressionKind::TypeReference(_) => "a type",
            _ => "no variable",
        };
        let message = format!("this is {what}, which cannot be written");
        let help = "write to a variable, a field, an element or a swizzle of one";
        self.wrong(&rules::NOT_ASSIGNABLE, span, message, help);
    }
}
