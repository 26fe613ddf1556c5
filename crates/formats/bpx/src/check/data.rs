//! Checks the encoding of structured data, whatever it describes.

use std::collections::HashMap;

use super::{Check, finding, plural};
use crate::file::{Role, Section};
use crate::outline::{unreached, unread_end};
use crate::rules;
use crate::sd::names::{self, DEBUG};
use crate::sd::records::SdType;
use crate::sd::{Document, MAX_NESTING, StopKind, View};

impl Check<'_, '_> {
    pub(super) fn structured_data(&mut self) {
        let file = self.file;
        if let Some(section) = file.content_of(Role::ExtendedData) {
            let objects = std::mem::take(&mut self.objects);
            for (number, document) in objects.documents.iter().enumerate() {
                let end = unread_end(&objects, number, section.content.len() as u64);
                self.document(section, number, document, end);
            }
            if objects.is_cut {
                let location = file.body(section);
                let message = format!("found more than {} values, expected fewer", self.nodes);
                self.report(&rules::SD_LIMIT, location, message)
                    .note("objects that overlap count for each symbol that refers to them")
                    .help("give each symbol an object of its own, or let them share whole objects");
            } else {
                self.unreached(section, &unreached(&objects, section.content.len() as u64));
            }
            self.objects = objects;
        }
        for section in &file.sections {
            if matches!(section.role, Role::StructuredData(_)) && section.is_read() {
                let document = Document::read(&section.content, 0, self.nodes);
                let size = section.content.len() as u64;
                self.document(section, 0, &document, size);
                let end = u64::from(document.range().1);
                if document.is_whole() && end < size {
                    self.unreached(section, &[(end, size)]);
                }
            }
        }
    }

    fn unreached(&mut self, section: &Section<'_>, gaps: &[(u64, u64)]) {
        for (number, &(start, end)) in gaps.iter().enumerate() {
            let location = self.file.place(section, start, end, &format!("unreached[{number}]"));
            let message =
                format!("found {} that nothing refers to, expected none", plural(end - start, "byte"));
            self.report(&rules::SD_UNUSED_OBJECT, location, message).help("no action is needed");
        }
    }

    fn document(&mut self, section: &Section<'_>, number: usize, document: &Document<'_>, end: u64) {
        let object = format!("object[{number}]");
        if let Some(fault) = document.fault {
            self.fault(section, &object, document, fault, end);
        }
        for index in 0..document.items().len() as u32 {
            if self.findings.is_full() {
                break;
            }
            let view = document.view(index);
            let item = view.item();
            match item.ty {
                SdType::BOOL => {
                    let byte = view.payload().first().copied().unwrap_or_default();
                    if byte > 1 {
                        let location = self.payload_place(section, &object, view);
                        let message = format!("found {byte} for a boolean, expected 0 or 1");
                        self.report(&rules::SD_BOOLEAN, location, message)
                            .note("the reference treats it as false")
                            .help("write 0 or 1");
                    }
                }
                SdType::STRING => {
                    let text = view.text().unwrap_or_default();
                    if let Err(error) = std::str::from_utf8(text) {
                        let mut location = self.payload_place(section, &object, view);
                        let end = location.end;
                        location.start = (location.start + error.valid_up_to() as u64).min(end);
                        location.end = (location.start + 1).min(end);
                        let message = format!("found \"{}\", expected UTF-8", text.escape_ascii());
                        self.report(&rules::SD_STRING_ENCODING, location, message)
                            .help("store the string as UTF-8");
                    }
                }
                SdType::OBJECT => self.properties(section, &object, view),
                _ => {}
            }
        }
    }

