//! Parses a container into its directory and contents, and records the field tree.
//!
//! The directory consists of the header, the offset table and the 8-byte part headers; nothing else is read, so opening
//! a large container costs no more than a small one. Nodes are claimed in reading order: header, table, part headers,
//! then the contents in table order. Unclaimed bytes stay raw.

use foldhash::HashMap;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NoRecorder, NodeId, NodeKind, NodeName, Reader, Recorder, Window};
use glassbox_core::record::Record;

use crate::code;
use crate::container::{self, Container, Directory, Entry};
use crate::digest::State;
use crate::part::{self, Content, PartData};
use crate::raw::{self, Header, Magic, PartHeader};
use crate::rules::container as rules;

/// Average number of nodes per part; the node limit divided by it is the part limit.
const NODES_PER_PART: usize = 8;

/// Opens a container and reads its directory. `Err` only if the bytes are not a container.
pub fn open<'a>(window: Window<'a>, limits: &Limits) -> Result<Container<'a>, Box<Diagnostic>> {
    let mut reader = Reader::new(window, NoRecorder, *limits);
    let (directory, _) = directory(&mut reader)?;
    Ok(Container::new(&mut reader, directory))
}

/// Fetches the bytes that [`open`] reads: header, offset table and part headers. `fetch` returns the bytes of a range
/// within the first `size`; its first error aborts.
pub fn fetch<E>(
    size: u64,
    limits: &Limits,
    fetch: &mut dyn FnMut(std::ops::Range<u64>) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let head = fetch(0..size.min(raw::HEADER_SIZE))?;
    let header = head.get(raw::DIGEST_FROM as usize..).and_then(Header::decode);
    let Some(header) = header else { return Ok(()) };
    let rest = (size - raw::HEADER_SIZE) / 4;
    let count = u64::from(header.part_count).min(rest);
    let offsets = fetch(raw::HEADER_SIZE..raw::HEADER_SIZE + 4 * count)?;
    for offset in offsets.as_chunks::<4>().0.iter().take(most_parts(limits)) {
        let start = u64::from(u32::from_le_bytes(*offset)).min(size);
        fetch(start..(start + raw::PART_HEADER_SIZE).min(size))?;
    }
    Ok(())
}

/// Maximum number of parts read.
fn most_parts(limits: &Limits) -> usize {
    (limits.nodes / NODES_PER_PART).max(1)
}

/// Names every range of a container under the reader's root. `Err` only if the bytes are not a container.
pub fn name<R: Recorder>(reader: &mut Reader<'_, R>) -> Result<(), Box<Diagnostic>> {
    let (directory, nodes) = directory(reader)?;
    let contents: Vec<Content<'_>> = directory.parts.iter().map(|part| part::content(reader, part)).collect();
    link_digest(reader, &directory, &nodes);
    link_contents(reader, &directory, &contents);
    Ok(())
}

/// Directory nodes referenced by links.
#[derive(Default)]
struct Nodes {
    magic: Option<NodeId>,
    header: Option<NodeId>,
    /// Last gap inside the container: its end and node.
    rest: Option<(u64, NodeId)>,
}

