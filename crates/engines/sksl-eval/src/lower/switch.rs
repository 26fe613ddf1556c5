//! Switches: a lane enters at its case and stays awake through those behind it.

use glassbox_core::span::Span;
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};

use super::state::Loop;
use super::{Lowering, Outcome, malformed};
use crate::graph::Node;
use crate::op::Op;

impl Lowering<'_> {
    pub(super) fn switch(&mut self, value: Expr, cases: List<Stmt>, span: Span) -> Outcome<()> {
        let value = self.scalar(value)?;
        let mut entries: Vec<(Option<Node>, Stmt)> = Vec::with_capacity(cases.len());
        let mut any = self.graph.truth(false);
        let hoisted = self.hoisted.len();
        for &case in self.program.statement_lists.get(cases) {
            let StatementKind::SwitchCase { value: label, statement } = self.program.statements[case].kind
            else {
                return Err(malformed(span, "a switch holds something else than cases"));
            };
            self.hoist(statement)?;
            let meant = label.map(|label| {
                let label = self.graph.constant(label as u32);
                let meant = self.graph.binary(Op::EqualInt, value, label);
                any = self.graph.binary(Op::Or, any, meant);
                meant
            });
            entries.push((meant, statement));
        }
        let none = self.graph.unary(Op::Not, any);

        let broken = self.allocate_lanes(span)?;
        let continued = self.continued().map(|slot| (slot, self.slot(slot)));
        let (mask, gone) = (self.mask, self.gone());
        self.loops.push(Loop { broken, continued: None });
        let mut entered = self.graph.truth(false);
        for (meant, statement) in entries {
            entered = self.graph.binary(Op::Or, entered, meant.unwrap_or(none));
            if self.is_asleep() {
                break;
            }
            self.branch(entered, |this| this.statement(statement).map(|()| Vec::new()), |_| Ok(Vec::new()))?;
        }
        self.loops.pop();
        self.hoisted.truncate(hoisted);
        self.wake(mask, gone);
        if let Some((slot, before)) = continued {
            self.mask = self.without(self.mask, slot, before);
        }
        Ok(())
    }

    /// Declares the variables of a case before the switch: the cases are one scope.
    fn hoist(&mut self, statement: Stmt) -> Outcome<()> {
        let node = self.program.statements[statement];
        self.enter(node.span)?;
        match node.kind {
            StatementKind::Block { statements, is_scope: false, .. } => {
                for &inner in self.program.statement_lists.get(statements) {
                    self.hoist(inner)?;
                }
            }
            StatementKind::VarDeclaration { variable, .. } => {
                self.bind(variable, None, node.span)?;
                self.hoisted.push(variable);
            }
            _ => {}
        }
        self.leave();
        Ok(())
    }
}
