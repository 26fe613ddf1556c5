//! Files as the index needs them: ranges of bytes, so that nothing is read that is not looked at. Who opens them stays outside.

use std::ops::Range;

use crate::plan::CatalogueError;

/// A file of a folder, and how to tell that it changed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stamp {
    /// Name in the folder, with `/` between folders.
    pub name: String,
    /// Size, bytes.
    pub size: u64,
    /// Time of the last change, nanoseconds since 1970; 0 where the system does not tell.
    pub modified: u64,
}

/// A folder with libraries.
pub trait Folder {
    /// Its files, without the index, in any order.
    ///
    /// # Errors
    ///
    /// When the folder cannot be read.
    fn list(&mut self) -> Result<Vec<Stamp>, CatalogueError>;

    /// Some bytes of a file. Fewer than asked for are an error.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or ends before.
    fn read(&mut self, name: &str, range: Range<u64>) -> Result<Vec<u8>, CatalogueError>;
}

/// The file that holds an index.
pub trait Store {
    /// Its size, bytes; 0 when there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be asked.
    fn size(&mut self) -> Result<u64, CatalogueError>;

    /// Some bytes of it. Fewer than asked for are an error.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or ends before.
    fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError>;

    /// Cuts the file at `from` and puts the bytes there; from 0 on the whole file is replaced.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn write(&mut self, from: u64, bytes: &[u8]) -> Result<(), CatalogueError>;
}

/// A store with bytes in front of it that may not have been written.
pub(super) struct View<'s> {
    store: &'s mut dyn Store,
    /// Where the bytes in memory begin; the store is not looked at from there on.
    from: u64,
    tail: Vec<u8>,
}

impl<'s> View<'s> {
    /// The store as it is.
    pub(super) fn new(store: &'s mut dyn Store) -> View<'s> {
        View {
            store,
            from: u64::MAX,
            tail: Vec::new(),
        }
    }

    pub(super) fn size(&mut self) -> Result<u64, CatalogueError> {
        match self.from {
            u64::MAX => self.store.size(),
            from => Ok(from + self.tail.len() as u64),
        }
    }

    /// Some bytes; a range that leads outside is refused before anything is read.
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
            self.tail
                .get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
        });
        inside
            .map(<[u8]>::to_vec)
            .ok_or_else(|| CatalogueError("found a record of the index in two pieces".to_owned()))
    }

    /// Puts bytes at a place, in memory and, where that works, in the store. The reason where it does not.
    pub(super) fn write(&mut self, from: u64, bytes: Vec<u8>) -> Option<CatalogueError> {
        let refused = self.store.write(from, &bytes).err();
        self.from = from;
        self.tail = bytes;
        refused
    }
}
