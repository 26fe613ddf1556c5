//! Removes local variables that are never read.

use crate::analysis::{Flow, Usage, Visitor, walk_expression};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::SymbolKind;

impl Builder<'_> {
    /// Removes local variables that are never read; initial values with side effects remain as statements. Variables
    /// that were read only by removed ones are removed too.
    pub(super) fn remove_dead_locals(&mut self, usage: &mut Usage) {
        for index in 0..self.program.elements.len() {
            if let Element::Function { body, .. } = self.program.elements[index] {
                self.dead_locals_in(body, usage);
            }
        }
    }

    fn dead_locals_in(&mut self, statement: Stmt, usage: &mut Usage) {
        match self.program.statements[statement].kind {
            StatementKind::Block { statements, .. } | StatementKind::Switch { cases: statements, .. } => {
                for index in 0..statements.len() {
                    let inner = self.program.statement_lists.get(statements)[index];
                    self.dead_locals_in(inner, usage);
                }
            }
            StatementKind::Do { body, .. } => self.dead_locals_in(body, usage),
            StatementKind::For { init, body, .. } => {
                if let Some(init) = init {
                    self.dead_locals_in(init, usage);
                }
                self.dead_locals_in(body, usage);
            }
            StatementKind::If { if_true, if_false, .. } => {
                self.dead_locals_in(if_true, usage);
                if let Some(if_false) = if_false {
                    self.dead_locals_in(if_false, usage);
                }
            }
            StatementKind::SwitchCase { statement, .. } => self.dead_locals_in(statement, usage),
            StatementKind::VarDeclaration { variable, .. } => {
                if usage.is_dead_local(&self.program, variable) {
                    self.remove_locals(statement, usage);
                }
            }
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::Expression(_)
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop
            | StatementKind::Return(_) => {}
        }
    }

    /// Removes the declaration of an unread variable, and those of variables read nowhere else. The result does not
    /// depend on the order, since removed initial values write nothing.
    fn remove_locals(&mut self, declaration: Stmt, usage: &mut Usage) {
        let mut waiting = Declarations(vec![declaration]);
        while let Some(statement) = waiting.0.pop() {
            let StatementKind::VarDeclaration { variable, value, .. } =
                self.program.statements[statement].kind
            else {
                continue;
            };
            if !usage.is_dead_local(&self.program, variable) {
                continue;
            }
            usage.add_statement(&self.program, statement, -1);
            self.program.statements[statement].kind = match value {
                Some(value) if self.has_side_effects(value) => StatementKind::Expression(value),
                _ => StatementKind::Nop,
            };
            usage.add_statement(&self.program, statement, 1);
            if let SymbolKind::Variable(data) = &mut self.program.symbols[variable].kind {
                data.declaration = None;
            }
            if let (Some(value), StatementKind::Nop) = (value, self.program.statements[statement].kind) {
                let _ = waiting.expression(&self.program, value);
            }
        }
    }
}

/// Declarations of the variables referenced by an expression.
struct Declarations(Vec<Stmt>);

impl Visitor for Declarations {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        if let ExpressionKind::VariableReference { variable, .. } = program.kind_of(expression)
            && let SymbolKind::Variable(data) = &program.symbols[variable].kind
        {
            self.0.extend(data.declaration);
        }
        walk_expression(self, program, expression)
    }
}
