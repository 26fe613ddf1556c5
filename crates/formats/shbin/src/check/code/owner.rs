//! Attributes code findings to an entry and to its relevant header fields.

use glassbox_core::diagnostic::Location;
use glassbox_pica::check::FindingKind;

use crate::file::{File, Placed, Slot};
use crate::raw::{ExecutableHeader, ObjectHeader, ProgramHeader};

/// An executable, an object, or bare code by its entry word.
pub(super) enum Owner {
    Executable(Slot),
    Object(ObjectHeader),
    Bare(u32),
}

impl Owner {
    /// Version word.
    pub(super) fn version(&self) -> u16 {
        match self {
            Owner::Executable(slot) => slot.placed.head.version.0,
            Owner::Object(head) => head.version.0,
            Owner::Bare(_) => 0,
        }
    }

    /// Label text for the owner.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Owner::Executable(_) => "for this executable",
            Owner::Object(_) => "for this object",
            Owner::Bare(_) => "for code that is entered here",
        }
    }

    /// Header field relevant to a kind of finding.
    pub(super) fn fact(&self, file: &File<'_>, kind: FindingKind) -> Location {
        let (mask, stage, outputs) = match self {
            Owner::Executable(_) => {
                (ExecutableHeader::input_mask, ExecutableHeader::stage, ExecutableHeader::outputs_offset)
            }
            Owner::Bare(_) => return self.entry(file),
            Owner::Object(_) => (ObjectHeader::input_mask, ObjectHeader::stage, ObjectHeader::outputs_offset),
        };
        let field = match kind {
            FindingKind::InputNotInMask => mask,
            FindingKind::EmitInVertex | FindingKind::MissingEmit | FindingKind::EmitBeforeSetEmit => stage,
            FindingKind::OutputNotOnEveryPath
            | FindingKind::OutputNeverWritten
            | FindingKind::OutputRewritten => outputs,
            _ => return self.entry(file),
        };
        match self {
            Owner::Executable(slot) => file.field(&slot.placed, &format!("dvle[{}]", slot.index), field),
            Owner::Object(head) => file.field(&whole(*head), "dvoj", field),
            Owner::Bare(_) => self.entry(file),
        }
    }

    /// Field that gives the entry point; for an object without one, its code.
    pub(super) fn entry(&self, file: &File<'_>) -> Location {
        match self {
            Owner::Executable(slot) => {
                let path = format!("dvle[{}]", slot.index);
                file.field(&slot.placed, &path, ExecutableHeader::main)
            }
            Owner::Object(head) => match &file.heads.references {
                Some(placed) => file.field(placed, "references", crate::raw::ReferencesHeader::entry_start),
                None => file.field(&whole(*head), "dvoj", ObjectHeader::code_offset),
            },
            Owner::Bare(entry) => {
                let at = file.window.base + 4 * u64::from(*entry);
                Location::new(at, at + 4, format!("code[{entry}]"))
            }
        }
    }
}

/// Field that holds the limit exceeded by a kind of finding.
pub(super) fn limit(file: &File<'_>, kind: FindingKind) -> Option<Location> {
    let is_target = match kind {
        FindingKind::TargetOutside => true,
        FindingKind::DescriptorOutOfRange => false,
        _ => return None,
    };
    if let Some(placed) = &file.heads.program {
        let field = if is_target { ProgramHeader::code_words } else { ProgramHeader::descriptor_count };
        return Some(file.field(placed, "dvlp", field));
    }
    let field = if is_target { ObjectHeader::code_words } else { ObjectHeader::descriptor_count };
    let head = file.heads.object?;
    Some(file.field(&whole(head), "dvoj", field))
}

fn whole(head: ObjectHeader) -> Placed<ObjectHeader> {
    Placed { start: 0, head }
}
