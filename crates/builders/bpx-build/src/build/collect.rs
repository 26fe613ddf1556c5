//! What several targets say, said once.

use glassbox_core::diagnostic::Diagnostic;

/// Findings of targets: equal ones stand once, with the targets that they are about.
#[derive(Default)]
pub(super) struct Collected {
    items: Vec<(Diagnostic, Vec<&'static str>)>,
}

impl Collected {
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

    /// The findings; those that are not about all targets name theirs.
    pub(super) fn finish(self, all: usize) -> impl Iterator<Item = Diagnostic> {
        self.items
            .into_iter()
            .map(move |(finding, targets)| match targets.len() {
                count if count == all && all > 1 => finding.note("it is so for every target"),
                _ => finding.note(format!("for the target {}", targets.join(", "))),
            })
    }
}
