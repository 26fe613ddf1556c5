//! Finds functions that can end without returning a value.

use crate::build::Builder;
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind};

/// Exits found in a statement.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// Every path returns.
    returns: bool,
    /// Some path executes `break`.
    breaks: bool,
    /// Some path executes `continue`.
    continues: bool,
}

impl Ways {
    /// Visits a statement; returns true if the statements after it need no visit.
    fn take(&mut self, program: &Program, statement: Stmt) -> bool {
        match program.statements[statement].kind {
            StatementKind::Return(_) => {
                self.returns = true;
                true
            }
            StatementKind::Break => {
                self.breaks = true;
                true
            }
            StatementKind::Continue => {
                self.continues = true;
                true
            }
            StatementKind::If { if_true, if_false, .. } => {
                let mut on_true = Ways::default();
                let mut on_false = Ways::default();
                on_true.take(program, if_true);
                if let Some(if_false) = if_false {
                    on_false.take(program, if_false);
                }
                self.breaks = on_true.breaks || on_false.breaks;
                self.continues = on_true.continues || on_false.continues;
                self.returns = on_true.returns && on_false.returns;
                self.breaks || self.continues || self.returns
            }
            // A loop is assumed to run at least once, because rejecting such functions would reject correct programs.
            StatementKind::For { body, .. } | StatementKind::Do { body, .. } => {
                let mut inside = Ways::default();
                inside.take(program, body);
                self.returns = inside.returns;
                self.returns
            }
            StatementKind::Block { statements, .. } => {
                program.statement_lists.get(statements).iter().any(|&statement| self.take(program, statement))
            }
            StatementKind::Switch { cases, .. } => {
                self.take_switch(program, program.statement_lists.get(cases))
            }
            StatementKind::SwitchCase { statement, .. } => self.take(program, statement),
            StatementKind::Discard
            | StatementKind::Expression(_)
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop
            | StatementKind::VarDeclaration { .. } => false,
        }
    }

    /// A switch returns if it has a default, no case breaks or continues, and its last case returns.
    fn take_switch(&mut self, program: &Program, cases: &[Stmt]) -> bool {
        let mut has_default = false;
        let mut last_returns = true;
        for &case in cases {
            if let StatementKind::SwitchCase { value: None, .. } = program.statements[case].kind {
                has_default = true;
            }
            let mut inside = Ways::default();
            inside.take(program, case);
            if inside.continues {
                self.continues = true;
                return false;
            }
            if inside.breaks {
                return false;
            }
            last_returns = inside.returns;
        }
        if has_default && last_returns {
            self.returns = true;
        }
        has_default && last_returns
    }
}

impl Builder<'_> {
    /// Returns whether a non-void function can end without a `return`.
    pub(crate) fn can_exit_without_returning(&self, function: Symbol, body: Stmt) -> bool {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return false;
        };
        if data.result.meaning.is_void() {
            return false;
        }
        let mut ways = Ways::default();
        ways.take(&self.program, body);
        !ways.returns
    }
}
