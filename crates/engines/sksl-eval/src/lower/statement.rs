//! Statements.

use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};

use super::{Lowering, Outcome, malformed};

impl Lowering<'_> {
    pub(super) fn statement(&mut self, statement: Stmt) -> Outcome<()> {
        if self.is_asleep() {
            return Ok(());
        }
        self.enter(self.program.statements[statement].span)?;
        self.statement_inside(statement)?;
        self.leave();
        Ok(())
    }

    fn statement_inside(&mut self, statement: Stmt) -> Outcome<()> {
        let node = self.program.statements[statement];
        let span = node.span;
        match node.kind {
            StatementKind::Block { statements, .. } => {
                for &inner in self.program.statement_lists.get(statements) {
                    self.statement(inner)?;
                }
            }
            StatementKind::Break => match self.loops.last() {
                Some(innermost) => self.sleep(innermost.broken),
                None => return Err(malformed(span, "`break` outside of loops and switches")),
            },
            StatementKind::Continue => match self.continued() {
                Some(continued) => self.sleep(continued),
                None => return Err(malformed(span, "`continue` outside of loops")),
            },
            StatementKind::Discard => self.sleep(self.discarded),
            StatementKind::Do { body, test } => self.repeat(Some(test), None, body, true, span)?,
            StatementKind::Expression(expression) => {
                self.value(expression)?;
            }
            StatementKind::For { init, test, next, body, unroll, .. } => {
                if let Some(init) = init {
                    self.statement(init)?;
                }
                if !self.written_out(body, unroll, span)? {
                    self.repeat(test, next, body, false, span)?;
                }
            }
            StatementKind::If { test, if_true, if_false, .. } => {
                let condition = self.scalar(test)?;
                self.branch(
                    condition,
                    |this| this.statement(if_true).map(|()| Vec::new()),
                    |this| match if_false {
                        Some(if_false) => this.statement(if_false).map(|()| Vec::new()),
                        None => Ok(Vec::new()),
                    },
                )?;
            }
            StatementKind::Return(value) => {
                let value = match value {
                    Some(value) => self.value(value)?,
                    None => Vec::new(),
                };
                let Some(&function) = self.functions.last() else {
                    return Err(malformed(span, "`return` outside of functions"));
                };
                if value.len() != function.result.count as usize {
                    return Err(malformed(span, "the value is not of the function's type"));
                }
                self.assign_all(function.result, &value);
                self.sleep(function.returned);
            }
            StatementKind::Switch { value, cases, .. } => self.switch(value, cases, span)?,
            StatementKind::SwitchCase { statement, .. } => self.statement(statement)?,
            StatementKind::VarDeclaration { variable, value, .. } => {
                let value = value.map(|value| self.value(value)).transpose()?;
                if self.hoisted.contains(&variable) {
                    let hoisted = self.variable(variable, span)?;
                    self.assign_all(hoisted, &value.unwrap_or_default());
                } else {
                    self.bind(variable, value.as_deref(), span)?;
                }
            }
            StatementKind::InlineMarker(_) | StatementKind::Nop => {}
        }
        Ok(())
    }

    /// Slot of the lanes that wait for the next pass of the innermost loop.
    pub(super) fn continued(&self) -> Option<u32> {
        self.loops.iter().rev().find_map(|open| open.continued)
    }
}
