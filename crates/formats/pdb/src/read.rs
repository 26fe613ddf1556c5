//! Parses a file into the model and records the field tree.
//!
//! Computes the layout first, then names every node in place. A contiguous directory or stream is read in
//! place, any other as a space gathered from its extents.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NoRecorder, NodeId, NodeKind, NodeName, Reader, Recorder, Window};
use glassbox_core::space::Spaces;

use crate::info;
use crate::layout::{Extent, Layout};
use crate::model::{Info, Pdb, Stream};
use crate::raw::{CONTAINER, MAGIC, SUPERBLOCK_SIZE, SuperBlock};
use crate::rules;

/// Parses a file with the reader's recorder. `Err` only if the bytes are not an MSF 7.00 file.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>) -> Result<Pdb<'a>, Box<Diagnostic>> {
    let bytes = reader.window().bytes;
    if !bytes.starts_with(&MAGIC) {
        let found = &bytes[..bytes.len().min(MAGIC.len())];
        // The path is empty: a file of another format has no nodes.
        let location = Location::new(reader.absolute(0), reader.absolute(found.len() as u64), "");
        let message = format!("found \"{}\", expected \"{}\"", found.escape_ascii(), MAGIC.escape_ascii());
        let finding = Diagnostic::new(&rules::MAGIC, location, message);
        return Err(Box::new(finding.help("check that this is the right file")));
    }
    let root = reader.root;
    let mut pdb = Pdb { layout: Layout::read(bytes), ..Pdb::default() };
    let Some(layout) = &pdb.layout else {
        reader.node(root.name("superblock"), 0, reader.size(), NodeKind::Bytes);
        return Ok(pdb);
    };
    if let Ok((_, superblock)) = reader.record::<SuperBlock>(root.name("superblock"), 0) {
        name_tables(reader, layout, superblock);
        pdb.directory = read_directory(reader, layout, superblock);
        for number in 0..layout.streams.len() {
            let Some((stream, info)) = read_stream(reader, layout, number) else {
                pdb.exhausted = Some(number);
                break;
            };
            pdb.streams.push(stream);
            pdb.info = pdb.info.or(info);
        }
    }
    Ok(pdb)
}

/// Parses a file without a recorder; returns the read findings and the spaces they refer to.
pub fn open<'a>(
    window: Window<'a>,
    limits: &Limits,
) -> Result<(Pdb<'a>, Diagnostics, Spaces), Box<Diagnostic>> {
    let mut reader = Reader::new(window, NoRecorder, *limits);
    let pdb = read(&mut reader)?;
    Ok((pdb, reader.diagnostics, reader.spaces))
}

/// Names the rest of the superblock, the free block maps and the directory map.
fn name_tables<R: Recorder>(reader: &mut Reader<'_, R>, layout: &Layout<'_>, superblock: NodeId) {
    let root = reader.root;
    let size = layout.block_size();
    let unit = layout.superblock.block_size;
    let more = (layout.maps.len() as u64).saturating_sub(1);
    if more > 0 {
        let _ = reader.values::<u32>(root.name("more_directory_maps"), SUPERBLOCK_SIZE, more);
    }
    let used = SUPERBLOCK_SIZE + more * 4;
    if used < size.min(reader.size()) {
        reader.node(root.name("superblock_padding"), used, size, NodeKind::Padding);
    }
    for (index, block) in layout.free_map().enumerate() {
        let start = block * size;
        let name = root.item("free_map", index as u32);
        let node = reader.node(name, start, start + size, NodeKind::Bytes);
        if index == 0 {
            reader.link(superblock, &SuperBlock::free_map, offset(node, superblock, unit));
        }
    }
    // The inactive map belongs to the previous or the next commit.
    for (index, block) in layout.other_free_map().enumerate() {
        let name = root.item("other_free_map", index as u32);
        reader.node(name, block * size, (block + 1) * size, NodeKind::Bytes);
    }
    let mut left = layout.directory_blocks.len() as u64;
    for (index, &block) in layout.maps.iter().enumerate() {
        let index = index as u32;
        let start = u64::from(block) * size;
        let count = left.min(size / 4);
        left -= count;
        let Ok((_, node)) = reader.values::<u32>(root.item("directory_map", index), start, count) else {
            continue;
        };
        let end = start + 4 * count;
        if end < (start + size).min(reader.size()) {
            let name = root.item("directory_map_padding", index);
            reader.node(name, end, start + size, NodeKind::Padding);
        }
        let base = superblock;
        reader.link_value(node, LinkKind::Pointer { base, unit });
        if index == 0 {
            reader.link(superblock, &SuperBlock::directory_map, offset(node, superblock, unit));
        }
    }
}

fn offset(target: NodeId, base: NodeId, unit: u32) -> LinkKind {
    LinkKind::Offset { target, base, unit }
}

