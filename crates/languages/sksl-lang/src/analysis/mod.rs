//! Read-only analyses of the typed program: usage counts, iteration counts of loops, exits of functions and switch
//! cases, and checks of the complete program. Nothing here changes the program.
//!
//! | file | computes |
//! | --- | --- |
//! | `visit.rs` | traversal of expressions and statements, in the order that all analyses use |
//! | `usage.rs` | use counts of variables and functions |
//! | `unroll.rs` | iteration counts of loops |
//! | `returns.rs` | functions that can end without returning a value |
//! | `exits.rs` | switch cases that leave their switch |
//! | `finish.rs` | checks of the complete program |
//! | `indexing.rs` | OpenGL ES 2: constant indices |
//! | `size.rs` | OpenGL ES 2: recursion, call depth, program size with loops unrolled |

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
