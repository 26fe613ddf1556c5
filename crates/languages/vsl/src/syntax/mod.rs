//! Parses source text into a syntax tree: lexer, parser, tree.

mod fault;
mod foreign;
mod lex;
mod number;
mod parse;
pub mod token;
pub mod tree;

pub use parse::{MAX_NESTING, MAX_SOURCE, parse};
