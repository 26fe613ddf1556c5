//! Reports a finding in one expression.

use super::{Diagnostic, Diagnostics, Label, Location, Rule, Scope, Severity};

/// Receives findings. What the implementer adds to each of them, it adds in [`push`](Reporter::push).
///
/// ```
/// use glassbox_core::diagnostic::{Diagnostics, Location, Reporter};
///
/// glassbox_core::rules! {
///     NAME = "DEMO-02" Error "the name is not known" { cause: "It is misspelt.", cure: "Correct the name." }
/// }
/// let mut findings = Diagnostics::default();
/// findings
///     .report(&NAME, Location::default(), "found the name `colour`")
///     .help("did you mean `color`?");
/// assert_eq!(findings.items()[0].cure(), "did you mean `color`?");
/// ```
pub trait Reporter {
    /// Adds a complete finding.
    fn push(&mut self, finding: Diagnostic);

    /// Reports a finding of a rule with its usual severity. The finding is added when the result is dropped, so that
    /// labels, notes and help can follow.
    #[cold]
    fn report(
        &mut self,
        rule: &'static Rule,
        location: impl Into<Location>,
        message: impl Into<String>,
    ) -> Report<'_, Self> {
        let finding = Diagnostic::new(rule, location, message);
        Report { reporter: self, finding: Some(finding) }
    }
}

/// A finding that is added to its [`Reporter`] when this is dropped.
pub struct Report<'r, R: Reporter + ?Sized = Diagnostics> {
    reporter: &'r mut R,
    /// Present until it is added.
    finding: Option<Diagnostic>,
}

impl<R: Reporter + ?Sized> Report<'_, R> {
    /// Overrides the severity.
    pub fn severity(&mut self, severity: Severity) -> &mut Self {
        self.edit(|finding| finding.severity = severity)
    }

    /// Adds a secondary location.
    pub fn label(&mut self, place: impl Into<Location>, message: impl Into<String>) -> &mut Self {
        self.edit(|finding| {
            finding.labels.push(Label { location: place.into(), message: message.into() });
        })
    }

    /// Adds a fact.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.edit(|finding| finding.notes.push(note.into()))
    }

    /// Sets the fix for this finding.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.edit(|finding| finding.help = Some(help.into()))
    }

    /// Marks findings at a path and under it as consequences of this one.
    pub fn affects_path(&mut self, path: impl Into<String>) -> &mut Self {
        self.edit(|finding| finding.affects.push(Scope::Path(path.into())))
    }

    /// Marks findings of a rule at a path and under it as consequences of this one; the empty path is the whole file.
    pub fn affects_rule(&mut self, rule: &'static Rule, path: impl Into<String>) -> &mut Self {
        self.edit(|finding| finding.affects.push(Scope::Rule(rule, path.into())))
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Diagnostic)) -> &mut Self {
        self.finding.as_mut().map(edit);
        self
    }
}

impl<R: Reporter + ?Sized> Drop for Report<'_, R> {
    fn drop(&mut self) {
        if let Some(finding) = self.finding.take() {
            self.reporter.push(finding);
        }
    }
}

impl Reporter for Diagnostics {
    fn push(&mut self, finding: Diagnostic) {
        Diagnostics::push(self, finding);
    }
}

impl Reporter for Vec<Diagnostic> {
    fn push(&mut self, finding: Diagnostic) {
        Vec::push(self, finding);
    }
}
