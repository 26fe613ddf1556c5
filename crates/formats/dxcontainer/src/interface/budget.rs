//! What reflection may cost. Many records may share one long name or one deep type; so names and members are handed out
//! until a file of this size has had its share.

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
        match self.bytes.checked_sub(bytes.len() as u64 + 1) {
            Some(left) => {
                self.bytes = left;
                String::from_utf8_lossy(bytes).into_owned()
            }
            None => {
                self.spent = true;
                String::new()
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