/// Names the directory; returns its address.
fn read_directory<R: Recorder>(reader: &mut Reader<'_, R>, layout: &Layout<'_>, superblock: NodeId) -> u64 {
    let root = reader.root;
    let content = &layout.directory;
    let blocks = layout.directory_blocks.iter().copied();
    let extents = layout.extents(blocks, u64::from(layout.superblock.directory_size));
    let size = content.len() as u64;
    if reader.spend(size).is_err() {
        return reader.absolute(0);
    }
    let address = match extents[..] {
        [] => reader.absolute(0),
        [(start, size)] => {
            let group = reader.group(root.name("directory"), start);
            for list in name_directory(reader, layout, group, start) {
                let unit = layout.superblock.block_size;
                let base = superblock;
                reader.link_value(list, LinkKind::Pointer { base, unit });
            }
            reader.close(group, start + size);
            let follows = LinkKind::Size { of: group, unit: 1 };
            reader.link(superblock, &SuperBlock::directory_size, follows);
            reader.absolute(start)
        }
        _ => {
            let (node, address) = reader.gathered(root.name("directory"), &extents, content);
            reader.inside(address, content, node, |inner| {
                name_directory(inner, layout, node, 0);
            });
            address
        }
    };
    name_tail(reader, layout, root.name("directory_padding"), &extents);
    address
}

/// Names the fields of the directory, at `start` of the reader's window; returns the block lists.
fn name_directory<R: Recorder>(
    reader: &mut Reader<'_, R>,
    layout: &Layout<'_>,
    parent: NodeId,
    start: u64,
) -> Vec<NodeId> {
    let mut lists = Vec::new();
    let Ok((_, count)) = reader.value::<u32>(parent.name("stream_count"), start) else {
        return lists;
    };
    let known = layout.streams.len() as u64;
    if let Ok((_, sizes)) = reader.values::<u32>(parent.name("sizes"), start + 4, known) {
        reader.link_value(count, LinkKind::Count { of: sizes });
    }
    for (number, stream) in layout.streams.iter().enumerate() {
        let (at, count) = (stream.list.start as u64 * 4, stream.list.len() as u64);
        let name = parent.item("blocks", number as u32);
        if count > 0
            && let Ok((_, list)) = reader.values::<u32>(name, start + at, count)
        {
            lists.push(list);
        }
    }
    lists
}

/// Names the unused bytes between the last extent and the end of its block.
fn name_tail<R: Recorder>(
    reader: &mut Reader<'_, R>,
    layout: &Layout<'_>,
    name: NodeName,
    extents: &[Extent],
) {
    if let Some(&(start, size)) = extents.last() {
        let end = start + size;
        let block_end = end.next_multiple_of(layout.block_size().max(1)).min(reader.size());
        if end < block_end {
            reader.node(name, end, block_end, NodeKind::Padding);
        }
    }
}

/// Reads and names a stream; `None` if streams share their bytes too often.
fn read_stream<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    layout: &Layout<'a>,
    number: usize,
) -> Option<(Stream<'a>, Option<Info>)> {
    let place = layout.streams.get(number)?;
    let size = u64::from(place.size.unwrap_or(0));
    let extents = layout.extents(layout.list(place), size);
    let there: u64 = extents.iter().map(|extent| extent.1).sum();
    reader.spend(there).ok()?;
    let mut stream = Stream {
        content: layout.gather(&extents),
        address: reader.absolute(extents.first().map_or(0, |extent| extent.0)),
        whole: there == size,
        extents,
    };
    let root = reader.root;
    let name = root.item("stream", number as u32);
    let what = match (number, stream.is_container()) {
        (1, _) => Content::Info,
        (_, true) => Content::Container,
        _ => Content::Data,
    };
    let info = match stream.extents[..] {
        [] => None,
        [(start, size)] => {
            let group = reader.group(name, start);
            let info = name_content(reader, group, start, size, what);
            reader.close(group, start + size);
            info
        }
        _ => {
            let (node, address) = reader.gathered(name, &stream.extents, &stream.content);
            stream.address = address;
            reader.inside(address, &stream.content, node, |inner| name_content(inner, node, 0, there, what))
        }
    };
    name_tail(reader, layout, root.item("padding", number as u32), &stream.extents);
    Some((stream, info))
}

/// Kind of stream content.
#[derive(Clone, Copy)]
enum Content {
    Info,
    Container,
    Data,
}

fn name_content<R: Recorder>(
    reader: &mut Reader<'_, R>,
    parent: NodeId,
    start: u64,
    size: u64,
    what: Content,
) -> Option<Info> {
    let end = start + size;
    match what {
        Content::Info => return info::read(reader, parent, start, end),
        Content::Container => {
            let kind = NodeKind::File { format: CONTAINER };
            reader.node(parent.name("container"), start, end, kind);
        }
        Content::Data => {
            reader.node(parent.name("data"), start, end, NodeKind::Bytes);
        }
    }
    None
}
