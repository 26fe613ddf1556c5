//! Checks the file, DVLB and DVLP.

use glassbox_core::diagnostic::{Location, Severity};

use super::Check;
use crate::file::{Part, Placed};
use crate::model::{Binary, Shbin};
use crate::raw::{self, ProgramHeader, Stage};
use crate::rules;

impl Check<'_, '_> {
    /// Checks the offsets and alignment of executables.
    pub(super) fn container(&mut self, binary: &Binary<'_>) {
        let file = self.file;
        let mut seen = std::collections::HashMap::new();
        for slot in &file.heads.executables {
            let start = slot.placed.start;
            if let Some(first) = seen.insert(start, slot.index) {
                seen.insert(start, first);
                let message = format!("found offset {start:#x} again, expected an executable of its own");
                self.report(&rules::EXECUTABLE_TWICE, file.offset_location(slot.index), message)
                    .label(file.offset_location(first), "the same offset is here");
            }
            self.alignment(slot.index, start);
        }
        // Dangling offsets may be unaligned too.
        let read: std::collections::HashSet<u32> =
            file.heads.executables.iter().map(|slot| slot.index).collect();
        if file.heads.program.is_some() && !binary.missing.is_empty() {
            let count = file.heads.file.map_or(0, |head| head.count);
            let limit = file.size() / 0x40 + 16;
            for index in (0..count).take(limit as usize).filter(|index| !read.contains(index)) {
                if let Some(offset) = file.executable_offset(index)
                    && u64::from(offset) + 4 <= file.size()
                {
                    self.alignment(index, u64::from(offset));
                }
            }
        }
        self.overlaps();
    }

    fn alignment(&mut self, index: u32, start: u64) {
        if !start.is_multiple_of(4) {
            let message = format!("found offset {start:#x}, expected a multiple of 4");
            let location = self.file.offset_location(index);
            self.report(&rules::EXECUTABLE_ALIGNMENT, location, message)
                .help(format!("move the executable to {:#x}", start.next_multiple_of(4)));
        }
    }

    /// Reports executable headers that overlap the program or other executables.
    fn overlaps(&mut self) {
        let file = self.file;
        let mut taken: Vec<(u64, u64, String)> = Vec::new();
        let mut headers = Vec::new();
        for claim in file.claims.iter().filter(|claim| claim.start < claim.end) {
            match claim.part {
                Part::Program => taken.push((claim.start, claim.end, "dvlp".to_owned())),
                Part::Code => taken.push((claim.start, claim.end, "code".to_owned())),
                Part::Descriptors => taken.push((claim.start, claim.end, "descriptors".to_owned())),
                Part::FileNames => taken.push((claim.start, claim.end, "filenames".to_owned())),
                Part::Offsets => taken.push((claim.start, claim.end, "dvlb.offsets".to_owned())),
                Part::Executable(position) => headers.push((claim.start, claim.end, position)),
                _ => {}
            }
        }
        headers.sort_unstable();
        headers.dedup_by_key(|header| header.0);
        taken.sort_unstable();
        let mut last: Option<(u64, u32)> = None;
        for (start, end, position) in headers {
            let index = file.heads.executables[position as usize].index;
            let path = format!("dvle[{index}]");
            let shared = match last {
                Some((before_end, before)) if start < before_end => {
                    Some(format!("dvle[{}]", file.heads.executables[before as usize].index))
                }
                _ => taken
                    .iter()
                    .find(|(other_start, other_end, _)| start < *other_end && *other_start < end)
                    .map(|(_, _, name)| name.clone()),
            };
            if let Some(other) = shared {
                let base = file.window.base;
                let message = format!("header at {start:#x} overlaps {other}, expected bytes of its own");
                self.report(
                    &rules::EXECUTABLE_OVERLAP,
                    Location::new(base + start, base + end, path),
                    message,
                )
                .label(file.offset_location(index), "this offset points there")
                .help("fix the offset");
            }
            if last.is_none_or(|(before, _)| before < end) {
                last = Some((end, position));
            }
        }
    }

