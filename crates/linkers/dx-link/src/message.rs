//! Parts of messages that planning and merging share.

use glassbox_dxil::{unmangled, without_marker};

/// Input number of findings that concern no library.
pub const NOWHERE: u32 = u32::MAX;

/// Name for messages: source-level, followed by the mangled one if different.
pub fn spoken(name: &[u8]) -> String {
    let (short, long) = (unmangled(name), without_marker(name));
    if short == long {
        long.escape_ascii().to_string()
    } else {
        format!("{} ({})", short.escape_ascii(), long.escape_ascii())
    }
}
