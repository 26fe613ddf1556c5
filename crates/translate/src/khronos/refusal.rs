//! Why a shader is not written.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};

/// A rule with what was found.
#[derive(Debug)]
pub(super) struct Refusal {
    rule: &'static Rule,
    message: String,
    help: Option<String>,
}

impl Refusal {
    pub(super) fn new(rule: &'static Rule, message: impl Into<String>) -> Refusal {
        Refusal {
            rule,
            message: message.into(),
            help: None,
        }
    }

    /// Says how to mend it, where the rule's own cure is too general.
    pub(super) fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into());
        self
    }
}

/// About the whole shader: it came as words, which know no line.
impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Diagnostic {
        let help = refusal.help.unwrap_or_else(|| refusal.rule.cure.to_owned());
        Diagnostic::new(refusal.rule, Location::default(), refusal.message).help(help)
    }
}
