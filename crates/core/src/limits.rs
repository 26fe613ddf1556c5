//! Limits on the cost of a hostile file. Each is a named constant and an option.

/// Default for [`Limits::depth`].
pub const MAX_DEPTH: u32 = 256;
/// Default for [`Limits::nodes`]: at 64 bytes each they stay below 32 MiB.
pub const MAX_NODES: usize = 512 * 1024;
/// Default for [`Limits::diagnostics`].
pub const MAX_DIAGNOSTICS: usize = 1000;
/// Default for [`Limits::expanded_size`]: 1 GiB.
pub(crate) const MAX_EXPANDED_SIZE: u64 = 1 << 30;
/// Default for [`Limits::rereads`].
pub(crate) const MAX_REREADS: u64 = 4;
/// Work that every file may cost whatever its size, in bytes looked at.
pub(crate) const FREE_WORK: u64 = 4 << 20;

/// Limits on reading one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Deepest nesting of groups; below it the rest is a raw leaf.
    pub depth: u32,
    /// Maximum number of nodes in a field tree; the rest becomes a raw leaf.
    pub nodes: usize,
    /// Most diagnostics kept for a file; the rest is counted.
    pub diagnostics: usize,
    /// Maximum total output of decompression, bytes.
    pub expanded_size: u64,
    /// Average number of times tables may claim a byte of the file before further tables are left unread.
    /// Tables that share bytes are legal; a million of them are not.
    pub rereads: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: MAX_DEPTH,
            nodes: MAX_NODES,
            diagnostics: MAX_DIAGNOSTICS,
            expanded_size: MAX_EXPANDED_SIZE,
            rereads: MAX_REREADS,
        }
    }
}

impl Limits {
    /// The work that a file of `size` bytes may cost, in bytes looked at.
    pub fn work(&self, size: u64) -> u64 {
        FREE_WORK.saturating_add(size.saturating_mul(self.rereads))
    }
}
