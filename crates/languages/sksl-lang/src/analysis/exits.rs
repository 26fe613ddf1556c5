//! Finds statements of a switch case that leave the switch, with and without a condition. A switch on a constant can
//! only become a block if its cases have no conditional exits.

use super::visit::{Flow, STOP, Visitor, walk_statement};
use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt};

struct Exits {
    /// Search for conditional exits if set, for unconditional ones otherwise.
    conditional: bool,
    conditions: u32,
    loops: u32,
    switches: u32,
}

impl Exits {
    fn matches(&self) -> bool {
        self.conditional == (self.conditions > 0)
    }
}

impl Visitor for Exits {
    fn expression(&mut self, _: &Program, _: Expr) -> Flow {
        Flow::Continue(())
    }

    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        let leaves = match program.statements[statement].kind {
            StatementKind::Return(_) => self.matches(),
            StatementKind::Continue => self.loops == 0 && self.matches(),
            StatementKind::Break => self.loops == 0 && self.switches == 0 && self.matches(),
            StatementKind::Block { .. } | StatementKind::SwitchCase { .. } => {
                return walk_statement(self, program, statement);
            }
            StatementKind::If { .. } => {
                self.conditions += 1;
                let flow = walk_statement(self, program, statement);
                self.conditions -= 1;
                return flow;
            }
            // A loop may run zero times, so its body is conditional.
            StatementKind::For { .. } | StatementKind::Do { .. } => {
                self.conditions += 1;
                self.loops += 1;
                let flow = walk_statement(self, program, statement);
                self.loops -= 1;
                self.conditions -= 1;
                return flow;
            }
            StatementKind::Switch { .. } => {
                self.switches += 1;
                let flow = walk_statement(self, program, statement);
                self.switches -= 1;
                return flow;
            }
            _ => false,
        };
        if leaves { STOP } else { Flow::Continue(()) }
    }
}

impl Builder<'_> {
    /// Returns whether the case may leave the switch under a condition or inside a loop.
    pub(crate) fn case_exits_conditionally(&self, statement: Stmt) -> bool {
        self.exits(statement, true)
    }

    /// Returns whether the case always leaves the switch.
    pub(crate) fn case_exits_unconditionally(&self, statement: Stmt) -> bool {
        self.exits(statement, false)
    }

    fn exits(&self, statement: Stmt, conditional: bool) -> bool {
        let mut exits = Exits { conditional, conditions: 0, loops: 0, switches: 0 };
        exits.statement(&self.program, statement).is_break()
    }
}
