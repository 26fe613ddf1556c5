//! Findings as the lexer and the parser make them, before their place is worked out.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};

use crate::rules::syntax::SYNTAX;
use crate::span::Span;

/// A finding whose places are parts of the text.
pub(super) struct Fault {
    rule: &'static Rule,
    span: Span,
    message: String,
    help: Option<String>,
    label: Option<(Span, String)>,
}

impl Fault {
    /// A syntax error.
    pub(super) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault::of(&SYNTAX, span, message)
    }

    /// A finding of another rule.
    pub(super) fn of(rule: &'static Rule, span: Span, message: impl Into<String>) -> Fault {
        Fault {
            rule,
            span,
            message: message.into(),
            help: None,
            label: None,
        }
    }

    /// Says how to mend it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Shows a second place.
    pub(super) fn label(mut self, span: Span, message: impl Into<String>) -> Fault {
        self.label = Some((span, message.into()));
        self
    }

    /// Adds it to a list, unless the list is full: lines are counted from the beginning of the text for each finding, which
    /// is to be done a bounded number of times.
    pub(super) fn report(self, text: &str, findings: &mut Diagnostics) {
        if findings.is_full() {
            return;
        }
        let mut diagnostic = Diagnostic::new(self.rule, self.span.location(text), self.message);
        diagnostic.help = self.help;
        if let Some((span, message)) = self.label {
            diagnostic = diagnostic.label(span.location(text), message);
        }
        findings.push(diagnostic);
    }
}

/// Part of the text as a message shows it: not more than the beginning, and nothing that moves the cursor.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
