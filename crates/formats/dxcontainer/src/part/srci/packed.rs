//! Reads bytes stored plain or as a zlib stream.

use std::borrow::Cow;

use glassbox_compress::{DecompressError, ZLIB, decode};
use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::Field;

use super::raw::Compression;
use crate::rules::srci as rules;

/// Header fields that describe stored bytes.
pub(super) struct Stored<'p> {
    /// Parent node of the content.
    pub(super) group: NodeId,
    /// Header node.
    pub(super) header: NodeId,
    /// Path of the header node.
    pub(super) path: &'p str,
    /// Start of the header; window offset.
    pub(super) at: u64,
    /// First stored byte, and one past the last that fits.
    pub(super) room: (u64, u64),
    /// Compression, and its field.
    pub(super) compression: (Compression, Field),
    /// Stored size in bytes, and its field.
    pub(super) stored: (u32, Field),
    /// Decompressed size in bytes, and its field.
    pub(super) expanded: (u32, Field),
}

/// Position and bytes of the content.
pub(super) struct Content<'a> {
    /// Decompressed bytes.
    pub(super) bytes: Cow<'a, [u8]>,
    /// Node of the bytes.
    pub(super) node: NodeId,
    /// Address of the space of decompressed bytes; `None` if stored plain.
    pub(super) space: Option<u64>,
    /// First stored byte; window offset.
    pub(super) start: u64,
    /// One past the last stored byte; window offset.
    pub(super) end: u64,
}

impl Stored<'_> {
    fn place<R: Recorder>(&self, reader: &Reader<'_, R>, field: Field) -> Location {
        let start = self.at + field.offset as u64;
        let end = start + field.form.size() as u64;
        reader.location(start, end, format!("{}.{}", self.path, field.name))
    }

    /// Names the stored bytes and decompresses them. The stated size is checked against the expansion limit first.
    pub(super) fn read<'a, R: Recorder>(&self, reader: &mut Reader<'a, R>) -> Option<Content<'a>> {
        let (start, limit) = self.room;
        let left = limit.saturating_sub(start);
        let size = u64::from(self.stored.0);
        if size > left {
            let location = self.place(reader, self.stored.1);
            let message = format!("found {size} stored bytes, {left} are left");
            report(reader, location, message, "set it to the number of bytes present");
            return None;
        }
        let end = start + size;
        let stored = reader.slice(start, size).ok()?;
        let expanded = u64::from(self.expanded.0);
        match self.compression.0 {
            Compression::NONE => {
                if expanded != size {
                    let location = self.place(reader, self.expanded.1);
                    let message = format!("found {expanded} bytes without compression, {size} are stored");
                    report(reader, location, message, "without compression both sizes are equal");
                }
                let node = reader.group(self.group.name("content"), start);
                reader.close(node, end);
                for field in [self.stored.1, self.expanded.1] {
                    reader.link(self.header, &field, LinkKind::Size { of: node, unit: 1 });
                }
                Some(Content { bytes: Cow::Borrowed(stored), node, space: None, start, end })
            }
            Compression::ZLIB => self.inflate(reader, stored, end),
            other => {
                let location = self.place(reader, self.compression.1);
                let message = format!("found compression {}, expected 0 or 1", other.0);
                report(reader, location, message, "use 0 for none or 1 for zlib");
                reader.node(self.group.name("content"), start, end, NodeKind::Bytes);
                None
            }
        }
    }

    fn inflate<'a, R: Recorder>(
        &self,
        reader: &mut Reader<'a, R>,
        stored: &'a [u8],
        end: u64,
    ) -> Option<Content<'a>> {
        let start = self.room.0;
        let expanded = u64::from(self.expanded.0);
        let so_far: u64 = reader.spaces.iter().map(|space| space.range().end - space.range().start).sum();
        let allowed = reader.limits.expanded_size.saturating_sub(so_far);
        let place = self.place(reader, self.expanded.1);
        let stream = reader.location(start, end, format!("{}.content", parent(self.path)));
        let as_bytes = |reader: &mut Reader<'a, R>| {
            reader.node(self.group.name("content"), start, end, NodeKind::Bytes);
        };
        if expanded > allowed {
            let message = format!("found {expanded} bytes when decompressed, {allowed} are allowed");
            report(reader, place, message, "raise the limit if the file can be trusted");
            as_bytes(reader);
            return None;
        }
        let bytes = match decode(ZLIB, stored, expanded) {
            Ok(bytes) => bytes,
            Err(fault) => {
                let (place, message) = match fault {
                    DecompressError::TooLarge { .. } => {
                        (place, format!("found {expanded} bytes when decompressed, the stream yields more"))
                    }
                    fault => (stream, fault.to_string()),
                };
                report(reader, place, message, "the stream is damaged; rebuild the debug file");
                as_bytes(reader);
                return None;
            }
        };
        if bytes.len() as u64 != expanded {
            let message =
                format!("found {expanded} bytes when decompressed, the stream yields {}", bytes.len());
            report(reader, place, message, "set it to what the stream yields");
        }
        let (node, space) = reader.packed(self.group.name("content"), start, end, ZLIB, &bytes);
        reader.link(self.header, &self.stored.1, LinkKind::Size { of: node, unit: 1 });
        reader.link(self.header, &self.expanded.1, LinkKind::ContentSize { of: node, unit: 1 });
        Some(Content { bytes: Cow::Owned(bytes), node, space: Some(space), start, end })
    }
}

/// Path of a header's parent node.
fn parent(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(parent, _)| parent)
}

/// Reports data that does not fit.
pub(super) fn report<R: Recorder>(
    reader: &mut Reader<'_, R>,
    location: Location,
    message: String,
    help: &str,
) {
    reader.report(&rules::SIZES, location, message).help(help);
}
