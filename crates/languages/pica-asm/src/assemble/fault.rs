//! What stops a statement.

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};

/// A mistake that ends the work on a statement: the finding, and what picasso says of it.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The finding, with byte positions; lines and columns are added at the end.
    pub(crate) finding: Diagnostic,
    /// picasso's message, without file and line.
    pub(crate) picasso: String,
    /// The mistake follows from one that has been reported.
    pub(crate) is_known: bool,
}

/// The result of a step.
pub(crate) type Step<T> = Result<T, Box<Fault>>;

impl Fault {
    /// A fault at a place.
    pub(crate) fn new(
        rule: &'static Rule,
        location: Location,
        picasso: impl Into<String>,
        message: impl Into<String>,
    ) -> Box<Fault> {
        Box::new(Fault {
            finding: Diagnostic::new(rule, location, message),
            picasso: picasso.into(),
            is_known: false,
        })
    }

    /// Says how to fix it.
    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.finding.help = Some(help.into());
        self
    }

    /// Says how to fix it, if that is known.
    pub(crate) fn maybe_help(mut self: Box<Self>, help: Option<String>) -> Box<Self> {
        if help.is_some() {
            self.finding.help = help;
        }
        self
    }

    /// Adds a fact.
    pub(crate) fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Self> {
        self.finding = self.finding.note(note);
        self
    }

    /// Adds a second place.
    pub(crate) fn label(mut self: Box<Self>, location: Location, message: impl Into<String>) -> Box<Self> {
        self.finding = self.finding.label(location, message);
        self
    }

    /// Marks it as following from a mistake that has been reported.
    pub(crate) fn known(mut self: Box<Self>) -> Box<Self> {
        self.is_known = true;
        self
    }
}
