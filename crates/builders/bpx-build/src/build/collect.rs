//! Merges identical findings of several targets into one that lists the targets.

use glassbox_core::diagnostic::Diagnostic;

/// Findings by target; identical ones are kept once, with their targets.
#[derive(Default)]
pub(super) struct MergedFindings {
    items: Vec<(Diagnostic, Vec<&'static str>)>,
}

impl MergedFindings {
    pub(super) fn add(&mut self, finding: Diagnostic, target: &'static str) {
        let known = self.items.iter_mut().find(|(known, _)| {
            known.rule == finding.rule
                && known.message == finding.message
                && known.location == finding.location
        });
        match known {
            Some((_, targets)) if targets.contains(&target) => {}
            Some((_, targets)) => targets.push(target),
            None => self.items.push((finding, vec![target])),
        }
    }

    /// Returns the findings; those that do not concern all targets name theirs.
    pub(super) fn finish(self, all: usize) -> impl Iterator<Item = Diagnostic> {
        self.items.into_iter().map(move |(finding, targets)| match targets.len() {
            count if count == all && all > 1 => finding.note("it is so for every target"),
            _ => finding.note(format!("for the target {}", targets.join(", "))),
        })
    }
}
