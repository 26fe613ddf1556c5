//! Predicates for expressions that are cheap enough to be evaluated several times.

use glassbox_sksl::raw::ModifierFlags;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::symbol::SymbolKind;

impl Builder<'_> {
    /// Returns whether an expression needs no temporary variable: a literal, a variable or part of one, a conversion
    /// of those, or a constructor of constants and uniforms.
    pub(crate) fn is_trivial(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) | ExpressionKind::VariableReference { .. } => true,
            ExpressionKind::Swizzle { base, .. } | ExpressionKind::FieldAccess { base, .. } => {
                self.is_trivial(base)
            }
            ExpressionKind::Constructor { arguments, .. } => {
                if let &[only] = self.program.expression_lists.get(arguments)
                    && self.is_trivial(only)
                {
                    return true;
                }
                self.is_constant_or_uniform(expression)
            }
            ExpressionKind::Index { base, index } => self.is_int_literal(index) && self.is_trivial(base),
            _ => false,
        }
    }

    /// Returns whether the value of an expression depends only on constants and uniforms.
    pub(crate) fn is_constant_or_uniform(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::Binary { left, right, .. } => {
                self.is_constant_or_uniform(left) && self.is_constant_or_uniform(right)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                [test, if_true, if_false].into_iter().all(|part| self.is_constant_or_uniform(part))
            }
            ExpressionKind::VariableReference { variable, .. } => {
                match &self.program.symbols[variable].kind {
                    SymbolKind::Variable(variable) => variable.modifiers.has(ModifierFlags::UNIFORM),
                    _ => false,
                }
            }
            ExpressionKind::Constructor { arguments, .. } => {
                let arguments = self.program.expression_lists.get(arguments);
                arguments.iter().all(|&argument| self.is_constant_or_uniform(argument))
            }
            _ => false,
        }
    }
}
