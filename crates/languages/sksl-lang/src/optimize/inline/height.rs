//! Limits the nesting depth of inlined functions.
//!
//! Inlining a chain of calls adds up the nesting depths of its functions, and all consumers of a program recurse. So
//! calls are kept where the depth would exceed a limit that ordinary programs never reach. The limit is below the 246
//! levels that the reader of binaries accepts.

use std::collections::HashMap;

use super::candidates::Candidate;
use crate::analysis::{Flow, Visitor, walk_expression, walk_statement};
use crate::ir::expression::Expr;
use crate::ir::program::Program;
use crate::ir::statement::Stmt;
use crate::ir::symbol::SymbolKind;

/// Maximum nesting depth of a function.
const MOST_LEVELS: u32 = 200;

/// Upper bounds of the nesting depth of each body.
#[derive(Default)]
pub(super) struct Heights {
    bounds: HashMap<Stmt, u32>,
}

impl Heights {
    /// Returns whether inlining a candidate keeps its caller below the limit; if so, updates the caller's depth.
    pub(super) fn allow(&mut self, program: &Program, candidate: &Candidate) -> bool {
        let SymbolKind::Function(data) = &program.symbols[candidate.function].kind else {
            return false;
        };
        let Some(body) = data.body else {
            return false;
        };
        let called = self.of(program, body).saturating_add(2);
        let mut together = called.saturating_add(self.of(program, candidate.caller));
        if together > MOST_LEVELS {
            self.bounds.remove(&body);
            self.bounds.remove(&candidate.caller);
            let called = self.of(program, body).saturating_add(2);
            together = called.saturating_add(self.of(program, candidate.caller));
        }
        if together > MOST_LEVELS {
            return false;
        }
        self.bounds.insert(candidate.caller, together);
        true
    }

    fn of(&mut self, program: &Program, body: Stmt) -> u32 {
        *self.bounds.entry(body).or_insert_with(|| height(program, body))
    }
}

fn height(program: &Program, statement: Stmt) -> u32 {
    struct Height {
        depth: u32,
        deepest: u32,
    }

    impl Height {
        fn inside(&mut self, walk: impl FnOnce(&mut Height) -> Flow) -> Flow {
            self.depth += 1;
            self.deepest = self.deepest.max(self.depth);
            let flow = walk(self);
            self.depth -= 1;
            flow
        }
    }

    impl Visitor for Height {
        fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
            self.inside(|height| walk_expression(height, program, expression))
        }

        fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
            self.inside(|height| walk_statement(height, program, statement))
        }
    }

    let mut height = Height { depth: 0, deepest: 0 };
    let _ = height.statement(program, statement);
    height.deepest
}
