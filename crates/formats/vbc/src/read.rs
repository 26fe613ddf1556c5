//! Parses files into the model and, with a recorder, the field tree.
//!
//! A file has no index, so each section is located by reading the previous ones. The reader works from both
//! ends: if the module lengths in the header, counted back from the end of the file, lead to SPIR-V magic
//! numbers, the reflection ends there and a wrong count cannot run into the code. Otherwise the sections are
//! read forward as far as possible.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NoRecorder, NodeId, NodeKind, Reader, Recorder, Window};
use glassbox_core::record::Record;

use crate::legacy::{self, Generation, LegacyProgram};
use crate::program::{Layout, Places, Program};
use crate::raw::{
    DEFAULT_TABLES, HEADER_SIZE, Header, MAGIC, MAX_BINDINGS, MAX_INPUTS, MAX_OUTPUTS, MAX_SUBPASS_INPUTS,
    SPIRV_MAGIC,
};
use crate::rules;
use crate::sections::Sections;
use crate::stage::STAGES;
use crate::swap;

/// A file of the released layout.
#[derive(Clone, PartialEq, Debug)]
pub struct Released<'a> {
    /// The program.
    pub program: Program<'a>,
    /// File details beyond the program.
    pub layout: Layout<'a>,
    /// Offsets of its parts.
    pub places: Places,
    /// True if every module has all the bytes stated in the header.
    pub whole: bool,
    /// True if the code was located from the end of the file but reading the reflection did not lead there: a
    /// count is wrong; the file is not truncated.
    pub desynced: bool,
}

/// A parsed file, by layout.
#[derive(Clone, PartialEq, Debug)]
pub enum File<'a> {
    /// The released layout, whole or damaged.
    Released(Box<Released<'a>>),
    /// A complete file of an older layout.
    Legacy(Box<LegacyProgram<'a>>),
    /// A file with big-endian numbers.
    Swapped(Header),
}

/// Reader selected for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Released,
    Legacy(Generation),
    Swapped,
}

/// Reads a file with the reader's recorder; findings go to the reader's diagnostics. `Err` only if the bytes
/// are not a VBC file.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>) -> Result<File<'a>, Box<Diagnostic>> {
    let window = reader.window();
    let header = recognise(reader)?;
    let choice = choose(window, &header, &reader.limits);
    match choice {
        Choice::Legacy(generation) => match legacy::read(reader, generation) {
            Some(program) => Ok(File::Legacy(Box::new(program))),
            // Unreachable, as the trial run succeeded; the released reader accepts anything.
            None => Ok(File::Released(Box::new(read_released(reader, header)))),
        },
        Choice::Swapped => {
            let root = reader.root;
            reader.node(root.name("header"), 0, HEADER_SIZE, NodeKind::Record(Header::SCHEMA));
            reader.node(root.name("swapped"), HEADER_SIZE, reader.size(), NodeKind::Bytes);
            Ok(File::Swapped(header))
        }
        Choice::Released => Ok(File::Released(Box::new(read_released(reader, header)))),
    }
}

/// Reads a file without recording; returns it with the reader's findings.
pub fn open<'a>(window: Window<'a>, limits: &Limits) -> Result<(File<'a>, Diagnostics), Box<Diagnostic>> {
    let mut reader = Reader::new(window, NoRecorder, *limits);
    let file = read(&mut reader)?;
    Ok((file, reader.diagnostics))
}

