//! Spaces: bytes that a file holds only in another form: inflated, or gathered from pieces.
//!
//! A space is covered completely, like a file. To keep a single kind of address, each space takes a range of
//! addresses past the end of the file, with one unused address between neighbours. Readers and checkers treat
//! files and spaces alike; [`Diagnostics::localize`](crate::diagnostic::Diagnostics::localize) maps the
//! addresses of findings back to the file.

use std::ops::Range;

/// Origin of the bytes of a space.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// All of them from this range.
    Packed(Range<u64>),
    /// Piece by piece: offset in the content, address of the piece, size.
    Gathered(Vec<(u64, u64, u64)>),
    /// Value by value, as the text of an array spells them.
    Spelled {
        /// Address of the text.
        text: u64,
        /// Bytes of a value.
        width: u64,
        /// For each value, its position in the text: offset in bytes, and length.
        values: Vec<(u32, u8)>,
    },
}

/// One space: its address range and source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    address: u64,
    size: u64,
    source: Source,
}

impl Space {
    /// A space decoded from a range of bytes.
    pub fn packed(address: u64, size: u64, source: Range<u64>) -> Space {
        Space { address, size, source: Source::Packed(source) }
    }

    /// A space of pieces, each with its offset in the content, its address and its size.
    pub fn gathered(address: u64, size: u64, pieces: Vec<(u64, u64, u64)>) -> Space {
        Space { address, size, source: Source::Gathered(pieces) }
    }

    /// A space of values of `width` bytes, each spelled in the text at an address: an offset in bytes from its start,
    /// and a length in bytes.
    pub fn spelled(address: u64, size: u64, text: u64, width: u64, values: Vec<(u32, u8)>) -> Space {
        Space { address, size, source: Source::Spelled { text, width: width.max(1), values } }
    }

    /// The addresses of the space.
    pub fn range(&self) -> Range<u64> {
        self.address..self.address + self.size
    }

    /// The range, one space further out, that addresses of this space come from.
    fn origin(&self, range: &Range<u64>) -> Range<u64> {
        match &self.source {
            Source::Packed(source) => source.clone(),
            Source::Spelled { text, width, values } => {
                let first = (range.start - self.address) / width;
                let last = (range.end.max(range.start + 1) - 1 - self.address) / width;
                let last_value = values.len().saturating_sub(1) as u64;
                let value = |number: u64| values.get(number.min(last_value) as usize);
                match (value(first), value(last)) {
                    (Some(&(start, _)), Some(&(end, size))) => {
                        text + u64::from(start)..text + u64::from(end) + u64::from(size)
                    }
                    _ => *text..*text,
                }
            }
            Source::Gathered(pieces) => {
                let place = |offset: u64| {
                    let after = pieces.partition_point(|piece| piece.0 <= offset);
                    let &(at, start, size) = pieces.get(after.checked_sub(1)?)?;
                    Some((start, (offset - at).min(size), size))
                };
                let offset = range.start - self.address;
                let length = range.end.saturating_sub(range.start);
                match place(offset) {
                    Some((start, inside, size)) => start + inside..start + inside + length.min(size - inside),
                    None => 0..0,
                }
            }
        }
    }
}

/// The spaces of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spaces {
    /// In ascending order of addresses.
    list: Vec<Space>,
}

impl Spaces {
    /// Adds a space.
    pub fn push(&mut self, space: Space) {
        let at = self.list.partition_point(|other| other.address < space.address);
        self.list.insert(at, space);
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The spaces in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Space> {
        self.list.iter()
    }

    /// Adds the spaces of a file inside this one.
    pub fn extend(&mut self, other: &Spaces) {
        for space in &other.list {
            self.push(space.clone());
        }
    }

    /// The space that contains an address, its end included.
    pub fn at(&self, address: u64) -> Option<&Space> {
        let after = self.list.partition_point(|space| space.address <= address);
        let space = self.list.get(after.checked_sub(1)?)?;
        (address <= space.address + space.size).then_some(space)
    }

    /// The range of the file that a range of addresses comes from.
    pub fn in_file(&self, range: Range<u64>) -> Range<u64> {
        let mut range = range;
        // A space comes from addresses before its own, so the walk ends.
        while let Some(space) = self.at(range.start) {
            let origin = space.origin(&range);
            if origin.start >= space.address {
                break;
            }
            range = origin;
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Location;

    #[test]
    fn a_place_in_a_space_inside_a_space_is_found_in_the_file() {
        let mut spaces = Spaces::default();
        spaces.push(Space::packed(101, 50, 10..20));
        spaces.push(Space::gathered(200, 8, vec![(0, 111, 4), (4, 121, 4)]));
        let mut location = Location::new(202, 204, "x");
        location.localize(&spaces);
        assert_eq!((location.start, location.end, location.space), (10, 20, Some(2..4)));
        assert_eq!(spaces.in_file(3..4), 3..4);
        assert_eq!(spaces.at(100), None);
    }

    #[test]
    fn a_place_among_spelled_values_is_exact() {
        let mut spaces = Spaces::default();
        // 0x11223344, 0x55667788, at 7 of a text at 100.
        spaces.push(Space::spelled(200, 8, 100, 4, vec![(7, 10), (19, 10)]));
        assert_eq!(spaces.in_file(200..201), 107..117);
        assert_eq!(spaces.in_file(206..208), 119..129);
        assert_eq!(spaces.in_file(203..205), 107..129);
        assert_eq!(spaces.in_file(208..208), 119..129, "after the last value");
        let empty = Space::spelled(300, 0, 100, 4, Vec::new());
        assert_eq!(empty.origin(&(300..300)), 100..100);
    }

    #[test]
    fn a_place_in_a_gathered_space_is_exact() {
        let mut spaces = Spaces::default();
        spaces.push(Space::gathered(200, 8, vec![(0, 64, 4), (4, 32, 4)]));
        assert_eq!(spaces.in_file(205..207), 33..35);
        assert_eq!(spaces.in_file(202..208), 66..68, "a range over two pieces is cut");
    }
}
