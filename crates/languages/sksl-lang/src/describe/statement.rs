//! Prints statements.

use super::Text;
use crate::ir::arena::List;
use crate::ir::statement::{StatementKind, Stmt};

impl Text<'_> {
    pub(super) fn statement(&mut self, statement: Stmt) {
        let program = self.program;
        let kind = program.statements[statement].kind;
        match kind {
            StatementKind::Block { statements, is_scope, .. } => self.block(statements, is_scope),
            StatementKind::Break => self.push("break;"),
            StatementKind::Continue => self.push("continue;"),
            StatementKind::Discard => self.push("discard;"),
            StatementKind::Do { body, test } => {
                self.push("do ");
                self.statement(body);
                self.push(" while (");
                self.expression(test);
                self.push(");");
            }
            StatementKind::Expression(expression) => {
                self.expression(expression);
                self.push(";");
            }
            StatementKind::For { init, test, next, body, .. } => {
                self.push("for (");
                match init {
                    Some(init) => self.statement(init),
                    None => self.push(";"),
                }
                self.push(" ");
                if let Some(test) = test {
                    self.expression(test);
                }
                self.push("; ");
                if let Some(next) = next {
                    self.expression(next);
                }
                self.push(") ");
                self.statement(body);
            }
            StatementKind::If { is_static, test, if_true, if_false } => {
                self.push(if is_static { "@if (" } else { "if (" });
                self.expression(test);
                self.push(") ");
                self.statement(if_true);
                if let Some(if_false) = if_false {
                    self.push(" else ");
                    self.statement(if_false);
                }
            }
            StatementKind::InlineMarker(function) => {
                self.push("/* inlined: ");
                self.push(program.symbol_name(function));
                self.push(" */");
            }
            StatementKind::Nop => self.push(";"),
            StatementKind::Return(None) => self.push("return;"),
            StatementKind::Return(Some(value)) => {
                self.push("return ");
                self.expression(value);
                self.push(";");
            }
            StatementKind::Switch { is_static, value, cases, .. } => {
                self.push(if is_static { "@switch (" } else { "switch (" });
                self.expression(value);
                self.push(") {\n");
                for &case in program.statement_lists.get(cases) {
                    self.statement(case);
                }
                self.push("}");
            }
            StatementKind::SwitchCase { value, statement } => {
                match value {
                    Some(value) => self.push(&format!("case {value}:\n")),
                    None => self.push("default:\n"),
                }
                self.statement(statement);
            }
            StatementKind::VarDeclaration { .. } => self.variable(&kind),
        }
    }

    fn block(&mut self, statements: List<Stmt>, is_scope: bool) {
        let program = self.program;
        if is_scope {
            self.push("{");
        }
        for &statement in program.statement_lists.get(statements) {
            self.push("\n");
            self.statement(statement);
        }
        self.push(if is_scope { "\n}\n" } else { "\n" });
    }
}
