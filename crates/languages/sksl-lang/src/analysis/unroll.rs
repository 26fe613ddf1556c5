//! Computes the iteration count of a loop from its header.
//!
//! OpenGL ES 2 requires a known count for every loop; other programs use it where available. The arithmetic is double
//! precision whatever the type of the variable. The count is distance divided by step; the loop is not simulated.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Rule, Severity};
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{Operator, RefKind};

use super::visit::{Flow, STOP, Visitor, walk_expression};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt, Unroll};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::rules::program;

/// Loops with this many iterations or more are treated as infinite.
const MOST_PASSES: u32 = 100_000;

/// Reason for which the iteration count is unknown.
struct UnrollError {
    rule: &'static Rule,
    /// Offending part of the header; `None` if something is missing.
    part: Option<Span>,
    found: Cow<'static, str>,
    help: &'static str,
}

fn fault(
    rule: &'static Rule,
    part: Span,
    found: impl Into<Cow<'static, str>>,
    help: &'static str,
) -> UnrollError {
    UnrollError { rule, part: Some(part), found: found.into(), help }
}

fn missing(rule: &'static Rule, found: &'static str, help: &'static str) -> UnrollError {
    UnrollError { rule, part: None, found: found.into(), help }
}

const DECLARE: &str = "declare one variable in the loop's head: `for (int i = 0; i < 4; i++)`";
const START: &str = "start with a literal or a `const` variable: `int i = 0`";
const COMPARE: &str = "compare the loop's variable, on the left, with a constant: `i < 4`";
const STEP: &str = "step with `i++`, `i--`, `i += 2` or `i -= 2`";

