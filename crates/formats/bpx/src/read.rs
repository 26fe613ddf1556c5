//! Parses containers: headers, section table, bodies.

use std::borrow::Cow;

use glassbox_compress::DecompressError;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, NodeId, ReadError, Reader, Recorder, Window};
use glassbox_core::record::{Record, Records};
use glassbox_core::space::Spaces;

use crate::checksum;
use crate::file::{Check, File, Numbering, Role, Section, SourceWindow, State, is_parent};
use crate::outline;
use crate::raw::{
    ContainerType, HEADER_SIZE, MainHeader, PackType, SECTION_HEADER_SIZE, SIGNATURE, SectionFlags,
    SectionHeader, SectionType, ShaderExt,
};
use crate::rules;

/// Reads a container without recording.
pub fn open<'a>(
    window: Window<'a>,
    limits: &Limits,
    numbering: Numbering,
) -> Result<File<'a>, Box<Diagnostic>> {
    read(&mut Reader::new(window, NoRecorder, *limits), numbering).map(|(file, _)| file)
}

/// Reads a container, recording its headers and bodies. `Err` only if the bytes are not a container.
pub fn read<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    numbering: Numbering,
) -> Result<(File<'a>, outline::Nodes), Box<Diagnostic>> {
    let header = recognise(reader)?;
    let bytes = reader.window().bytes;
    let mut type_ext = [0; 16];
    type_ext.copy_from_slice(&bytes[MainHeader::SIZE..HEADER_SIZE as usize]);
    let count = table_length(bytes, header.section_count);
    let size = count * SECTION_HEADER_SIZE;
    let table =
        Records::new(reader.slice(HEADER_SIZE, size).unwrap_or_default(), reader.absolute(HEADER_SIZE));
    let mut nodes = outline::headers(reader, header.container_type, numbering, size);
    let mut file = File {
        window: SourceWindow(reader.window()),
        header,
        type_ext,
        table,
        sections: Vec::new(),
        numbering,
        gaps: Vec::new(),
        spaces: Spaces::default(),
        free: reader.window().next_free_address,
    };
    nodes.bodies = read_sections(reader, &mut file);
    file.gaps = gaps(&file, HEADER_SIZE + size, bytes.len() as u64);
    file.spaces = reader.spaces.clone();
    if let Some(last) = file.spaces.iter().last() {
        file.free = file.free.max(last.range().end + 1);
    }
    Ok((file, nodes))
}

// Findings have empty paths: input that is not a container has no nodes.
fn recognise<R: Recorder>(reader: &Reader<'_, R>) -> Result<MainHeader, Box<Diagnostic>> {
    let bytes = reader.window().bytes;
    let size = reader.size();
    let tag = &bytes[..bytes.len().min(3)];
    if !SIGNATURE.0.starts_with(tag) {
        let message = format!("found \"{}\", expected \"BPX\"", tag.escape_ascii());
        let location = reader.location(0, tag.len() as u64, "");
        return Err(Box::new(
            Diagnostic::new(&rules::SIGNATURE, location, message).help("check that this is the right file"),
        ));
    }
    let short = || {
        let message = format!("found {size} bytes, expected a main header of {HEADER_SIZE}");
        let missing = HEADER_SIZE.saturating_sub(size);
        let help = format!("{missing} bytes are missing; get a complete copy of the file, or rebuild it");
        Box::new(Diagnostic::new(&rules::HEADER_CUT, reader.location(0, size, ""), message).help(help))
    };
    if size < HEADER_SIZE {
        return Err(short());
    }
    reader.peek::<MainHeader>(0).map_err(|_| short())
}

/// Number of section headers. If the stated number does not fit, the table ends at the first body that a
/// header points to.
fn table_length(bytes: &[u8], stated: u32) -> u64 {
    let room = (bytes.len() as u64).saturating_sub(HEADER_SIZE) / SECTION_HEADER_SIZE;
    if u64::from(stated) <= room {
        return u64::from(stated);
    }
    let table = bytes.get(HEADER_SIZE as usize..).unwrap_or_default();
    let mut first_body = u64::MAX;
    let mut count = 0;
    for header in table.chunks_exact(SectionHeader::SIZE).filter_map(SectionHeader::decode) {
        let end = HEADER_SIZE + (count + 1) * SECTION_HEADER_SIZE;
        if end > first_body {
            break;
        }
        if header.pointer >= HEADER_SIZE {
            first_body = first_body.min(header.pointer);
        }
        count += 1;
    }
    count
}

