//! Names everything in a container for the field tree and records the links between fields.

use glassbox_core::language::Digest as _;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::{Field, Record};
use glassbox_core::value::Value;

use crate::checksum;
use crate::file::{Check, File, Numbering, Objects, Role, Section, State};
use crate::payload::Payload;
use crate::raw::{
    AnySectionHeader, ContainerType, DraftShaderExt, HEADER_SIZE, MainHeader, NameHash, SectionFlags,
    SectionHeader, ShaderExt, Stage, Symbol,
};
use crate::sd::{Document, StopKind, name_object, shape};

/// Names the headers; `size` is the table's size in bytes.
pub(crate) fn headers<R: Recorder>(
    reader: &mut Reader<'_, R>,
    container: ContainerType,
    numbering: Numbering,
    size: u64,
) -> Nodes {
    let root = reader.root;
    let split = MainHeader::SIZE as u64;
    let is_pack = container == ContainerType::SHADER;
    let ext = match (is_pack, numbering) {
        (false, _) => NodeKind::Bytes,
        (true, Numbering::Released) => NodeKind::Record(ShaderExt::SCHEMA),
        (true, Numbering::Draft) => NodeKind::Record(DraftShaderExt::SCHEMA),
    };
    let layout = if is_pack { SectionHeader::SCHEMA } else { AnySectionHeader::SCHEMA };
    let mut nodes = Nodes {
        header: reader.node(root.name("header"), 0, split, NodeKind::Record(MainHeader::SCHEMA)),
        type_ext: reader.node(root.name("type_ext"), split, HEADER_SIZE, ext),
        table: reader.node(root.name("section_headers"), HEADER_SIZE, HEADER_SIZE + size, NodeKind::Group),
        headers: Vec::new(),
        bodies: Vec::new(),
    };
    // One node per header, since each is the source of a different section.
    for index in 0..size / SectionHeader::SIZE as u64 {
        let start = HEADER_SIZE + index * SectionHeader::SIZE as u64;
        let name = nodes.table.item("", index as u32);
        let node = reader.node(name, start, start + SectionHeader::SIZE as u64, NodeKind::Record(layout));
        nodes.headers.push(node);
    }
    nodes
}

/// Names a section's body and assigns the address of its decompressed content.
pub(crate) fn body<R: Recorder>(reader: &mut Reader<'_, R>, section: &mut Section<'_>) -> NodeId {
    let root = reader.root;
    let name = match section.role {
        Role::SymbolTable => root.name("symbol_table"),
        Role::Strings => root.name("strings"),
        Role::ExtendedData => root.name("extended_data"),
        Role::Parent => root.name("parent"),
        Role::Shader(number) => root.item("shader", number),
        Role::StructuredData(number) => root.item("structured_data", number),
        Role::Other => root.item("section", section.index),
    };
    let (start, end) = section.range().unwrap_or((u64::MAX, u64::MAX));
    match (&section.state, section.codec()) {
        (State::Read, Some(codec)) => {
            let (node, address) = reader.packed(name, start, end, codec, &section.content);
            section.address = address;
            node
        }
        (State::Read, None) => reader.node(name, start, end, NodeKind::Group),
        _ => reader.node(name, start, end, NodeKind::Bytes),
    }
}

/// Names the section contents and the rest of the file, and records every link.
pub(crate) fn contents<R: Recorder>(reader: &mut Reader<'_, R>, file: &File<'_>, nodes: &Nodes) {
    let mut anchors = Anchors::default();
    // Strings and objects first: symbols link to them.
    let order = [Role::Strings, Role::ExtendedData, Role::SymbolTable];
    let early = order.into_iter().flat_map(|role| {
        let sections = file.sections.iter().enumerate();
        sections.filter(move |(_, section)| section.role == role)
    });
    let late = file.sections.iter().enumerate();
    let late = late.filter(|(_, section)| !order.contains(&section.role));
    for (index, section) in early.chain(late) {
        let node = nodes.bodies.get(index).copied().unwrap_or(NodeId::ROOT);
        if !section.is_read() {
            continue;
        }
        if section.codec().is_some() {
            reader.inside(section.address, &section.content, node, |inner| {
                content(inner, 0, node, file, section, &mut anchors);
            });
        } else {
            if section.role == Role::ExtendedData {
                anchors.objects = Some(node);
            }
            content(reader, section.header.pointer, node, file, section, &mut anchors);
        }
    }
    rest(reader, file);
    links(reader, file, nodes, &anchors);
}

/// Link targets of fields elsewhere.
#[derive(Default)]
struct Anchors {
    strings: Option<NodeId>,
    objects: Option<NodeId>,
    symbols: Option<NodeId>,
}

