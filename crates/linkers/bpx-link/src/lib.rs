#![doc = include_str!("../README.md")]
//!
//! | function | does |
//! | --- | --- |
//! | [`assemble`](fn@assemble) | builds an assembly from the symbols that packages share |
//! | [`link`](fn@link), [`unlink`] | sets or clears a program's assembly, in place |
//! | [`merge`](fn@merge) | merges packages with stages of one program |
//! | [`check_set`] | checks the dependencies between a game's packages |
//!
//! Two definitions of a symbol are equal if type, register and extended data are, up to the
//! numbering of referenced symbols. Every conflict is reported with all fields that differ;
//! locations in findings name the input.

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

/// Result of an operation.
#[derive(Clone, Debug)]
pub struct Outcome<T> {
    /// Output file; empty on error.
    pub bytes: Vec<u8>,
    /// Summary of the changes; `None` on error.
    pub done: Option<T>,
    /// Findings; locations name the input.
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
