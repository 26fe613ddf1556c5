//! What is known of variables from the statements around them: whether they are assigned before they are read, and the values
//! that a counter has.

use glassbox_sksl::builtin::NumberKind;
use glassbox_sksl::raw::Operator;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt, Unroll};
use glassbox_sksl_lang::ir::symbol::Symbol;

use crate::lowering::Lowering;

/// How many statements and expressions are looked at for one variable.
const BUDGET: u32 = 160;

/// What a statement does first to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// It assigns the whole of it.
    Assigns,
    /// It does not name it, and goes on.
    Nothing,
    /// It reads it, or it is not known what it does.
    Unknown,
}

impl Lowering<'_, '_> {
    /// True if statements after the declaration of a variable assign it before they read it.
    pub(crate) fn is_assigned_first(&self, symbol: Symbol) -> bool {
        let mut budget = BUDGET;
        for &(list, is_scope) in self.following.iter().rev() {
            match self.first_of_list(list, symbol, &mut budget) {
                First::Assigns => return true,
                First::Unknown => return false,
                // Nobody can name it after its scope.
                First::Nothing if is_scope => return true,
                First::Nothing => {}
            }
        }
        false
    }

    fn first_of_list(&self, list: &[Stmt], symbol: Symbol, budget: &mut u32) -> First {
        for &statement in list {
            match self.first_of(statement, symbol, budget) {
                First::Nothing => {}
                known => return known,
            }
        }
        First::Nothing
    }

    /// Recursion is bounded by the budget.
    fn first_of(&self, statement: Stmt, symbol: Symbol, budget: &mut u32) -> First {
        let Some(left) = budget.checked_sub(1) else { return First::Unknown };
        *budget = left;
        let read = |expression: Expr, budget: &mut u32| {
            if self.mentions(expression, symbol, budget) { First::Unknown } else { First::Nothing }
        };
        match self.program.statements[statement].kind {
            StatementKind::Nop | StatementKind::InlineMarker(_) => First::Nothing,
            StatementKind::Block { statements, .. } => {
                self.first_of_list(self.program.statement_lists.get(statements), symbol, budget)
            }
            StatementKind::VarDeclaration { value, .. } => {
                value.map_or(First::Nothing, |value| read(value, budget))
            }
            StatementKind::Expression(expression) => match self.program.kind_of(expression) {
                ExpressionKind::Binary { left, operator: Operator::ASSIGN, right }
                    if self.is_reference(left, symbol) =>
                {
                    match read(right, budget) {
                        First::Nothing => First::Assigns,
                        other => other,
                    }
                }
                _ => read(expression, budget),
            },
            StatementKind::If { test, if_true, if_false, .. } => {
                if read(test, budget) == First::Unknown {
                    return First::Unknown;
                }
                let first = self.first_of(if_true, symbol, budget);
                let second = if_false.map_or(First::Nothing, |other| self.first_of(other, symbol, budget));
                if first == second { first } else { First::Unknown }
            }
            _ => First::Unknown,
        }
    }

    fn is_reference(&self, expression: Expr, symbol: Symbol) -> bool {
        let kind = self.program.kind_of(expression);
        matches!(kind, ExpressionKind::VariableReference { variable, .. } if variable == symbol)
    }

    fn mentions(&self, expression: Expr, symbol: Symbol, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else { return true };
        *budget = left;
        match self.program.kind_of(expression) {
            ExpressionKind::VariableReference { variable, .. } => variable == symbol,
            ExpressionKind::Literal(_) | ExpressionKind::Setting(_) => false,
            ExpressionKind::Binary { left, right, .. } => {
                self.mentions(left, symbol, budget) || self.mentions(right, symbol, budget)
            }
            ExpressionKind::ChildCall { arguments, .. }
            | ExpressionKind::Constructor { arguments, .. }
            | ExpressionKind::FunctionCall { arguments, .. } => {
                let mut arguments = self.program.expression_lists.get(arguments).iter();
                arguments.any(|&argument| self.mentions(argument, symbol, budget))
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
                self.mentions(base, symbol, budget)
            }
            ExpressionKind::Index { base, index } => {
                self.mentions(base, symbol, budget) || self.mentions(index, symbol, budget)
            }
            ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
                self.mentions(operand, symbol, budget)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                [test, if_true, if_false].into_iter().any(|part| self.mentions(part, symbol, budget))
            }
            _ => true,
        }
    }

    /// The counter of a loop, and the least and greatest value that it has in the loop's body.
    pub(crate) fn counted(&self, unroll: &Unroll) -> Option<(Symbol, (i64, i64))> {
        let variable = self.variable_of(unroll.variable)?;
        let scalar = variable.ty.meaning.scalar()?;
        if scalar.kind() == NumberKind::Float || unroll.count == 0 {
            return None;
        }
        let start = unroll.start as i64;
        let way = (unroll.delta as i64).checked_mul(i64::from(unroll.count) - 1)?;
        let end = start.checked_add(way)?;
        Some((unroll.variable, (start.min(end), start.max(end))))
    }
}
