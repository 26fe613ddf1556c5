//! Modifiers and layouts as a source states them.

use glassbox_sksl::raw::{LayoutFlags, ModifierFlags};

/// A layout; −1 says that a value was not given. The values are as wide as the source may write them, the binary's are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Flags, those of the qualifiers that were written among them.
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
    /// A layout that only says which builtin a variable is, as the parameters of main have it.
    pub fn builtin(number: i32) -> Layout {
        Layout {
            builtin: number,
            ..Layout::default()
        }
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
    /// The layout.
    pub layout: Layout,
    /// The flags.
    pub flags: ModifierFlags,
}

impl Modifiers {
    /// Modifiers without a layout.
    pub fn of(flags: ModifierFlags) -> Modifiers {
        Modifiers {
            layout: Layout::default(),
            flags,
        }
    }

    /// Whether every one of these flags is set.
    pub fn has(&self, flags: ModifierFlags) -> bool {
        self.flags.0 & flags.0 == flags.0
    }

    /// Whether any of these flags is set.
    pub(crate) fn has_any(&self, flags: ModifierFlags) -> bool {
        self.flags.0 & flags.0 != 0
    }
}
