//! Checks the main header and the section headers.

use super::{Check, finding, plural};
use crate::checksum;
use crate::file::State;
use crate::outline::gap_path;
use crate::raw::{ContainerType, HEADER_SIZE, MainHeader, SECTION_HEADER_SIZE, SectionFlags, SectionHeader};
use crate::rules;
use glassbox_core::diagnostic::Reporter;

impl Check<'_, '_> {
    pub(super) fn container(&mut self) {
        self.version();
        self.table();
        self.header_checksum();
        self.file_size();
        for index in 0..self.file.sections.len() {
            self.section_header(index);
        }
        self.overlaps();
        self.gaps();
    }

    fn version(&mut self) {
        let header = &self.file.header;
        let is_pack = header.container_type == ContainerType::SHADER;
        let expected = match (header.version, is_pack) {
            (2, _) | (1, false) => return,
            (_, true) => "2, the version that introduced shader packages",
            (_, false) => "1 or 2",
        };
        let message = format!("found version {}, expected {expected}", header.version);
        let location = self.file.main_field(MainHeader::version);
        self.report(&rules::VERSION, location, message)
            .help("set the version to 2 and recompute the header checksum");
    }

    fn table(&mut self) {
        let stated = u64::from(self.file.header.section_count);
        let size = self.file.window.0.bytes.len() as u64;
        let end = HEADER_SIZE + stated * SECTION_HEADER_SIZE;
        if end <= size {
            return;
        }
        let fit = (size - HEADER_SIZE) / SECTION_HEADER_SIZE;
        let location = self.file.main_field(MainHeader::section_count);
        let message = format!(
            "found {stated} sections whose headers end at {end:#x}, expected at most {fit} in a file of {size:#x} bytes"
        );
        let note = format!("{} could be read", plural(self.file.sections.len() as u64, "section header"));
        self.report(&rules::SECTION_TABLE_PAST_END, location, message)
            .note(note)
            .help("get a complete copy of the file, or set the actual number of sections");
    }

    fn header_checksum(&mut self) {
        let file = self.file;
        if u64::from(file.header.section_count) != file.sections.len() as u64 {
            return;
        }
        let bytes = file.header_bytes();
        let (stored, right) = (file.header.checksum, checksum::header(bytes));
        let without = checksum::header_without_reserved(bytes);
        if stored == right || stored == without {
            return;
        }
        let mut message = format!("found {stored:#010x}, expected {right:#010x}");
        if right != without {
            message.push_str(&format!(" or, without reserved bytes, {without:#010x}"));
        }
        let location = file.main_field(MainHeader::checksum);
        let help = format!("set the checksum to {right:#x} if no other field is damaged");
        self.report(&rules::HEADER_CHECKSUM, location, message).help(help);
    }

    fn file_size(&mut self) {
        let (stored, size) = (self.file.header.file_size, self.file.window.0.bytes.len() as u64);
        if stored == 0 || stored == size {
            return;
        }
        let location = self.file.main_field(MainHeader::file_size);
        let message = format!("found a file size of {stored}, expected {size} or 0");
        let finding = finding(&rules::FILE_SIZE, location, message);
        self.findings.push(if stored < size {
            finding
                .help(format!("set it to {size}, or cut off the {} after it", plural(size - stored, "byte")))
        } else {
            finding.help(format!("set it to {size} if nothing is missing at the end"))
        });
    }