    /// Checks DVLP: alignment, limits, file names.
    pub(super) fn program(&mut self, binary: &Binary<'_>) {
        let Some(placed) = self.file.heads.program else {
            return;
        };
        let head = placed.head;
        self.program_alignment(&placed);
        let program = &binary.program;
        self.descriptor_count(&placed, binary);
        let words = u64::from(head.code_words);
        let location = self.file.field(&placed, "dvlp", ProgramHeader::code_words);
        let vertex = self.file.heads.executables.iter().find(|slot| slot.placed.head.stage == Stage::VERTEX);
        if words > raw::CODE_WORDS {
            let message = format!("found {words} code words, expected at most {}", raw::CODE_WORDS);
            self.report(&rules::CODE_SIZE, location, message).help("split the program into several files");
        } else if let Some(slot) = vertex.filter(|_| words > raw::VERTEX_CODE_WORDS) {
            let message = format!("found {words} code words, expected at most 512 with a vertex executable");
            let path = format!("dvle[{}]", slot.index);
            let label = self.file.field(&slot.placed, &path, raw::ExecutableHeader::stage);
            self.report(&rules::CODE_SIZE, location, message)
                .severity(Severity::Warning)
                .label(label, "this executable runs on the vertex unit")
                .help("shorten the program, or keep the vertex code in the first 512 words");
        }
        if let Some(&last) = program.file_names.last().filter(|&&last| last != 0) {
            let end = placed.start + u64::from(head.file_names_offset) + u64::from(head.file_names_size);
            let end = self.file.window.base + end;
            let message =
                format!("found byte {last:#04x} at the end of the file names, expected a zero byte");
            let label = self.file.field(&placed, "dvlp", ProgramHeader::file_names_size);
            self.report(&rules::FILE_NAMES, Location::new(end - 1, end, "filenames"), message)
                .label(label, "the size comes from here")
                .help("append a zero byte and raise the size by one");
        }
        if self.file.heads.short {
            let base = self.file.window.base + placed.start;
            let message = "found a program header of 0x1c bytes, expected 0x28";
            self.report(&rules::SHORT_HEADER, Location::new(base, base + 0x1C, "dvlp"), message)
                .note("nihstro and emulator dumps put the first executable directly after the short header");
        }
    }

    fn program_alignment(&mut self, placed: &Placed<ProgramHeader>) {
        let fields = [
            (ProgramHeader::code_offset, placed.head.code_offset, "code"),
            (ProgramHeader::descriptor_offset, placed.head.descriptor_offset, "descriptors"),
        ];
        for (field, offset, what) in fields {
            if !offset.is_multiple_of(4) {
                let message = format!("found {what} at offset {offset:#x}, expected a multiple of 4");
                let location = self.file.field(placed, "dvlp", field);
                self.report(&rules::PROGRAM_ALIGNMENT, location, message)
                    .note(format!("libctru rounds it down to {:#x}", offset & !3));
            }
        }
    }

    fn descriptor_count(&mut self, placed: &Placed<ProgramHeader>, binary: &Binary<'_>) {
        let count = u64::from(placed.head.descriptor_count);
        if count <= raw::DESCRIPTORS {
            return;
        }
        // Instructions have a seven-bit index, so in a complete table the surplus is merely unused.
        let whole = binary.program.descriptors.len() as u64 == count;
        let severity = if whole { Severity::Warning } else { Severity::Error };
        let message = format!("found {count} operand descriptors, expected at most {}", raw::DESCRIPTORS);
        let location = self.file.field(placed, "dvlp", ProgramHeader::descriptor_count);
        self.report(&rules::DESCRIPTORS_COUNT, location, message)
            .severity(severity)
            .help("set the count to 128 or less; instructions cannot name the others");
    }

    /// Checks the end of the file.
    pub(super) fn ends(&mut self) {
        let (file, size) = (self.file, self.file.size());
        let base = file.window.base;
        if !size.is_multiple_of(4) {
            let message = format!("found a size of {size:#x} bytes, expected a multiple of 4");
            self.report(&rules::FILE_SIZE, Location::new(base, base + size, ""), message);
        }
        let end = file.end_of_claims();
        let damaged = match &file.model {
            Shbin::Binary(binary) => !binary.missing.is_empty(),
            Shbin::Object(object) => !object.missing.is_empty(),
        };
        if damaged || end > size {
            return;
        }
        let missing = (4 - end % 4) % 4;
        if missing != 0 && end == size && !file.heads.short {
            let message = format!("found the end at {end:#x}, expected {missing} zero bytes more");
            self.report(&rules::FILE_PADDING, Location::new(base + end, base + end, ""), message)
                .help(format!("append {missing} zero bytes"));
        }
        let tail = file.window.bytes.get(end as usize..).unwrap_or_default();
        if tail.len() as u64 > missing || tail.iter().any(|&byte| byte != 0) {
            let is_padding = tail.len() < 4 && size.is_multiple_of(4) && tail.iter().all(|&byte| byte == 0);
            let path = if is_padding { "padding" } else { "trailing" };
            let message = format!(
                "found {} bytes after the last structure, expected {missing} bytes of padding",
                tail.len()
            );
            self.report(&rules::FILE_TRAILING, Location::new(base + end, base + size, path), message)
                .help(format!("cut the file at {:#x}", end + missing));
        }
    }
}
