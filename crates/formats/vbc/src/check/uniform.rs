//! Checks the uniform and its members.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};

use super::{Check, dimension_fault, finding};
use crate::program::Member;
use crate::raw::{BaseType, MAX_LOADED_NAME, MAX_MEMBER_ARRAY, MAX_NAME, MAX_UNIFORM_SIZE};
use crate::rules;

/// Locations of the fields of one member.
struct Place {
    base: u64,
    path: String,
    name: u64,
}

impl Place {
    fn at(&self, field: &str) -> Location {
        let (start, size) = match field {
            "name_length" => (0, 1),
            "name" => (1, self.name),
            "offset" => (1 + self.name, 2),
            "base_type" => (3 + self.name, 1),
            "rows" => (4 + self.name, 1),
            "columns" => (5 + self.name, 1),
            _ => (6 + self.name, 1),
        };
        let start = self.base + start;
        Location::new(start, start + size, format!("{}.{field}", self.path))
    }
}

impl Check<'_, '_> {
    pub(super) fn uniform(&mut self) {
        let Some(uniform) = &self.file.program.uniform else {
            return;
        };
        let start = self.file.places.uniform;
        let at_size = self.location(start, start + 2, "uniform.size");
        if uniform.size > MAX_UNIFORM_SIZE {
            let message =
                format!("found a uniform of {} bytes, expected at most {MAX_UNIFORM_SIZE}", uniform.size);
            self.report(&rules::UNIFORM_SIZE_LIMIT, at_size.clone(), message)
                .note("the runtime binds 1024 bytes of the uniform buffer");
        }
        let members_read = self.file.layout.stop.is_none();
        if uniform.members.is_empty() && members_read {
            let at = self.location(start + 4, start + 8, "uniform.member_count");
            self.report(&rules::UNIFORM_EMPTY, at, "found no members, expected at least one")
                .label(at_size.clone(), format!("states {} bytes", uniform.size))
                .help("without a uniform the section is a size of 0 and nothing else");
        }
        if self.file.layout.stop.is_none_or(|stop| stop > crate::program::Step::UniformStages)
            && let Some(absent) = self.absent(uniform.stages)
        {
            let at = self.location(start + 2, start + 4, "uniform.stages");
            let message =
                format!("found a stage mask with {absent}, expected stages of {} only", self.present);
            self.report(&rules::UNIFORM_STAGE, at, message).help("repair `stage-masks` clears the bits");
        }
        self.members(&uniform.members, u32::from(uniform.size), &at_size, members_read);
    }

    fn members(&mut self, members: &[Member<'_>], size: u32, at_size: &Location, all: bool) {
        let mut place = self.window.base + self.file.places.members;
        let mut names: HashMap<&[u8], Location> = HashMap::new();
        let mut sum = 0;
        let mut last_end = 0;
        let mut taken: Vec<(u32, u32, usize)> = Vec::new();
        let mut displaced: Option<Diagnostic> = None;
        for (index, member) in members.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let at = Place {
                base: place,
                path: format!("uniform.members[{index}]"),
                name: member.name.len() as u64,
            };
            place += member.stored_size();
            self.name(member, &at);
            if let Some(other) = names.get(&*member.name) {
                let message =
                    format!("found a second member \"{}\", expected one", member.name.escape_ascii());
                let place = if member.name.is_empty() { at.at("name_length") } else { at.at("name") };
                self.report(&rules::MEMBER_NAME_REPEATED, place, message)
                    .label(other.clone(), "has the same name");
            } else {
                let place = if member.name.is_empty() { at.at("name_length") } else { at.at("name") };
                names.insert(&member.name, place);
            }
            self.member_type(member, &at);
            let offset = u32::from(member.offset);
            let end = offset + member.size();
            if !offset.is_multiple_of(4) {
                let message = format!("found offset {offset}, expected a multiple of 4");
                self.report(&rules::MEMBER_ALIGNMENT, at.at("offset"), message)
                    .help("repair `offsets` computes it");
            }
            if end > size {
                let message = format!("found a member that ends at {end}, expected at most {size}");
                self.report(&rules::MEMBER_PAST_UNIFORM, at.at("offset"), message)
                    .label(at_size.clone(), format!("states {size} bytes"))
                    .note(format!("the member has {} bytes", member.size()))
                    .help("repair `offsets` computes offsets and size");
            }
            if offset != sum && displaced.is_none() {
                let message = format!("found offset {offset}, expected {sum}");
                displaced = Some(
                    finding(&rules::MEMBER_LAYOUT, at.at("offset"), message)
                        .note("scalar layout puts members one after the other without padding")
                        .help("repair `offsets` computes them; the SPIR-V must agree"),
                );
            }
            taken.push((offset, end, index));
            sum = end.max(sum + member.size());
            last_end = last_end.max(end);
        }
        self.overlaps(&mut taken, members, &mut displaced);
        if let Some(finding) = displaced {
            self.findings.push(finding);
        }
        if all && !members.is_empty() && last_end < size {
            let message = format!("found size {size}, expected {last_end} where the last member ends");
            self.report(&rules::UNIFORM_SIZE, at_size.clone(), message).help("repair `offsets` computes it");
        }
    }

