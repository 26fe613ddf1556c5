//! What a rule found, in terms of the model. Where it lies in the file is worked out afterwards, for all findings at once.

use glassbox_core::diagnostic::{Rule, Severity};

use crate::model::At;

/// A place in a file, before anyone knows its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A field of a node of the model, as its payload table calls it; empty for the node itself. With a number it is an item
    /// of that list.
    Field(At, &'static str, Option<u32>),
    /// A node at the top of the tree, by name, and the byte range that is meant, from the start of the window.
    Top(&'static str, u64, u64),
    /// String number so much of the chain.
    Text(u32),
    /// The byte or command that ended the reading.
    Stop,
}

/// Something that is wrong with a file.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The rule.
    pub(crate) rule: &'static Rule,
    /// How bad it is, when not as bad as usual.
    pub(crate) severity: Option<Severity>,
    /// Where.
    pub(crate) spot: Spot,
    /// What was found and what was expected.
    pub(crate) message: String,
    /// Other places, and what they have to do with it.
    pub(crate) labels: Vec<(Spot, String)>,
    /// Facts that explain it.
    pub(crate) notes: Vec<String>,
    /// How to fix it.
    pub(crate) help: Option<String>,
}

impl Finding {
    pub(crate) fn new(rule: &'static Rule, at: At, message: impl Into<String>) -> Finding {
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

    /// Means one item of the list that [`field`](Self::field) names.
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
