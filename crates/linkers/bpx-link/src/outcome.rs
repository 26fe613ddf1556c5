//! Result of an operation on packages.

use glassbox_core::diagnostic::{Diagnostic, Severity};

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
    pub(crate) fn refused(findings: Vec<Diagnostic>) -> Outcome<T> {
        Outcome { bytes: Vec::new(), done: None, findings }
    }
}

pub(crate) fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}
