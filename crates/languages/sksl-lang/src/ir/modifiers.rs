//! Modifiers and layouts as written in a source.

use glassbox_sksl::raw::{LayoutFlags, ModifierFlags};

/// Layout; −1 marks a value that was not given. Values have the range of the source language, which exceeds that of
/// the binary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Flags, including those of the qualifiers present.
    pub flags: LayoutFlags,
    /// `location`
    pub location: i32,
    /// `offset`, bytes.
    pub offset: i32,
    /// `binding`
    pub binding: i32,
    /// `index`
    pub index: i32,
    /// `set`
    pub set: i32,
    /// `builtin`
    pub builtin: i32,
    /// `input_attachment_index`
    pub input_attachment_index: i32,
}

impl Layout {
    /// Layout with only the builtin number of a variable, as parameters of `main` have.
    pub fn builtin(number: i32) -> Layout {
        Layout { builtin: number, ..Layout::default() }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            flags: LayoutFlags(0),
            location: -1,
            offset: -1,
            binding: -1,
            index: -1,
            set: -1,
            builtin: -1,
            input_attachment_index: -1,
        }
    }
}

/// Modifiers with their layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// Layout qualifiers.
    pub layout: Layout,
    /// Modifier flags.
    pub flags: ModifierFlags,
}

impl Modifiers {
    /// Creates modifiers without a layout.
    pub fn of(flags: ModifierFlags) -> Modifiers {
        Modifiers { layout: Layout::default(), flags }
    }

    /// Returns whether all of these flags are set.
    pub fn has(&self, flags: ModifierFlags) -> bool {
        self.flags.0 & flags.0 == flags.0
    }

    /// Returns whether any of these flags is set.
    pub(crate) fn has_any(&self, flags: ModifierFlags) -> bool {
        self.flags.0 & flags.0 != 0
    }
}
