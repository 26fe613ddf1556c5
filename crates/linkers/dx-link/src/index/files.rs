//! Catalogue without an index: reads each library's tables once, and its code only on demand.

use std::rc::Rc;

use glassbox_core::limits::Limits;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::symbols::library::Origin;

use crate::plan::{Catalogue, CatalogueError, Entry, Held, Library, Shared};

use super::access::{Folder, Stamp};
use super::scan::{code, glance};

/// Libraries of a folder or of a list of files, in list order.
pub struct Files<'f> {
    folder: &'f mut dyn Folder,
    files: Vec<Stamp>,
    limits: Limits,
    held: Held,
    /// Per file: true if its symbols come from tables only.
    vague: Vec<bool>,
}

impl<'f> Files<'f> {
    /// Reads the tables of some files of a folder; files without tables have their code read.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read.
    pub fn new(
        folder: &'f mut dyn Folder,
        files: Vec<Stamp>,
        limits: &Limits,
    ) -> Result<Files<'f>, CatalogueError> {
        let mut libraries = Vec::with_capacity(files.len());
        let mut vague = Vec::with_capacity(files.len());
        for stamp in &files {
            let glance = glance(folder, stamp, limits)?;
            let is_vague = glance.symbols.is_ok();
            let symbols = match glance.symbols {
                Err(reason) if glance.has_code => code(folder, stamp, limits)?.unwrap_or(Err(reason)),
                symbols => symbols,
            };
            vague.push(is_vague && symbols.as_ref().is_ok_and(|symbols| symbols.origin != Origin::Code));
            libraries.push(Library {
                name: stamp.name.clone(),
                symbols: symbols.map(Rc::new).map_err(CatalogueError),
                exact: None,
            });
        }
        Ok(Files { folder, files, limits: *limits, held: Held::new(libraries), vague })
    }
}

impl Catalogue for Files<'_> {
    fn count(&self) -> u32 {
        self.held.count()
    }

    fn name(&self, library: u32) -> String {
        self.held.name(library)
    }

    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError> {
        self.held.symbols(library)
    }

    fn exact(&mut self, library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError> {
        let index = library as usize;
        let (Some(stamp), Some(true)) = (self.files.get(index), self.vague.get(index)) else {
            return Ok(None);
        };
        let symbols = code(self.folder, stamp, &self.limits)?;
        Ok(symbols.and_then(Result::ok).map(Rc::new))
    }

    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.held.exporters(name)
    }

    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.held.exporters_unmangled(name)
    }

    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError> {
        self.held.shared()
    }

    fn unusable(&mut self) -> Vec<(u32, String)> {
        self.held.unusable()
    }

    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        self.held.names()
    }
}
