//! Writes switches, also where a case cannot go on with the next one.

use glassbox_spirv::module::At;

use super::{ANY, Language, Scalar, Writer, joined};
use crate::refusal::Reason;
use crate::tree::{Case, List, NONE, Node, Statement};

/// Statements that may be repeated for a case that goes on with others.
const MAX_REPEATED: usize = 64;

impl<L: Language> Writer<'_, '_, L> {
    /// Writes a switch as C has it. Where no case goes on with the next one, those that do repeat its statements.
    pub(crate) fn plain_switch(&mut self, at: At, selector: Node, cases: &[Case]) {
        let is_unsigned = matches!(self.scalar_of(selector), Some(Scalar::Uint(_)));
        let repeats = L::repeats_cases(self);
        self.begin(at);
        let start = self.out.len();
        self.out.push_str("switch (");
        self.expr(selector, ANY);
        self.place_before(start);
        self.out.push_str(") {\n");
        for (index, case) in cases.iter().enumerate() {
            self.labels(at, case, is_unsigned);
            let falls = self.falls(cases, index);
            // Labels alone belong to the next case in every language.
            if falls && self.tree.is_empty(case.body) {
                continue;
            }
            if falls && repeats {
                self.begin(at);
                self.out.push_str("{\n");
                self.indent += 1;
                let last = self.case_bodies(cases, index, |_, _| ());
                self.leave_case(at, cases[last].body);
                self.indent -= 1;
                self.begin(at);
                self.out.push_str("}\n");
                continue;
            }
            self.case(at, case);
            if repeats {
                self.indent += 1;
                self.leave_case(at, case.body);
                self.indent -= 1;
            }
        }
        self.begin(at);
        self.out.push_str("}\n");
    }

    /// Ends a case that leaves the switch only inside of its last statement.
    fn leave_case(&mut self, at: At, body: List) {
        let statements = self.tree.list(body).lines.iter().map(|line| line.statement);
        let leaves = matches!(
            statements.rev().find(|statement| !matches!(statement, Statement::Nothing)),
            Some(Statement::Break | Statement::Continue | Statement::Return(_) | Statement::End(_))
        );
        if !leaves {
            self.begin(at);
            self.out.push_str("break;\n");
        }
    }

    fn labels(&mut self, at: At, case: &Case, is_unsigned: bool) {
        let scalar = if is_unsigned { Scalar::Uint(32) } else { Scalar::Int(32) };
        let mut labels: Vec<String> =
            case.values.iter().map(|value| joined!("case ", self.number(scalar, *value), ":\n")).collect();
        labels.extend(case.default.then(|| "default:\n".to_owned()));
        for label in labels {
            self.begin(at);
            self.out.push_str(&label);
        }
    }

    fn case(&mut self, at: At, case: &Case) {
        if self.declares(case.body) {
            self.begin(at);
            self.block(case.body);
            self.out.push('\n');
            return;
        }
        self.indent += 1;
        self.list(case.body);
        if self.tree.is_empty(case.body) {
            // The last case must have a statement.
            self.begin(at);
            self.out.push_str("break;\n");
        }
        self.indent -= 1;
    }

    /// True if a case goes on with the next one.
    pub(crate) fn falls(&self, cases: &[Case], index: usize) -> bool {
        index + 1 < cases.len() && self.goes_past(cases[index].body)
    }

    /// Writes the statements of a case, and those of the cases that it goes on with; `after` follows each. The last of them.
    pub(crate) fn case_bodies(
        &mut self,
        cases: &[Case],
        first: usize,
        after: impl Fn(&mut Self, List),
    ) -> usize {
        let (mut repeated, mut last) = (0, first);
        for (index, case) in cases.iter().enumerate().skip(first) {
            let falls = self.falls(cases, index);
            let kept = (index > first).then(|| self.declared.clone());
            if index > first {
                repeated += self.tree.list(case.body).lines.len();
                if repeated > MAX_REPEATED {
                    let what = "a case goes on with a long one, which the language lacks; end it with break";
                    self.refuse(Reason::Control, what);
                    break;
                }
            }
            self.list(case.body);
            after(self, case.body);
            if let Some(kept) = kept {
                self.declared = kept;
            }
            last = index;
            if !falls {
                break;
            }
        }
        last
    }

    /// True if the statement after a list may be reached, as a compiler sees it that does not judge conditions.
    pub(crate) fn goes_past(&self, list: List) -> bool {
        let lines = &self.tree.list(list).lines;
        lines.iter().all(|line| self.continues(line.statement))
    }

    fn continues(&self, statement: Statement) -> bool {
        match statement {
            Statement::Return(_) | Statement::End(_) | Statement::Break | Statement::Continue => false,
            Statement::If(_, then, other) => self.goes_past(then) || self.goes_past(other),
            Statement::Switch(_, span) => {
                let cases = self.tree.cases(span);
                !cases.iter().any(|case| case.default)
                    || cases.iter().any(|case| self.goes_past(case.body) || self.breaks(case.body))
            }
            Statement::Loop(_, parts) => {
                parts.condition != NONE || self.breaks(parts.body) || !self.returns(parts.body)
            }
            _ => true,
        }
    }

    /// True if a list leaves the loop or switch that it is in.
    pub(crate) fn breaks(&self, list: List) -> bool {
        self.tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Break => true,
            Statement::If(_, then, other) => self.breaks(then) || self.breaks(other),
            _ => false,
        })
    }

    /// True if a list goes on with the loop that it is in.
    pub(crate) fn goes_on(&self, list: List) -> bool {
        self.tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Continue => true,
            Statement::If(_, then, other) => self.goes_on(then) || self.goes_on(other),
            Statement::Switch(_, span) => self.tree.cases(span).iter().any(|case| self.goes_on(case.body)),
            _ => false,
        })
    }

    /// True if a list has a statement that leaves the function.
    pub(crate) fn returns(&self, list: List) -> bool {
        self.tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Return(_) | Statement::End(_) => true,
            Statement::If(_, then, other) => self.returns(then) || self.returns(other),
            Statement::Switch(_, span) => self.tree.cases(span).iter().any(|case| self.returns(case.body)),
            Statement::Loop(_, parts) => self.returns(parts.body),
            _ => false,
        })
    }
}
