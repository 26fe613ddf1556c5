//! What the optimiser does to a finished program: it puts functions in place of their calls and removes what does nothing.
//!
//! | file | does |
//! | --- | --- |
//! | `inline/` | puts the bodies of functions in place of their calls |
//! | `unreachable.rs` | removes what comes after a jump |
//! | `functions.rs` | removes functions that nothing calls |
//! | `locals.rs` | removes local variables that nothing reads |
//! | `globals.rs` | removes global variables that nothing reads |
//!
//! A statement that is removed leaves [`Nop`](StatementKind::Nop) behind. Statements and expressions are changed in place: the
//! number of a part is its place in the program, whatever stands there.

mod functions;
mod globals;
mod inline;
mod locals;
mod unreachable;

use crate::analysis::Usage;
use crate::build::Builder;

impl Builder<'_> {
    /// Optimises a program that is complete and right, as far as the options ask for it. The usage is that of the program.
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