fn content<R: Recorder>(
    reader: &mut Reader<'_, R>,
    base: u64,
    node: NodeId,
    file: &File<'_>,
    section: &Section<'_>,
    anchors: &mut Anchors,
) {
    let size = section.content.len() as u64;
    let end = base + size;
    match section.role {
        Role::Strings => {
            anchors.strings = Some(reader.node(node.name("list"), base, end, NodeKind::Strings));
        }
        Role::ExtendedData => {
            let first = extended_data(reader, base, node, file, section);
            anchors.objects = anchors.objects.or(first);
        }
        Role::SymbolTable => {
            let whole = size - size % Symbol::SIZE as u64;
            let symbols =
                reader.node(node.name("symbols"), base, base + whole, NodeKind::Records(Symbol::SCHEMA));
            anchors.symbols = Some(symbols);
            if let Some(strings) = anchors.strings {
                reader.link(symbols, &Symbol::name, LinkKind::Pointer { base: strings, unit: 1 });
            }
            if let Some(objects) = anchors.objects {
                let follows = LinkKind::Pointer { base: objects, unit: 1 };
                reader.link(symbols, &Symbol::extended_data, follows);
            }
            if whole < size {
                reader.node(node.name("rest"), base + whole, end, NodeKind::Bytes);
            }
        }
        Role::Shader(_) => {
            if size > 0 {
                reader.node(node.name("stage"), base, base + 1, NodeKind::Value(&Stage::FORM));
                let payload = section.content.get(1..).unwrap_or_default();
                reader.node(node.name("payload"), base + 1, end, payload_kind(payload));
            }
        }
        Role::Parent => {
            reader.node(node.name("assembly"), base, end, NodeKind::Value(&NameHash::FORM));
        }
        Role::StructuredData(_) => {
            let document = Document::read(&section.content, 0, reader.limits.nodes);
            object(reader, base, end, node, 0, &document, None);
            let read = base + u64::from(document.range().1);
            if document.is_whole() && read < end {
                reader.node(node.item("unreached", 0), read, end, NodeKind::Bytes);
            }
        }
        Role::Other => {
            reader.node(node.name("body"), base, end, NodeKind::Bytes);
        }
    }
}

fn payload_kind(payload: &[u8]) -> NodeKind {
    match Payload::of(payload) {
        Payload::Spirv => NodeKind::File { format: "spirv" },
        Payload::Dxbc => NodeKind::File { format: "dxcontainer" },
        kind if kind.is_text() => NodeKind::Text,
        _ => NodeKind::Bytes,
    }
}

/// Names the objects referenced by symbols and the bytes between them. Returns the node at the section's
/// start.
fn extended_data<R: Recorder>(
    reader: &mut Reader<'_, R>,
    base: u64,
    node: NodeId,
    file: &File<'_>,
    section: &Section<'_>,
) -> Option<NodeId> {
    let objects = file.objects(reader.limits.nodes);
    let symbols = file.symbols();
    let mut first = None;
    for (number, document) in objects.documents.iter().enumerate() {
        let symbol = objects.symbols.get(number).and_then(|&symbol| symbols.get(symbol as usize));
        let shape = symbol.and_then(|symbol| shape::of(symbol.symbol_type));
        let limit = unread_end(&objects, number, section.content.len() as u64);
        let group = object(reader, base, base + limit, node, number as u32, document, shape);
        if document.range().0 == 0 {
            first = Some(group);
        }
    }
    for (number, (start, end)) in unreached(&objects, section.content.len() as u64).into_iter().enumerate() {
        let name = node.item("unreached", number as u32);
        let bytes = reader.node(name, base + start, base + end, NodeKind::Bytes);
        if start == 0 {
            first = Some(bytes);
        }
    }
    first
}

/// Names one object, and its unread part up to `limit`.
fn object<R: Recorder>(
    reader: &mut Reader<'_, R>,
    base: u64,
    limit: u64,
    node: NodeId,
    number: u32,
    document: &Document<'_>,
    shape: Option<&'static shape::Shape>,
) -> NodeId {
    let group = name_object(reader, base, node.item("object", number), document, shape);
    if let Some(fault) = document.fault {
        let at = match fault.kind {
            // The header of an object nested too deeply is named separately.
            StopKind::Deep => u64::from(document.range().1),
            _ => u64::from(fault.at),
        };
        let end = limit.max(base + at);
        reader.node(group.name("unread"), base + at, end, NodeKind::Bytes);
        reader.close(group, end);
    }
    group
}

