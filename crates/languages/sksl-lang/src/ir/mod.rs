//! The typed program.
//!
//! Nodes are stored in arenas and identified by small indices ([`arena`]). A node is moved by copying its index.
//! Changing a node affects every holder of the index, so a node used in two places is copied first.

pub mod arena;
mod clone;
pub mod expression;
pub mod listing;
pub mod modifiers;
pub mod names;
pub mod program;
pub mod statement;
pub mod symbol;
pub mod ty;

pub use program::Program;
