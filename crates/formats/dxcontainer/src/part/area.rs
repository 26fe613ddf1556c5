//! What the typed parts share: strings that end with NUL, rows with a stated stride, and the bytes between known pieces.

use std::marker::PhantomData;

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{Kind, Name, NodeId, ReadError, Reader, Recorder};
use glassbox_core::record::{Field, Record, Schema};

/// Longest name that is looked at whole, bytes.
pub const MAX_NAME: usize = 4096;

/// What lies where a string is said to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text<'a> {
    /// A string with its terminator; the terminator is not in the bytes.
    Whole(&'a [u8]),
    /// The area ends before a terminator.
    Unterminated(&'a [u8]),
    /// The offset lies at or past the end of the area.
    Outside,
}

impl<'a> Text<'a> {
    /// The string that begins at `offset` of an area.
    pub fn at(area: &'a [u8], offset: u64) -> Text<'a> {
        let Some(tail) = usize::try_from(offset)
            .ok()
            .and_then(|offset| area.get(offset..))
            .filter(|tail| !tail.is_empty())
        else {
            return Text::Outside;
        };
        match tail.iter().position(|&byte| byte == 0) {
            Some(end) => Text::Whole(&tail[..end]),
            None => Text::Unterminated(tail),
        }
    }

    /// The name that begins at `offset` of an area. One of more than [`MAX_NAME`] bytes is cut: many names may share one
    /// long string, and looking for its end each time would cost more than the file is worth.
    pub fn name(area: &'a [u8], offset: u64) -> Text<'a> {
        let limit = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .saturating_add(MAX_NAME + 1);
        Text::at(area.get(..limit).unwrap_or(area), offset)
    }

    /// The characters that are there.
    pub fn bytes(self) -> &'a [u8] {
        match self {
            Text::Whole(bytes) | Text::Unterminated(bytes) => bytes,
            Text::Outside => &[],
        }
    }

    /// Bytes that the string takes, its terminator included.
    pub fn size(self) -> u64 {
        match self {
            Text::Whole(bytes) => bytes.len() as u64 + 1,
            Text::Unterminated(bytes) => bytes.len() as u64,
            Text::Outside => 0,
        }
    }

    /// The string for people; bytes that are no UTF-8 are replaced.
    pub fn lossy(self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// A string of an area, with its length counted as work: many names may share one long string. Once there is no work left
/// nothing is looked at any more, or looking for the same end again and again would never come to one.
pub(crate) fn text<'a, R: Recorder>(reader: &mut Reader<'a, R>, area: &'a [u8], offset: u64) -> Text<'a> {
    if reader.spend(1).is_err() {
        return Text::Whole(&[]);
    }
    let text = Text::at(area, offset);
    if reader.spend(text.size()).is_err() {
        exhaust(reader);
        return Text::Whole(&[]);
    }
    text
}

/// Spends all work that is left.
fn exhaust<R: Recorder>(reader: &mut Reader<'_, R>) {
    for bit in (0..u64::BITS).rev() {
        // What is more than the rest is refused, so this takes the rest bit by bit.
        let _ = reader.spend(1 << bit);
    }
}

/// Rows of one record type at a stated distance. A stride above the record's size leaves bytes of newer versions behind
/// each row.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    bytes: &'a [u8],
    start: u64,
    stride: u64,
    row: PhantomData<fn() -> T>,
}

impl<T> PartialEq for Rows<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.stride == other.stride && self.bytes == other.bytes
    }
}

impl<T> Default for Rows<'_, T> {
    fn default() -> Self {
        Rows {
            bytes: &[],
            start: 0,
            stride: 1,
            row: PhantomData,
        }
    }
}

