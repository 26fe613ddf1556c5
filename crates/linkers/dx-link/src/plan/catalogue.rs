//! Catalogue of libraries and symbols that the planner searches.

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxil::{unmangled, without_marker};

/// Libraries available to a link, in lookup order.
///
/// Names are compared without a leading byte 0x01. Functions that *may* be exported count as
/// exported here; the planner requests the [exact](Catalogue::exact) symbols before relying on one.
pub trait Catalogue {
    /// Number of libraries.
    fn count(&self) -> u32;

    /// Name of a library for messages.
    fn name(&self, library: u32) -> String;

    /// Symbols of a library, or the reason why there are none.
    ///
    /// # Errors
    ///
    /// Fails if the catalogue itself cannot be read.
    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError>;

    /// Symbols of a library read from its code; `None` if they would add nothing.
    ///
    /// # Errors
    ///
    /// Fails if the catalogue itself cannot be read.
    fn exact(&mut self, library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError>;

    /// Libraries that export a function, in order, without duplicates. May include false positives.
    ///
    /// # Errors
    ///
    /// Fails if the catalogue itself cannot be read.
    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError>;

    /// Libraries that export a function with this source-level name, in order, without duplicates.
    /// May include false positives.
    ///
    /// # Errors
    ///
    /// Fails if the catalogue itself cannot be read.
    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError>;

    /// Names exported by several libraries, each with these in order; sorted by the first of them.
    ///
    /// # Errors
    ///
    /// Fails if the catalogue itself cannot be read.
    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError>;

    /// True if a library must be ignored, for example because the catalogue lists it twice. It does
    /// not count as unused.
    fn is_hidden(&self, _library: u32) -> bool {
        false
    }

    /// Files that are not libraries, with the reason, as far as known.
    fn unusable(&mut self) -> Vec<(u32, String)> {
        Vec::new()
    }

    /// All exported names, without a leading byte 0x01; `None` if that requires reading files.
    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        None
    }
}

/// Symbols of a library, or the reason why it has none.
pub type Entry = Result<Rc<LibrarySymbols>, CatalogueError>;

/// Name exported by several libraries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The name, without a leading byte 0x01.
    pub name: Vec<u8>,
    /// Library numbers in catalogue order.
    pub libraries: Vec<u32>,
}

/// Reason why a catalogue or a library in it cannot be read: one sentence, lower case, no full
/// stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueError(pub String);

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CatalogueError {}

/// Library in memory.
#[derive(Clone, Debug)]
pub struct Library {
    /// Name for messages.
    pub name: String,
    /// Its symbols, or the reason why there are none.
    pub symbols: Entry,
    /// Symbols read from the code, if `symbols` come from tables.
    pub exact: Option<Rc<LibrarySymbols>>,
}

impl Library {
    /// Library with known symbols.
    pub fn new(name: impl Into<String>, symbols: LibrarySymbols) -> Library {
        Library { name: name.into(), symbols: Ok(Rc::new(symbols)), exact: None }
    }

    /// File that is not a library.
    pub fn unusable(name: impl Into<String>, reason: impl Into<String>) -> Library {
        Library { name: name.into(), symbols: Err(CatalogueError(reason.into())), exact: None }
    }

    /// Adds the symbols read from the code.
    pub fn with_code(mut self, symbols: LibrarySymbols) -> Library {
        self.exact = Some(Rc::new(symbols));
        self
    }
}

/// Catalogue of libraries in memory, in order.
#[derive(Clone, Debug, Default)]
pub struct Held {
    libraries: Vec<Library>,
    names: HashMap<Vec<u8>, Vec<u32>>,
    unmangled: HashMap<Vec<u8>, Vec<u32>>,
    order: Vec<Vec<u8>>,
}

impl Held {
    /// Creates a catalogue.
    pub fn new(libraries: Vec<Library>) -> Held {
        let mut held = Held { libraries, ..Held::default() };
        for (number, library) in (0u32..).zip(&held.libraries) {
            let Ok(symbols) = &library.symbols else { continue };
            for (_, function) in symbols.exports() {
                let name = without_marker(&function.name);
                let libraries = held.names.entry(name.to_vec()).or_default();
                if libraries.is_empty() {
                    held.order.push(name.to_vec());
                }
                add(libraries, number);
                let short = unmangled(&function.name).to_vec();
                add(held.unmangled.entry(short).or_default(), number);
            }
        }
        held
    }
}

/// Appends a number unless it is already the last one.
fn add(numbers: &mut Vec<u32>, number: u32) {
    if numbers.last() != Some(&number) {
        numbers.push(number);
    }
}

impl Catalogue for Held {
    fn count(&self) -> u32 {
        self.libraries.len() as u32
    }

    fn name(&self, library: u32) -> String {
        self.libraries.get(library as usize).map(|library| library.name.clone()).unwrap_or_default()
    }

    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError> {
        match self.libraries.get(library as usize) {
            Some(library) => Ok(library.symbols.clone()),
            None => Err(CatalogueError(format!("found library {library}, expected one of {}", self.count()))),
        }
    }

    fn exact(&mut self, library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError> {
        let library = self.libraries.get(library as usize);
        Ok(library.and_then(|library| library.exact.clone()))
    }

    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        Ok(self.names.get(without_marker(name)).cloned().unwrap_or_default())
    }

    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        Ok(self.unmangled.get(name).cloned().unwrap_or_default())
    }

    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError> {
        let shared = self.order.iter().filter_map(|name| {
            let libraries = self.names.get(name).filter(|libraries| libraries.len() > 1)?;
            Some(Shared { name: name.clone(), libraries: libraries.clone() })
        });
        Ok(shared.collect())
    }

    fn unusable(&mut self) -> Vec<(u32, String)> {
        let libraries = (0u32..).zip(&self.libraries);
        let reasons =
            libraries.filter_map(|(number, library)| Some((number, library.symbols.clone().err()?.0)));
        reasons.collect()
    }

    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        Some(self.order.clone())
    }
}