    fn fault(
        &mut self,
        section: &Section<'_>,
        object: &str,
        document: &Document<'_>,
        fault: crate::sd::Stop,
        end: u64,
    ) {
        let holder = document.view(fault.item);
        let words = match holder.path() {
            path if path.is_empty() => "the object".to_owned(),
            path => format!("`{path}`"),
        };
        let size = section.content.len() as u64;
        let at = u64::from(fault.at);
        let end = end.max(at);
        let unread = format!("{object}.unread");
        let found = match fault.kind {
            StopKind::Type(code) => {
                let hash = if holder.item().ty == SdType::OBJECT { 8 } else { 0 };
                let location = self.file.place(section, at + hash, at + hash + 1, &unread);
                let message = format!("found the type code {code:#04x} in {words}, expected 0 to 0xe");
                finding(&rules::SD_TYPE, location, message)
                    .help("correct the type code, or the offset that leads to this object")
            }
            StopKind::Short => {
                let location = self.file.place(section, at, end, &unread);
                let message = format!(
                    "found {} for a value in {words}, expected more",
                    plural(size.saturating_sub(at), "byte")
                );
                finding(&rules::SD_CUT, location, message)
                    .help("correct the earlier count or size, or get a complete copy of the file")
            }
            StopKind::Deep => {
                let item = holder.item();
                let location = self.file.place(
                    section,
                    u64::from(item.start),
                    u64::from(item.payload) + 1,
                    &holder.tree_path(object).0,
                );
                let message = format!(
                    "found more than {MAX_NESTING} arrays and objects inside each other, expected fewer"
                );
                finding(&rules::SD_LIMIT, location, message).help("flatten the data")
            }
            StopKind::Many => {
                let location = self.file.place(section, at, end, &unread);
                let message = format!("found more than {} values, expected fewer", self.nodes);
                finding(&rules::SD_LIMIT, location, message).help("make the data smaller")
            }
        };
        self.findings.push(found);
    }

    fn properties(&mut self, section: &Section<'_>, object: &str, view: View<'_, '_>) {
        let mut seen: HashMap<u64, u32> = HashMap::new();
        for child in view.children() {
            let hash = child.item().hash;
            let Some(first) = seen.insert(hash, child.index()) else {
                continue;
            };
            let start = u64::from(child.item().start);
            let (path, _) = child.tree_path(object);
            let location = self.file.place(section, start, start + 8, &path);
            let name = match view.name_of(hash) {
                Some(name) => format!("`{name}`"),
                None => format!("{hash:#018x}"),
            };
            let other = view.at(first);
            let from = u64::from(other.item().start);
            let label = self.file.place(section, from, from + 8, &other.tree_path(object).0);
            let message = format!("found the property {name} twice, expected it once");
            self.report(&rules::SD_REPEATED_PROPERTY, location, message)
                .label(label, "first here")
                .note("the reference keeps the last one")
                .help("remove one of them");
        }
        let Some(list) = view.property(DEBUG) else { return };
        let wrong =
            list.item().ty != SdType::ARRAY || list.children().any(|name| name.item().ty != SdType::STRING);
        if wrong {
            let item = list.item();
            let (path, _) = list.tree_path(object);
            let location = self.file.place(section, u64::from(item.start), u64::from(item.end), &path);
            let what = match item.ty {
                SdType::ARRAY => "an array with other items".to_owned(),
                ty => format!("a value of type {ty}"),
            };
            let message = format!("found {what} in `__debug__`, expected an array of strings");
            self.report(&rules::SD_NAME_LIST, location, message)
                .help("store the names as strings, or remove the property");
            return;
        }
        let mut listed: HashMap<u64, Vec<u8>> = HashMap::new();
        for name in list.children() {
            let text = name.text().unwrap_or_default();
            let hash = names::hash_bytes(text);
            let message = match (seen.contains_key(&hash), listed.insert(hash, text.to_vec())) {
                (false, _) => {
                    format!("found the name \"{}\", expected that of a property", text.escape_ascii())
                }
                (true, Some(other)) => format!(
                    "found the name \"{}\", expected another: \"{}\" has the same hash",
                    text.escape_ascii(),
                    other.escape_ascii()
                ),
                (true, None) => continue,
            };
            let location = self.payload_place(section, object, name);
            self.report(&rules::SD_UNUSED_NAME, location, message)
                .help("list the name of each property once");
        }
    }
}
