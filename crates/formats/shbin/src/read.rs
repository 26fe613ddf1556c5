//! Parses files into the model and field events.
//!
//! Reading order determines ownership of bytes: header, offsets, program, descriptors, code, file names, then
//! each executable with its tables. A table past the end of the file is skipped and reported; reading
//! continues. Unclaimed bytes stay raw.

mod object;
mod tables;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{LinkKind, NoRecorder, NodeId, NodeKind, NodeName, Reader, Recorder, Window};
use glassbox_core::record::Record;

use self::tables::{Owner, Wanted, executable_fields};
use crate::file::{File, Heads, Part, Placed, ReadRange, Slot, field_location};
use crate::model::{Binary, Executable, Geometry, Program, Shbin};
use crate::raw::{self, ExecutableHeader, FileHeader, ProgramHeader, ShortProgramHeader};
use crate::rules;

/// Reads a file. `Err` only if it is neither DVLB nor DVOJ.
pub fn read<'a>(window: Window<'a>, limits: &Limits) -> Result<File<'a>, Box<Diagnostic>> {
    read_with(&mut Reader::new(window, NoRecorder, *limits))
}

/// Reads a file with a recorder. The findings go to the file, not to the reader.
pub fn read_with<'a, R: Recorder>(reader: &mut Reader<'a, R>) -> Result<File<'a>, Box<Diagnostic>> {
    read_parts(reader, true)
}

/// Reads a file that data may follow, without cost for unclaimed bytes.
pub(crate) fn survey<'a>(reader: &mut Reader<'a, NoRecorder>) -> Result<File<'a>, Box<Diagnostic>> {
    read_parts(reader, false)
}

fn read_parts<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    name_gaps: bool,
) -> Result<File<'a>, Box<Diagnostic>> {
    let magic = reader.slice(0, reader.size().min(4)).unwrap_or_default();
    if !(raw::DVLB.0.starts_with(magic) || raw::DVOJ.0.starts_with(magic)) {
        return Err(Box::new(alien(reader, magic)));
    }
    let is_object = magic == raw::DVOJ.0;
    let mut reading = Reading {
        reader,
        heads: Heads::default(),
        claims: Vec::new(),
        missing: Vec::new(),
        exhausted: false,
        symbols: None,
    };
    let model = if is_object { Shbin::Object(reading.object()) } else { Shbin::Binary(reading.binary()) };
    if name_gaps {
        reading.fill();
    }
    let (heads, claims) = (reading.heads, reading.claims);
    Ok(File {
        window: reader.window(),
        model,
        heads,
        claims,
        diagnostics: std::mem::take(&mut reader.diagnostics),
        limits: reader.limits,
    })
}

/// Finding for a file of another format.
fn alien<R: Recorder>(reader: &Reader<'_, R>, magic: &[u8]) -> Diagnostic {
    let like_object = magic.starts_with(b"DVO") || magic == b"JOVD";
    let (rule, expected) =
        if like_object { (&rules::OBJECT_MAGIC, "DVOJ") } else { (&rules::FILE_MAGIC, "DVLB") };
    let found = format!("found magic \"{}\", expected \"{expected}\"", magic.escape_ascii());
    let diagnostic = Diagnostic::new(rule, reader.location(0, magic.len() as u64, ""), found);
    match magic {
        b"BLVD" | b"JOVD" => {
            diagnostic.help("the words are in big-endian order; swap the bytes of every word")
        }
        b"DVLP" | b"DVLE" => diagnostic.help("this is a part of a file; the header that names it is missing"),
        _ => diagnostic.help("check that the file is a PICA200 shader binary"),
    }
}

struct Reading<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    heads: Heads,
    claims: Vec<ReadRange>,
    missing: Vec<String>,
    exhausted: bool,
    /// The symbols read last.
    symbols: Option<NodeId>,
}

