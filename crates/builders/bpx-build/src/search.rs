//! Finds included files: next to the including file, then in the project's folders, then in its
//! libraries.

use std::collections::HashMap;
use std::io;
use std::sync::Mutex;

use crate::library::Library;
use crate::sources::{Files, beside, join};

/// Finds files by the names used in sources. Each file is read once for all stages.
pub struct Search<'s> {
    files: &'s dyn Files,
    folders: Vec<String>,
    libraries: Vec<Library>,
    read: Mutex<HashMap<String, Option<String>>>,
    broken: Mutex<Vec<(String, usize)>>,
}

impl<'s> Search<'s> {
    /// Creates a search in some folders, in order, and then in libraries.
    #[must_use]
    pub fn new(files: &'s dyn Files, folders: Vec<String>, libraries: Vec<Library>) -> Search<'s> {
        Search { files, folders, libraries, read: Mutex::new(HashMap::new()), broken: Mutex::new(Vec::new()) }
    }

    /// Path and text of the file that `from` refers to by `name`. Invalid UTF-8 becomes U+FFFD and
    /// is listed by [`broken`](Self::broken).
    #[must_use]
    pub fn text(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.candidates(name, from).into_iter().find_map(|path| self.read(&path).map(|text| (path, text)))
    }

    /// Paths where files of these names would be searched.
    #[must_use]
    pub fn places(&self, names: &[String], from: &str) -> Vec<String> {
        names.iter().flat_map(|name| self.candidates(name, from)).collect()
    }

    fn candidates(&self, name: &str, from: &str) -> Vec<String> {
        let mut paths = vec![beside(from, name)];
        let libraries = self.libraries.iter().map(|library| &library.path);
        for folder in self.folders.iter().chain(libraries) {
            let path = join(folder, name);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    /// Paths of files with invalid UTF-8, with the offset of the first invalid byte.
    #[must_use]
    pub fn broken(&self) -> Vec<(String, usize)> {
        let mut broken = self.broken.lock().map_or_else(|_| Vec::new(), |broken| broken.clone());
        broken.sort_unstable();
        broken
    }

    /// The libraries.
    #[must_use]
    pub fn libraries(&self) -> &[Library] {
        &self.libraries
    }

    /// Contents of a file or of a library object.
    ///
    /// # Errors
    ///
    /// The I/O error.
    pub fn bytes(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut libraries = self.libraries.iter();
        match libraries.find_map(|library| library.read(path)) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => self.files.read(path),
        }
    }

    fn read(&self, path: &str) -> Option<String> {
        let known = self.read.lock().ok()?.get(path).cloned();
        if let Some(known) = known {
            return known;
        }
        let text = self.bytes(path).ok().map(|bytes| match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                if let Ok(mut broken) = self.broken.lock() {
                    broken.push((path.to_owned(), error.utf8_error().valid_up_to()));
                }
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }
        });
        self.read.lock().ok()?.insert(path.to_owned(), text.clone());
        text
    }
}
