//! Versions: what a number means in which file.

use crate::raw::{ModifierFlags, Operator, ProgramKind};

/// What a file's numbers mean: its version, and where a version number does not settle it, which of its forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The version number, 1 to 14.
    pub version: u16,
    /// Which of the forms that share the number; 0 is the first in time.
    pub form: u8,
    /// Whether the layout is that of the public document on version 8 instead of Skia's.
    pub is_document: bool,
}

impl Dialect {
    /// Version 8 as Skia wrote it.
    pub const SKIA_8: Dialect = Dialect {
        version: 8,
        form: 0,
        is_document: false,
    };

    /// Version 8 as the public document describes it. No encoder writes it.
    pub const DOCUMENT_8: Dialect = Dialect {
        version: 8,
        form: 0,
        is_document: true,
    };
}

impl Dialect {
    /// What a program kind's number means.
    pub fn program_kind(self, number: u8) -> ProgramKind {
        ProgramKind(number)
    }

    /// What an operator's number means.
    pub fn operator(self, number: u8) -> Operator {
        Operator(number)
    }

    /// What modifier flags mean.
    pub fn modifier_flags(self, flags: u32) -> ModifierFlags {
        ModifierFlags(flags)
    }

    /// Whether the table of a `for` statement stands behind its body.
    pub fn for_table_is_last(self) -> bool {
        self.is_document || self.version < 5
    }
}
