//! Source text to actions: tokens, and the parser that tells the builder what it reads.
//!
//! There is no syntax tree. The parser calls an action as soon as a construct is complete, so what the actions make is made
//! in the order of the text, and a declaration is known to everything that is read behind it.

mod classes;
mod lex;
mod number;
pub(crate) mod outline;
mod parse;
mod token;

use crate::build::Builder;

/// Reads the text of a builder and has it build the program. What is wrong is in the builder's findings.
pub(crate) fn parse(builder: &mut Builder<'_>) {
    parse::program(builder);
}
