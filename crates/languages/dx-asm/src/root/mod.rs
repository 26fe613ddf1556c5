//! Root signatures as HLSL, both ways: in comments of program listings, as listings of their own, and assembled.
//!
//! `text` finds the clauses in a source, `clause` parses them, `build` gives them their meaning.

mod build;
mod clause;
mod container;
pub mod language;
mod listing;
mod merge;
mod text;

pub use container::{minimal, replace};
pub(crate) use listing::{comment, comments};
pub use listing::{has_root_signature, listing};
pub use merge::{MergeError, merge};
