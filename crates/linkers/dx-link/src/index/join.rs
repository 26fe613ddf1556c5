//! Concatenates catalogues: files named explicitly, then folders.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use glassbox_dxcontainer::symbols::LibrarySymbols;

use crate::plan::{Catalogue, CatalogueError, Entry, Shared};

/// Catalogues in lookup order.
pub struct Joined<'c> {
    parts: Vec<Box<dyn Catalogue + 'c>>,
    /// Path prefix of each catalogue's names.
    folders: Vec<String>,
    hidden: BTreeSet<u32>,
}

impl<'c> Joined<'c> {
    /// Concatenates catalogues.
    pub fn new(parts: Vec<Box<dyn Catalogue + 'c>>) -> Joined<'c> {
        Joined { parts, folders: Vec::new(), hidden: BTreeSet::new() }
    }

    /// Sets the path prefix of each catalogue's names, such as `libraries/`: messages name
    /// libraries by path.
    pub fn folders(mut self, folders: Vec<String>) -> Joined<'c> {
        self.folders = folders;
        self
    }

    /// Hides a library, for example if a file named explicitly is also in one of the folders.
    pub fn hide(&mut self, library: u32) {
        self.hidden.insert(library);
    }

    /// The catalogue that contains a library, and the library's number in it.
    fn part(&mut self, library: u32) -> Result<(&mut Box<dyn Catalogue + 'c>, u32), CatalogueError> {
        let mut left = library;
        for part in &mut self.parts {
            match left.checked_sub(part.count()) {
                Some(less) => left = less,
                None => return Ok((part, left)),
            }
        }
        Err(CatalogueError(format!("found library {library}, which is in no folder")))
    }

    fn gather(
        &mut self,
        mut ask: impl FnMut(&mut Box<dyn Catalogue + 'c>) -> Result<Vec<u32>, CatalogueError>,
    ) -> Result<Vec<u32>, CatalogueError> {
        let mut base = 0;
        let mut found = Vec::new();
        for part in &mut self.parts {
            found.extend(ask(part)?.into_iter().map(|library| base + library));
            base += part.count();
        }
        found.retain(|library| !self.hidden.contains(library));
        Ok(found)
    }
}

impl Catalogue for Joined<'_> {
    fn count(&self) -> u32 {
        self.parts.iter().map(|part| part.count()).sum()
    }

    fn name(&self, library: u32) -> String {
        let mut left = library;
        for (number, part) in self.parts.iter().enumerate() {
            match left.checked_sub(part.count()) {
                Some(less) => left = less,
                None => {
                    let folder = self.folders.get(number).map_or("", String::as_str);
                    return format!("{folder}{}", part.name(left));
                }
            }
        }
        String::new()
    }

    fn symbols(&mut self, library: u32) -> Result<Entry, CatalogueError> {
        let (part, library) = self.part(library)?;
        part.symbols(library)
    }

    fn exact(&mut self, library: u32) -> Result<Option<Rc<LibrarySymbols>>, CatalogueError> {
        let (part, library) = self.part(library)?;
        part.exact(library)
    }

    fn exporters(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.gather(|part| part.exporters(name))
    }

    fn exporters_unmangled(&mut self, name: &[u8]) -> Result<Vec<u32>, CatalogueError> {
        self.gather(|part| part.exporters_unmangled(name))
    }

    fn shared(&mut self) -> Result<Vec<Shared>, CatalogueError> {
        let mut found: Vec<Shared> = Vec::new();
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut base = 0;
        for number in 0..self.parts.len() {
            let Some(part) = self.parts.get_mut(number) else {
                break;
            };
            let count = part.count();
            // Available names are looked up in all parts. A shared name that would require reading
            // two parts is found when the plan looks it up.
            let shared = match part.names() {
                Some(names) => names
                    .into_iter()
                    .map(|name| self.exporters(&name).map(|libraries| Shared { name, libraries }))
                    .collect::<Result<Vec<_>, _>>()?,
                None => {
                    let mut shared = part.shared()?;
                    let libraries = shared.iter_mut().flat_map(|shared| &mut shared.libraries);
                    libraries.for_each(|library| *library += base);
                    shared
                }
            };
            for one in shared {
                let count = found.len();
                match found.get_mut(*places.entry(one.name.clone()).or_insert(count)) {
                    Some(known) => known.libraries.extend(one.libraries),
                    None => found.push(one),
                }
            }
            base += count;
        }
        for shared in &mut found {
            shared.libraries.sort_unstable();
            shared.libraries.dedup();
            shared.libraries.retain(|library| !self.hidden.contains(library));
        }
        found.retain(|shared| shared.libraries.len() > 1);
        Ok(found)
    }

    fn is_hidden(&self, library: u32) -> bool {
        self.hidden.contains(&library)
    }

    fn unusable(&mut self) -> Vec<(u32, String)> {
        let mut base = 0;
        let mut found = Vec::new();
        for part in &mut self.parts {
            found.extend(part.unusable().into_iter().map(|(library, reason)| (base + library, reason)));
            base += part.count();
        }
        found
    }

    fn names(&mut self) -> Option<Vec<Vec<u8>>> {
        let parts = self.parts.iter_mut().map(|part| part.names());
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    }
}
