//! Represents findings in terms of the model. File locations are resolved later, for all findings at once.

use glassbox_core::diagnostic::{Rule, Severity};

use crate::model::ModelNode;

/// An unresolved location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A field of a model node, named as in its payload table; empty for the node itself. With an index, an
    /// item of that list.
    Field(ModelNode, &'static str, Option<u32>),
    /// A top-level tree node by name, and a byte range from the start of the window.
    Top(&'static str, u64, u64),
    /// The string with this index in the chain.
    Text(u32),
    /// The byte or command that stopped the reader.
    Stop,
}

/// A finding.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Rule violated.
    pub(crate) rule: &'static Rule,
    /// Severity, if not the rule's default.
    pub(crate) severity: Option<Severity>,
    /// Primary location.
    pub(crate) spot: Spot,
    /// Actual and expected state.
    pub(crate) message: String,
    /// Related locations with their explanations.
    pub(crate) labels: Vec<(Spot, String)>,
    /// Explanatory facts.
    pub(crate) notes: Vec<String>,
    /// Suggested fix.
    pub(crate) help: Option<String>,
}

impl Finding {
    pub(crate) fn new(rule: &'static Rule, at: ModelNode, message: impl Into<String>) -> Finding {
        Finding::at(rule, Spot::Field(at, "", None), message)
    }

    pub(crate) fn at(rule: &'static Rule, spot: Spot, message: impl Into<String>) -> Finding {
        Finding {
            rule,
            severity: None,
            spot,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    pub(crate) fn field(mut self, field: &'static str) -> Finding {
        if let Spot::Field(_, name, _) = &mut self.spot {
            *name = field;
        }
        self
    }

    /// Selects an item of the list named by [`field`](Self::field).
    pub(crate) fn item(mut self, index: usize) -> Finding {
        if let Spot::Field(_, _, item) = &mut self.spot {
            *item = Some(index as u32);
        }
        self
    }

    pub(crate) fn warning(mut self) -> Finding {
        self.severity = Some(Severity::Warning);
        self
    }

    pub(crate) fn label(mut self, spot: Spot, message: impl Into<String>) -> Finding {
        self.labels.push((spot, message.into()));
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}
