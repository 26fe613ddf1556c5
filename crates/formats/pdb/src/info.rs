//! Parses stream 1: the database header and the named-stream table.

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, ReadError, Reader, Recorder};
use glassbox_core::record::Record;

use crate::model::{Info, NamedStreamsStop};
use crate::raw::{Feature, NamedStream, PdbHeader};

/// Maximum number of named streams kept.
const MAX_NAMED: u64 = 4096;

/// Parses and names stream 1, at `start..end` of the reader's window. `None` if its header is truncated.
pub(crate) fn read<R: Recorder>(
    reader: &mut Reader<'_, R>,
    parent: NodeId,
    start: u64,
    end: u64,
) -> Option<Info> {
    let mut cursor = Cursor { reader, parent, at: start, end, field: "" };
    if end - start < PdbHeader::SIZE as u64 {
        cursor.rest("data");
        return None;
    }
    let header: PdbHeader = cursor.reader.record(parent.name("header"), start).ok()?.0;
    cursor.at += PdbHeader::SIZE as u64;
    let mut named = Vec::new();
    let broken = cursor.named_streams(&mut named).err().map(|_| NamedStreamsStop {
        range: cursor.reader.absolute(cursor.at.min(end))..cursor.reader.absolute(end),
        field: cursor.field,
    });
    cursor.rest("rest");
    Some(Info { header, address: cursor.reader.absolute(start), named, broken })
}

/// Read position in the stream.
struct Cursor<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    parent: NodeId,
    at: u64,
    end: u64,
    /// Name of the field being read.
    field: &'static str,
}

impl<R: Recorder> Cursor<'_, '_, R> {
    /// Fails if `size` more bytes would extend past the stream.
    fn need(&self, size: u64) -> Result<(), ReadError> {
        match self.at.checked_add(size) {
            Some(needed) if needed <= self.end => Ok(()),
            needed => Err(ReadError::OutOfBounds { needed: needed.unwrap_or(u64::MAX), available: self.end }),
        }
    }

    fn number(&mut self, field: &'static str) -> Result<(u32, NodeId), ReadError> {
        self.field = field;
        self.need(4)?;
        let read = self.reader.value::<u32>(self.parent.name(field), self.at)?;
        self.at += 4;
        Ok(read)
    }

    /// Reads a word count and that many words of a bit set.
    fn bits(&mut self, count: &'static str, field: &'static str) -> Result<(), ReadError> {
        let (words, node) = self.number(count)?;
        self.field = count;
        let size = u64::from(words) * 4;
        self.need(size)?;
        if words > 0 {
            let (_, bits) = self.reader.values::<u32>(self.parent.name(field), self.at, u64::from(words))?;
            self.reader.link_value(node, LinkKind::Count { of: bits });
            self.at += size;
        }
        Ok(())
    }

    fn named_streams(&mut self, named: &mut Vec<(Vec<u8>, u32)>) -> Result<(), ReadError> {
        let (size, node) = self.number("names_size")?;
        let (names_at, size) = (self.at, u64::from(size));
        self.field = "names_size";
        self.need(size)?;
        let mut names: &[u8] = &[];
        if size > 0 {
            let name = self.parent.name("names");
            let (bytes, strings) = self.reader.bytes(name, names_at, size, NodeKind::Strings)?;
            self.reader.link_value(node, LinkKind::Size { of: strings, unit: 1 });
            names = bytes;
            self.at += size;
        }
        let (count, count_node) = self.number("named_count")?;
        self.number("named_capacity")?;
        self.bits("present_words", "present")?;
        self.bits("deleted_words", "deleted")?;
        self.field = "named_count";
        let size = u64::from(count) * NamedStream::SIZE as u64;
        self.need(size)?;
        if count > 0 {
            let name = self.parent.name("named");
            let (records, node) = self.reader.records::<NamedStream>(name, self.at, u64::from(count))?;
            self.reader.link_value(count_node, LinkKind::Count { of: node });
            for record in records.iter().take(MAX_NAMED as usize) {
                let text = names.get(record.name as usize..).unwrap_or_default();
                let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
                // Overlapping names could total the square of the table size; real names are paths.
                let text = text.get(..1024).unwrap_or(text);
                named.push((text.to_vec(), record.stream));
            }
            self.at += size;
        }
        // After the table: the next free name index, then the feature words.
        self.number("name_count")?;
        let features = (self.end - self.at) / 4;
        if features > 0 {
            let name = self.parent.name("features");
            self.reader.values::<Feature>(name, self.at, features)?;
            self.at += features * 4;
        }
        Ok(())
    }

    /// Names the remaining bytes.
    fn rest(&mut self, field: &'static str) {
        if self.at < self.end {
            let name = self.parent.name(field);
            self.reader.node(name, self.at, self.end, NodeKind::Bytes);
        }
    }
}
