//! Checks the container: header, offset table, part positions and the set of parts.

use foldhash::HashMap;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Report, Rule, Severity};
use glassbox_core::record::Field;
use glassbox_core::value::Tag;

use crate::code;
use crate::container::{Container, Entry, may_repeat};
use crate::digest::State;
use crate::part::{self, PartData};
use crate::program::Version;
use crate::raw::{self, Header, Magic, PartHeader};
use crate::rules::container as rules;

/// First validator version that pads every part.
const PADDED: Version = Version::new(1, 7);

/// Checks header and directory. Reads no content except for the digest.
pub(crate) fn check(container: &Container<'_>, validator: Option<Version>, findings: &mut Diagnostics) {
    let directory = &container.directory;
    let Some(header) = directory.header else { return };
    let mut check = Check {
        container,
        header,
        available: container.available(),
        end: directory.end(container.available()),
        findings,
    };
    check.version();
    check.size();
    check.digest();
    let sound = check.entries();
    check.overlaps(&sound);
    check.order();
    check.alignment(validator);
    check.gaps();
    check.codes();
    check.private();
    if directory.entries.is_empty() && header.part_count == 0 {
        let location = check.field(Header::part_count);
        check
            .report(&rules::EMPTY, location, "found 0 parts, expected at least 1")
            .help("add the parts, or rebuild the file");
    }
}

struct Check<'c, 'a> {
    container: &'c Container<'a>,
    header: Header,
    available: u64,
    /// End of the container, even if the file is shorter or longer.
    end: u64,
    findings: &'c mut Diagnostics,
}