/// Reads header, offset table and part headers.
fn directory<'a, R: Recorder>(reader: &mut Reader<'a, R>) -> Result<(Directory<'a>, Nodes), Box<Diagnostic>> {
    let size = reader.size();
    let magic = reader.slice(0, size.min(4)).unwrap_or_default();
    if !raw::MAGIC.starts_with(magic) {
        return Err(Box::new(alien(reader, magic)));
    }
    let root = reader.root;
    let (mut directory, mut nodes) = (Directory::default(), Nodes::default());
    if let Ok((magic, node)) = reader.record::<Magic>(root.name("container"), 0) {
        directory.magic = Some(magic);
        nodes.magic = Some(node);
    }
    let header = reader.record::<Header>(root.name("header"), raw::DIGEST_FROM);
    let (Ok((header, header_node)), Some(magic_node)) = (header, nodes.magic) else {
        let message = format!("found {size} bytes, expected a header of 32");
        let location = reader.location(0, size, "");
        reader
            .report(&rules::HEADER_SHORT, location, message)
            .help("the file is cut off; get a complete copy, or rebuild it");
        return Ok((directory, nodes));
    };
    directory.header = Some(header);
    nodes.header = Some(header_node);
    // A file at offset 0 uses file offsets; an embedded one is relative to its own first node.
    let base = if root == NodeId::ROOT && reader.window().base == 0 { NodeId::ROOT } else { magic_node };
    reader.link(header_node, &Header::size, LinkKind::Pointer { base, unit: 1 });
    let there = u64::from(header.part_count).min((size - raw::HEADER_SIZE) / 4);
    let Ok((offsets, offsets_node)) = reader.values::<u32>(root.name("offsets"), raw::HEADER_SIZE, there)
    else {
        return Ok((directory, nodes));
    };
    reader.link(header_node, &Header::part_count, LinkKind::Count { of: offsets_node });
    reader.link_value(offsets_node, LinkKind::Pointer { base, unit: 1 });
    let limit = most_parts(&reader.limits);
    directory.entries = offsets
        .iter()
        .take(limit)
        .map(|offset| Entry { offset, header: reader.peek(u64::from(offset)).ok() })
        .collect();
    if offsets.len() > limit {
        let location = offsets.location("offsets", limit);
        let message = format!("found {} parts, read {limit} and left the others", offsets.len());
        reader.report(&rules::LIMIT, location, message).help("remove the entries that lead to no part");
    }
    directory.offsets = offsets;
    parts(reader, &mut directory);
    nodes.rest = gaps(reader, &directory);
    Ok((directory, nodes))
}

/// Names the part headers.
fn parts<R: Recorder>(reader: &mut Reader<'_, R>, directory: &mut Directory<'_>) {
    let root = reader.root;
    let size = reader.size();
    let mut counts: HashMap<[u8; 4], (u32, u32)> = HashMap::default();
    for header in directory.entries.iter().filter_map(|entry| entry.header) {
        counts.entry(header.code.0).or_default().0 += 1;
    }
    let mut parts = Vec::with_capacity(directory.entries.len());
    for (index, entry) in (0u32..).zip(&directory.entries) {
        let Some(header) = entry.header else { continue };
        let (all, seen) = counts.entry(header.code.0).or_default();
        let name = match code::lookup(header.code) {
            Some(code) if *all > 1 => root.item(code.name, *seen),
            Some(code) => root.name(code.name),
            None => root.item("part", index),
        };
        *seen += 1;
        let start = entry.start() + raw::PART_HEADER_SIZE;
        let end = entry.end().min(size);
        let node = reader.node(name, start, end, NodeKind::Group);
        if let Ok((_, header_node)) = reader.record::<PartHeader>(node.name(part::HEADER), entry.start()) {
            // The group starts with the data, so the size is the distance from there to the next item.
            reader.link(header_node, &PartHeader::size, LinkKind::Pointer { base: node, unit: 1 });
        }
        parts.push(PartData {
            node,
            path: spell(name),
            code: header.code,
            index,
            stated: header.size,
            start,
            end,
        });
    }
    directory.parts = parts;
}

fn spell(name: NodeName) -> String {
    match name.index {
        Some(index) => format!("{}[{index}]", name.text),
        None => name.text.to_owned(),
    }
}

/// Ranges of the container outside header and parts, in file order; the last may be empty. All end before `end`.
pub(crate) fn unclaimed(directory: &Directory<'_>, end: u64) -> Vec<(u64, u64)> {
    let mut claims: Vec<(u64, u64)> = directory
        .entries
        .iter()
        .filter(|entry| entry.header.is_some())
        .map(|entry| (entry.start(), entry.end()))
        .collect();
    claims.sort_unstable();
    let mut found = Vec::new();
    let mut at = directory.table_end();
    for (from, to) in claims {
        if from > at && at < end {
            found.push((at, from.min(end)));
        }
        at = at.max(to);
    }
    if at < end {
        found.push((at, end));
    }
    found
}

/// Names unclaimed ranges: gaps, and data after the container. Returns end and node of the last gap.
fn gaps<R: Recorder>(reader: &mut Reader<'_, R>, directory: &Directory<'_>) -> Option<(u64, NodeId)> {
    let root = reader.root;
    let size = reader.size();
    let end = directory.end(size).min(size);
    let mut last = None;
    for (index, (from, to)) in (0u32..).zip(unclaimed(directory, end)) {
        last = Some((to, reader.node(root.item("gap", index), from, to, NodeKind::Bytes)));
    }
    if end < size {
        reader.node(root.name("trailing"), end, size, NodeKind::Bytes);
    }
    last
}

