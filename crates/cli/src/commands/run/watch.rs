//! Collects the trace and the counts of a run.

use std::io::{self, Write};

use glassbox::run::{Observer, Runner, SourceMap, Step};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_report::{ProfileLine, TraceLine};

/// Watches the steps of runs.
pub(super) struct Watch<'a> {
    /// Destination of lines as they arrive.
    pub(super) out: Option<&'a mut dyn Write>,
    /// Lines kept instead.
    pub(super) trace: Option<Vec<TraceLine>>,
    /// True if each run gets a heading.
    pub(super) several: bool,
    /// Execution count of each instruction; empty if not requested.
    pub(super) counts: Vec<u64>,
    /// Number of the run that begins next.
    pub(super) runs: usize,
    /// Number of the first run.
    pub(super) first: usize,
    /// Reason lines could not be written.
    pub(super) failed: Option<io::Error>,
    /// Findings on behaviour the hardware may not share.
    pub(super) findings: Vec<Diagnostic>,
}

/// Maximum number of trace lines kept for a JSON document.
const MAX_KEPT: usize = 1 << 20;

impl Watch<'_> {
    fn write(&mut self, line: &str) {
        if let Some(out) = &mut self.out
            && self.failed.is_none()
            && let Err(error) = writeln!(out, "{line}")
        {
            self.failed = Some(error);
        }
    }

    /// The counts with their instructions, if requested.
    pub(super) fn profile(&self, runner: &dyn Runner, map: Option<&SourceMap>) -> Option<Vec<ProfileLine>> {
        if self.counts.is_empty() {
            return None;
        }
        let lines = self.counts.iter().zip(0..).map(|(&times, place)| ProfileLine {
            place,
            label: map.and_then(|map| map.label(place)).or_else(|| runner.label(place)).map(str::to_owned),
            text: runner.text(place),
            times,
        });
        Some(lines.collect())
    }
}

impl Observer for Watch<'_> {
    fn begin(&mut self) {
        self.runs += 1;
        if self.several {
            self.write(&format!("vertex {}", self.runs - 1));
        }
    }

    fn wants_steps(&self) -> bool {
        (self.out.is_some() && self.failed.is_none()) || self.trace.is_some()
    }

    fn step(&mut self, step: &Step) {
        if let Some(lines) = self.trace.as_mut().filter(|lines| lines.len() < MAX_KEPT) {
            lines.push(TraceLine {
                run: self.runs.saturating_sub(1).max(self.first),
                place: step.place,
                text: step.line.clone(),
            });
        }
        match step.place {
            Some(place) => self.write(&format!("{place:>4}  {}", step.line)),
            None => self.write(&format!("      {}", step.line)),
        }
    }

    fn wants_counts(&self) -> bool {
        !self.counts.is_empty()
    }

    fn count(&mut self, index: u32, times: u64) {
        if let Some(count) = self.counts.get_mut(index as usize) {
            *count += times;
        }
    }

    fn wants_findings(&self) -> bool {
        true
    }

    fn finding(&mut self, finding: Diagnostic) {
        // One finding of a kind suffices; a thousand vertices repeat it.
        let known = |old: &Diagnostic| old.rule.id == finding.rule.id && old.location == finding.location;
        if !self.findings.iter().any(known) {
            self.findings.push(finding);
        }
    }
}
