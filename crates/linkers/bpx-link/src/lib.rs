#![doc = include_str!("../README.md")]
//!
//! | function | does |
//! | --- | --- |
//! | [`assemble`](fn@assemble) | the symbols that packages share become an assembly |
//! | [`link`](fn@link), [`unlink`] | a program states its assembly, in place, or does so no longer |
//! | [`merge`](fn@merge) | packages that hold stages of one program become one |
//! | [`check_set`] | what a game's packages ask of each other |
//!
//! Two definitions of a symbol are equal when type, register and extended data are, up to the numbering of the symbols that
//! structures refer to. Everything that keeps packages from going together is reported with all fields that differ; places of
//! findings name the input.

mod assemble;
mod chain;
mod compare;
mod explain;
mod input;
mod link;
mod merge;
pub mod rules;
mod set;
mod unit;

use glassbox_core::diagnostic::{Diagnostic, Severity};

pub use self::assemble::{Contents, assemble};
pub use self::input::Input;
pub use self::link::{Change, Linked, Options, link, unlink};
pub use self::merge::{Merged, merge};
pub use self::set::check_set;

/// What came of an operation.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// The bytes; none when something is in the way.
    pub bytes: Vec<u8>,
    /// What was done; `None` when something is in the way.
    pub done: Option<T>,
    /// What was found; places name the input.
    pub findings: Vec<Diagnostic>,
}

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Outcome::refused(Vec::new())
    }
}

impl<T> Outcome<T> {
    fn refused(findings: Vec<Diagnostic>) -> Outcome<T> {
        Outcome {
            bytes: Vec::new(),
            done: None,
            findings,
        }
    }
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}