/// Reads as the released layout without trying others.
pub(crate) fn read_released_silently(mut reader: Reader<'_, NoRecorder>) -> Option<Released<'_>> {
    let header = reader.peek::<Header>(0).ok()?;
    Some(read_released(&mut reader, header))
}

// Findings have empty paths: input that is not a VBC file has no nodes.
fn recognise<R: Recorder>(reader: &Reader<'_, R>) -> Result<Header, Box<Diagnostic>> {
    let bytes = reader.window().bytes;
    let size = reader.size();
    let tag = &bytes[..bytes.len().min(3)];
    if !MAGIC.0.starts_with(tag) {
        let location = reader.location(0, tag.len() as u64, "");
        let message = format!("found \"{}\", expected \"VBC\"", tag.escape_ascii());
        return Err(Box::new(
            Diagnostic::new(&rules::MAGIC, location, message).help("check that this is the right file"),
        ));
    }
    reader.peek::<Header>(0).map_err(|_| {
        let message = format!("found {size} bytes, expected a header of {HEADER_SIZE}");
        let help = format!(
            "{} bytes are missing; get a complete copy of the file",
            HEADER_SIZE.saturating_sub(size)
        );
        Box::new(Diagnostic::new(&rules::HEADER_CUT, reader.location(0, size, ""), message).help(help))
    })
}

/// Tries the layouts on the whole file, the released one first.
fn choose(window: Window<'_>, header: &Header, limits: &Limits) -> Choice {
    let mut trial = Reader::new(window, NoRecorder, *limits);
    let released = read_released(&mut trial, *header);
    if is_exact(&released, window.bytes) {
        return Choice::Released;
    }
    for generation in Generation::TRIALS {
        let mut trial = Reader::new(window, NoRecorder, *limits);
        if legacy::read(&mut trial, generation).is_some() {
            return Choice::Legacy(generation);
        }
    }
    let swapped_tables = header.tables().map(u16::swap_bytes);
    if swapped_tables == DEFAULT_TABLES && header.tables() != DEFAULT_TABLES
        || is_swapped(window.bytes, limits)
    {
        return Choice::Swapped;
    }
    Choice::Released
}

/// True if a trial run of the released layout consumed every byte within limits and found SPIR-V in every
/// stage.
pub(crate) fn is_exact(file: &Released<'_>, bytes: &[u8]) -> bool {
    let program = &file.program;
    file.layout.stop.is_none()
        && !file.desynced
        && file.layout.objects.is_none()
        && file.whole
        && file.places.end == bytes.len() as u64
        && program.inputs.len() <= MAX_INPUTS as usize
        && program.outputs.len() <= MAX_OUTPUTS as usize
        && program.bindings.len() <= MAX_BINDINGS as usize
        && program.subpass_inputs.len() <= MAX_SUBPASS_INPUTS as usize
        && program.modules.iter().flatten().all(|module| module.starts_with(&SPIRV_MAGIC))
}

/// True if the file reads to the last byte after swapping.
fn is_swapped(bytes: &[u8], limits: &Limits) -> bool {
    // Requires a swapped SPIR-V magic number, to avoid the copy for other damaged files.
    if !bytes.windows(4).any(|word| word == [0x07, 0x23, 0x02, 0x03]) {
        return false;
    }
    let turned = swap::unswap(bytes);
    let reader = Reader::new(Window::whole(&turned), NoRecorder, *limits);
    read_released_silently(reader).is_some_and(|file| is_exact(&file, &turned))
}

/// Start of the code assuming that the modules end the file; `None` unless SPIR-V magic numbers confirm it.
fn code_from_end(bytes: &[u8], lengths: [u16; 5]) -> Option<u64> {
    let total: usize = lengths.iter().map(|&words| 4 * usize::from(words)).sum();
    let start = bytes.len().checked_sub(total).filter(|&start| start as u64 > HEADER_SIZE)?;
    let mut at = start;
    for words in lengths.into_iter().filter(|&words| words > 0) {
        if !bytes[at..].starts_with(&SPIRV_MAGIC) {
            return None;
        }
        at += 4 * usize::from(words);
    }
    (total > 0).then_some(start as u64)
}

fn read_released<'a, R: Recorder>(reader: &mut Reader<'a, R>, header: Header) -> Released<'a> {
    let bytes = reader.window().bytes;
    let root = reader.root;
    let lengths = header.lengths();
    let known_code = code_from_end(bytes, lengths);
    let header_node = reader.node(root.name("header"), 0, HEADER_SIZE, NodeKind::Record(Header::SCHEMA));

    let mut sections = Sections::new(reader, lengths, known_code);
    sections.read();
    let Sections { at, layout, mut places, mut program, .. } = sections;
    program.version = header.version;
    program.shader_type = header.shader_type;
    program.tables = header.tables();

    // The end of the file confirms the start of the code; bytes in between belong to a section with a wrong
    // count.
    let size = bytes.len() as u64;
    let stopped = layout.stop.is_some();
    let start = known_code.unwrap_or(if stopped { size } else { at });
    let mut layout = layout;
    layout.rest = Cow::Borrowed(&bytes[at.min(size) as usize..start.max(at).min(size) as usize]);
    if !stopped && at < start {
        reader.node(root.name("unread"), at, start, NodeKind::Bytes);
        let unread = start - at;
        let location = reader.location(at, start, "unread");
        let message = format!("found {unread} bytes before the first module, expected its magic number");
        let begin = reader.absolute(start);
        reader
            .report(&rules::MODULE_MAGIC, location, message)
            .note(format!("counted back from the end of the file the code begins at {begin:#x}"))
            .help("an earlier count is wrong; set it to the actual number of records");
    }
    let mut file = Released {
        program,
        layout,
        places,
        whole: true,
        desynced: known_code.is_some_and(|code| stopped || at < code),
    };
    if stopped && known_code.is_none() {
        file.whole = false;
        places.code = [size; 5];
        places.end = size;
        file.places = places;
        file.layout.lengths = Some(lengths);
        return file;
    }
    read_code(reader, header_node, lengths, start, &mut file);
    file
}