impl Check<'_, '_> {
    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, location, message)
    }

    fn field(&self, field: Field) -> Location {
        header_field(self.container, field)
    }

    fn entry_location(&self, index: usize) -> Location {
        self.container.offset_location(index)
    }

    /// Location of the size field in the part header at an offset-table index.
    fn part_size(&self, index: usize, entry: &Entry) -> Location {
        match self.container.directory.part(index as u32) {
            Some(part) => part.field(self.container.window, entry.start(), part::HEADER, PartHeader::size),
            None => self.entry_location(index),
        }
    }

    fn version(&mut self) {
        let Header { major, minor, .. } = self.header;
        if major != 1 {
            let message = format!("found major version {major}, expected 1");
            let location = self.field(Header::major);
            self.report(&rules::VERSION, location, message).help("set it to 1");
        } else if minor != 0 {
            let message = format!("found minor version {minor}, expected 0");
            let location = self.field(Header::minor);
            self.report(&rules::VERSION, location, message)
                .severity(Severity::Warning)
                .note("readers that read both numbers as one refuse the container")
                .help("set it to 0");
        }
    }

    fn size(&mut self) {
        let (stated, available) = (u64::from(self.header.size), self.available);
        let table_end = self.container.directory.table_end();
        let count = self.header.part_count;
        let location = self.field(Header::size);
        if table_end > available {
            let fits = (available - raw::HEADER_SIZE) / 4;
            let message = format!(
                "found {count} parts, whose offsets end at {table_end:#x}, expected an end within {available:#x}"
            );
            let counted = self.field(Header::part_count);
            self.report(&rules::TABLE, counted, message)
                .help(format!("at most {fits} offsets fit; fix the number of parts or the cut file"));
        } else if stated < table_end {
            let message = format!(
                "found a size of {stated:#x}, expected at least {table_end:#x}, where the offset table ends"
            );
            self.report(&rules::SIZE, location.clone(), message)
                .help(format!("the file has {available:#x} bytes; set the size to the end of the last part"));
        }
        if stated > raw::MAX_SIZE {
            let message = format!("found a size of {stated:#x}, expected at most {:#x}", raw::MAX_SIZE);
            self.report(&rules::SIZE, location.clone(), message)
                .note("the compiler refuses larger containers")
                .help("set the size to the end of the last part");
        }
        if stated > available {
            let message = format!("found {available:#x} bytes, expected {stated:#x} as in the header");
            self.report(&rules::TRUNCATED, location, message).help(format!(
                "{:#x} bytes are missing; get a complete copy of the file, or rebuild it",
                stated - available
            ));
        } else if stated >= table_end && stated < available {
            let base = self.container.window.base;
            let behind = Location::new(base + stated, base + available, "trailing");
            let message = format!("found {} bytes after the container", available - stated);
            self.report(&rules::TRAILING, behind, message)
                .label(location, "this size ends the container here")
                .help("cut them, or fix the size");
        }
    }

    fn digest(&mut self) {
        let base = self.container.window.base;
        let start = base + Magic::digest.offset as u64;
        let location = Location::new(start, start + 16, "container.digest");
        let (severity, message, note, help) = match self.container.digest_state() {
            State::Retail | State::Unknown => return,
            State::Unsigned => (
                Severity::Info,
                "found a digest of zeros: the container is not signed",
                "the runtime takes it in developer mode only",
                "sign it, or let the validator do so",
            ),
            State::Bypass => (
                Severity::Warning,
                "found the sentinel that skips the check of the digest",
                "the runtime honours it only where an application requests it",
                "sign the container before handing it out",
            ),
            State::PreviewBypass => (
                Severity::Warning,
                "found the sentinel of shader models that are not released",
                "the runtime honours it only where an application requests it",
                "build for a released shader model",
            ),
            State::Debug => (
                Severity::Info,
                "found the digest of a developer build of the validator",
                "released runtimes expect the other variant",
                "sign it again",
            ),
            State::Wrong => (
                Severity::Error,
                "found a digest that is not that of the bytes",
                "it covers everything from offset 20 to the end of the container",
                "if the bytes are correct, sign the container again",
            ),
        };
        self.report(&rules::DIGEST, location, message).severity(severity).note(note).help(help);
    }

    /// Checks offsets and sizes against the end of the container. Returns the indices of entries with at least their
    /// header inside.
    fn entries(&mut self) -> Vec<usize> {
        let directory = &self.container.directory;
        let mut sound = Vec::with_capacity(directory.entries.len());
        for (index, entry) in directory.entries.iter().enumerate() {
            if self.findings.is_full() {
                break;
            }
            if entry.start() + raw::PART_HEADER_SIZE > self.end {
                let message = format!(
                    "found an offset of {:#x}, expected room for a part before {:#x}, the end of the container",
                    entry.offset, self.end
                );
                let location = self.entry_location(index);
                self.findings.push(
                    Diagnostic::new(&rules::OFFSET, location, message)
                        .help("point the offset at the header of the part, or remove the entry")
                        // A surplus entry makes the table overlap the first part.
                        .affects_rule(&rules::OVERLAP, "offsets"),
                );
                continue;
            }
            let Some(header) = entry.header else { continue };
            sound.push(index);
            if entry.end() > self.end {
                let fits = self.end - entry.start() - raw::PART_HEADER_SIZE;
                let message = format!(
                    "found part {index} ({}) of {:#x} bytes, which ends at {:#x}, expected an end within {:#x}",
                    header.code,
                    header.size,
                    entry.end(),
                    self.end
                );
                let location = self.part_size(index, entry);
                self.report(&rules::PART_SIZE, location, message)
                    .help(format!("at most {fits:#x} bytes fit"));
            }
        }
        sound
    }

    fn overlaps(&mut self, sound: &[usize]) {
        let directory = &self.container.directory;
        let table_end = directory.table_end();
        let mut order: Vec<(u64, usize)> =
            sound.iter().filter_map(|&index| Some((directory.entries.get(index)?.start(), index))).collect();
        order.sort_unstable();
        let mut reach: (u64, Option<usize>) = (table_end, None);
        for (start, index) in order {
            let Some(entry) = directory.entries.get(index) else {
                continue;
            };
            if self.findings.is_full() {
                return;
            }
            if start < reach.0 {
                let location = self.entry_location(index);
                let code = entry.header.map_or(Tag::default(), |header| header.code);
                let (message, help) = match reach.1 {
                    Some(other) => (
                        format!(
                            "found part {index} ({code}) at {start:#x}, expected it at {:#x} or later, where part {other} ends",
                            reach.0
                        ),
                        "fix the offset, or the size of the part before it",
                    ),
                    None => (
                        format!(
                            "found part {index} ({code}) at {start:#x}, expected it at {table_end:#x} or later, where the offset table ends"
                        ),
                        "fix the offset, or the number of parts",
                    ),
                };
                let mut diagnostic = Diagnostic::new(&rules::OVERLAP, location, message).help(help);
                if let Some((other, before)) =
                    reach.1.and_then(|other| Some((other, directory.entries.get(other)?)))
                {
                    diagnostic =
                        diagnostic.label(self.part_size(other, before), "this size makes it end there");
                }
                self.findings.push(diagnostic);
            }
            // A part that does not fit has been reported; its end implies nothing about the others.
            if entry.end() > reach.0 && entry.end() <= self.end {
                reach = (entry.end(), Some(index));
            }
        }
    }

    fn order(&mut self) {
        let entries = &self.container.directory.entries;
        let descents =
            entries.windows(2).enumerate().filter(|(_, pair)| matches!(pair, [a, b] if b.offset < a.offset));
        let mut count = 0usize;
        let mut first = None;
        for (index, pair) in descents {
            count += 1;
            if let (None, [a, b]) = (&first, pair) {
                first = Some((index, a.offset, b.offset));
            }
        }
        let Some((index, before, offset)) = first else {
            return;
        };
        let message = format!("found offset {offset:#x} after {before:#x}, expected ascending offsets");
        let location = self.entry_location(index + 1);
        let mut diagnostic = self.findings.report(&rules::ORDER, location, message);
        diagnostic.help("rewrite the container; its parts then follow the table");
        if count > 1 {
            diagnostic.note(format!("the same at {count} entries of the table"));
        }
    }

    fn alignment(&mut self, validator: Option<Version>) {
        let parts = self.container.parts();
        let private = parts.iter().position(|part| part.code.0 == *b"PRIV");
        let mut odd = parts.iter().enumerate().filter(|(_, part)| !part.start.is_multiple_of(4));
        let Some((position, part)) = odd.next() else {
            return;
        };
        let others = odd.count();
        let strict = validator.is_some_and(|version| version >= PADDED)
            && private.is_none_or(|private| position < private);
        let message = format!(
            "found part {} ({}) at {:#x}, expected a multiple of 4",
            part.index,
            part.code,
            part.start - raw::PART_HEADER_SIZE
        );
        let location = self.container.offset_location(part.index as usize);
        let mut diagnostic = self.findings.report(&rules::ALIGNMENT, location, message);
        if let Some(version) = validator.filter(|_| strict) {
            diagnostic
                .severity(Severity::Warning)
                .note(format!("for validator version {version} the compiler pads every part"))
                .help("rewrite the container with aligned parts");
        } else {
            diagnostic.help("no action is needed; readers must not cast pointers");
        }
        if others > 0 {
            diagnostic.note(format!("{others} more parts are not aligned"));
        }
    }

    fn gaps(&mut self) {
        let directory = &self.container.directory;
        if directory.table_end() > self.available {
            return;
        }
        let base = self.container.window.base;
        let end = self.end.min(self.available);
        for (index, (from, to)) in crate::read::unclaimed(directory, end).into_iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let message = format!("found {} bytes at {from:#x} that belong to no part", to - from);
            let location = Location::new(base + from, base + to, format!("gap[{index}]"));
            self.report(&rules::GAP, location, message)
                .help("rewrite the container, or assign them to a part");
        }
    }

    fn codes(&mut self) {
        let mut seen: HashMap<[u8; 4], &PartData> = HashMap::default();
        for part in self.container.parts() {
            if self.findings.is_full() {
                return;
            }
            let place = |field| {
                let start = part.start - raw::PART_HEADER_SIZE;
                part.field(self.container.window, start, part::HEADER, field)
            };
            if code::lookup(part.code).is_none() {
                let message = format!("found a part \"{}\", expected a known code", part.code);
                let help = match similar(part.code) {
                    Some(code) => {
                        format!("codes are case-sensitive; \"{}\" was probably intended", code.escape_ascii())
                    }
                    None => "keep data of your own in PRIV".to_owned(),
                };
                self.report(&rules::UNKNOWN, place(PartHeader::code), message).help(help);
            }
            if may_repeat(part.code) {
                continue;
            }
            match seen.get(&part.code.0) {
                Some(first) => {
                    let message = format!(
                        "found a second part \"{}\" at index {}, expected each code once",
                        part.code, part.index
                    );
                    let other_place = self.container.part_header(first);
                    self.report(&rules::DUPLICATE, place(PartHeader::code), message)
                        .label(other_place, "the first one")
                        .help("remove one of the two");
                }
                None => {
                    seen.insert(part.code.0, part);
                }
            }
        }
    }

    fn private(&mut self) {
        let parts = self.container.parts();
        let Some(position) = parts.iter().position(|part| part.code.0 == *b"PRIV") else {
            return;
        };
        let (Some(private), Some(next)) = (parts.get(position), parts.get(position + 1)) else {
            return;
        };
        let message =
            format!("found PRIV at index {} before \"{}\", expected it last", private.index, next.code);
        let location = self.container.offset_location(private.index as usize);
        self.report(&rules::PRIVATE, location, message)
            .note("private data may have any size, so what follows may not be aligned")
            .help("move PRIV to the end");
    }
}

/// Location of a field of the container header.
pub(crate) fn header_field(container: &Container<'_>, field: Field) -> Location {
    let start = container.window.base + raw::DIGEST_FROM + field.offset as u64;
    let end = start + field.form.size() as u64;
    Location::new(start, end, format!("header.{}", field.name))
}

/// Known code that differs from an unknown one only in case.
fn similar(tag: Tag<4>) -> Option<&'static [u8; 4]> {
    code::CODES.iter().map(|code| &code.tag).find(|code| code.eq_ignore_ascii_case(&tag.0))
}
