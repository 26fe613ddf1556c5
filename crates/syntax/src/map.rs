//! The way back from expanded text to what was written.

use glassbox_core::diagnostic::Location;

use crate::source::{Origin, Sources};

/// What a run of expanded text comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// Where the letters themselves are written; for text that a tool adds, what it adds it for.
    pub written: Origin,
    /// For letters of a macro: the outermost use of it. Otherwise the same as `written`.
    pub used: Origin,
}

impl Provenance {
    /// Letters that no macro had to do with.
    #[must_use]
    pub const fn plain(origin: Origin) -> Provenance {
        Provenance { written: origin, used: origin }
    }

    /// What a finding points at: the letters, unless they stand in the definition of a macro; then its use.
    #[must_use]
    pub fn primary(&self) -> Origin {
        let (written, used) = (self.written, self.used);
        let is_argument = written.file == used.file
            && written.span.start >= used.span.start
            && written.span.end <= used.span.end;
        if is_argument { written } else { used }
    }

    /// Whether the letters stand in the definition of a macro.
    #[must_use]
    pub fn is_from_macro(&self) -> bool {
        self.primary() != self.written
    }
}

/// Says of each byte of an expanded text where it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// First bytes of runs, ascending, and where the runs come from.
    runs: Vec<(u32, Provenance)>,
}

impl SourceMap {
    /// Says that the text from `start` on, up to the next run, comes from there. Runs are added in ascending order.
    pub fn push(&mut self, start: usize, provenance: Provenance) {
        if self.runs.last().is_none_or(|(_, last)| *last != provenance) {
            self.runs.push((start as u32, provenance));
        }
    }

    /// Where a byte of the expanded text comes from.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<Provenance> {
        let behind = self.runs.partition_point(|(start, _)| *start as usize <= offset);
        let (_, provenance) = self.runs.get(behind.checked_sub(1)?)?;
        Some(*provenance)
    }

    /// What a finding about a part of the expanded text points at: what the first and the last byte of it come from, and what
    /// lies between, where they are parts of one text.
    #[must_use]
    pub fn origin(&self, range: std::ops::Range<usize>) -> Origin {
        let first = self.at(range.start).unwrap_or_default().primary();
        let last = self.at(range.end.saturating_sub(1).max(range.start));
        match last.map(|last| last.primary()) {
            Some(last) if last.file == first.file && last.span.end >= first.span.end => {
                Origin { file: first.file, span: first.span.to(last.span) }
            }
            _ => first,
        }
    }

    /// The same as a location, and where the letters stand if they are those of a macro.
    #[must_use]
    pub fn location(&self, range: std::ops::Range<usize>, sources: &Sources) -> (Location, Option<Location>) {
        let first = self.at(range.start).unwrap_or_default();
        let definition = first.is_from_macro().then(|| sources.location(first.written));
        (sources.location(self.origin(range)), definition)
    }
}