    /// Finds the first two overlapping members.
    fn overlaps(
        &self,
        taken: &mut [(u32, u32, usize)],
        members: &[Member<'_>],
        displaced: &mut Option<Diagnostic>,
    ) {
        taken.sort_unstable();
        let mut before: Option<(u32, u32, usize)> = None;
        for &(start, end, index) in taken.iter() {
            if let Some((_, other_end, other)) = before
                && start < other_end
                && start < end
            {
                let (index, other) = (index.max(other), index.min(other));
                let place = |index: usize| {
                    let before: u64 = members[..index].iter().map(Member::stored_size).sum();
                    Place {
                        base: self.window.base + self.file.places.members + before,
                        path: format!("uniform.members[{index}]"),
                        name: members[index].name.len() as u64,
                    }
                    .at("offset")
                };
                let message = format!(
                    "found offset {} inside another member, expected a free offset",
                    members[index].offset
                );
                let overlap = finding(&rules::MEMBER_LAYOUT, place(index), message)
                    .severity(Severity::Error)
                    .label(place(other), format!("takes {} bytes from here", members[other].size()))
                    .help("repair `offsets` computes them; the SPIR-V must agree");
                *displaced = Some(overlap);
                return;
            }
            if before.is_none_or(|before| end > before.1) {
                before = Some((start, end, index));
            }
        }
    }

    fn name(&mut self, member: &Member<'_>, at: &Place) {
        let length = member.name.len();
        if length == 0 || length > usize::from(MAX_NAME) {
            let message = format!("found a name of {length} bytes, expected 1 to {MAX_NAME}");
            let mut finding = self.findings.report(&rules::MEMBER_NAME_LENGTH, at.at("name_length"), message);
            if length > usize::from(MAX_LOADED_NAME) {
                finding.note(format!("the runtime throws on names above {MAX_LOADED_NAME} bytes"));
            }
        }
        let ascii = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let identifier =
            member.name.iter().all(ascii) && !member.name.first().is_some_and(u8::is_ascii_digit);
        if !identifier {
            let message =
                format!("found the name \"{}\", expected an identifier", member.name.escape_ascii());
            self.report(&rules::MEMBER_NAME_CHARACTERS, at.at("name"), message);
        }
    }

    fn member_type(&mut self, member: &Member<'_>, at: &Place) {
        let base = member.base_type;
        if base == BaseType::BOOLEAN {
            let message = "found base type boolean, expected signed, unsigned or float";
            self.report(&rules::MEMBER_TYPE, at.at("base_type"), message)
                .severity(Severity::Warning)
                .note("the compiler writes it and the runtime throws; SPIR-V holds it as a 32-bit unsigned");
        } else if !base.is_number() {
            let message = format!("found base type {base}, expected signed, unsigned or float");
            self.report(&rules::MEMBER_TYPE, at.at("base_type"), message);
        }
        if let Some(message) = dimension_fault(base == BaseType::FLOAT, member.rows, member.columns) {
            let field = if member.columns == 1 { "rows" } else { "columns" };
            self.report(&rules::MEMBER_DIMENSIONS, at.at(field), message);
        }
        if member.array_size == 0 {
            let message = "found array size 0, expected 1 to 64";
            self.report(&rules::MEMBER_ARRAY_SIZE, at.at("array_size"), message).help("set it to 1");
        } else if member.array_size > MAX_MEMBER_ARRAY {
            let message = format!("found array size {}, expected 1 to {MAX_MEMBER_ARRAY}", member.array_size);
            self.report(&rules::MEMBER_ARRAY_SIZE, at.at("array_size"), message).severity(Severity::Warning);
        }
    }
}
