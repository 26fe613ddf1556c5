//! Which addresses the lines of a text show.

use std::ops::Range;

/// Is told of each line of a text, in order, which addresses it shows.
pub trait LinePlaces {
    /// The next line is written; an empty range is a place between bytes.
    fn line(&mut self, place: &Range<u64>);

    /// Some lines are written that all show the same: as many as the text has line feeds.
    fn lines(&mut self, text: &[u8], place: &Range<u64>) {
        if self.are_wanted() {
            text.iter().filter(|byte| **byte == b'\n').for_each(|_| self.line(place));
        }
    }

    /// False if nothing is kept.
    fn are_wanted(&self) -> bool {
        true
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPlaces;

impl LinePlaces for NoPlaces {
    fn line(&mut self, _: &Range<u64>) {}

    fn are_wanted(&self) -> bool {
        false
    }
}

impl LinePlaces for Vec<Range<u64>> {
    fn line(&mut self, place: &Range<u64>) {
        self.push(place.clone());
    }
}
