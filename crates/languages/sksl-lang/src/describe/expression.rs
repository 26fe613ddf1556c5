//! Prints expressions. Recursion is bounded by the depth that the parser and the reader of files accept.

use glassbox_sksl::builtin::CAPABILITIES;
use glassbox_sksl::print::{described, spaced};
use glassbox_sksl::raw::Operator;

use super::Text;
use crate::ir::arena::List;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::symbol::SymbolKind;
use crate::ir::ty::{Spelling, Ty};

impl Text<'_> {
    pub(super) fn expression(&mut self, expression: Expr) {
        let program = self.program;
        let node = program.expressions[expression];
        match node.kind {
            ExpressionKind::Binary { left, operator, right } => {
                self.push("(");
                self.expression(left);
                self.push(spaced(operator));
                self.expression(right);
                self.push(")");
            }
            ExpressionKind::ChildCall { child, arguments } => {
                self.push(program.symbol_name(child));
                self.push(".eval");
                self.arguments(arguments);
            }
            ExpressionKind::Constructor { arguments, .. } => {
                self.ty(node.ty);
                self.arguments(arguments);
            }
            ExpressionKind::FieldAccess { base, index, .. } => {
                self.expression(base);
                self.push(".");
                self.field(program.ty_of(base), index as usize);
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                self.push(program.symbol_name(function));
                self.arguments(arguments);
            }
            ExpressionKind::Index { base, index } => {
                self.expression(base);
                self.push("[");
                self.expression(index);
                self.push("]");
            }
            ExpressionKind::Literal(value) => self.literal(node.ty, value),
            ExpressionKind::Postfix { operator, operand } => {
                self.expression(operand);
                self.push(operator.name().unwrap_or_default());
            }
            ExpressionKind::Prefix { operator, operand } => {
                self.push(match operator {
                    Operator::MINUS | Operator::PLUS => spaced(operator),
                    operator => operator.name().unwrap_or_default(),
                });
                self.expression(operand);
            }
            ExpressionKind::Setting(index) => {
                self.push(CAPABILITIES.get(usize::from(index)).copied().unwrap_or_default());
            }
            ExpressionKind::Swizzle { base, components } => {
                self.expression(base);
                self.push(".");
                for &component in components.get() {
                    self.push(["x", "y", "z", "w"].get(usize::from(component)).copied().unwrap_or("?"));
                }
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                self.push("(");
                self.expression(test);
                self.push(" ? ");
                self.expression(if_true);
                self.push(" : ");
                self.expression(if_false);
                self.push(")");
            }
            ExpressionKind::VariableReference { variable, .. } => self.push(program.symbol_name(variable)),
            // Do not occur in finished programs.
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::TypeReference(_) => self.push("<error>"),
        }
    }

    fn arguments(&mut self, arguments: List<Expr>) {
        let program = self.program;
        self.push("(");
        for (index, &argument) in program.expression_lists.get(arguments).iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.expression(argument);
        }
        self.push(")");
    }

    fn literal(&mut self, ty: Ty, value: f64) {
        let scalar = ty.meaning.scalar();
        let text = if ty.meaning.is_bool() {
            (value != 0.0).to_string()
        } else if scalar.is_some_and(|scalar| scalar.is_float()) {
            described((value as f32).to_bits())
        } else {
            (value as i64).to_string()
        };
        self.push(&text);
    }

    /// Prints the name of a field.
    fn field(&mut self, ty: Ty, index: usize) {
        let program = self.program;
        if let Spelling::Symbol(symbol) = ty.spelling
            && let SymbolKind::Struct(structure) = &program.symbols[symbol].kind
            && let Some(field) = structure.fields.get(index)
        {
            return self.push(program.names.text(field.name));
        }
        if let Some(field) = program.types.field(ty.meaning, index) {
            self.push(&field.name);
        }
    }
}
