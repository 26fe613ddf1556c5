//! Removes local variables that nothing reads.

use crate::analysis::Usage;
use crate::build::Builder;
use crate::ir::program::Element;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::SymbolKind;

impl Builder<'_> {
    /// Removes the local variables of the source's functions that nothing reads; of their initial values stays what has side
    /// effects. Whether there were any.
    pub(super) fn remove_dead_locals(&mut self, usage: &mut Usage) -> bool {
        let mut changed = false;
        for index in 0..self.program.elements.len() {
            if let Element::Function { body, .. } = self.program.elements[index] {
                changed |= self.dead_locals_in(body, usage);
            }
        }
        changed
    }

    fn dead_locals_in(&mut self, statement: Stmt, usage: &mut Usage) -> bool {
        match self.program.statements[statement].kind {
            StatementKind::Block { statements, .. }
            | StatementKind::Switch {
                cases: statements, ..
            } => {
                let mut changed = false;
                for index in 0..statements.len() {
                    let inner = self.program.statement_lists.get(statements)[index];
                    changed |= self.dead_locals_in(inner, usage);
                }
                changed
            }
            StatementKind::Do { body, .. } => self.dead_locals_in(body, usage),
            StatementKind::For { init, body, .. } => {
                let changed = init.is_some_and(|init| self.dead_locals_in(init, usage));
                self.dead_locals_in(body, usage) || changed
            }
            StatementKind::If {
                if_true, if_false, ..
            } => {
                let changed = self.dead_locals_in(if_true, usage);
                if_false.is_some_and(|if_false| self.dead_locals_in(if_false, usage)) || changed
            }
            StatementKind::SwitchCase { statement, .. } => self.dead_locals_in(statement, usage),
            StatementKind::VarDeclaration { variable, value, .. } => {
                if !usage.is_dead_local(&self.program, variable) {
                    return false;
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
                true
            }
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::Expression(_)
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop
            | StatementKind::Return(_) => false,
        }
    }
}
