//! Parses `PDBI`: a header and runtime data tables, stored plain or compressed.

use std::borrow::Cow;

use glassbox_core::reader::{Reader, Recorder};
use glassbox_core::record::Record;

use super::packed::{Stored, report};
use super::raw::PdbHeader;
use crate::check::rdat_tables;
use crate::part::{PartData, rdat};

pub(super) fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Cow<'a, [u8]>> {
    if part.size() < PdbHeader::SIZE as u64 {
        let location = reader.location(part.start, part.end, part.path.clone());
        let message = format!("found {} bytes, expected a header of 12", part.size());
        report(reader, location, message, "the part was cut off; rebuild the debug file");
        return None;
    }
    let (header, node) = reader.record::<PdbHeader>(part.node.name("head"), part.start).ok()?;
    if header.version != 0 {
        let place = part.field(reader.window(), part.start, "head", PdbHeader::version);
        let message = format!("found version {}, expected 0", header.version);
        report(reader, place, message, "set it to 0");
    }
    let path = part.child("head");
    let stored = Stored {
        group: part.node,
        header: node,
        path: &path,
        at: part.start,
        room: (part.start + PdbHeader::SIZE as u64, part.end),
        compression: (header.compression, PdbHeader::compression),
        stored: (header.stored, PdbHeader::stored),
        expanded: (header.expanded, PdbHeader::expanded),
    };
    let content = stored.read(reader)?;
    let path = part.child("content");
    match content.space {
        Some(space) => reader.inside(space, &content.bytes, content.node, |reader| {
            tables(reader, content.node, &path, 0, content.bytes.len() as u64);
        }),
        None => tables(reader, content.node, &path, content.start, content.end),
    }
    super::super::area::rest(reader, part, content.end);
    Some(content.bytes)
}

/// Parses and checks the tables; the model is dropped, since it borrows from bytes that may not outlive the read.
fn tables<R: Recorder>(
    reader: &mut Reader<'_, R>,
    node: glassbox_core::reader::NodeId,
    path: &str,
    start: u64,
    end: u64,
) {
    let Some(model) = rdat::read_at(reader, node, path, start, end) else {
        return;
    };
    let base = reader.absolute(0);
    let work = reader.limits.work(end - start);
    let mut findings = std::mem::take(&mut reader.diagnostics);
    rdat_tables(&model, path, base, work, &mut findings);
    reader.diagnostics = findings;
}
