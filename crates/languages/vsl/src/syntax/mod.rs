//! From characters to the syntax tree.

pub mod tree;
