//! Where included files are found: beside the file that names them, then in the folders of the project.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::sources::{Files, beside, join};

/// Finds files by the names that sources give them. A file is read once, however many stages include it.
pub struct Search<'s> {
    files: &'s dyn Files,
    folders: Vec<String>,
    read: Mutex<HashMap<String, Option<String>>>,
}

impl<'s> Search<'s> {
    /// A search in some folders, which are tried in order.
    #[must_use]
    pub fn new(files: &'s dyn Files, folders: Vec<String>) -> Search<'s> {
        Search {
            files,
            folders,
            read: Mutex::new(HashMap::new()),
        }
    }

    /// The path and the text of the file that `from` calls so. Files that are no UTF-8 are as good as missing.
    #[must_use]
    pub fn text(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.candidates(name, from)
            .into_iter()
            .find_map(|path| self.read(&path).map(|text| (path, text)))
    }

    /// Where files of some names would be looked for.
    #[must_use]
    pub fn places(&self, names: &[String], from: &str) -> Vec<String> {
        names
            .iter()
            .flat_map(|name| self.candidates(name, from))
            .collect()
    }

    fn candidates(&self, name: &str, from: &str) -> Vec<String> {
        let mut paths = vec![beside(from, name)];
        for folder in &self.folders {
            let path = join(folder, name);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    fn read(&self, path: &str) -> Option<String> {
        let known = self.read.lock().ok()?.get(path).cloned();
        if let Some(known) = known {
            return known;
        }
        let bytes = self.files.read(path).ok();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        self.read.lock().ok()?.insert(path.to_owned(), text.clone());
        text
    }
}
