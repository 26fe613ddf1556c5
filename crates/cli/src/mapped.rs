//! Memory maps: the one place with unsafe code.

use std::fs::File;
use std::io;
use std::ops::Deref;

/// A file whose content is in memory only as far as it is looked at.
#[derive(Debug)]
pub(crate) struct Mapped(memmap2::Mmap);

impl Mapped {
    /// Maps a regular file.
    #[allow(unsafe_code)]
    pub(crate) fn new(file: &File) -> io::Result<Mapped> {
        // SAFETY: The map is private and read-only. What remains is another process that changes or cuts off the file
        // while it is read. Changed bytes are only ever read as bytes, each through a checked slice of a fixed length, so
        // the readers see odd values and no broken invariant; the file being cut off ends the process with a signal,
        // which is the usual price of a map and loses nothing, because outputs are renamed into place when complete.
        let map = unsafe { memmap2::MmapOptions::new().map_copy_read_only(file)? };
        Ok(Mapped(map))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
