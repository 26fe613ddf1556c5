//! Checks a DVOJ's source lines and operand records against the code.

use glassbox_core::diagnostic::Severity;
use glassbox_pica::Opcode;

use super::Check;
use crate::file::Placed;
use crate::model::Object;
use crate::raw::{ObjectHeader, OperandRecord, SourceLine};
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn object(&mut self, object: &Object<'_>) {
        let Some(head) = self.file.heads.object else {
            return;
        };
        let placed = Placed { start: 0, head };
        let words = u64::from(head.code_words);
        let words_location = self.file.field(&placed, "dvoj", ObjectHeader::code_words);
        if u64::from(head.lines_count) != words {
            let message =
                format!("found {} source lines, expected {words} as there are code words", head.lines_count);
            let location = self.file.field(&placed, "dvoj", ObjectHeader::lines_count);
            let mut diagnostic = self.found.report(&rules::OBJECT_LINES, location, message);
            diagnostic
                .label(words_location.clone(), "the code has this many words")
                .help("give the table an entry for each code word");
            if object.references.is_some() && head.lines_count == 0 {
                diagnostic
                    .severity(Severity::Info)
                    .note("Glassbox leaves the lines out where it does not know them");
            }
        }
        if object.code.len() as u64 == words {
            let wanted = object.code.iter().filter(|&word| takes_arguments(word)).count() as u64;
            if u64::from(head.operands_count) != wanted {
                let message = format!(
                    "found {} operand records, expected {wanted} as there are instructions with arguments",
                    head.operands_count
                );
                let location = self.file.field(&placed, "dvoj", ObjectHeader::operands_count);
                let mut diagnostic = self.found.report(&rules::OBJECT_OPERANDS, location, message);
                diagnostic.label(words_location, "the code has this many words");
                if object.references.is_some() {
                    diagnostic.severity(Severity::Info).note(
                        "what the operand records mean is not known, so Glassbox writes none; calls of other objects are in its reference section",
                    );
                }
            }
        }
        let mut seen = vec![false; object.code.len()];
        for (index, record) in object.operands.iter().enumerate() {
            let location = object.operands.location("operands", index, OperandRecord::instruction);
            let message = match seen.get_mut(record.instruction as usize) {
                None => format!("found instruction {}, expected one below {words}", record.instruction),
                Some(seen) if *seen => {
                    format!("found instruction {} again, expected one without a record", record.instruction)
                }
                Some(seen) => {
                    *seen = true;
                    continue;
                }
            };
            self.report(&rules::OBJECT_INSTRUCTION, location, message);
        }
        let size = object.tables.symbols.bytes.len();
        if object.missing.iter().any(|path| path == "symbols") {
            return;
        }
        self.references(object);
        for (index, line) in object.lines.iter().enumerate() {
            if line.file as usize >= size {
                let message = format!("found name offset {:#x}, expected one below {size:#x}", line.file);
                let location = object.lines.location("lines", index, SourceLine::file);
                let label = self.file.field(&placed, "dvoj", ObjectHeader::symbols_size);
                self.report(&rules::OBJECT_FILE_NAME, location, message)
                    .label(label, "the symbols have this size");
            }
        }
    }
}

/// True if an instruction takes arguments; BREAK, NOP, END and EMIT do not.
fn takes_arguments(word: u32) -> bool {
    !matches!(Opcode::of(word).slot(), 0x20 | 0x21 | 0x22 | 0x2A)
}