/// Links the digest to the bytes that it covers, up to the last part or the data after it.
fn link_digest<R: Recorder>(reader: &mut Reader<'_, R>, directory: &Directory<'_>, nodes: &Nodes) {
    let (Some(magic), Some(header)) = (nodes.magic, nodes.header) else {
        return;
    };
    let algorithm = match container::state(directory, reader.window()) {
        State::Retail => "dxbc",
        State::Debug => "dxbc-debug",
        _ => return,
    };
    let end = directory.end(reader.size());
    let gap = nodes.rest.filter(|(to, _)| *to == end).map(|(_, node)| node);
    let part = directory.parts.iter().find(|part| part.end == end);
    let part = part.filter(|part| part.size() > 0).map(|part| part.node);
    if let Some(to) = gap.or(part).or(directory.parts.is_empty().then_some(header)) {
        let follows = LinkKind::Digest { algorithm, from: header, to };
        reader.link(magic, &Magic::digest, follows);
    }
}

/// Links fields determined by other parts.
fn link_contents<R: Recorder>(
    reader: &mut Reader<'_, R>,
    directory: &Directory<'_>,
    contents: &[Content<'_>],
) {
    let bitcode = |code: &[u8; 4]| {
        directory.parts.iter().zip(contents).find_map(|(part, content)| match content {
            Content::Program(model) if part.code.0 == *code && model.whole => Some(model),
            _ => None,
        })
    };
    let strings = contents.iter().find_map(|content| match content {
        Content::Strings(table) => Some(table.node),
        _ => None,
    });
    for content in contents {
        match (content, strings) {
            (Content::Hash(model), _) => {
                let source = model.hash.flags.0 & 1 != 0;
                let program = if source { bitcode(b"ILDB") } else { bitcode(b"DXIL") };
                if let Some(program) = program {
                    let follows = LinkKind::Digest { algorithm: "md5", from: program.node, to: program.node };
                    reader.link(model.node, &part::hash::ShaderHash::md5, follows);
                }
            }
            (Content::Symbols(model), Some(base)) => {
                for &node in &model.long {
                    reader.link(
                        node,
                        &part::symbol::LongSymbol::name_offset,
                        LinkKind::Pointer { base, unit: 1 },
                    );
                }
            }
            _ => {}
        }
    }
}

/// Finding for bytes of another format. Paths are empty, since there are no nodes.
fn alien<R: Recorder>(reader: &Reader<'_, R>, magic: &[u8]) -> Diagnostic {
    let message = format!("found magic \"{}\", expected \"DXBC\"", magic.escape_ascii());
    let bytes = reader.window().bytes;
    let diagnostic = Diagnostic::new(&rules::MAGIC, reader.location(0, magic.len() as u64, ""), message);
    match hint(bytes) {
        Some((note, help)) => diagnostic.note(note).help(help),
        None => diagnostic.help("check that this is the right file"),
    }
}

/// Identifies related formats written by the same compilers, with advice on how to process them.
fn hint(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let first = u32::from_le_bytes(*bytes.first_chunk()?);
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"Microsoft C/C++ MSF 7.00\r\n") {
        return Some((
            "this is a program database (PDB)",
            "open it with `--as pdb`; the container in its fifth stream then opens inside it",
        ));
    }
    if starts(b"STAT") || starts(b"RDAT") {
        return Some((
            "this is a part without a container, as the compiler's separate reflection output has it",
            "add it to a container as a part, or compile without separating the reflection",
        ));
    }
    if starts(&part::program::BITCODE) || first == 0x0B17_C0DE {
        return Some((
            "this is LLVM bitcode without a container",
            "open the container that it was taken from",
        ));
    }
    if first == 0x0723_0203 || first.swap_bytes() == 0x0723_0203 {
        return Some(("this is a SPIR-V module", "open it with `--as spv`"));
    }
    if matches!(first, 0xFEFF_0901 | 0xFEFF_2001) {
        return Some(("this is a compiled effect", "compile the shaders of the effect on their own"));
    }
    if matches!(first >> 16, 0xFFFE | 0xFFFF) && (1..=3).contains(&(first >> 8 & 0xFF)) {
        return Some((
            "this is a token stream of shader model 1 to 3, which has no container",
            "compile for shader model 4 or later",
        ));
    }
    None
}

const _: () = assert!(Magic::SIZE as u64 == raw::DIGEST_FROM && Header::SIZE as u64 + 20 == raw::HEADER_SIZE);
