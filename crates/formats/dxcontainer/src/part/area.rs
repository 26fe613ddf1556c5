//! Shared by the typed parts: NUL-terminated strings, rows with a stated stride, gaps between known ranges.

use std::marker::PhantomData;

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{NodeId, NodeKind, NodeName, ReadError, Reader, Recorder};
use glassbox_core::record::{Field, Record, Schema};

use super::PartData;

/// Maximum name length examined, bytes.
pub const MAX_NAME: usize = 4096;

/// Result of reading a string at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text<'a> {
    /// Terminated string, without its terminator.
    Whole(&'a [u8]),
    /// The area ends before a terminator.
    Unterminated(&'a [u8]),
    /// The offset is at or past the end of the area.
    Outside,
}

impl<'a> Text<'a> {
    /// String at `offset` of an area.
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

    /// Name at `offset` of an area, truncated to [`MAX_NAME`] bytes: many names may share one long string, and
    /// searching for its end each time would be quadratic.
    pub fn name(area: &'a [u8], offset: u64) -> Text<'a> {
        let limit = usize::try_from(offset).unwrap_or(usize::MAX).saturating_add(MAX_NAME + 1);
        Text::at(area.get(..limit).unwrap_or(area), offset)
    }

    /// Characters present.
    pub fn bytes(self) -> &'a [u8] {
        match self {
            Text::Whole(bytes) | Text::Unterminated(bytes) => bytes,
            Text::Outside => &[],
        }
    }

    /// Size including the terminator, bytes.
    pub fn size(self) -> u64 {
        match self {
            Text::Whole(bytes) => bytes.len() as u64 + 1,
            Text::Unterminated(bytes) => bytes.len() as u64,
            Text::Outside => 0,
        }
    }

    /// String for display; invalid UTF-8 is replaced.
    pub fn lossy(self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// String of an area, charging its length as work, since many names may share one long string. Once the budget is
/// exhausted nothing more is read; otherwise repeated searches for the same end would take too long.
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

/// Spends all remaining work.
fn exhaust<R: Recorder>(reader: &mut Reader<'_, R>) {
    for bit in (0..u64::BITS).rev() {
        // A charge above the rest is refused, so spend the rest bit by bit.
        let _ = reader.spend(1 << bit);
    }
}

/// Rows of one record type at a stated stride. If the stride exceeds the record size, each row ends with fields of
/// newer versions.
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
        Rows { bytes: &[], start: 0, stride: 1, row: PhantomData }
    }
}

impl<'a, T: Record> Rows<'a, T> {
    /// Rows of `stride` bytes from file offset `start`. Empty if the stride is below the record size.
    pub fn new(bytes: &'a [u8], start: u64, stride: u64) -> Rows<'a, T> {
        if stride < T::SIZE as u64 {
            return Rows::default();
        }
        Rows { bytes, start, stride, row: PhantomData }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.stride.max(1) as usize
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Row stride, bytes.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// All bytes of a row, unknown trailing fields included.
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

    /// Location of a field of a row; `path` is the path of the rows.
    pub fn location(&self, path: &str, index: usize, field: Field) -> Location {
        let start = self.start + index as u64 * self.stride + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("{path}[{index}].{}", field.name))
    }

    /// Location of row `index`; `path` is the path of the rows.
    pub(crate) fn row_location(&self, path: &str, index: usize) -> Location {
        let start = self.start + index as u64 * self.stride;
        Location::new(start, start + self.row_size(), format!("{path}[{index}]"))
    }

    /// Bytes of a row covered by the record.
    fn row_size(&self) -> u64 {
        self.stride.min(T::SIZE as u64)
    }
}

/// Names rows of a schema: one node if they are adjacent, otherwise one per row plus one for its trailing bytes.
pub(crate) fn name_rows<R: Recorder>(
    reader: &mut Reader<'_, R>,
    name: NodeName,
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
        return Ok(reader.node(name, start, start + size, NodeKind::Records(schema)));
    }
    let group = reader.group(name, start);
    for index in 0..count {
        let Ok(number) = u32::try_from(index) else { break };
        let at = start + index * stride;
        let row = reader.node(group.item("", number), at, at + wide, NodeKind::Record(schema));
        reader.node(row.name("newer"), at + wide, at + stride, NodeKind::Bytes);
    }
    reader.close(group, start + size);
    Ok(group)
}

/// Ranges already named in a part without fixed order; names the gaps.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    taken: Vec<(u64, u64)>,
    strings: Vec<(u64, u64)>,
}

impl Pieces {
    /// Adds a range that is already named.
    pub(crate) fn take(&mut self, start: u64, end: u64) {
        if start < end {
            self.taken.push((start, end));
        }
    }

    /// Adds a terminated string; [`finish`](Self::finish) names it.
    pub(crate) fn string(&mut self, start: u64, text: Text<'_>) {
        if text.size() > 0 {
            self.strings.push((start, start + text.size()));
        }
    }

    /// Names the strings, merging adjacent ones, and the padding between all ranges in `start..end`.
    pub(crate) fn finish<R: Recorder>(
        mut self,
        reader: &mut Reader<'_, R>,
        parent: NodeId,
        start: u64,
        end: u64,
    ) {
        for (number, (from, to)) in (0u32..).zip(merge(self.strings)) {
            reader.node(parent.item("strings", number), from, to, NodeKind::Strings);
            self.taken.push((from, to));
        }
        let mut at = start;
        let mut number = 0;
        for (from, to) in merge(self.taken).into_iter().chain([(end, end)]) {
            if at < from && is_padding(reader.slice(at, from - at).unwrap_or_default()) {
                reader.node(parent.item("padding", number), at, from, NodeKind::Padding);
                number += 1;
            }
            at = at.max(to);
        }
    }
}

/// Sorts ranges and merges adjacent or overlapping ones.
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

/// True if the bytes are padding as a compiler writes it, up to a multiple of four: 0x00 or 0xAB.
pub(crate) fn is_padding(bytes: &[u8]) -> bool {
    bytes.len() < 4 && (bytes.iter().all(|&byte| byte == 0) || bytes.iter().all(|&byte| byte == 0xAB))
}

/// Maximum string length quoted in a message, bytes.
const MAX_QUOTED: usize = 64;

/// Quotes a string for a message: escaped, and truncated if long.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let cut = bytes.len() > MAX_QUOTED;
    let shown = &bytes[..bytes.len().min(MAX_QUOTED)];
    let text = String::from_utf8_lossy(shown);
    format!("\"{}{}\"", text.escape_debug(), if cut { "…" } else { "" })
}

/// Names the bytes from the end of the content to the end of the part as padding.
pub(crate) fn padding<R: Recorder>(reader: &mut Reader<'_, R>, group: NodeId, start: u64, end: u64) {
    if start < end {
        reader.node(group.name("padding"), start, end, NodeKind::Padding);
    }
}

/// Names the uninterpreted bytes from an offset to the end of the part.
pub(crate) fn rest<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData, start: u64) {
    if start < part.end {
        reader.node(part.node.name("rest"), start, part.end, NodeKind::Bytes);
    }
}