impl Builder<'_> {
    /// Returns the iteration count of a loop, or `None` if it is unknown; `report` also reports the reason.
    pub(crate) fn unroll_info(
        &mut self,
        init: Option<Stmt>,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
        span: Span,
        report: bool,
    ) -> Option<Unroll> {
        let fault = match self.passes(init, test, next, body) {
            Ok(unroll) => return Some(unroll),
            Err(fault) => fault,
        };
        let head = |part: Option<Expr>| part.map_or(0, |part| self.program.span_of(part).end);
        let end = span.end.max(head(test)).max(head(next));
        let is_known = self.findings.items().iter().any(|finding| {
            let start = finding.location.start;
            finding.severity == Severity::Error && start >= u64::from(span.start) && start < u64::from(end)
        });
        // An error in a part of the header leaves that part empty; do not report it as missing too.
        if report && !is_known {
            let part = match fault.part {
                Some(part) if part.start >= span.start => part,
                _ => span,
            };
            let between = Span::new(span.start, part.start).of(self.text);
            // Report at the loop, and add the part as a label if it is on another line.
            let is_apart = between.contains('\n');
            let mut finding = self.report(fault.rule, if is_apart { span } else { part }, fault.found);
            if is_apart {
                finding.label(part, "this part of it");
            }
            finding.help(fault.help);
        }
        None
    }

    fn passes(
        &self,
        init: Option<Stmt>,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
    ) -> Result<Unroll, UnrollError> {
        let (variable, start) = self.loop_start(init)?;
        let (operator, end) = self.loop_test(variable, test)?;
        let (next, delta) = self.loop_step(variable, next)?;
        let mut writes = Writes { variable, place: None };
        let _ = writes.statement(&self.program, body);
        if let Some(place) = writes.place {
            return Err(fault(
                &program::LOOP_WRITES,
                place,
                "the loop's variable is changed in its body, expected a loop that counts by its head alone",
                "copy the variable at the start of the body and change the copy",
            ));
        }
        let span = self.program.span_of(next);
        let count = match count(operator, start, end, delta, self.is_current()) {
            None => {
                return Err(fault(
                    &program::LOOP_ENDS,
                    span,
                    "the loop never ends: its step does not lead to the bound",
                    "step towards the bound, and compare with `<` or `>` where a step may jump past it",
                ));
            }
            Some(count) if count >= MOST_PASSES => {
                return Err(fault(
                    &program::LOOP_ENDS,
                    span,
                    format!("the loop runs {count} times, expected fewer than {MOST_PASSES}"),
                    "take larger steps, or a nearer bound",
                ));
            }
            Some(count) => count,
        };
        Ok(Unroll { variable, start, delta, count })
    }

    fn loop_start(&self, init: Option<Stmt>) -> Result<(Symbol, f64), UnrollError> {
        let Some(init) = init else {
            let found = "the loop declares no variable, expected one that counts its passes";
            return Err(missing(&program::LOOP_START, found, DECLARE));
        };
        let node = self.program.statements[init];
        let StatementKind::VarDeclaration { variable, base, array_size, value } = node.kind else {
            let found = "the loop begins with something other than the declaration of one variable";
            return Err(fault(&program::LOOP_START, node.span, found, DECLARE));
        };
        if array_size != 0 || !matches!(base.meaning, Type::Scalar(scalar) if scalar.is_number()) {
            let name = self.type_of_variable(variable);
            let found =
                format!("the loop counts with a `{name}`, expected a number such as `int` or `float`");
            return Err(fault(&program::LOOP_TYPE, node.span, found, DECLARE));
        }
        let Some(value) = value else {
            let found = "the loop's variable has no initial value, expected a constant";
            return Err(fault(&program::LOOP_VALUE, node.span, found, START));
        };
        let Some(start) = self.constant_number(value) else {
            let found = "the loop's variable starts with a value that is not constant";
            return Err(fault(&program::LOOP_VALUE, self.program.span_of(value), found, START));
        };
        Ok((variable, start))
    }

    fn loop_test(&self, variable: Symbol, test: Option<Expr>) -> Result<(Operator, f64), UnrollError> {
        let Some(test) = test else {
            let found = "the loop has no condition, expected one that ends it";
            return Err(missing(&program::LOOP_TEST, found, COMPARE));
        };
        let span = self.program.span_of(test);
        let ExpressionKind::Binary { left, operator, right } = self.program.kind_of(test) else {
            let found = "the loop's condition is not a comparison of its variable with a constant";
            return Err(fault(&program::LOOP_TEST, span, found, COMPARE));
        };
        if !self.refers_to(left, variable) {
            let found = "the left side of the loop's condition is not its variable";
            return Err(fault(&program::LOOP_TEST, self.program.span_of(left), found, COMPARE));
        }
        if !matches!(
            operator,
            Operator::GREATER
                | Operator::GREATER_EQUAL
                | Operator::LESS
                | Operator::LESS_EQUAL
                | Operator::EQUAL
                | Operator::NOT_EQUAL
        ) {
            let found =
                "the loop's condition is not a comparison, expected `<`, `<=`, `>`, `>=`, `==` or `!=`";
            return Err(fault(&program::LOOP_TEST, span, found, COMPARE));
        }
        let Some(end) = self.constant_number(right) else {
            let found = "the loop's variable is compared with something that is not constant";
            return Err(fault(&program::LOOP_BOUND, self.program.span_of(right), found, COMPARE));
        };
        Ok((operator, end))
    }

    fn loop_step(&self, variable: Symbol, next: Option<Expr>) -> Result<(Expr, f64), UnrollError> {
        let Some(next) = next else {
            let found = "the loop has no step, expected one that leads to its end";
            return Err(missing(&program::LOOP_STEP, found, STEP));
        };
        let span = self.program.span_of(next);
        let (changed, operator) = match self.program.kind_of(next) {
            ExpressionKind::Binary { left, operator, .. } => (left, operator),
            ExpressionKind::Prefix { operator, operand } | ExpressionKind::Postfix { operator, operand } => {
                (operand, operator)
            }
            _ => {
                let found = "the loop's step does not count its variable up or down";
                return Err(fault(&program::LOOP_STEP, span, found, STEP));
            }
        };
        if !self.refers_to(changed, variable) {
            let found = "the loop's step changes something other than its variable";
            return Err(fault(&program::LOOP_STEP, self.program.span_of(changed), found, STEP));
        }
        let is_up = match operator {
            Operator::PLUS_ASSIGN | Operator::INCREMENT => true,
            Operator::MINUS_ASSIGN | Operator::DECREMENT => false,
            _ => {
                let found = "the loop's step neither adds nor subtracts";
                return Err(fault(&program::LOOP_STEP, span, found, STEP));
            }
        };
        let by = match self.program.kind_of(next) {
            ExpressionKind::Binary { right, .. } => self.constant_number(right).ok_or_else(|| {
                fault(
                    &program::LOOP_DELTA,
                    self.program.span_of(right),
                    "the loop's variable is stepped by something that is not constant",
                    "step by a literal or a `const` variable: `i += 2`",
                )
            })?,
            _ => 1.0,
        };
        Ok((next, if is_up { by } else { -by }))
    }

    fn type_of_variable(&self, variable: Symbol) -> String {
        match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => self.program.type_name(data.ty),
            _ => String::new(),
        }
    }

    fn refers_to(&self, expression: Expr, variable: Symbol) -> bool {
        matches!(
            self.program.kind_of(expression),
            ExpressionKind::VariableReference { variable: found, .. } if found == variable
        )
    }
}

/// Finds a write to a variable.
struct Writes {
    variable: Symbol,
    place: Option<Span>,
}

impl Visitor for Writes {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        match program.kind_of(expression) {
            ExpressionKind::VariableReference { variable, kind }
                if variable == self.variable && kind != RefKind::READ =>
            {
                self.place = Some(program.span_of(expression));
                STOP
            }
            _ => walk_expression(self, program, expression),
        }
    }
}

