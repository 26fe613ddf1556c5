//! Removes statements after `return`, `discard`, `break` and `continue`.

use crate::analysis::Usage;
use crate::build::Builder;
use crate::ir::program::Element;
use crate::ir::statement::{StatementKind, Stmt};

/// Control flow at the current position.
#[derive(Clone, Copy, Default)]
struct Left {
    /// The function has returned.
    function: bool,
    /// The innermost loop was left or continued.
    pass: bool,
}

impl Builder<'_> {
    /// Removes unreachable statements in the functions of the source.
    pub(super) fn remove_unreachable(&mut self, usage: &mut Usage) {
        for index in 0..self.program.elements.len() {
            if let Element::Function { body, .. } = self.program.elements[index] {
                self.unreachable_in(body, &mut Left::default(), usage);
            }
        }
    }

    fn unreachable_in(&mut self, statement: Stmt, left: &mut Left, usage: &mut Usage) {
        let kind = self.program.statements[statement].kind;
        if left.function || left.pass {
            if !matches!(kind, StatementKind::Nop) {
                usage.add_statement(&self.program, statement, -1);
                self.program.statements[statement].kind = StatementKind::Nop;
            }
            return;
        }
        match kind {
            StatementKind::Return(_) | StatementKind::Discard => left.function = true,
            StatementKind::Break | StatementKind::Continue => left.pass = true,
            StatementKind::Block { statements, .. } => {
                for index in 0..statements.len() {
                    let inner = self.program.statement_lists.get(statements)[index];
                    self.unreachable_in(inner, left, usage);
                }
            }
            // The body runs at least once, so a body that always returns makes the loop return.
            StatementKind::Do { body, .. } => {
                let mut inside = Left::default();
                self.unreachable_in(body, &mut inside, usage);
                left.function |= inside.function;
            }
            StatementKind::For { init, body, .. } => {
                let mut inside = Left::default();
                if let Some(init) = init {
                    self.unreachable_in(init, &mut inside, usage);
                }
                self.unreachable_in(body, &mut inside, usage);
            }
            StatementKind::If { if_true, if_false, .. } => {
                let mut on_true = Left::default();
                let mut on_false = Left::default();
                self.unreachable_in(if_true, &mut on_true, usage);
                if let Some(if_false) = if_false {
                    self.unreachable_in(if_false, &mut on_false, usage);
                }
                left.function |= on_true.function && on_false.function;
                left.pass |= on_true.pass && on_false.pass;
            }
            // Switches are not changed, including their contents, where `break` has another target.
            StatementKind::Switch { .. }
            | StatementKind::SwitchCase { .. }
            | StatementKind::Expression(_)
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop
            | StatementKind::VarDeclaration { .. } => {}
        }
    }
}
