//! The symbols of a folder of libraries, kept in one file.
//!
//! Reading the tables of a thousand libraries takes a thousand files to be opened; an [`Index`] takes one. A plan asks it for the names that
//! it needs, and of the index only the list of files, a page of names for each question and the records of the needed libraries are read. The
//! index compares names, sizes and times of the files with what it has noted, and reads anew what changed.
//!
//! `docs/dx/link-index.md` describes the bytes. [`Files`] is the same without an index.

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

/// Usual name of the index of a folder.
pub const FILE_NAME: &str = ".glassbox-index";

/// The index of a folder, up to date.
pub struct Index<'s> {
    view: View<'s>,
    directory: Directory,
    entries: HashMap<u32, Entry>,
    /// What opening it found and did.
    pub refreshed: Refreshed,
}

impl<'s> Index<'s> {
    /// Opens the index of a folder and brings it up to date. A damaged one is made anew from what is left of it; where it cannot be
    /// written, it is used from memory.
    ///
    /// # Errors
    ///
    /// When the folder or one of its files cannot be read.
    pub fn open(
        store: &'s mut dyn Store,
        folder: &mut dyn Folder,
        limits: &Limits,
    ) -> Result<Index<'s>, CatalogueError> {
        let mut view = View::new(store);
        let (directory, refreshed) = refresh::refresh(&mut view, folder, limits)?;
        Ok(Index {
            view,
            directory,
            entries: HashMap::new(),
            refreshed,
        })
    }

    /// Names of the files, in order.
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
        let damaged = || {
            CatalogueError(format!(
                "found a damaged record of library {library} in the index"
            ))
        };
        let file = self.directory.files.get(library as usize).ok_or_else(damaged)?;
        let bytes = log::content(&mut self.view, file.place)?;
        let entry = FileEntry::unpack(&bytes).filter(|entry| entry.stamp == file.stamp);
        let entry = entry.ok_or_else(damaged)?.symbols;
        let entry = entry.map(Rc::new).map_err(CatalogueError);
        self.entries.insert(library, entry.clone());
        Ok(entry)
    }

    fn exact(&mut self, _library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError> {
        // Records hold what the code tells already.
        Ok(None)
    }

    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.directory
            .look_up(&mut self.view, without_marker(name), Spelling::Whole)
    }

    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.directory.look_up(&mut self.view, name, Spelling::Unmangled)
    }

    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError> {
        Ok(self.directory.shared.clone())
    }
}
