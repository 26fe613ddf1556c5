//! Constant expressions as defined by the language: valid initial values of `const` variables and valid constant indices.

use glassbox_sksl::raw::{ModifierFlags, Operator, Storage};

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::symbol::{Symbol, SymbolKind};

impl Builder<'_> {
    /// Returns whether an expression consists of literals, capabilities and `const` variables other than parameters.
    /// Calls are never constant: a call that can be folded is a literal by now.
    pub(crate) fn is_constant_expression(&self, expression: Expr) -> bool {
        self.is_constant_index(expression, &[])
    }

    /// Returns whether an index is constant if the variables of the enclosing loops count as constants.
    pub(crate) fn is_constant_index(&self, expression: Expr, loop_variables: &[Symbol]) -> bool {
        let is_constant = |part: Expr| self.is_constant_index(part, loop_variables);
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) | ExpressionKind::Setting(_) => true,
            ExpressionKind::VariableReference { variable, .. } => {
                self.is_const_variable(variable) || loop_variables.contains(&variable)
            }
            ExpressionKind::Binary { operator: Operator::COMMA, .. } if self.is_current() => false,
            ExpressionKind::Binary { left, right, .. } => is_constant(left) && is_constant(right),
            ExpressionKind::Constructor { arguments, .. } => {
                let arguments = self.program.expression_lists.get(arguments);
                arguments.iter().all(|&argument| is_constant(argument))
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
                is_constant(base)
            }
            ExpressionKind::Index { base, index } => is_constant(base) && is_constant(index),
            ExpressionKind::Prefix { operand, .. } | ExpressionKind::Postfix { operand, .. } => {
                is_constant(operand)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                is_constant(test) && is_constant(if_true) && is_constant(if_false)
            }
            ExpressionKind::FunctionCall { .. }
            | ExpressionKind::ChildCall { .. }
            | ExpressionKind::FunctionReference(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::TypeReference(_)
            | ExpressionKind::Poison => false,
        }
    }

    fn is_const_variable(&self, variable: Symbol) -> bool {
        match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => {
                data.modifiers.has(ModifierFlags::CONST)
                    && matches!(data.storage, Storage::GLOBAL | Storage::LOCAL)
            }
            _ => false,
        }
    }
}
