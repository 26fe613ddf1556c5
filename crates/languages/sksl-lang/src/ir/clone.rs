//! Deep copies of expressions.

use super::arena::List;
use super::expression::{Expr, ExpressionKind};
use super::program::Program;
use crate::build::Builder;

impl Builder<'_> {
    /// Copies an expression with its children.
    pub(crate) fn copy_expression(&mut self, expression: Expr) -> Expr {
        self.program.copy_expression(expression)
    }
}

impl Program {
    /// Copies an expression with its children.
    ///
    /// Recursion is bounded by the depth that the parser, the inliner or the decoder accepts.
    pub(crate) fn copy_expression(&mut self, expression: Expr) -> Expr {
        let mut node = self.expressions[expression];
        match &mut node.kind {
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_)
            | ExpressionKind::VariableReference { .. } => {}
            ExpressionKind::Binary { left, right, .. } => {
                *left = self.copy_expression(*left);
                *right = self.copy_expression(*right);
            }
            ExpressionKind::ChildCall { arguments, .. }
            | ExpressionKind::Constructor { arguments, .. }
            | ExpressionKind::FunctionCall { arguments, .. } => *arguments = self.copy_list(*arguments),
            ExpressionKind::FieldAccess { base, .. }
            | ExpressionKind::Swizzle { base, .. }
            | ExpressionKind::MethodReference(base) => *base = self.copy_expression(*base),
            ExpressionKind::Index { base, index } => {
                *base = self.copy_expression(*base);
                *index = self.copy_expression(*index);
            }
            ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
                *operand = self.copy_expression(*operand);
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                *test = self.copy_expression(*test);
                *if_true = self.copy_expression(*if_true);
                *if_false = self.copy_expression(*if_false);
            }
        }
        self.expressions.add(node)
    }

    fn copy_list(&mut self, list: List<Expr>) -> List<Expr> {
        let mut copies = self.expression_lists.get(list).to_vec();
        for copy in &mut copies {
            *copy = self.copy_expression(*copy);
        }
        self.expression_lists.add(&copies)
    }
}
