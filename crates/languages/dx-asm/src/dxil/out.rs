//! The output buffer of a listing.

use glassbox_dxil::ir::{AttributesId, LabelId, Location, MetadataId, ValueId};

/// Text in one buffer. Everything is appended to it, so that a line costs no allocation.
///
/// Metadata and attribute group numbers are known only after all functions; a [`Hole`] marks each until it is
/// filled at the end.
#[derive(Clone, Default, Debug)]
pub(crate) struct Out {
    bytes: Vec<u8>,
    holes: Vec<(usize, Hole)>,
}

/// Owner of a missing number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hole {
    /// A metadata node.
    Node(MetadataId),
    /// A source location.
    Location(Location),
    /// The group of an attribute list.
    Group(AttributesId),
    /// A value of the body, where numbers do not count.
    Local(ValueId),
    /// A block, where numbers do not count.
    Label(LabelId),
}

impl Out {
    /// An empty text with this capacity.
    pub(crate) fn with_capacity(bytes: usize) -> Out {
        Out { bytes: Vec::with_capacity(bytes), holes: Vec::new() }
    }

    /// Appends a hole for a number.
    pub(crate) fn hole(&mut self, hole: Hole) -> &mut Out {
        self.holes.push((self.bytes.len(), hole));
        self
    }

    /// Appends another text, filling its holes with `number`.
    pub(crate) fn filled(&mut self, other: &Out, number: impl Fn(Hole) -> Option<u32>) {
        other.parts(|part, hole| {
            self.raw(part);
            match hole.map(&number) {
                Some(Some(number)) => self.number(number.into()).end(),
                Some(None) => self.text("<badref>").end(),
                None => {}
            }
        });
    }

    /// Calls `each` with the text before each hole and the hole, and with the rest.
    pub(crate) fn parts(&self, mut each: impl FnMut(&[u8], Option<Hole>)) {
        let mut from = 0;
        for &(at, hole) in &self.holes {
            each(self.bytes.get(from..at).unwrap_or_default(), Some(hole));
            from = at;
        }
        each(self.bytes.get(from..).unwrap_or_default(), None);
    }

    /// Returns the text.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Text so far.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Length of the text, bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Truncates to `len` bytes.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
        while self.holes.last().is_some_and(|(at, _)| *at > len) {
            self.holes.pop();
        }
    }

    /// Ends a chain of calls; discards the result.
    pub(crate) fn end(&mut self) {}

    /// Appends text.
    pub(crate) fn text(&mut self, text: &str) -> &mut Out {
        self.bytes.extend_from_slice(text.as_bytes());
        self
    }

    /// Appends one ASCII character.
    pub(crate) fn byte(&mut self, byte: u8) -> &mut Out {
        self.bytes.push(byte);
        self
    }

    /// Appends bytes verbatim.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> &mut Out {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Appends a name from the file to a comment, replacing control characters by `?`.
    pub(crate) fn name(&mut self, name: &[u8]) -> &mut Out {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(name);
        for byte in self.bytes.iter_mut().skip(start) {
            if byte.is_ascii_control() {
                *byte = b'?';
            }
        }
        self
    }

    /// Appends a copy of a range of the text.
    pub(crate) fn repeat(&mut self, range: std::ops::Range<usize>) {
        if range.end <= self.bytes.len() && range.start <= range.end {
            self.bytes.extend_from_within(range);
        }
    }

    /// Appends a number in decimal.
    pub(crate) fn number(&mut self, mut number: u64) -> &mut Out {
        let mut digits = [0; 20];
        let mut from = digits.len();
        for slot in digits.iter_mut().rev() {
            *slot = b'0' + (number % 10) as u8;
            number /= 10;
            from -= 1;
            if number == 0 {
                break;
            }
        }
        self.raw(digits.get(from..).unwrap_or_default())
    }

    /// Appends a signed number in decimal.
    pub(crate) fn signed(&mut self, number: i64) -> &mut Out {
        if number < 0 {
            self.byte(b'-');
        }
        self.number(number.unsigned_abs())
    }

    /// Appends a number in upper-case hexadecimal, without leading zeros.
    pub(crate) fn hex(&mut self, number: u64) -> &mut Out {
        let digits = (64 - number.leading_zeros()).div_ceil(4).max(1);
        for place in (0..digits).rev() {
            self.byte(hex_digit((number >> (4 * place)) as u8, b'A'));
        }
        self
    }

    /// Appends spaces.
    pub(crate) fn spaces(&mut self, count: usize) -> &mut Out {
        self.bytes.resize(self.bytes.len() + count, b' ');
        self
    }

    /// Appends the output of `write`, left-aligned in a column of this width.
    pub(crate) fn left(&mut self, width: usize, write: impl FnOnce(&mut Out)) -> &mut Out {
        let start = self.bytes.len();
        write(self);
        self.spaces(width.saturating_sub(self.bytes.len() - start))
    }

    /// Appends the output of `write`, right-aligned in a column of this width.
    pub(crate) fn right(&mut self, width: usize, write: impl FnOnce(&mut Out)) -> &mut Out {
        let start = self.bytes.len();
        write(self);
        let missing = width.saturating_sub(self.bytes.len() - start);
        if missing > 0 {
            self.spaces(missing);
            if let Some(field) = self.bytes.get_mut(start..) {
                field.rotate_right(missing);
            }
        }
        self
    }

    /// Appends `; ` and the lines of a comment.
    pub(crate) fn line(&mut self, text: &str) -> &mut Out {
        self.text(text).byte(b'\n')
    }

    /// Appends spaces, at least one, up to a column of the line that starts at `start`.
    pub(crate) fn column(&mut self, start: usize, column: usize) -> &mut Out {
        let at = self.bytes.len().saturating_sub(start);
        self.spaces(column.saturating_sub(at).max(1))
    }
}

/// A hexadecimal digit; `ten` is the letter for ten.
pub(crate) fn hex_digit(value: u8, ten: u8) -> u8 {
    match value & 15 {
        digit @ 0..=9 => b'0' + digit,
        digit => ten + (digit - 10),
    }
}
