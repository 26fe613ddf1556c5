//! Classifies functions by their `return` statements, which determines how they can be inlined.

use crate::analysis::{Flow, STOP, Visitor, walk_statement};
use crate::ir::expression::Expr;
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt};

/// Positions of the `return` statements in a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Returns {
    /// At most one, at the end.
    Once,
    /// At the ends of several branches, or in a block with variables of its own: the value needs a temporary variable.
    Scoped,
    /// Before the end.
    Early,
}

/// Classifies the function with this body.
pub(super) fn returns_of(program: &Program, body: Stmt) -> Returns {
    let at_end = returns_at_end(program, body);
    let mut count = Count { limit: at_end + 1, returns: 0, deepest: 0, depth: 0, has_variables: false };
    let _ = count.statement(program, body);
    if count.returns > at_end {
        Returns::Early
    } else if count.returns > 1 || count.has_variables && count.deepest > 1 {
        Returns::Scoped
    } else {
        Returns::Once
    }
}

/// Counts the returns in tail position: at the end of the body or of a branch of an `if` in tail position.
fn returns_at_end(program: &Program, statement: Stmt) -> u32 {
    match program.statements[statement].kind {
        StatementKind::Return(_) => 1,
        StatementKind::Block { statements, .. } => match program.statement_lists.get(statements) {
            [.., last] => returns_at_end(program, *last),
            [] => 0,
        },
        StatementKind::If { if_true, if_false, .. } => {
            let on_false = if_false.map_or(0, |if_false| returns_at_end(program, if_false));
            returns_at_end(program, if_true) + on_false
        }
        _ => 0,
    }
}

struct Count {
    limit: u32,
    returns: u32,
    /// Maximum scope depth of a return.
    deepest: u32,
    depth: u32,
    /// A scope in the body declares variables that a return may use.
    has_variables: bool,
}

impl Visitor for Count {
    fn expression(&mut self, _: &Program, _: Expr) -> Flow {
        Flow::Continue(())
    }

    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        match program.statements[statement].kind {
            StatementKind::Return(_) => {
                self.returns += 1;
                self.deepest = self.deepest.max(self.depth);
                if self.returns >= self.limit {
                    return STOP;
                }
            }
            StatementKind::VarDeclaration { .. } => self.has_variables |= self.depth > 1,
            StatementKind::Block { is_scope, .. } => {
                self.depth += u32::from(is_scope);
                let flow = walk_statement(self, program, statement);
                self.depth -= u32::from(is_scope);
                // Variables of blocks that end before the first return cannot occur in it.
                if self.returns == 0 && self.depth <= 1 {
                    self.has_variables = false;
                }
                return flow;
            }
            _ => {}
        }
        walk_statement(self, program, statement)
    }
}
