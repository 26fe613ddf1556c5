//! The examples of the rules of this crate.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule of the crate, written by hand after its cases.
pub(crate) static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));
