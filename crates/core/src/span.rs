//! Byte ranges in a source text.

use std::ops::Range;

use crate::diagnostic::Location;

/// A part of a source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// First byte, from the start of the text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range between two offsets.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the beginning of this part to the end of another one.
    pub const fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }

    /// The empty range after this one: where something is missing.
    pub const fn behind(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// The bytes as a range.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The characters of the range.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Location without line and column, which [`place`](crate::diagnostic::place) fills in later. Counting
    /// lines for each of many findings in a long text would take longer than finding them.
    pub fn unplaced(self) -> Location {
        Location::new(self.start.into(), self.end.into(), "")
    }

    /// Location with line and column, for a diagnostic.
    pub fn location(self, text: &str) -> Location {
        Location::in_text(text, self.range())
    }
}

/// The location [without line and column](Span::unplaced).
impl From<Span> for Location {
    fn from(span: Span) -> Location {
        span.unplaced()
    }
}
