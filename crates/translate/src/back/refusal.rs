//! Why a shader is not written.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};

/// A rule with what was found.
#[derive(Debug)]
pub(crate) struct Refusal {
    rule: &'static Rule,
    message: String,
}

impl Refusal {
    pub(crate) fn new(rule: &'static Rule, message: impl Into<String>) -> Refusal {
        Refusal { rule, message: message.into() }
    }
}

/// About the whole shader: it came as words, which know no line.
impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Diagnostic {
        Diagnostic::new(refusal.rule, Location::default(), refusal.message).help(refusal.rule.cure)
    }
}

/// The one finding.
impl From<Refusal> for Vec<Diagnostic> {
    fn from(refusal: Refusal) -> Vec<Diagnostic> {
        vec![refusal.into()]
    }
}
