//! What is given to the linker.

use glassbox_bpx::file::File;

/// A shader package to work on: its name for messages, and what was read of it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'f> {
    /// Name of the file.
    pub name: &'f str,
    /// The file.
    pub file: &'f File<'f>,
}
