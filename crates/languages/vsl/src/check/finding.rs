//! Help and limits for findings.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::suggest::similar;

/// Suggests a similar known name, or gives general help.
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

/// True if enough findings, errors among them, have been reported to stop. Each one costs a scan of the text
/// before it.
pub(crate) fn is_hopeless(findings: &Diagnostics) -> bool {
    findings.is_full() && findings.has_errors()
}

/// A finding still to be reported; `None` if it has been.
pub(crate) type Unreported = Option<Box<Diagnostic>>;

/// Wraps a finding not yet reported.
pub(crate) fn unreported(finding: Diagnostic) -> Unreported {
    Some(Box::new(finding))
}
