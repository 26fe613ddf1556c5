//! Statements.

use glassbox_core::span::Span;
use glassbox_sksl::raw::ModifierFlags;
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::Symbol;
use glassbox_spirv::build::op;

use crate::lowering::{Binding, Exits, Lowering};
use crate::place::Place;
use crate::session::Outcome;

impl<'p> Lowering<'_, 'p> {
    pub(crate) fn statement(&mut self, statement: Stmt) -> Outcome<()> {
        // What no way leads to is left out.
        if !self.s.b.is_open() {
            return Ok(());
        }
        let node = self.program.statements[statement];
        self.enter(node.span)?;
        self.statement_inside(statement)?;
        self.leave();
        Ok(())
    }

    fn statement_inside(&mut self, statement: Stmt) -> Outcome<()> {
        let node = self.program.statements[statement];
        match node.kind {
            StatementKind::Block { statements, is_scope, .. } => {
                let list = self.program.statement_lists.get(statements);
                self.list(list, is_scope)
            }
            StatementKind::Break => self.jump(node.span, |exits| Some(exits.after)),
            StatementKind::Continue => self.jump(node.span, |exits| exits.next),
            StatementKind::Discard => {
                self.s.b.end(op::KILL);
                Ok(())
            }
            StatementKind::Do { body, test } => self.repeat(None, None, body, Some(test)),
            StatementKind::Expression(expression) => self.value(expression).map(|_| ()),
            StatementKind::For { init, test, next, body, unroll, .. } => {
                if let Some(init) = init {
                    self.statement(init)?;
                }
                let counter = unroll.and_then(|unroll| self.counted(&unroll));
                if let Some((symbol, range)) = counter {
                    self.counters.insert(symbol, range);
                }
                self.repeat(test, next, body, None)?;
                if let Some((symbol, _)) = counter {
                    self.counters.remove(&symbol);
                }
                Ok(())
            }
            StatementKind::If { test, if_true, if_false, .. } => self.branch(test, if_true, if_false),
            StatementKind::InlineMarker(_) | StatementKind::Nop => Ok(()),
            StatementKind::Return(value) => self.give_back(value, node.span),
            StatementKind::Switch { value, cases, .. } => self.switch(value, cases, node.span),
            StatementKind::SwitchCase { .. } => self.malformed(node.span, "a case is outside of a switch"),
            StatementKind::VarDeclaration { variable, value, .. } => {
                self.declaration(variable, value, node.span)
            }
        }
    }

    fn list(&mut self, list: &'p [Stmt], is_scope: bool) -> Outcome<()> {
        for (index, &statement) in list.iter().enumerate() {
            self.following.push((list.get(index + 1..).unwrap_or_default(), is_scope));
            let done = self.statement(statement);
            self.following.pop();
            done?;
        }
        Ok(())
    }

    fn jump(&mut self, span: Span, to: impl Fn(&Exits) -> Option<glassbox_spirv::build::Id>) -> Outcome<()> {
        match self.exits.iter().rev().find_map(to) {
            Some(label) => {
                self.s.b.branch(label);
                Ok(())
            }
            None => self.malformed(span, "a jump is outside of what it leaves"),
        }
    }

    fn give_back(&mut self, value: Option<Expr>, span: Span) -> Outcome<()> {
        match value {
            None => self.s.b.end(op::RETURN),
            Some(value) => {
                let value = self.value(value)?;
                if self.result.is_void() {
                    return self.malformed(span, "a function without a result returns a value");
                }
                self.at(span);
                self.s.b.return_value(value);
            }
        }
        Ok(())
    }

    fn branch(&mut self, test: Expr, if_true: Stmt, if_false: Option<Stmt>) -> Outcome<()> {
        if let Some(value) = self.literal(test) {
            return match (value != 0.0, if_false) {
                (true, _) => self.statement(if_true),
                (false, Some(if_false)) => self.statement(if_false),
                (false, None) => Ok(()),
            };
        }
        let condition = self.value(test)?;
        let (yes, merge) = (self.s.b.id(), self.s.b.id());
        let no = if if_false.is_some() { self.s.b.id() } else { merge };
        self.s.b.select_block(condition, yes, no, merge);
        self.s.b.open(yes);
        self.statement(if_true)?;
        let mut is_reached = self.s.b.is_open() || if_false.is_none();
        self.s.b.branch(merge);
        if let Some(if_false) = if_false {
            self.s.b.open(no);
            self.statement(if_false)?;
            is_reached |= self.s.b.is_open();
        }
        self.s.b.open(merge);
        if !is_reached {
            self.s.b.end(op::UNREACHABLE);
        }
        Ok(())
    }

    /// A loop: tested before each pass, or after it.
    fn repeat(
        &mut self,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
        test_after: Option<Expr>,
    ) -> Outcome<()> {
        let [header, test_label, body_label, next_label, after] = std::array::from_fn(|_| self.s.b.id());
        let first = if test.is_some() { test_label } else { body_label };
        self.s.b.open_loop(header, first, next_label, after);
        if let Some(test) = test {
            self.s.b.open(test_label);
            let condition = self.value(test)?;
            self.s.b.branch_conditional(condition, body_label, after);
        }
        self.s.b.open(body_label);
        self.exits.push(Exits { after, next: Some(next_label) });
        self.statement(body)?;
        self.exits.pop();
        self.s.b.open(next_label);
        if let Some(next) = next {
            self.value(next)?;
        }
        match test_after {
            Some(test) => {
                let condition = self.value(test)?;
                self.s.b.branch_conditional(condition, header, after);
            }
            None => self.s.b.branch(header),
        }
        self.s.b.open(after);
        Ok(())
    }

    fn switch(&mut self, value: Expr, cases: List<Stmt>, span: Span) -> Outcome<()> {
        let selector = self.value(value)?;
        let after = self.s.b.id();
        let mut entries = Vec::new();
        let mut targets = Vec::new();
        let mut default = after;
        for &case in self.program.statement_lists.get(cases) {
            let StatementKind::SwitchCase { value, statement } = self.program.statements[case].kind else {
                return self.malformed(span, "a switch holds something else than cases");
            };
            let label = self.s.b.id();
            match value {
                Some(value) => targets.push((u64::from(value as u32), label)),
                None => default = label,
            }
            entries.push((label, statement));
        }
        if entries.is_empty() {
            return Ok(());
        }
        self.s.b.switch(selector, default, &targets, after);
        self.exits.push(Exits { after, next: None });
        for (label, statement) in entries {
            self.s.b.open(label);
            self.statement(statement)?;
        }
        self.exits.pop();
        self.s.b.open(after);
        Ok(())
    }

    fn declaration(&mut self, symbol: Symbol, value: Option<Expr>, span: Span) -> Outcome<()> {
        let Some(variable) = self.variable_of(symbol) else {
            return self.malformed(span, "a declaration declares no variable");
        };
        let ty = variable.ty.meaning;
        let value = match value {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        let is_constant = variable.modifiers.has(ModifierFlags::CONST);
        if let Some(value) = value
            && is_constant
            && self.s.b.is_constant(value)
        {
            self.bindings.insert(symbol, Binding::Value(value));
            return Ok(());
        }
        self.at(span);
        let binding = match self.bindings.get(&symbol) {
            // A second pass of a loop, or a case before, has declared it.
            Some(known @ Binding::Variable(_)) => *known,
            _ => self.declare(symbol, ty, span)?,
        };
        let Binding::Variable(storage) = binding else {
            return self.malformed(span, "a variable is declared twice");
        };
        let place = Place::whole(storage, ty);
        match value {
            Some(value) => self.write(&place, value, span),
            // Variables that nothing was assigned to hold 0.
            None if !self.is_assigned_first(symbol) => {
                let id = self.ty(ty, span)?;
                let zero = self.s.b.constant_null(id);
                self.write(&place, zero, span)
            }
            None => Ok(()),
        }
    }
}
