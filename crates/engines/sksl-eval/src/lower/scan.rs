//! What a part of the program may do, found by looking through it before it is put in place: a loop has to know what its
//! passes hand on.

use std::collections::BTreeSet;

use glassbox_sksl::raw::{ModifierFlags, Operator};
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind};

use super::{Lowering, Outcome, finding};
use crate::rules;

/// What a part of the program may do.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Variables that it may assign.
    pub(super) assigned: BTreeSet<Symbol>,
    /// Whether it may return from the function that it is part of.
    pub(super) returns: bool,
    /// Whether it may discard the pixel.
    pub(super) discards: bool,
    /// Whether it may leave the loop, or the pass, that it stands in.
    pub(super) breaks: bool,
    /// Whether it holds a loop, a call of a child or one of a function.
    pub(super) is_heavy: bool,
    /// How many expressions it has, with those of the functions that it calls.
    pub(super) weight: u64,
}

impl Lowering<'_> {
    /// What a statement may do.
    pub(super) fn effects_of(&mut self, statement: Stmt) -> Outcome<Effects> {
        let mut effects = Effects::default();
        self.scan_statement(statement, &mut effects)?;
        Ok(effects)
    }

    /// What an expression may do.
    pub(super) fn effects_of_expression(&mut self, expression: Expr) -> Outcome<Effects> {
        let mut effects = Effects::default();
        self.scan(expression, &mut effects)?;
        Ok(effects)
    }

    /// Whether computing an expression for lanes that do not ask for it would show.
    pub(super) fn has_effects(&mut self, expression: Expr) -> Outcome<bool> {
        let effects = self.effects_of_expression(expression)?;
        Ok(effects.is_heavy || effects.discards || !effects.assigned.is_empty())
    }

    pub(super) fn scan_statement(&mut self, statement: Stmt, effects: &mut Effects) -> Outcome<()> {
        let node = self.program.statements[statement];
        self.enter(node.span)?;
        match node.kind {
            StatementKind::Block { statements, .. } => {
                for &inner in self.program.statement_lists.get(statements) {
                    self.scan_statement(inner, effects)?;
                }
            }
            StatementKind::Break | StatementKind::Continue => effects.breaks = true,
            StatementKind::Discard => effects.discards = true,
            StatementKind::Do { body, test } => {
                self.scan_loop(body, effects)?;
                self.scan(test, effects)?;
            }
            StatementKind::Expression(expression) => self.scan(expression, effects)?,
            StatementKind::For { init, test, next, body, .. } => {
                if let Some(init) = init {
                    self.scan_statement(init, effects)?;
                }
                for expression in [test, next].into_iter().flatten() {
                    self.scan(expression, effects)?;
                }
                self.scan_loop(body, effects)?;
            }
            StatementKind::If { test, if_true, if_false, .. } => {
                self.scan(test, effects)?;
                self.scan_statement(if_true, effects)?;
                if let Some(if_false) = if_false {
                    self.scan_statement(if_false, effects)?;
                }
            }
            StatementKind::Return(value) => {
                effects.returns = true;
                if let Some(value) = value {
                    self.scan(value, effects)?;
                }
            }
            StatementKind::Switch { value, cases, .. } => {
                self.scan(value, effects)?;
                for &case in self.program.statement_lists.get(cases) {
                    self.scan_statement(case, effects)?;
                }
            }
            StatementKind::SwitchCase { statement, .. } => self.scan_statement(statement, effects)?,
            StatementKind::VarDeclaration { value: Some(value), .. } => self.scan(value, effects)?,
            StatementKind::VarDeclaration { .. } | StatementKind::InlineMarker(_) | StatementKind::Nop => {}
        }
        self.leave();
        Ok(())
    }

    fn scan_loop(&mut self, body: Stmt, effects: &mut Effects) -> Outcome<()> {
        let breaks = effects.breaks;
        effects.is_heavy = true;
        self.scan_statement(body, effects)?;
        effects.breaks = breaks;
        Ok(())
    }

    pub(super) fn scan(&mut self, expression: Expr, effects: &mut Effects) -> Outcome<()> {
        let node = self.program.expressions[expression];
        self.enter(node.span)?;
        effects.weight = effects.weight.saturating_add(1);
        match node.kind {
            ExpressionKind::Binary { left, operator, right } => {
                if operator.assigns() {
                    self.scan_target(left, effects);
                }
                self.scan(left, effects)?;
                self.scan(right, effects)?;
            }
            ExpressionKind::Prefix { operator, operand } | ExpressionKind::Postfix { operator, operand } => {
                if matches!(operator, Operator::INCREMENT | Operator::DECREMENT) {
                    self.scan_target(operand, effects);
                }
                self.scan(operand, effects)?;
            }
            ExpressionKind::ChildCall { arguments, .. } | ExpressionKind::Constructor { arguments, .. } => {
                effects.is_heavy |= matches!(node.kind, ExpressionKind::ChildCall { .. });
                for &argument in self.program.expression_lists.get(arguments) {
                    self.scan(argument, effects)?;
                }
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                for (place, &argument) in self.program.expression_lists.get(arguments).iter().enumerate() {
                    if self.is_out(function, place) {
                        self.scan_target(argument, effects);
                    }
                    self.scan(argument, effects)?;
                }
                self.scan_function(function, effects)?;
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
                self.scan(base, effects)?;
            }
            ExpressionKind::Index { base, index } => {
                self.scan(base, effects)?;
                self.scan(index, effects)?;
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                for part in [test, if_true, if_false] {
                    self.scan(part, effects)?;
                }
            }
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_)
            | ExpressionKind::VariableReference { .. } => {}
        }
        self.leave();
        Ok(())
    }

    /// Adds what a function does to more than its own variables.
    fn scan_function(&mut self, function: Symbol, effects: &mut Effects) -> Outcome<()> {
        let Some(&body) = self.bodies.get(&function) else {
            return Ok(());
        };
        let known = match self.effects.get(&function) {
            Some(Some(known)) => known.clone(),
            Some(None) => return Err(self.recursion(function)),
            None => {
                self.effects.insert(function, None);
                let mut inside = Effects::default();
                self.scan_statement(body, &mut inside)?;
                self.effects.insert(function, Some(inside.clone()));
                inside
            }
        };
        effects.is_heavy = true;
        effects.discards |= known.discards;
        effects.weight = effects.weight.saturating_add(known.weight);
        effects.assigned.extend(known.assigned);
        Ok(())
    }

    /// A function that calls itself.
    pub(super) fn recursion(&self, function: Symbol) -> Box<glassbox_core::diagnostic::Diagnostic> {
        finding(
            &rules::RECURSION,
            self.program.symbols[function].span,
            format!(
                "the function `{}` calls itself, directly or through others",
                self.program.symbol_name(function)
            ),
        )
        .help("write the recursion as a loop with a limit")
        .into()
    }

    fn scan_target(&self, expression: Expr, effects: &mut Effects) {
        let mut target = expression;
        loop {
            target = match self.program.kind_of(target) {
                ExpressionKind::FieldAccess { base, .. }
                | ExpressionKind::Swizzle { base, .. }
                | ExpressionKind::Index { base, .. } => base,
                ExpressionKind::VariableReference { variable, .. } => {
                    effects.assigned.insert(variable);
                    return;
                }
                _ => return,
            };
        }
    }

    /// Whether a function writes to a parameter.
    pub(super) fn is_out(&self, function: Symbol, place: usize) -> bool {
        let SymbolKind::Function(declaration) = &self.program.symbols[function].kind else {
            return false;
        };
        if let Some((builtin, overload)) = declaration.builtin
            && let Some(overload) = builtin.overloads.get(overload as usize)
        {
            return overload.parameters.get(place).is_some_and(|parameter| parameter.is_out);
        }
        let parameter =
            declaration.parameters.get(place).map(|&parameter| &self.program.symbols[parameter].kind);
        matches!(parameter, Some(SymbolKind::Variable(variable)) if variable.modifiers.has(ModifierFlags::OUT))
    }
}