/// Number of iterations, at most `u32::MAX`; `None` for an infinite loop.
fn count(operator: Operator, start: f64, end: f64, delta: f64, is_current: bool) -> Option<u32> {
    let towards = |upwards, with_end| match start == end && is_current {
        // Today such a loop is not known to be over.
        true if delta == 0.0 || upwards != (delta > 0.0) => None,
        true => Some(u32::from(with_end)),
        false => count_towards(start, end, delta, upwards, with_end),
    };
    match operator {
        Operator::LESS => towards(true, false),
        Operator::LESS_EQUAL => towards(true, true),
        Operator::GREATER => towards(false, false),
        Operator::GREATER_EQUAL => towards(false, true),
        Operator::NOT_EQUAL => {
            // Single precision, so that rounding errors below it do not add an iteration.
            let passes = ((end - start) / delta) as f32;
            (passes >= 0.0 && passes.is_finite() && passes.ceil() == passes).then_some(passes as u32)
        }
        _ if start != end => Some(0),
        _ => (delta != 0.0).then_some(1),
    }
}

fn count_towards(start: f64, end: f64, delta: f64, upwards: bool, with_end: bool) -> Option<u32> {
    // In version 8 equal bounds count as downwards. So `i <= 0` from 0 counts as zero iterations, although it runs once;
    // Skia's programs have that loop removed.
    if upwards != (start < end) {
        return Some(0);
    }
    if delta == 0.0 || upwards != (delta > 0.0) {
        return None;
    }
    let exact = (end - start) / delta;
    let mut passes = exact.ceil();
    if with_end && passes == exact {
        passes += 1.0;
    }
    Some(passes as u32)
}

#[cfg(test)]
mod tests {
    use glassbox_sksl::raw::Operator;

    use super::count;

    #[test]
    fn passes_are_counted() {
        for (operator, start, end, delta, passes) in [
            (Operator::LESS, 0.0, 4.0, 1.0, Some(4)),
            (Operator::LESS, 0.0, 4.0, 3.0, Some(2)),
            (Operator::LESS, 4.0, 4.0, 1.0, Some(0)),
            (Operator::LESS, 0.0, 4.0, -1.0, None),
            (Operator::LESS, 0.0, 4.0, 0.0, None),
            (Operator::LESS, 0.0, 1e30, 1.0, Some(u32::MAX)),
            (Operator::LESS_EQUAL, 0.0, 4.0, 1.0, Some(5)),
            (Operator::LESS_EQUAL, 0.0, 4.0, 3.0, Some(2)),
            (Operator::LESS_EQUAL, 4.0, 4.0, 1.0, Some(0)),
            (Operator::GREATER, 4.0, 0.0, -2.0, Some(2)),
            (Operator::GREATER, 4.0, 0.0, 0.0, None),
            (Operator::GREATER, 4.0, 0.0, 1.0, None),
            (Operator::GREATER, 4.0, 4.0, -1.0, Some(0)),
            (Operator::GREATER, 0.0, 4.0, -1.0, Some(0)),
            (Operator::GREATER_EQUAL, 4.0, 4.0, -1.0, Some(1)),
            (Operator::GREATER_EQUAL, 4.0, 0.0, -1.0, Some(5)),
            (Operator::NOT_EQUAL, 0.0, 4.0, 1.0, Some(4)),
            (Operator::NOT_EQUAL, 0.0, 5.0, 2.0, None),
            (Operator::NOT_EQUAL, 0.0, 1.0, 0.1, Some(10)),
            (Operator::NOT_EQUAL, 0.0, 4.0, -1.0, None),
            (Operator::NOT_EQUAL, 0.0, 0.0, 0.0, None),
            (Operator::EQUAL, 3.0, 3.0, 1.0, Some(1)),
            (Operator::EQUAL, 3.0, 3.0, 0.0, None),
            (Operator::EQUAL, 3.0, 4.0, 1.0, Some(0)),
        ] {
            assert_eq!(
                count(operator, start, end, delta, false),
                passes,
                "{operator} from {start} to {end} by {delta}"
            );
        }
    }

    #[test]
    fn equal_bounds_count_in_the_direction_of_the_comparison() {
        for (operator, delta, then, now) in [
            (Operator::LESS, 1.0, Some(0), Some(0)),
            (Operator::LESS, -1.0, Some(0), None),
            (Operator::LESS_EQUAL, 1.0, Some(0), Some(1)),
            (Operator::GREATER, -1.0, Some(0), Some(0)),
            (Operator::GREATER, 1.0, None, None),
            (Operator::GREATER_EQUAL, -1.0, Some(1), Some(1)),
        ] {
            assert_eq!(count(operator, 4.0, 4.0, delta, false), then, "{operator} by {delta} in version 8");
            assert_eq!(count(operator, 4.0, 4.0, delta, true), now, "{operator} by {delta} today");
        }
    }
}
