//! File access for the index, by byte range, so that only the parts in use are read. Opening files
//! is left to the caller.

use std::ops::Range;

use crate::plan::CatalogueError;

/// Name of a file in a folder, with the attributes that reveal a change.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stamp {
    /// Path relative to the folder, with `/` as separator.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Modification time in nanoseconds since 1970; 0 if the system has none.
    pub modified: u64,
}

/// Folder of libraries.
pub trait Folder {
    /// Lists its files in any order, without the index.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    fn list(&mut self) -> Result<Vec<Stamp>, CatalogueError>;

    /// Reads a range of a file. Reading fewer bytes is an error.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is too short.
    fn read(&mut self, name: &str, range: Range<u64>) -> Result<Vec<u8>, CatalogueError>;
}

/// File that stores an index.
pub trait Store {
    /// Size in bytes; 0 if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if the size cannot be determined.
    fn size(&mut self) -> Result<u64, CatalogueError>;

    /// Reads a range. Reading fewer bytes is an error.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is too short.
    fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError>;

    /// Truncates the file at `from` and appends the bytes; 0 replaces the whole file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    fn write(&mut self, from: u64, bytes: &[u8]) -> Result<(), CatalogueError>;
}

/// Store overlaid with bytes that may not have been written.
pub(super) struct View<'s> {
    store: &'s mut dyn Store,
    /// Offset of the bytes in memory; the store is not read from here on.
    from: u64,
    tail: Vec<u8>,
}

impl<'s> View<'s> {
    /// Views the store without an overlay.
    pub(super) fn new(store: &'s mut dyn Store) -> View<'s> {
        View { store, from: u64::MAX, tail: Vec::new() }
    }

    pub(super) fn size(&mut self) -> Result<u64, CatalogueError> {
        match self.from {
            u64::MAX => self.store.size(),
            from => Ok(from + self.tail.len() as u64),
        }
    }

    /// Reads a range; one that is out of bounds is rejected before any reading.
    pub(super) fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let size = self.size()?;
        if range.start > range.end || range.end > size {
            return Err(CatalogueError(format!(
                "found a range {:#x}..{:#x} in an index of {size:#x} bytes",
                range.start, range.end
            )));
        }
        if range.end <= self.from {
            return self.store.read(range);
        }
        let start = range.start.checked_sub(self.from);
        let inside = start.and_then(|start| {
            let end = range.end.checked_sub(self.from)?;
            self.tail.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
        });
        inside
            .map(<[u8]>::to_vec)
            .ok_or_else(|| CatalogueError("found a record of the index in two pieces".to_owned()))
    }

    /// Writes bytes at an offset, in memory and, if possible, in the store. Returns the error if
    /// the store fails.
    pub(super) fn write(&mut self, from: u64, bytes: Vec<u8>) -> Option<CatalogueError> {
        let refused = self.store.write(from, &bytes).err();
        self.from = from;
        self.tail = bytes;
        refused
    }
}