    fn section_header(&mut self, index: usize) {
        let Some(section) = self.file.sections.get(index) else {
            return;
        };
        let (header, place) = (section.header, section.index);
        let at = |field| self.file.header_field(place, field);
        let size = self.file.window.0.bytes.len() as u64;
        let mut found = Vec::new();
        if section.state == State::Outside {
            let stored = u64::from(header.stored_size);
            let finding = match header.pointer.checked_add(stored) {
                Some(end) if header.pointer <= size => {
                    let message = format!("found a body that ends at {end:#x}, expected at most {size:#x}");
                    finding(&rules::SECTION_PAST_END, at(SectionHeader::stored_size), message)
                        .label(at(SectionHeader::pointer), format!("begins at {:#x}", header.pointer))
                        .help(format!(
                            "{} are missing; get a complete copy of the file, or rebuild it",
                            plural(end - size, "byte")
                        ))
                }
                _ => {
                    let message = format!(
                        "found a body at {:#x}, expected one before {size:#x}, the end of the file",
                        header.pointer
                    );
                    finding(&rules::SECTION_PAST_END, at(SectionHeader::pointer), message)
                        .help("point it at the start of the body, or get a complete copy of the file")
                }
            };
            found.push(finding);
        }
        if header.flags.has(SectionFlags::ZLIB) && header.flags.has(SectionFlags::XZ) {
            let message = format!("found the flags {}, expected one compression", header.flags);
            found
                .report(&rules::COMPRESSION_FLAGS, at(SectionHeader::flags), message)
                .note("the reference treats the body as XZ")
                .help("clear one of the bits 0x01 and 0x02");
        }
        if header.flags.has(SectionFlags::CRC) && header.flags.has(SectionFlags::WEAK) {
            let message = format!("found the flags {}, expected one checksum", header.flags);
            found
                .report(&rules::CHECKSUM_FLAGS, at(SectionHeader::flags), message)
                .note("the reference treats the checksum as the weak one")
                .help("clear one of the bits 0x04 and 0x08");
        }
        let unassigned = header.flags.0 & SectionFlags::UNASSIGNED;
        if unassigned != 0 {
            let message = format!("found the unassigned flags {unassigned:#04x}, expected none");
            found
                .report(&rules::SECTION_FLAGS, at(SectionHeader::flags), message)
                .help(format!("set the flags to {:#04x}", header.flags.0 & !SectionFlags::UNASSIGNED));
        }
        if header.reserved != 0 {
            let message = format!("found {:#06x} in the reserved bytes, expected 0", header.reserved);
            found
                .report(&rules::SECTION_RESERVED, at(SectionHeader::reserved), message)
                .help("set them to 0 and recompute the header checksum");
        }
        if section.codec().is_none() && header.stored_size != header.size {
            let message = format!(
                "found a size of {} for an uncompressed body of {}, expected the same",
                header.size, header.stored_size
            );
            found
                .report(&rules::SECTION_SIZES, at(SectionHeader::size), message)
                .label(at(SectionHeader::stored_size), format!("says {}", header.stored_size))
                .help("set both to the number of bytes of the body");
        }
        self.findings.extend(found);
    }

    fn overlaps(&mut self) {
        let file = self.file;
        let table_end = HEADER_SIZE + file.sections.len() as u64 * SECTION_HEADER_SIZE;
        let mut bodies: Vec<(u64, u64, u32)> = file
            .sections
            .iter()
            .filter(|section| section.state != State::Outside && section.header.stored_size > 0)
            .filter_map(|section| section.range().map(|(start, end)| (start, end, section.index)))
            .collect();
        bodies.sort_unstable();
        let mut reach: Option<(u64, u32)> = None;
        for (start, end, index) in bodies {
            let location = file.header_field(index, SectionHeader::pointer);
            if start < table_end {
                let what = if start < HEADER_SIZE { "the main header" } else { "the section headers" };
                let message =
                    format!("found a body at {start:#x} inside {what}, expected one from {table_end:#x} on");
                self.report(&rules::SECTION_OVERLAP, location, message)
                    .help("point it at the start of the body");
            } else if let Some((taken, other)) = reach.filter(|reach| reach.0 > start) {
                let message = format!(
                    "found a body at {start:#x}, expected one from {taken:#x} on, where section {other} ends"
                );
                self.report(&rules::SECTION_OVERLAP, location, message)
                    .label(
                        file.header_field(other, SectionHeader::pointer),
                        "this section holds the same bytes",
                    )
                    .help("give each body a place of its own");
            }
            if reach.is_none_or(|reach| reach.0 < end) {
                reach = Some((end, index));
            }
        }
    }

    fn gaps(&mut self) {
        for (number, &(start, end)) in self.file.gaps.iter().enumerate() {
            let path = gap_path(self.file, number);
            let place = if path == "trailing" { "after the last section" } else { "between sections" };
            let message = format!("found {} {place}, expected none", plural(end - start, "byte"));
            let location = self.file.location(start, end, path);
            self.report(&rules::UNCLAIMED_BYTES, location, message).help("no action is needed");
        }
    }
}
