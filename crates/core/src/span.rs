//! Places in a source text.

use std::ops::Range;

use crate::diagnostic::Location;

/// A part of a source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The part between two places.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the beginning of this part to the end of another one.
    pub const fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }

    /// Nothing, just behind this part: where something is missing.
    pub const fn behind(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }

    /// The bytes as a range.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The characters.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Where it is for a diagnostic whose line and column follow later, see [`place`](crate::diagnostic::place). Counting lines for
    /// each of many findings in a long text would take longer than finding them.
    pub fn unplaced(self) -> Location {
        Location::new(self.start.into(), self.end.into(), "")
    }

    /// Where it is for a diagnostic.
    pub fn location(self, text: &str) -> Location {
        Location::in_text(text, self.range())
    }
}
