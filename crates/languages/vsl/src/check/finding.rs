//! Making findings: one place for a rule, a span and a sentence.

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::suggest::similar;

use crate::span::Span;

/// A finding at a part of the text.
pub(crate) fn finding(text: &str, rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, span.location(text), message)
}

/// Asks whether a known name was meant, or else says something general.
pub(crate) fn did_you_mean<'n>(
    wanted: &str,
    known: impl IntoIterator<Item = &'n str>,
    otherwise: &str,
) -> String {
    match similar(wanted, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => otherwise.to_owned(),
    }
}