fn read_sections<'a, R: Recorder>(reader: &mut Reader<'a, R>, file: &mut File<'a>) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut roles = Roles::new(file);
    let mut expanded = reader.limits.expanded_size;
    let headers = file.table.clone();
    file.sections.reserve_exact(headers.len());
    for (index, header) in headers.iter().enumerate() {
        let mut section = Section {
            index: index as u32,
            header,
            role: roles.role(&header),
            state: State::Outside,
            stored: &[],
            content: Cow::Borrowed(&[]),
            address: reader.absolute(header.pointer),
            check: Check::None,
        };
        let size = u64::from(header.stored_size);
        if let Ok(stored) = reader.slice(header.pointer, size) {
            section.stored = stored;
            section.state = content(reader, &mut section, &mut expanded);
            section.check = check(&section);
        }
        nodes.push(outline::body(reader, &mut section));
        file.sections.push(section);
    }
    nodes
}

fn content<R: Recorder>(reader: &mut Reader<'_, R>, section: &mut Section<'_>, expanded: &mut u64) -> State {
    let header = section.header;
    let mut spend = |work: u64| -> Result<(), ReadError> { reader.spend(work) };
    if spend(section.stored.len() as u64).is_err() {
        return State::Skipped;
    }
    let Some(codec) = section.codec() else {
        section.content = Cow::Borrowed(section.stored);
        return State::Read;
    };
    // A compressed section may expand to its stated size and no further; all sections together to the
    // configured limit.
    let limit = u64::from(header.size).min(*expanded);
    match glassbox_compress::decode(codec, section.stored, limit) {
        Ok(content) => {
            *expanded -= content.len() as u64;
            section.content = Cow::Owned(content);
            State::Read
        }
        Err(fault) => {
            if matches!(fault, DecompressError::TooLarge { .. }) {
                *expanded -= limit;
            }
            State::Failed(fault)
        }
    }
}

fn check(section: &Section<'_>) -> Check {
    let flags = section.header.flags;
    if !section.is_read() {
        return Check::None;
    }
    // The reference takes as many bytes as the header states for the content.
    let size = section.content.len().min(section.header.size as usize);
    let covered = section.content.get(..size).unwrap_or_default();
    let stored = section.header.checksum;
    if flags.has(SectionFlags::WEAK) {
        match checksum::weak(covered) {
            right if right == stored => Check::Right,
            right => Check::Wrong(right),
        }
    } else if flags.has(SectionFlags::CRC) {
        match checksum::crc(covered) {
            right if right == stored => Check::Right,
            _ if checksum::crc32(covered) == stored => Check::Usual,
            right => Check::Wrong(right),
        }
    } else {
        Check::None
    }
}

/// Assigns roles to sections.
struct Roles {
    is_pack: bool,
    is_assembly: bool,
    taken: [bool; 256],
    shaders: u32,
    objects: u32,
}

impl Roles {
    fn new(file: &File<'_>) -> Roles {
        let ext = ShaderExt::decode(&file.type_ext);
        Roles {
            is_pack: file.header.container_type == ContainerType::SHADER,
            is_assembly: ext.is_some_and(|ext| ext.pack_type == PackType::ASSEMBLY),
            taken: [false; 256],
            shaders: 0,
            objects: 0,
        }
    }

    fn role(&mut self, header: &SectionHeader) -> Role {
        let ty = header.section_type;
        let first = !std::mem::replace(&mut self.taken[usize::from(ty.0)], true);
        match ty {
            SectionType::STRINGS if first => Role::Strings,
            SectionType::STRUCTURED_DATA => {
                self.objects += 1;
                Role::StructuredData(self.objects - 1)
            }
            _ if !self.is_pack => Role::Other,
            SectionType::SYMBOL_TABLE if first => Role::SymbolTable,
            SectionType::EXTENDED_DATA if first => Role::ExtendedData,
            SectionType::SHADER => {
                self.shaders += 1;
                Role::Shader(self.shaders - 1)
            }
            SectionType::PARENT if first && self.is_assembly && is_parent(header) => Role::Parent,
            _ => Role::Other,
        }
    }
}

/// Ranges between the bodies and after the last one.
fn gaps(file: &File<'_>, from: u64, size: u64) -> Vec<(u64, u64)> {
    let mut bodies: Vec<(u64, u64)> = file
        .sections
        .iter()
        .filter(|section| section.state != State::Outside && section.header.stored_size > 0)
        .filter_map(Section::range)
        .collect();
    // Bodies outside the file are truncated or misplaced; their bytes are not a gap.
    let cut = file
        .sections
        .iter()
        .filter(|section| section.state == State::Outside && section.header.pointer < size)
        .map(|section| (section.header.pointer, size));
    bodies.extend(cut);
    bodies.sort_unstable();
    let mut gaps = Vec::new();
    let mut at = from;
    for (start, end) in bodies {
        if start > at {
            gaps.push((at, start));
        }
        at = at.max(end);
    }
    if at < size {
        gaps.push((at, size));
    }
    gaps
}
