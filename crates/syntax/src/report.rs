//! Findings with places in any of the texts.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};

use crate::map::Provenance;
use crate::source::{Origin, Sources};

/// The texts and what was found in them.
#[derive(Debug, Default)]
pub struct Reports {
    /// The texts.
    pub sources: Sources,
    /// What was found.
    pub findings: Diagnostics,
}

impl Reports {
    /// A finding at a place, to be completed and [added](Self::add).
    pub fn at(&self, rule: &'static Rule, origin: Origin, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, self.sources.unplaced(origin), message)
    }

    /// A finding about tokens, with the place in the macro that they come from, if it is one.
    pub fn of(&self, rule: &'static Rule, from: Provenance, message: impl Into<String>) -> Diagnostic {
        let finding = self.at(rule, from.primary(), message);
        if from.is_from_macro() {
            finding.label(self.sources.unplaced(from.written), "the macro says it here")
        } else {
            finding
        }
    }

    /// Adds a finding.
    pub fn add(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// The texts, and the findings with line and column.
    #[must_use]
    pub fn finish(self) -> (Sources, Diagnostics) {
        let Reports { sources, mut findings } = self;
        findings.place_in(|file| sources.text(file));
        (sources, findings)
    }
}

/// Part of a text as a message shows it: not more than the beginning, and nothing that moves the cursor.
pub fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String =
        text.chars().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
