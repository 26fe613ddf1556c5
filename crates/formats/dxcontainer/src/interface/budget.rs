//! What reflection may cost. Many records may share one long name or one deep type; so names and members are handed out
//! until a file of this size has had its share.

use glassbox_msvc_names::{Demangled, demangle, is_decorated};

use crate::check::Context;
use crate::part::area::Text;

/// Most members of structures in all.
const MAX_MEMBERS: u32 = 1 << 16;

/// Names and members that are left.
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

    /// Whether something was left out.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    /// A name for people; empty once too much was copied.
    pub(super) fn text(&mut self, text: Text<'_>) -> String {
        self.string(text.bytes())
    }

    /// As [`text`](Self::text), for bytes.
    pub(super) fn string(&mut self, bytes: &[u8]) -> String {
        match self.bytes(bytes.len()) {
            true => String::from_utf8_lossy(bytes).into_owned(),
            false => String::new(),
        }
    }

    /// The name of a function as its author wrote it, without parameters; one that is not decorated as it is.
    pub(super) fn function_name(&mut self, bytes: &[u8]) -> String {
        self.demangled(bytes, |name| name.qualified_name())
    }

    /// The declaration that the decorated name of a function stands for; a name that is not decorated as it is.
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

    /// Whether there is room for a text of so many bytes.
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

    /// Whether there is room for one more member.
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

/// A name without the byte 0x01 that keeps tools from decorating it once more.
pub(super) fn without_marker(name: &[u8]) -> &[u8] {
    name.strip_prefix(&[1]).unwrap_or(name)
}
