//! Cache of library symbols: from tables first, from code if tables do not suffice.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::symbols::library::{FunctionSymbol, Visibility};
use glassbox_dxil::without_marker;

use super::catalogue::{Catalogue, CatalogueError};

/// Library with loaded symbols.
pub(super) struct Known {
    pub(super) symbols: Rc<LibrarySymbols>,
    /// Function indices by name, without a leading byte 0x01.
    places: HashMap<Vec<u8>, u32>,
    /// True if the code was read or cannot be.
    is_sharp: bool,
}

impl Known {
    fn new(symbols: Rc<LibrarySymbols>) -> Known {
        let mut places = HashMap::with_capacity(symbols.functions.len());
        for (place, function) in (0u32..).zip(&symbols.functions) {
            places.entry(without_marker(&function.name).to_vec()).or_insert(place);
        }
        Known { symbols, places, is_sharp: false }
    }

    /// Looks up a function by name.
    pub(super) fn function(&self, name: &[u8]) -> Option<&FunctionSymbol> {
        self.symbols.functions.get(self.place(name)? as usize)
    }

    /// Index of a function.
    pub(super) fn place(&self, name: &[u8]) -> Option<u32> {
        self.places.get(without_marker(name)).copied()
    }

    /// Names of some functions.
    pub(super) fn names(&self, places: &[u32]) -> Vec<Vec<u8>> {
        let functions = places.iter().filter_map(|&place| self.symbols.functions.get(place as usize));
        functions.map(|function| function.name.clone()).collect()
    }
}

/// Symbol cache of a catalogue.
pub(super) struct Shelf<'c> {
    pub(super) catalogue: &'c mut dyn Catalogue,
    known: HashMap<u32, Known>,
    /// Files that are not libraries, with the reason.
    pub(super) unusable: BTreeMap<u32, String>,
    /// Functions assumed to be exported for lack of information.
    pub(super) guessed: Vec<(u32, Vec<u8>)>,
}

impl<'c> Shelf<'c> {
    pub(super) fn new(catalogue: &'c mut dyn Catalogue) -> Shelf<'c> {
        Shelf { catalogue, known: HashMap::new(), unusable: BTreeMap::new(), guessed: Vec::new() }
    }

    /// A library; `None` for other files.
    pub(super) fn get(&mut self, library: u32) -> Result<Option<&Known>, CatalogueError> {
        if !self.known.contains_key(&library) && !self.unusable.contains_key(&library) {
            match self.catalogue.symbols(library)? {
                Ok(symbols) => {
                    self.known.insert(library, Known::new(symbols));
                }
                Err(reason) => {
                    self.unusable.insert(library, reason.0);
                }
            }
        }
        Ok(self.known.get(&library))
    }

    /// A library with the symbols of its code, if available.
    pub(super) fn sharp(&mut self, library: u32) -> Result<Option<&Known>, CatalogueError> {
        if self.get(library)?.is_some_and(|known| !known.is_sharp) {
            let exact = self.catalogue.exact(library)?;
            if let Some(known) = self.known.get_mut(&library) {
                if let Some(symbols) = exact {
                    *known = Known::new(symbols);
                }
                known.is_sharp = true;
            }
        }
        Ok(self.known.get(&library))
    }

    /// True if a library exports a function. If tables do not show this, the code is read; if that
    /// does not show it either, the function counts as exported.
    pub(super) fn exports(&mut self, library: u32, name: &[u8]) -> Result<bool, CatalogueError> {
        let visibility = |known: Option<&Known>| Some(known?.function(name)?.visibility);
        let mut found = visibility(self.get(library)?);
        if found == Some(Visibility::Unknown) {
            found = visibility(self.sharp(library)?);
            if found == Some(Visibility::Unknown) {
                let guess = (library, name.to_vec());
                if !self.guessed.contains(&guess) {
                    self.guessed.push(guess);
                }
            }
        }
        Ok(found.is_some_and(|found| found != Visibility::Internal))
    }

    /// Libraries that export a function, in order.
    pub(super) fn definers(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        let mut found = Vec::new();
        for library in self.catalogue.exporters(name)? {
            if self.exports(library, name)? {
                found.push(library);
            }
        }
        Ok(found)
    }
}
