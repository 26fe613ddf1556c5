//! `switch` and `@switch`: checks, and selection of the case for constant values.

use std::collections::HashMap;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::INT;

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::Table;
use crate::ir::ty::Ty;
use crate::rules::statement::{CASE_VALUE, REPEATED_CASE, STATIC_SWITCH_EXIT};

/// Parsed case.
#[derive(Clone, Debug)]
pub(crate) struct CaseSyntax {
    /// Case value; `None` for the default.
    pub value: Option<Expr>,
    /// Statements after the colon.
    pub statements: Vec<Stmt>,
}

impl Builder<'_> {
    /// Builds `switch (value) { … }`. It has the table of the enclosing block.
    pub(crate) fn switch_statement(
        &mut self,
        value: Expr,
        cases: &[CaseSyntax],
        is_static: bool,
        span: Span,
    ) -> Option<Stmt> {
        let value = self.coerce(value, Ty::own(INT))?;
        let ty = self.program.ty_of(value);
        let mut known: HashMap<i64, Span> = HashMap::new();
        let mut are_distinct = true;
        let mut made = Vec::with_capacity(cases.len());
        let mut repeated = Vec::new();
        for case in cases {
            let number = match case.value {
                Some(value) => Some(self.case_value(value, ty)?),
                None => None,
            };
            let place = case.value.map_or(Span::default(), |value| self.program.span_of(value));
            if let Some(number) = number
                && let Some(&first) = known.get(&number)
            {
                are_distinct = false;
                repeated.push((number, first, place));
            } else if let Some(number) = number {
                known.insert(number, place);
            }
            let statement = self.make_block(&case.statements, None, false, Span::default());
            let kind = StatementKind::SwitchCase { value: number, statement };
            made.push(self.program.statement(kind, place));
        }
        for (number, first, place) in repeated {
            self.report(&REPEATED_CASE, place, format!("found the case {number} again"))
                .label(first, "this case is chosen for it")
                .help("remove one of them");
        }
        let table = Some(self.table);
        if are_distinct { self.make_switch(value, &made, is_static, table, span) } else { None }
    }

    fn case_value(&mut self, value: Expr, ty: Ty) -> Option<i64> {
        let span = self.program.span_of(value);
        let value = self.coerce(value, ty)?;
        if let Some(number) = self.constant_int(value) {
            return Some(number);
        }
        if !matches!(self.program.kind_of(value), ExpressionKind::Poison) {
            let message = "expected a constant integer as the value of the case";
            self.report(&CASE_VALUE, span, message)
                .help("use a literal or a `const` variable, or write the switch as `if` and `else`");
        }
        None
    }

    /// Builds a switch from checked parts; `cases` are [`StatementKind::SwitchCase`]s. A constant value makes it a
    /// block of the statements that would run: always for `@switch`; for `switch` with optimisation, unless a `break`
    /// is conditional. `None` if an `@switch` cannot be resolved, which is reported.
    pub(crate) fn make_switch(
        &mut self,
        value: Expr,
        cases: &[Stmt],
        is_static: bool,
        table: Option<Table>,
        span: Span,
    ) -> Option<Stmt> {
        if (is_static || self.options.optimize)
            && let Some(number) = self.constant_int(value)
        {
            let Some(chosen) = self.chosen_case(cases, number) else {
                return Some(self.make_nop(Span::default()));
            };
            if let Some(block) = self.block_for_case(cases, chosen, table) {
                return Some(block);
            }
            if is_static {
                let place = self.program.span_of(value);
                let message = format!("the case for {number} is left conditionally");
                self.report(&STATIC_SWITCH_EXIT, place, message)
                    .help("use `switch`, or end the case in one unconditional `break`");
                return None;
            }
        }
        let cases = self.program.statement_lists.add(cases);
        self.has_static_branches |= is_static;
        let kind = StatementKind::Switch { is_static, table, value, cases };
        Some(self.program.statement(kind, span))
    }

    /// Index of the case selected by a value.
    fn chosen_case(&self, cases: &[Stmt], number: i64) -> Option<usize> {
        let position = |wanted| {
            cases.iter().position(|&case| {
                matches!(
                    self.program.statements[case].kind,
                    StatementKind::SwitchCase { value, .. } if value == wanted
                )
            })
        };
        position(Some(number)).or_else(|| position(None))
    }

    /// Statements that run for the selected case: its own and those of the following cases, up to the first
    /// unconditional `break`. `None` if a `break` is conditional.
    fn block_for_case(&mut self, cases: &[Stmt], chosen: usize, table: Option<Table>) -> Option<Stmt> {
        let mut run = Vec::new();
        for &case in cases.get(chosen..)? {
            let StatementKind::SwitchCase { statement, .. } = self.program.statements[case].kind else {
                return None;
            };
            if self.case_exits_conditionally(statement) {
                return None;
            }
            if self.case_exits_unconditionally(statement) {
                self.without_break(statement, &mut run);
                break;
            }
            run.push(statement);
        }
        let span = self.program.statements[*cases.get(chosen)?].span;
        Some(self.make_block(&run, table, true, span))
    }

    /// Appends a statement, with the `break`s in its blocks removed.
    fn without_break(&mut self, statement: Stmt, to: &mut Vec<Stmt>) {
        match self.program.statements[statement].kind {
            StatementKind::Break => {}
            StatementKind::Block { statements, table, is_scope } => {
                // Recursion is bounded by the depth that the parser accepts.
                let mut inner = Vec::with_capacity(statements.len());
                for statement in self.program.statement_lists.get(statements).to_vec() {
                    self.without_break(statement, &mut inner);
                }
                let span = self.program.statements[statement].span;
                to.push(self.make_block(&inner, table, is_scope, span));
            }
            _ => to.push(statement),
        }
    }
}