fn read_code<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    header: NodeId,
    lengths: [u16; 5],
    start: u64,
    file: &mut Released<'a>,
) {
    let size = reader.size();
    let root = reader.root;
    let mut at = start;
    for stage in &STAGES {
        file.places.code[stage.index] = at;
        let words = lengths[stage.index];
        if words == 0 {
            continue;
        }
        let stated = 4 * u64::from(words);
        let available = stated.min(size.saturating_sub(at));
        let group = reader.group(root.name(stage.node), at);
        let kind = NodeKind::Code { language: "spirv", side_table: None };
        // Reads only available bytes and advances past the code only once.
        let Ok((code, node)) = reader.bytes(group.name("code"), at, available, kind) else {
            break;
        };
        reader.close(group, at + available);
        reader.link(header, &stage.length, LinkKind::Size { of: node, unit: 4 });
        if available < stated {
            if file.whole {
                let location = reader.location(at, at + available, stage.path);
                let field = stage.length.offset as u64;
                let label = reader.location(field, field + 2, format!("header.{}", stage.length.name));
                let message =
                    format!("found {available} bytes of the {} module, expected {stated}", stage.name);
                let missing = stated - available;
                let mut finding = reader.report(&rules::SECTION_CUT, location, message);
                finding
                    .label(label, format!("states {words} words"))
                    .note("the runtime does not notice: it hands zeros to the driver for the missing words")
                    .help(format!(
                        "{missing} bytes are missing here; get a complete copy of the file, or rebuild it"
                    ));
                let later = STAGES[stage.index + 1..].iter().filter(|later| lengths[later.index] > 0);
                for later in later {
                    finding.note(format!("the {} module is missing altogether", later.name));
                }
            }
            file.whole = false;
        }
        file.program.modules[stage.index] = Some(Cow::Borrowed(code));
        at += available;
    }
    file.places.end = at;
    if !file.whole {
        file.layout.lengths = Some(lengths);
    }
    if at < size {
        let trailing = &reader.window().bytes[at as usize..];
        file.layout.trailing = Cow::Borrowed(trailing);
        reader.node(root.name("trailing"), at, size, NodeKind::Bytes);
        let finding = crate::wrap::trailing(reader, lengths, file, trailing);
        reader.diagnostics.push(finding);
    }
}
