//! Making findings: one place for a rule, a span and a sentence.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::suggest::similar;

use glassbox_core::span::Span;

/// A finding at a part of the text.
pub(crate) fn finding(rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, span.unplaced(), message)
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

/// Whether there are so many findings, errors among them, that looking for more is in vain. Each costs a look at the text
/// before it, so their number has to end.
pub(crate) fn is_hopeless(findings: &Diagnostics) -> bool {
    findings.is_full() && findings.has_errors()
}

/// What is to be reported of something wrong; none where that has been done.
pub(crate) type Unreported = Option<Box<Diagnostic>>;

/// Something to be reported.
pub(crate) fn unreported(finding: Diagnostic) -> Unreported {
    Some(Box::new(finding))
}
