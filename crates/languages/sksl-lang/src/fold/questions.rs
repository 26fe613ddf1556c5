//! Predicates on expressions: side effects and structural equality.

use glassbox_sksl::builtin::Binary;
use glassbox_sksl::raw::{ModifierFlags, Operator};

use crate::build::Builder;
use crate::ir::arena::List;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::symbol::{Symbol, SymbolKind};

impl Builder<'_> {
    /// Returns whether an expression has side effects: it assigns, increments, or calls a function that is not known
    /// to be pure. Children of effects are pure.
    pub(crate) fn has_side_effects(&self, expression: Expr) -> bool {
        let has = |part: Expr| self.has_side_effects(part);
        match self.program.kind_of(expression) {
            ExpressionKind::Binary { left, operator, right } => {
                Binary::of(operator).is_some_and(Binary::is_assignment) || has(left) || has(right)
            }
            ExpressionKind::FunctionCall { function, arguments, .. } => {
                self.function_has_side_effects(function) || self.any_argument(arguments, has)
            }
            ExpressionKind::ChildCall { arguments, .. } | ExpressionKind::Constructor { arguments, .. } => {
                self.any_argument(arguments, has)
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => has(base),
            ExpressionKind::Index { base, index } => has(base) || has(index),
            ExpressionKind::Postfix { .. } => true,
            ExpressionKind::Prefix { operator, operand } => {
                matches!(operator, Operator::INCREMENT | Operator::DECREMENT) || has(operand)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => has(test) || has(if_true) || has(if_false),
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_)
            | ExpressionKind::VariableReference { .. } => false,
        }
    }

    fn any_argument(&self, arguments: List<Expr>, test: impl Fn(Expr) -> bool) -> bool {
        let arguments = self.program.expression_lists.get(arguments);
        arguments.iter().any(|&argument| test(argument))
    }

    fn function_has_side_effects(&self, function: Symbol) -> bool {
        match &self.program.symbols[function].kind {
            SymbolKind::Function(data) => data.modifiers.has(ModifierFlags::HAS_SIDE_EFFECTS),
            _ => false,
        }
    }

    /// Returns whether two expressions are equal trees of literals, variables, parts of them and constructors.
    /// Operators and calls are never equal.
    pub(crate) fn same_expression(&self, a: Expr, b: Expr) -> bool {
        if !self.same_type(self.program.ty_of(a), self.program.ty_of(b)) {
            return false;
        }
        match (self.program.kind_of(a), self.program.kind_of(b)) {
            (ExpressionKind::Literal(left), ExpressionKind::Literal(right)) => left == right,
            (
                ExpressionKind::Constructor { kind, arguments },
                ExpressionKind::Constructor { kind: other, arguments: others },
            ) => kind == other && self.same_expressions(arguments, others),
            (
                ExpressionKind::FieldAccess { base, index, .. },
                ExpressionKind::FieldAccess { base: other, index: number, .. },
            ) => index == number && self.same_expression(base, other),
            (
                ExpressionKind::Index { base, index },
                ExpressionKind::Index { base: other, index: other_index },
            ) => self.same_expression(index, other_index) && self.same_expression(base, other),
            (
                ExpressionKind::Swizzle { base, components },
                ExpressionKind::Swizzle { base: other, components: others },
            ) => components == others && self.same_expression(base, other),
            (
                ExpressionKind::VariableReference { variable, .. },
                ExpressionKind::VariableReference { variable: other, .. },
            ) => variable == other,
            _ => false,
        }
    }

    fn same_expressions(&self, a: List<Expr>, b: List<Expr>) -> bool {
        let lists = &self.program.expression_lists;
        let (a, b) = (lists.get(a), lists.get(b));
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.same_expression(a, b))
    }
}