/// Bytes of an extended data section of this size outside all objects.
pub(crate) fn unreached(objects: &Objects<'_>, size: u64) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut at = 0;
    for (number, document) in objects.documents.iter().enumerate() {
        let (start, end) = document.range();
        if u64::from(start) > at {
            gaps.push((at, u64::from(start)));
        }
        let end = match document.fault {
            None => u64::from(end),
            Some(_) => unread_end(objects, number, size),
        };
        at = at.max(end);
    }
    if at < size {
        gaps.push((at, size));
    }
    gaps
}

/// End of an object's unread part: the next object, but not before the type code that stopped the reader.
pub(crate) fn unread_end(objects: &Objects<'_>, number: usize, size: u64) -> u64 {
    let next = objects.documents.get(number + 1);
    let next = next.map_or(size, |next| u64::from(next.range().0));
    let fault = objects.documents.get(number).and_then(|document| document.fault);
    let code = fault.map_or(0, |fault| u64::from(fault.at) + 9);
    next.max(code.min(size))
}

/// Path of a gap; the gap after the last section is the trailer.
pub(crate) fn gap_path(file: &File<'_>, number: usize) -> String {
    if is_trailer(file, number) { "trailing".to_owned() } else { format!("gap[{number}]") }
}

fn is_trailer(file: &File<'_>, number: usize) -> bool {
    let size = file.window.0.bytes.len() as u64;
    file.gaps.get(number).is_some_and(|gap| gap.1 == size)
}

fn rest<R: Recorder>(reader: &mut Reader<'_, R>, file: &File<'_>) {
    let root = reader.root;
    for (number, &(start, end)) in file.gaps.iter().enumerate() {
        let name =
            if is_trailer(file, number) { root.name("trailing") } else { root.item("gap", number as u32) };
        reader.node(name, start, end, NodeKind::Bytes);
    }
}

fn links<R: Recorder>(reader: &mut Reader<'_, R>, file: &File<'_>, nodes: &Nodes, anchors: &Anchors) {
    let size = reader.size();
    let (header, table) = (nodes.header, nodes.table);
    // A node at the end lets the file size link to it.
    let end = reader.node(reader.root.name("file_end"), size, size, NodeKind::Bytes);
    let follows = LinkKind::Offset { target: end, base: header, unit: 1 };
    reader.link(header, &MainHeader::file_size, follows);
    reader.link(header, &MainHeader::section_count, LinkKind::Count { of: table });
    let headers = file.header_bytes();
    let without = checksum::header_without_reserved(headers) == file.header.checksum
        && checksum::header(headers) != file.header.checksum;
    let algorithm = if without { checksum::HEADER.name() } else { checksum::WEAK.name() };
    let to = if file.sections.is_empty() { nodes.type_ext } else { table };
    let follows = LinkKind::Digest { algorithm, from: header, to };
    reader.link(header, &MainHeader::checksum, follows);
    if let Some(symbols) = anchors.symbols.filter(|_| file.is_shader_pack()) {
        reader.link(nodes.type_ext, &ShaderExt::symbol_count, LinkKind::Count { of: symbols });
    }
    for (index, section) in file.sections.iter().enumerate() {
        let (Some(&node), Some(&own)) = (nodes.bodies.get(index), nodes.headers.get(index)) else {
            continue;
        };
        if section.state == State::Outside {
            continue;
        }
        let mut link = |field: Field, follows| reader.link(own, &field, follows);
        link(SectionHeader::pointer, LinkKind::Offset { target: node, base: header, unit: 1 });
        link(SectionHeader::stored_size, LinkKind::Size { of: node, unit: 1 });
        let is_packed = section.codec().is_some() && section.is_read();
        link(
            SectionHeader::size,
            if is_packed {
                LinkKind::ContentSize { of: node, unit: 1 }
            } else {
                LinkKind::Size { of: node, unit: 1 }
            },
        );
        let flags = section.header.flags;
        let algorithm = match section.check {
            Check::None => continue,
            Check::Usual => checksum::USUAL_CRC.name(),
            _ if flags.has(SectionFlags::WEAK) => checksum::WEAK.name(),
            _ => checksum::CRC.name(),
        };
        link(
            SectionHeader::checksum,
            if is_packed {
                LinkKind::ContentDigest { algorithm, of: node }
            } else {
                LinkKind::Digest { algorithm, from: node, to: node }
            },
        );
    }
}

/// Nodes common to all containers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The main header.
    pub header: NodeId,
    /// The type extension.
    pub type_ext: NodeId,
    /// Parent of the section headers.
    pub table: NodeId,
    /// Each section header.
    pub headers: Vec<NodeId>,
    /// The body of each section.
    pub bodies: Vec<NodeId>,
}
