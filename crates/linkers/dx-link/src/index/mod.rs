//! Index file with the symbols of a folder of libraries.
//!
//! Reading the tables of a thousand libraries opens a thousand files; an [`Index`] opens one.
//! Planning reads only the list of files, one page of names per lookup and the records of the
//! libraries it needs. On opening, file names, sizes and times are compared with those recorded,
//! and changed files are reread.
//!
//! `docs/dx/link-index.md` describes the format. [`Files`] is the equivalent without an index.

mod access;
mod directory;
mod entry;
mod files;
mod join;
mod log;
mod pack;
mod refresh;
mod scan;

use std::collections::HashMap;
use std::rc::Rc;

use glassbox_core::limits::Limits;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxil::without_marker;

use crate::plan::{Catalogue, CatalogueError, Entry, Shared};

pub use access::{Folder, Stamp, Store};
pub use files::Files;
pub use join::Joined;
pub use refresh::Refreshed;

use access::View;
use directory::{Directory, Spelling};
use entry::FileEntry;

/// Usual file name of a folder's index.
pub const FILE_NAME: &str = ".glassbox-index";

/// Up-to-date index of a folder.
pub struct Index<'s> {
    view: View<'s>,
    directory: Directory,
    entries: HashMap<u32, Entry>,
    /// Changes made on opening.
    pub refreshed: Refreshed,
}

impl<'s> Index<'s> {
    /// Opens the index of a folder and updates it. A damaged index is rebuilt from its intact part;
    /// one that cannot be written is kept in memory.
    ///
    /// # Errors
    ///
    /// Fails if the folder or one of its files cannot be read.
    pub fn open(
        store: &'s mut dyn Store,
        folder: &mut dyn Folder,
        limits: &Limits,
    ) -> Result<Index<'s>, CatalogueError> {
        let mut view = View::new(store);
        let (directory, refreshed) = refresh::refresh(&mut view, folder, limits)?;
        Ok(Index { view, directory, entries: HashMap::new(), refreshed })
    }

    /// Files in catalogue order.
    pub fn files(&self) -> impl Iterator<Item = &Stamp> {
        self.directory.files.iter().map(|file| &file.stamp)
    }
}

impl Catalogue for Index<'_> {
    fn count(&self) -> u32 {
        self.directory.files.len() as u32
    }

    fn name(&self, library: u32) -> String {
        let file = self.directory.files.get(library as usize);
        file.map(|file| file.stamp.name.clone()).unwrap_or_default()
    }

    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError> {
        if let Some(entry) = self.entries.get(&library) {
            return Ok(entry.clone());
        }
        let damaged = || CatalogueError(format!("found a damaged record of library {library} in the index"));
        let file = self.directory.files.get(library as usize).ok_or_else(damaged)?;
        let bytes = log::content(&mut self.view, file.place)?;
        let entry = FileEntry::unpack(&bytes).filter(|entry| entry.stamp == file.stamp);
        let entry = entry.ok_or_else(damaged)?.symbols;
        let entry = entry.map(Rc::new).map_err(CatalogueError);
        self.entries.insert(library, entry.clone());
        Ok(entry)
    }

    fn exact(&mut self, _library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError> {
        // Records already include the symbols found in code.
        Ok(None)
    }

    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.directory.look_up(&mut self.view, without_marker(name), Spelling::Whole)
    }

    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.directory.look_up(&mut self.view, name, Spelling::Unmangled)
    }

    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError> {
        Ok(self.directory.shared.clone())
    }
}
