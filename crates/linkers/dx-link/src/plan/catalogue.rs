//! Where the planner learns of libraries and their symbols.

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxil::{unmangled, without_marker};

/// The libraries that a link may take, in the order in which they are tried.
///
/// Names are compared without the byte 0x01 in front. Functions that *may* be exported count as exported here; the planner asks for
/// the [exact](Catalogue::exact) symbols before it relies on one.
pub trait Catalogue {
    /// Number of libraries.
    fn count(&self) -> u32;

    /// The name of a library for messages.
    fn name(&self, library: u32) -> String;

    /// The symbols of a library, or why there are none.
    ///
    /// # Errors
    ///
    /// When the catalogue itself cannot be read.
    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError>;

    /// The symbols of a library as its code tells them; `None` when nothing tells more than is known already.
    ///
    /// # Errors
    ///
    /// When the catalogue itself cannot be read.
    fn exact(&mut self, library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError>;

    /// The libraries that export a function, in order, each once. It may name libraries that do not after all.
    ///
    /// # Errors
    ///
    /// When the catalogue itself cannot be read.
    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError>;

    /// The libraries that export a function whose name in the source is this one, in order, each once. It may name libraries that do
    /// not after all.
    ///
    /// # Errors
    ///
    /// When the catalogue itself cannot be read.
    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError>;

    /// The names that several libraries export, each with the libraries in order, in the order of the first of them.
    ///
    /// # Errors
    ///
    /// When the catalogue itself cannot be read.
    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError>;

    /// Whether a library is not to be taken, as where it stands in the catalogue twice. It is not unused either.
    fn is_hidden(&self, _library: u32) -> bool {
        false
    }

    /// Files that are no libraries, with the reason, where that is at hand.
    fn unusable(&mut self) -> Vec<(u32, String)> {
        Vec::new()
    }

    /// All exported names, without the byte 0x01 in front, where they are at hand; `None` where they would have to be read.
    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        None
    }
}

/// A library in a catalogue: its symbols, or why it has none.
pub type Entry = Result<Rc<LibrarySymbols>, CatalogueError>;

/// A name that several libraries export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The name, without the byte 0x01 in front.
    pub name: Vec<u8>,
    /// The libraries, in order.
    pub libraries: Vec<u32>,
}

/// Why a catalogue, or a library in it, cannot be read: one sentence, lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueError(pub String);

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CatalogueError {}

/// A library that is held in memory.
#[derive(Clone, Debug)]
pub struct Library {
    /// Name for messages.
    pub name: String,
    /// Its symbols, or why there are none.
    pub symbols: Entry,
    /// The symbols as the code tells them, where `symbols` come from tables.
    pub exact: Option<Rc<LibrarySymbols>>,
}

impl Library {
    /// A library whose symbols are known.
    pub fn new(name: impl Into<String>, symbols: LibrarySymbols) -> Library {
        Library {
            name: name.into(),
            symbols: Ok(Rc::new(symbols)),
            exact: None,
        }
    }

    /// A file that is no library.
    pub fn unusable(name: impl Into<String>, reason: impl Into<String>) -> Library {
        Library {
            name: name.into(),
            symbols: Err(CatalogueError(reason.into())),
            exact: None,
        }
    }

    /// States what the code tells.
    pub fn with_code(mut self, symbols: LibrarySymbols) -> Library {
        self.exact = Some(Rc::new(symbols));
        self
    }
}

/// Libraries that are held in memory, in order.
#[derive(Clone, Debug, Default)]
pub struct Held {
    libraries: Vec<Library>,
    names: HashMap<Vec<u8>, Vec<u32>>,
    unmangled: HashMap<Vec<u8>, Vec<u32>>,
    order: Vec<Vec<u8>>,
}

impl Held {
    /// A catalogue of libraries.
    pub fn new(libraries: Vec<Library>) -> Held {
        let mut held = Held {
            libraries,
            ..Held::default()
        };
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

/// Adds a number that may be the last one already.
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
        self.libraries
            .get(library as usize)
            .map(|library| library.name.clone())
            .unwrap_or_default()
    }

    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError> {
        match self.libraries.get(library as usize) {
            Some(library) => Ok(library.symbols.clone()),
            None => Err(CatalogueError(format!(
                "found library {library}, expected one of {}",
                self.count()
            ))),
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
            Some(Shared {
                name: name.clone(),
                libraries: libraries.clone(),
            })
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
