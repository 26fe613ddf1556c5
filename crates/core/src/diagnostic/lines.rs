//! Computes line and column of many offsets in one text.

use std::collections::BTreeMap;

use super::{Diagnostic, Location};
use crate::span::Span;

/// Distance between cached positions, bytes.
const STEP: usize = 1024;

/// Line and column lookup. Caches some positions, so that many lookups in a long text cost no more than
/// reading it once.
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    text: &'s str,
    /// Cached line and column at each multiple of [`STEP`] bytes.
    steps: Vec<(u32, u32)>,
}

impl<'s> Lines<'s> {
    /// The lines of a text.
    pub fn new(text: &'s str) -> Lines<'s> {
        Lines { text, steps: vec![(1, 1)] }
    }

    /// As [`Span::location`], which counts from the beginning of the text. The span begins at a character boundary.
    pub fn location(&mut self, span: Span) -> Location {
        Location { line_column: Some(self.line_column(span.start as usize)), ..span.unplaced() }
    }

    /// Line and column of a byte, both from 1.
    pub fn line_column(&mut self, at: usize) -> (u32, u32) {
        let at = at.min(self.text.len());
        let wanted = at / STEP;
        while self.steps.len() <= wanted {
            let begin = (self.steps.len() - 1) * STEP;
            let next = self.advance(begin, begin + STEP);
            self.steps.push(next);
        }
        self.advance(wanted * STEP, at)
    }

    /// Line and column of an offset, counted from the last cached position.
    fn advance(&self, begin: usize, end: usize) -> (u32, u32) {
        let (line, column) = self.steps.get(begin / STEP).copied().unwrap_or((1, 1));
        let bytes = self.text.as_bytes().get(begin..end).unwrap_or_default();
        let ends = bytes.iter().filter(|byte| **byte == b'\n').count() as u32;
        let (column, last) = match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => (1, &bytes[end + 1..]),
            None => (column, bytes),
        };
        // Bytes that begin a character.
        let characters = last.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        (line + ends, column + characters)
    }
}

/// Fills in line and column of every location in a text that lacks them, see [`Span::unplaced`].
pub fn place(findings: &mut [Diagnostic], text: &str) {
    place_in(findings, |_| text);
}

/// The same in several texts, by [`Location::input`].
pub fn place_in<'t>(findings: &mut [Diagnostic], text: impl Fn(u32) -> &'t str) {
    let mut lines: BTreeMap<u32, Lines<'t>> = BTreeMap::new();
    let mut fill = |location: &mut Location| {
        if location.line_column.is_none() {
            let lines = lines.entry(location.input).or_insert_with(|| Lines::new(text(location.input)));
            location.line_column = Some(lines.line_column(location.start as usize));
        }
    };
    for finding in findings {
        fill(&mut finding.location);
        for label in &mut finding.labels {
            fill(&mut label.location);
        }
    }
}
