//! Limits the total size of inlined copies.
//!
//! A cheap argument is copied to each read of its parameter, in every copy, and it may be the constructor of a large
//! struct: a source of a few thousand bytes could grow to gigabytes. So calls are kept where the copy would exceed a
//! limit that ordinary programs never reach.

use super::Inliner;
use super::candidates::Candidate;
use crate::analysis::{Flow, STOP, Visitor, walk_expression};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::Program;
use crate::ir::symbol::SymbolKind;

/// Maximum number of expressions in a program.
const MOST_EXPRESSIONS: usize = 1 << 20;

/// Programs with fewer expressions need no check: the worst case is every argument copied to every use.
const FEW_EXPRESSIONS: usize = 1 << 10;

impl Inliner<'_, '_> {
    /// Returns whether a candidate can be inlined within the limit.
    pub(super) fn has_room(&self, candidate: &Candidate) -> bool {
        let program = &self.builder.program;
        let there = program.expressions.len();
        if there < FEW_EXPRESSIONS {
            return true;
        }
        let SymbolKind::Function(data) = &program.symbols[candidate.function].kind else {
            return false;
        };
        let ExpressionKind::FunctionCall { arguments, .. } = program.kind_of(candidate.call) else {
            return false;
        };
        let mut count = Count { expressions: there };
        if let Some(body) = data.body {
            let _ = count.statement(program, body);
        }
        let arguments = program.expression_lists.get(arguments);
        let copied = data.parameters.iter().zip(arguments).map(|(&parameter, &argument)| {
            let reads = usize::try_from(self.usage.of_variable(parameter).read).unwrap_or_default();
            count_of(program, argument).saturating_mul(reads + 1)
        });
        copied.fold(count.expressions, usize::saturating_add) <= MOST_EXPRESSIONS
    }
}

fn count_of(program: &Program, expression: Expr) -> usize {
    let mut count = Count { expressions: 0 };
    let _ = count.expression(program, expression);
    count.expressions
}

/// Counts expressions, up to the limit.
struct Count {
    expressions: usize,
}

impl Visitor for Count {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        self.expressions += 1;
        if self.expressions > MOST_EXPRESSIONS { STOP } else { walk_expression(self, program, expression) }
    }
}
