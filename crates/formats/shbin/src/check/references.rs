//! Checks a DVOJ's reference section against code and symbols.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica::Opcode;
use glassbox_pica::format::Field;

use super::Check;
use crate::model::{Object, References};
use crate::raw::{Export, Import, NONE, ReferencesHeader};
use crate::rules;

/// Path of the exported names.
const EXPORTS: &str = "references.exports";

impl Check<'_, '_> {
    /// Checks entry, exported procedures and calls. Requires readable symbols.
    pub(super) fn references(&mut self, object: &Object<'_>) {
        let (Some(references), Some(placed)) = (&object.references, self.file.heads.references) else {
            return;
        };
        let words = self.stated_words();
        if references.has_executable() {
            let at = |field| self.file.field(&placed, "references", field);
            let (name, start, size) = (references.entry_name, references.entry_start, references.entry_size);
            let found = (start != NONE)
                .then(|| outside(start, size, words, at(ReferencesHeader::entry_start)))
                .flatten();
            let nameless = name == NONE && start == NONE;
            let bad_name = (name != NONE || nameless)
                .then(|| unnamed(object, name, at(ReferencesHeader::entry_name)))
                .flatten();
            self.found.extend(found.into_iter().chain(bad_name));
        }
        self.exports(object, references, words);
        self.imports(object, references, words);
    }

    fn exports(&mut self, object: &Object<'_>, references: &References<'_>, words: u64) {
        let exports = &references.exports;
        let mut seen: HashMap<&[u8], usize> = HashMap::new();
        for (index, export) in exports.iter().enumerate() {
            let at = |field| exports.location(EXPORTS, index, field);
            let found = outside(export.start, export.size, words, at(Export::start));
            self.found.extend(found);
            if let Some(found) = unnamed(object, export.name, at(Export::name)) {
                self.found.push(found);
                continue;
            }
            let name = object.tables.symbols.name(export.name).unwrap_or_default();
            if !self.spend(name.len() as u64, EXPORTS) {
                return;
            }
            if name.is_empty() {
                let message = "found an empty name, expected the name of a procedure";
                self.report(&rules::REFERENCES_TWICE, at(Export::name), message);
            } else if let Some(first) = seen.insert(name, index) {
                seen.insert(name, first);
                let message = format!(
                    "found procedure `{}` again, expected a name of its own",
                    String::from_utf8_lossy(name)
                );
                let label = exports.record_location(EXPORTS, first);
                self.report(&rules::REFERENCES_TWICE, at(Export::name), message)
                    .label(label, "the name is already exported here");
            }
        }
    }

    fn imports(&mut self, object: &Object<'_>, references: &References<'_>, words: u64) {
        let imports = &references.imports;
        let mut seen = vec![false; object.code.len()];
        for (index, import) in imports.iter().enumerate() {
            let at = |field| imports.location("references.imports", index, field);
            let found = unnamed(object, import.name, at(Import::name));
            self.found.extend(found);
            let word = import.word as usize;
            let message = match (object.code.get(word), seen.get_mut(word)) {
                (Some(code), Some(seen)) if is_open_call(code) && !*seen => {
                    *seen = true;
                    continue;
                }
                (Some(code), _) if is_open_call(code) => {
                    format!("found word {word} again, expected a call without an entry")
                }
                (Some(code), _) => {
                    format!("found word {word}, {code:#010x}, expected a call whose NUM and DST are zero")
                }
                (None, _) => format!("found word {word}, expected one below {words}"),
            };
            self.report(&rules::REFERENCES_CALL, at(Import::word), message)
                .help("reassemble the source of the object");
        }
    }
}

/// True if a word is a call whose target is left to the linker.
fn is_open_call(word: u32) -> bool {
    let opcode = Opcode::of(word);
    let is_call = matches!(opcode, Opcode::CALL | Opcode::CALLC | Opcode::CALLU);
    is_call && opcode.format().get(word, Field::Target) == 0 && opcode.format().get(word, Field::Count) == 0
}

/// Finding for a range outside the code.
fn outside(start: u32, size: u32, words: u64, location: Location) -> Option<Diagnostic> {
    let end = u64::from(start) + u64::from(size);
    (end > words).then(|| {
        let message = format!("found words {start} to {end}, expected an end at {words} or before");
        Diagnostic::new(&rules::REFERENCES_WORD, location, message)
    })
}

/// Finding for a dangling name offset.
fn unnamed(object: &Object<'_>, name: u32, location: Location) -> Option<Diagnostic> {
    let size = object.tables.symbols.bytes.len();
    (name as usize >= size).then(|| {
        let message = format!("found name offset {name:#x}, expected one below {size:#x}");
        Diagnostic::new(&rules::REFERENCES_NAME, location, message)
    })
}