impl<'a, T: Record> Rows<'a, T> {
    /// Rows of `stride` bytes that begin at file offset `start`. A stride below the record's size gives no rows.
    pub fn new(bytes: &'a [u8], start: u64, stride: u64) -> Rows<'a, T> {
        if stride < T::SIZE as u64 {
            return Rows::default();
        }
        Rows {
            bytes,
            start,
            stride,
            row: PhantomData,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.stride.max(1) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Distance of two rows, bytes.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// All bytes of a row.
    pub fn bytes(&self, index: usize) -> Option<&'a [u8]> {
        let stride = self.stride as usize;
        let from = index.checked_mul(stride)?;
        self.bytes.get(from..from.checked_add(stride)?)
    }

    /// Row `index`.
    pub fn get(&self, index: usize) -> Option<T> {
        T::decode(self.bytes(index)?)
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Where a field of a row lies; `path` is the path of the rows.
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let start = self.start + index as u64 * self.stride + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("{path}[{index}].{}", field.name))
    }

    /// Where row `index` lies; `path` is the path of the rows.
    pub fn row_location(&self, path: &str, index: usize) -> Location {
        let start = self.start + index as u64 * self.stride;
        Location::new(start, start + self.row_size(), format!("{path}[{index}]"))
    }

    /// Bytes of a row that the record describes.
    fn row_size(&self) -> u64 {
        self.stride.min(T::SIZE as u64)
    }
}

/// Names rows of a schema and a stride: one node when they touch, else a node a row and one for the bytes behind it.
pub(crate) fn name_rows<R: Recorder>(
    reader: &mut Reader<'_, R>,
    name: Name,
    start: u64,
    count: u64,
    schema: &'static Schema,
    stride: u64,
) -> Result<NodeId, ReadError> {
    let size = count.saturating_mul(stride);
    reader.slice(start, size)?;
    reader.spend(size)?;
    let wide = schema.size as u64;
    if stride == wide {
        return Ok(reader.node(name, start, start + size, Kind::Records(schema)));
    }
    let group = reader.group(name, start);
    for index in 0..count {
        let Ok(number) = u32::try_from(index) else { break };
        let at = start + index * stride;
        let row = reader.node(group.item("", number), at, at + wide, Kind::Record(schema));
        reader.node(row.name("newer"), at + wide, at + stride, Kind::Bytes);
    }
    reader.close(group, start + size);
    Ok(group)
}

/// The pieces of a part that lies out of order, to name what is left between them.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    taken: Vec<(u64, u64)>,
    strings: Vec<(u64, u64)>,
}

impl Pieces {
    /// Takes a piece that is named already.
    pub(crate) fn take(&mut self, start: u64, end: u64) {
        if start < end {
            self.taken.push((start, end));
        }
    }

    /// Takes a string with its terminator; [`finish`](Self::finish) names it.
    pub(crate) fn string(&mut self, start: u64, text: Text<'_>) {
        if text.size() > 0 {
            self.strings.push((start, start + text.size()));
        }
    }

    /// Names the strings, those that touch together, and the padding between everything in `start..end`.
    pub(crate) fn finish<R: Recorder>(
        mut self,
        reader: &mut Reader<'_, R>,
        parent: NodeId,
        start: u64,
        end: u64,
    ) {
        for (number, (from, to)) in (0u32..).zip(merge(self.strings)) {
            reader.node(parent.item("strings", number), from, to, Kind::Strings);
            self.taken.push((from, to));
        }
        let mut at = start;
        let mut number = 0;
        for (from, to) in merge(self.taken).into_iter().chain([(end, end)]) {
            if at < from && is_padding(reader.slice(at, from - at).unwrap_or_default()) {
                reader.node(parent.item("padding", number), at, from, Kind::Padding);
                number += 1;
            }
            at = at.max(to);
        }
    }
}

/// Ranges in order, those that touch or overlap made one.
fn merge(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match out.last_mut().filter(|last| last.1 >= start) {
            Some(last) => last.1 = last.1.max(end),
            None => out.push((start, end)),
        }
    }
    out
}

/// Whether bytes fill up to a multiple of four as one of the compilers does it: with 0x00 or 0xAB.
pub(crate) fn is_padding(bytes: &[u8]) -> bool {
    bytes.len() < 4 && (bytes.iter().all(|&byte| byte == 0) || bytes.iter().all(|&byte| byte == 0xAB))
}

/// Longest piece of a string that a message quotes, bytes.
const MAX_QUOTED: usize = 64;

/// A string of a file for a message: in quotes, escaped, and cut when it is long.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let cut = bytes.len() > MAX_QUOTED;
    let shown = &bytes[..bytes.len().min(MAX_QUOTED)];
    let text = String::from_utf8_lossy(shown);
    format!("\"{}{}\"", text.escape_debug(), if cut { "…" } else { "" })
}
