//! Optimiser: inlining and dead-code elimination on a finished program.
//!
//! | file | does |
//! | --- | --- |
//! | `inline/` | inlines function calls |
//! | `unreachable.rs` | removes code after jumps |
//! | `functions.rs` | removes functions that are never called |
//! | `locals.rs` | removes local variables that are never read |
//! | `globals.rs` | removes unused global variables |
//!
//! A removed statement becomes [`Nop`](StatementKind::Nop). Statements and expressions are changed in place: an index
//! denotes a position in the program, whatever its contents.

mod functions;
mod globals;
mod inline;
mod locals;
mod unreachable;

use crate::analysis::Usage;
use crate::build::Builder;

impl Builder<'_> {
    /// Optimises a complete program without errors, as requested in the options. `usage` has to be that of the program.
    pub(crate) fn optimize(&mut self, mut usage: Usage) {
        if !self.options.optimize {
            return;
        }
        self.inline_calls(&mut usage);
        if self.findings.has_errors() {
            return;
        }
        if self.may_be_unreachable || self.options.inline_threshold != 0 {
            self.remove_unreachable(&mut usage);
        }
        self.remove_dead_functions(&mut usage);
        if usage.has_unread() {
            self.remove_dead_locals(&mut usage);
        }
        self.remove_dead_globals(&usage);
    }
}
