//! Lexer and parser: from source text to actions of the builder.
//!
//! There is no syntax tree. The parser calls an action as soon as a construct is complete, so that everything is
//! created in source order, and a declaration is visible to all later code.

mod classes;
mod lex;
mod number;
pub(crate) mod outline;
mod parse;
mod token;

use crate::build::Builder;

/// Parses the text of a builder and builds the program. Errors are in the builder's findings.
pub(crate) fn parse(builder: &mut Builder<'_>) {
    parse::program(builder);
}
