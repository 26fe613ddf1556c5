//! Errors that abandon a statement.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};

/// An error that abandons a statement: our finding and picasso's message.
#[derive(Debug)]
pub(crate) struct StatementError {
    /// Finding with byte positions; lines and columns are added at the end.
    pub(crate) finding: Diagnostic,
    /// picasso's message without file and line.
    pub(crate) picasso: String,
    /// True if it follows from an error already reported.
    pub(crate) is_known: bool,
}

/// Result whose error is a [`StatementError`] unless stated.
pub(crate) type Result<T, E = Box<StatementError>> = std::result::Result<T, E>;

impl StatementError {
    /// An error at a location.
    pub(crate) fn new(
        rule: &'static Rule,
        location: Location,
        picasso: impl Into<String>,
        message: impl Into<String>,
    ) -> Box<StatementError> {
        Box::new(StatementError {
            finding: Diagnostic::new(rule, location, message),
            picasso: picasso.into(),
            is_known: false,
        })
    }

    /// Adds help on fixing it.
    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.finding.help = Some(help.into());
        self
    }

    /// Adds help, if any.
    pub(crate) fn maybe_help(mut self: Box<Self>, help: Option<String>) -> Box<Self> {
        if help.is_some() {
            self.finding.help = help;
        }
        self
    }

    /// Adds a note.
    pub(crate) fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Self> {
        self.finding = self.finding.note(note);
        self
    }

    /// Adds a second location.
    pub(crate) fn label(mut self: Box<Self>, location: Location, message: impl Into<String>) -> Box<Self> {
        self.finding = self.finding.label(location, message);
        self
    }

    /// Marks it as following from a reported error.
    pub(crate) fn known(mut self: Box<Self>) -> Box<Self> {
        self.is_known = true;
        self
    }
}
