//! Bounds the cost of reflection. Records may share a long name or a deep type, so names and members are limited by the
//! file size.

use glassbox_msvc_names::{Demangled, demangle, is_decorated};

use crate::context::Context;
use crate::part::area::Text;

/// Maximum total number of structure members.
const MAX_MEMBERS: u32 = 1 << 16;

/// Remaining budget of name bytes and members.
pub(super) struct Budget {
    bytes: u64,
    members: u32,
    spent: bool,
}

impl Budget {
    pub(super) fn new(context: &Context<'_, '_>) -> Budget {
        Budget {
            bytes: context.limits.work(context.window.bytes.len() as u64),
            members: MAX_MEMBERS,
            spent: false,
        }
    }

    /// True if something was omitted.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    /// Name for display; empty once the budget is exhausted.
    pub(super) fn text(&mut self, text: Text<'_>) -> String {
        self.string(text.bytes())
    }

    /// As [`text`](Self::text), for bytes.
    pub(super) fn string(&mut self, bytes: &[u8]) -> String {
        if self.bytes(bytes.len()) { String::from_utf8_lossy(bytes).into_owned() } else { String::new() }
    }

    /// Function name as written in the source, without parameters; undecorated names are unchanged.
    pub(super) fn function_name(&mut self, bytes: &[u8]) -> String {
        self.demangled(bytes, |name| name.qualified_name())
    }

    /// Declaration encoded by a decorated function name; undecorated names are unchanged.
    pub(super) fn declaration(&mut self, bytes: &[u8]) -> String {
        self.demangled(bytes, |name| name.hlsl())
    }

    fn demangled(&mut self, bytes: &[u8], spell: impl FnOnce(&Demangled) -> String) -> String {
        if is_decorated(bytes) && self.bytes(bytes.len()) {
            let spelled = demangle(bytes).map(|name| spell(&name)).unwrap_or_default();
            if !spelled.is_empty() {
                let fits = self.bytes(spelled.len());
                return if fits { spelled } else { String::new() };
            }
        }
        self.string(without_marker(bytes))
    }

    /// Reserves `count` bytes; false if the budget is exhausted.
    pub(super) fn bytes(&mut self, count: usize) -> bool {
        match self.bytes.checked_sub(count as u64 + 1) {
            Some(left) => {
                self.bytes = left;
                true
            }
            None => {
                self.spent = true;
                false
            }
        }
    }

    /// Reserves one member; false if the budget is exhausted.
    pub(super) fn member(&mut self) -> bool {
        match self.members.checked_sub(1) {
            Some(left) => {
                self.members = left;
                true
            }
            None => {
                self.spent = true;
                false
            }
        }
    }
}

/// Name without the leading byte 0x01, which suppresses further decoration.
pub(super) fn without_marker(name: &[u8]) -> &[u8] {
    name.strip_prefix(&[1]).unwrap_or(name)
}
