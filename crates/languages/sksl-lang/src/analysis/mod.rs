//! Questions about parts that are built: how often something is used, how often a loop runs, how a function is left, and
//! whether a whole program keeps the rules that no single construct can check.
//!
//! | file | answers |
//! | --- | --- |
//! | `visit.rs` | the parts of expressions and statements, in the order in which everything here looks at them |
//! | `usage.rs` | how often variables and functions are used |
//! | `unroll.rs` | how often a loop runs, where that is known |
//! | `returns.rs` | whether a function always gives its value |
//! | `exits.rs` | how a case of a switch is left |
//! | `finish.rs` | what a whole program must not have left over |
//! | `indexing.rs` | OpenGL ES 2: indices that are known before the program runs |
//! | `size.rs` | OpenGL ES 2: recursion, depth of calls, size of the program with its loops unrolled |

mod exits;
mod finish;
mod indexing;
mod returns;
mod size;
mod unroll;
mod usage;
mod visit;

pub(crate) use usage::Usage;
pub(crate) use visit::{Flow, STOP, Visitor, walk_expression, walk_statement};