impl<'a, R: Recorder> Reading<'_, 'a, R> {
    fn claim(&mut self, part: Part, start: u64, end: u64) {
        self.claims.push(ReadRange { part, start, end });
    }

    /// Reads DVLB and everything after it.
    fn binary(&mut self) -> Binary<'a> {
        let mut binary = Binary::default();
        let root = self.reader.root;
        let Ok((head, node)) = self.reader.record::<FileHeader>(root.name("dvlb"), 0) else {
            let size = self.reader.size();
            self.reader.node(root.name("dvlb"), 0, size, NodeKind::Raw);
            let message = format!("found {size} bytes, expected a header of 8");
            let location = self.reader.location(0, size, "dvlb");
            self.reader
                .report(&rules::FILE_SHORT, location, message)
                .help("the file is cut off; get a complete copy, or rebuild it");
            self.missing.push("dvlb".to_owned());
            binary.missing = std::mem::take(&mut self.missing);
            return binary;
        };
        self.heads.file = Some(head);
        self.claim(Part::Head, 0, 8);
        let whole = self.reader.window();
        let count_location = field_location(whole, 0, "dvlb", FileHeader::count);
        if head.count == 0 {
            let message = "found 0 executables, expected at least 1";
            self.reader
                .report(&rules::NO_EXECUTABLE, count_location.clone(), message)
                .help("a program without an executable cannot be bound; add a DVLE");
        }
        let count = u64::from(head.count);
        let Ok((offsets, offsets_node)) = self.reader.values::<u32>(node.name("offsets"), 8, count) else {
            let fits = (self.reader.size() - 8) / 4;
            let message = format!(
                "found {count} executables, whose offsets end at {:#x}, expected an end within the file of {:#x} bytes",
                8 + 4 * count,
                self.reader.size()
            );
            self.reader
                .report(&rules::OFFSETS_RANGE, count_location, message)
                .help(format!("{fits} offsets fit; fix the count or the cut file"));
            self.missing.push("dvlb.offsets".to_owned());
            binary.missing = std::mem::take(&mut self.missing);
            return binary;
        };
        let start = 8 + 4 * count;
        self.claim(Part::Offsets, 8, start);
        self.reader.link(node, &FileHeader::count, LinkKind::Count { of: offsets_node });
        self.reader.link_value(offsets_node, LinkKind::Pointer { base: node, unit: 1 });
        if let Some(program) = self.program(start, offsets.iter()) {
            binary.program = program;
            self.executables(&mut binary, offsets.iter());
        }
        binary.missing = std::mem::take(&mut self.missing);
        binary
    }

    /// Reads the header of DVLP, and whether it is the short one; `None` if there is no such header.
    fn program_head(
        &mut self,
        start: u64,
        mut offsets: impl Iterator<Item = u32>,
    ) -> Option<(ProgramHeader, NodeId, bool)> {
        let root = self.reader.root;
        let size = self.reader.size();
        let found = self.reader.slice(start, 4).ok();
        let behind = self.reader.slice(start + 0x1C, 4).ok();
        let is_program = found == Some(&raw::DVLP.0);
        let short = is_program
            && (behind == Some(&raw::DVLE.0) || offsets.any(|offset| u64::from(offset) == start + 0x1C));
        let wanted = program_head_size(short);
        let fits = start + wanted <= size;
        if !fits || (!is_program && found.is_none()) {
            self.reader.node(root.name("dvlp"), start, size.min(start + wanted), NodeKind::Raw);
            self.missing.push("dvlp".to_owned());
            let location = self.reader.location(start.min(size), size, "dvlp");
            let diagnostic = match found {
                Some(magic) if !is_program => wrong_magic(&rules::PROGRAM_MAGIC, location, magic, "DVLP"),
                _ => Diagnostic::new(
                    &rules::PROGRAM_SHORT,
                    location,
                    format!(
                        "found {} bytes, expected a DVLP header of {wanted:#x}",
                        size.saturating_sub(start)
                    ),
                )
                .note("the program comes directly after the offsets of the executables")
                .help("the file is cut off; get a complete copy, or rebuild it"),
            };
            self.reader.diagnostics.push(diagnostic);
            return None;
        }
        let (head, node) = if short {
            let (head, node) = self.reader.record::<ShortProgramHeader>(root.name("dvlp"), start).ok()?;
            (head.widen(), node)
        } else {
            self.reader.record::<ProgramHeader>(root.name("dvlp"), start).ok()?
        };
        if !is_program {
            let location = field_location(self.reader.window(), start, "dvlp", ProgramHeader::magic);
            let diagnostic = wrong_magic(&rules::PROGRAM_MAGIC, location, &head.magic.0, "DVLP");
            self.reader.diagnostics.push(diagnostic);
            self.missing.push("dvlp".to_owned());
            return None;
        }
        Some((head, node, short))
    }

    /// Reads DVLP with its tables; `None` if absent.
    fn program(&mut self, start: u64, offsets: impl Iterator<Item = u32>) -> Option<Program<'a>> {
        let root = self.reader.root;
        let size = self.reader.size();
        let (head, node, short) = self.program_head(start, offsets)?;
        self.heads.program = Some(Placed { start, head });
        self.heads.short = short;
        self.claim(Part::Program, start, start + program_head_size(short));
        let mut program =
            Program { version: head.version.0, lines_count: head.lines_count, ..Program::default() };
        let owner = Owner { node, start, path: "dvlp", parent: "" };
        let descriptors = self.table(
            &owner,
            Wanted {
                name: root.name("descriptors"),
                what: "descriptor table",
                part: Part::Descriptors,
                rule: &rules::DESCRIPTORS_RANGE,
                offset: (ProgramHeader::descriptor_offset, head.descriptor_offset),
                count: (ProgramHeader::descriptor_count, head.descriptor_count),
                unit: 8,
                is_size: false,
            },
            Reader::records,
        );
        let aid = descriptors.as_ref().map(|(_, node)| *node);
        program.descriptors = descriptors.map(|(table, _)| table).unwrap_or_default();
        program.code = self.code(
            &owner,
            (ProgramHeader::code_offset, head.code_offset),
            (ProgramHeader::code_words, head.code_words),
            &rules::CODE_RANGE,
            aid,
        );
        if !short {
            let wanted = Wanted {
                name: root.name("filenames"),
                what: "file-name table",
                part: Part::FileNames,
                rule: &rules::FILE_NAMES,
                offset: (ProgramHeader::file_names_offset, head.file_names_offset),
                count: (ProgramHeader::file_names_size, head.file_names_size),
                unit: 1,
                is_size: true,
            };
            program.file_names = self
                .table(&owner, wanted, |reader, name, at, count| {
                    reader.bytes(name, at, count, NodeKind::Strings)
                })
                .map(|(bytes, _)| std::borrow::Cow::Borrowed(bytes))
                .unwrap_or_default();
        }
        if head.lines_offset != 0 {
            self.reader.link(node, &ProgramHeader::lines_offset, LinkKind::Pointer { base: node, unit: 1 });
            let at = start + u64::from(head.lines_offset);
            if head.lines_count == 0 && at <= size {
                self.claim(Part::Lines, at, at);
            }
        }
        Some(program)
    }

    /// Reads every executable with its tables.
    fn executables(&mut self, binary: &mut Binary<'a>, offsets: impl ExactSizeIterator<Item = u32>) {
        let root = self.reader.root;
        let size = self.reader.size();
        let limit = size / ExecutableHeader::SIZE as u64 + 16;
        let count = offsets.len() as u64;
        for (index, offset) in (0u32..).zip(offsets) {
            let (name, path) = (root.item("dvle", index), format!("dvle[{index}]"));
            if self.exhausted || u64::from(index) >= limit {
                let start = self.reader.absolute(8 + 4 * u64::from(index));
                let location = Location::new(start, start + 4, format!("dvlb.offsets[{index}]"));
                let message = format!("found {count} executables, read {index}, left the others unread");
                let note =
                    "executables that share their bytes cost more work than the size of the file warrants";
                self.report_limit(location, message, note);
                self.missing.push(path);
                break;
            }
            // Further findings would only be counted.
            if self.reader.diagnostics.is_full() {
                self.missing.push(path);
                break;
            }
            let start = u64::from(offset);
            let Ok(head) = self.reader.peek::<ExecutableHeader>(start) else {
                self.missing_executable(name, &path, index, offset);
                self.missing.push(path);
                continue;
            };
            let node = self.reader.node(
                name,
                start,
                start + ExecutableHeader::SIZE as u64,
                NodeKind::Record(ExecutableHeader::SCHEMA),
            );
            if head.magic != raw::DVLE {
                let location = field_location(self.reader.window(), start, &path, ExecutableHeader::magic);
                let pointer = self.offset_location(index);
                let diagnostic = wrong_magic(&rules::EXECUTABLE_MAGIC, location, &head.magic.0, "DVLE")
                    .label(pointer, "this offset points there");
                self.reader.diagnostics.push(diagnostic);
                self.missing.push(path);
                continue;
            }
            let position = binary.executables.len() as u32;
            self.claim(Part::Executable(position), start, start + ExecutableHeader::SIZE as u64);
            self.heads.executables.push(Slot { index, placed: Placed { start, head } });
            let owner = Owner { node, start, path: &path, parent: &path };
            let tables = self.tables(&owner, node, position, &executable_fields(&head));
            binary.executables.push(Executable {
                version: head.version.0,
                stage: head.stage,
                merge: head.merge,
                main: head.main,
                end_main: head.end_main,
                input_mask: head.input_mask.0,
                output_mask: head.output_mask.0,
                geometry: Geometry {
                    mode: head.geometry_mode,
                    fixed_start: head.fixed_start,
                    full_vertices: head.full_vertices,
                    fixed_vertices: head.fixed_vertices,
                },
                tables,
            });
        }
    }

    /// Reports an executable with an incomplete header.
    fn missing_executable(&mut self, name: NodeName, path: &str, index: u32, offset: u32) {
        let (start, size) = (u64::from(offset), self.reader.size());
        let pointer = self.offset_location(index);
        let Ok(magic) = self.reader.slice(start, 4) else {
            let message =
                format!("found offset {start:#x}, expected a DVLE within the file of {size:#x} bytes");
            let help = "fix the offset, or get a complete copy of the file if it is cut off";
            self.reader.report(&rules::EXECUTABLE_RANGE, pointer, message).help(help);
            return;
        };
        self.reader.node(name, start, size, NodeKind::Raw);
        let location = self.reader.location(start, size, path);
        if magic != raw::DVLE.0 {
            let diagnostic = wrong_magic(&rules::EXECUTABLE_MAGIC, location.clone(), magic, "DVLE")
                .label(pointer.clone(), "this offset points there");
            self.reader.diagnostics.push(diagnostic);
        }
        let message =
            format!("found {:#x} bytes up to the end of the file, expected a header of 0x40", size - start);
        self.reader
            .report(&rules::EXECUTABLE_SHORT, location, message)
            .label(pointer, "this offset points there")
            .help("fix the offset, or get a complete copy of the file if it is cut off");
    }

    fn offset_location(&self, index: u32) -> Location {
        let start = self.reader.absolute(8 + 4 * u64::from(index));
        Location::new(start, start + 4, format!("dvlb.offsets[{index}]"))
    }

    /// Names unclaimed bytes of obvious purpose: zero padding to a multiple of 4, and bytes after the last
    /// part of a complete file.
    fn fill(&mut self) {
        let size = self.reader.size();
        let root = self.reader.root;
        let mut ranges: Vec<(u64, u64)> = self.claims.iter().map(|claim| (claim.start, claim.end)).collect();
        ranges.sort_unstable();
        ranges.push((size, size));
        let whole = !self.reader.diagnostics.has_errors();
        let (mut at, mut count) = (0, 0);
        for (start, end) in ranges {
            if start > at {
                let is_last = start == size;
                let zeros =
                    self.reader.slice(at, start - at).is_ok_and(|gap| gap.iter().all(|&byte| byte == 0));
                if zeros && start - at < 4 && start.is_multiple_of(4) {
                    let name = if is_last { root.name("padding") } else { root.item("padding", count) };
                    count += 1;
                    self.reader.node(name, at, start, NodeKind::Padding);
                } else if is_last && whole && at > 0 {
                    self.reader.node(root.name("trailing"), at, start, NodeKind::Raw);
                }
            }
            at = at.max(end);
        }
    }
}

/// Finding for a missing magic.
fn wrong_magic(rule: &'static Rule, location: Location, found: &[u8], expected: &str) -> Diagnostic {
    let found = found.get(..4).unwrap_or(found);
    let message = format!("found magic \"{}\", expected \"{expected}\"", found.escape_ascii());
    Diagnostic::new(rule, location, message).help(format!("point the offset at a {expected} header"))
}

/// Size of the program's header, in bytes.
fn program_head_size(is_short: bool) -> u64 {
    let size = if is_short { ShortProgramHeader::SIZE } else { ProgramHeader::SIZE };
    size as u64
}
