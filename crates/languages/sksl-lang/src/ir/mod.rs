//! The typed program.
//!
//! Everything lies in lists and is named by small numbers ([`arena`]): moving a part is copying its number, and whoever
//! changes a part changes it for all who hold the number, so a part that stands in two places is copied first.

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
