//! How a function gives its value, which decides how it can be put in place of a call.

use crate::analysis::{Flow, STOP, Visitor, walk_statement};
use crate::ir::expression::Expr;
use crate::ir::program::Program;
use crate::ir::statement::{StatementKind, Stmt};

/// How a function gives its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Returns {
    /// By one expression at its end, or not at all.
    Once,
    /// At the ends of several branches, or from a block whose variables end with it: the value needs a variable.
    Scoped,
    /// Before its end.
    Early,
}

/// How the function with this body gives its value.
pub(super) fn returns_of(program: &Program, body: Stmt) -> Returns {
    let at_end = returns_at_end(program, body);
    let mut count = Count {
        limit: at_end + 1,
        returns: 0,
        deepest: 0,
        depth: 0,
        has_variables: false,
    };
    let _ = count.statement(program, body);
    if count.returns > at_end {
        Returns::Early
    } else if count.returns > 1 || count.has_variables && count.deepest > 1 {
        Returns::Scoped
    } else {
        Returns::Once
    }
}

/// The returns that nothing comes after: those that end the body or a branch of an `if` that does.
fn returns_at_end(program: &Program, statement: Stmt) -> u32 {
    match program.statements[statement].kind {
        StatementKind::Return(_) => 1,
        StatementKind::Block { statements, .. } => match program.statement_lists.get(statements) {
            [.., last] => returns_at_end(program, *last),
            [] => 0,
        },
        StatementKind::If {
            if_true, if_false, ..
        } => {
            let on_false = if_false.map_or(0, |if_false| returns_at_end(program, if_false));
            returns_at_end(program, if_true) + on_false
        }
        _ => 0,
    }
}

struct Count {
    limit: u32,
    returns: u32,
    /// How many scopes deep a return stands.
    deepest: u32,
    depth: u32,
    /// Whether a scope in the body declares variables that a return may use.
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
                // Variables of blocks that ended before the first return cannot stand in one.
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
