//! Checks section contents: compression, checksums, strings.

use glassbox_compress::DecompressError;

use super::{Check, finding, plural};
use crate::file::{self, Role, State};
use crate::raw::{SectionFlags, SectionHeader};
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn sections(&mut self) {
        let file = self.file;
        for section in &file.sections {
            let at = |field| file.header_field(section.index, field);
            let size = u64::from(section.header.size);
            match &section.state {
                State::Failed(DecompressError::TooLarge { limit }) => {
                    let found = finding(
                        &rules::DECOMPRESSED_SIZE,
                        at(SectionHeader::size),
                        format!("found more than {limit} bytes of content, expected {size}"),
                    )
                    .label(file.body(section), "decompresses to more");
                    self.findings.push(if *limit < size {
                        found.note("the contents of all sections together are limited").help(
                            "raise the limit of the expanded size if the file can be trusted",
                        )
                    } else {
                        found.help("reading stopped there; set the size to that of the content if the content is correct")
                    });
                }
                State::Failed(fault) => {
                    let start = section.header.pointer;
                    let (from, to) = match fault {
                        DecompressError::Malformed { at, .. } => (start + at, start + at + 1),
                        _ => (start, start + u64::from(section.header.stored_size)),
                    };
                    let end = start + u64::from(section.header.stored_size);
                    let location = file.location(from.min(end), to.min(end), section.path());
                    let codec = section.codec().unwrap_or_default();
                    let message = format!("found a body that is not a complete {codec} stream: {fault}");
                    self.report(&rules::DECOMPRESSION, location, message)
                        .label(at(SectionHeader::flags), format!("states that the body is {codec}"))
                        .help("get a complete copy of the file, or rebuild it");
                }
                State::Read if section.codec().is_some() && section.content.len() as u64 != size => {
                    let real = section.content.len();
                    let message =
                        format!("found {} of content, expected {size}", plural(real as u64, "byte"));
                    self.report(&rules::DECOMPRESSED_SIZE, at(SectionHeader::size), message)
                        .label(file.body(section), format!("decompresses to {real} bytes"))
                        .help(format!("set the size to {real} if the content is correct"));
                }
                _ => {}
            }
            if section.header.flags.codec() == Some(glassbox_compress::ZLIB) {
                let message = "found zlib, expected XZ or no compression";
                self.report(&rules::ZLIB, at(SectionHeader::flags), message)
                    .help("the canonical form of the file has the section in XZ or uncompressed");
            }
            let name = if section.header.flags.has(SectionFlags::WEAK) { "sum" } else { "CRC" };
            let stored = section.header.checksum;
            match section.check {
                file::Check::Wrong(right) => {
                    let message = format!("found {stored:#010x}, expected the {name} {right:#010x}");
                    self.report(&rules::SECTION_CHECKSUM, at(SectionHeader::checksum), message)
                        .label(file.body(section), "covers this content")
                        .help(format!("set the checksum to {right:#x} if the content is right"));
                }
                file::Check::Usual => {
                    let right = crate::checksum::crc(&section.content);
                    let message = format!(
                        "found {stored:#010x}, the standard CRC-32, expected {right:#010x}, the CRC of the reference"
                    );
                    self.report(&rules::STANDARD_CRC, at(SectionHeader::checksum), message)
                        .help(format!("set the checksum to {right:#x}"));
                }
                _ => {}
            }
        }
    }

    pub(super) fn strings(&mut self) {
        let file = self.file;
        let Some(section) = file.content_of(Role::Strings) else {
            return;
        };
        let bytes: &[u8] = &section.content;
        let ends = bytes.last() == Some(&0);
        if bytes.is_empty() || (ends && std::str::from_utf8(bytes).is_ok()) {
            return;
        }
        let mut start = 0;
        for (number, string) in bytes.split_inclusive(|&byte| byte == 0).enumerate() {
            let end = start + string.len();
            let text = string.strip_suffix(&[0]).unwrap_or(string);
            let path = format!("list[{number}]");
            if let Err(error) = std::str::from_utf8(text) {
                let at = start + error.valid_up_to();
                let byte = text.get(error.valid_up_to()).copied().unwrap_or_default();
                let location = file.place(section, at as u64, at as u64 + 1, &path);
                let message =
                    format!("found the byte {byte:#04x} in \"{}\", expected UTF-8", text.escape_ascii());
                self.report(&rules::STRING_ENCODING, location, message).help("store the string as UTF-8");
            }
            if text.len() == string.len() {
                let location = file.place(section, start as u64, end as u64, &path);
                let message = format!(
                    "found \"{}\" without a terminator, expected a NUL after it",
                    text.escape_ascii()
                );
                self.report(&rules::STRING_END, location, message).help("append a NUL to the section");
            }
            start = end;
        }
    }
}
