//! Input files of the linker.

use glassbox_bpx::file::File;

/// Shader package with its name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Input<'f> {
    /// File name for messages.
    pub name: &'f str,
    /// Decoded package.
    pub file: &'f File<'f>,
}
