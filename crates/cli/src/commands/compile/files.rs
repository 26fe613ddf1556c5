//! Reads the sources of programs and what they include, each file once in a run, and keeps which were looked for.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use glassbox::bpx_build::sources::{beside, join};
use glassbox::programs::digest::{Digest, digest};
use glassbox_syntax::source::{Include, Included};

use crate::input::read_path;

/// A text that was read.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) text: Arc<str>,
    pub(super) digest: Digest,
}

/// Files of a run; `None` for those that are not there.
#[derive(Default)]
pub(crate) struct Files {
    known: Mutex<HashMap<String, Option<Text>>>,
}

impl Files {
    /// The text of a file; invalid UTF-8 becomes U+FFFD.
    pub(super) fn text(&self, path: &str) -> Option<Text> {
        // The map stays whole after a panic elsewhere.
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(path) {
            return known.clone();
        }
        let bytes = Path::new(path).is_file().then(|| read_path(Path::new(path)).ok()).flatten();
        let found = bytes.map(|bytes| Text {
            digest: digest(&bytes),
            text: String::from_utf8_lossy(&bytes).into_owned().into(),
        });
        lock().insert(path.to_owned(), found.clone());
        found
    }

    /// Adds a text that is no file, such as standard input.
    pub(super) fn add(&self, path: &str, text: &str) {
        let found = Text { digest: digest(text.as_bytes()), text: text.into() };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(path.to_owned(), Some(found));
    }
}

/// The includes of one program.
pub(crate) struct Includes<'f> {
    files: &'f Files,
    folders: &'f [String],
    looked: Mutex<Vec<String>>,
}

impl<'f> Includes<'f> {
    /// Included files are searched next to the including one, and then in folders.
    pub(crate) fn new(files: &'f Files, folders: &'f [String]) -> Includes<'f> {
        Includes { files, folders, looked: Mutex::new(Vec::new()) }
    }

    fn note(&self, path: &str) {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if !looked.iter().any(|known| known == path) {
            looked.push(path.to_owned());
        }
    }

    /// Paths that were looked for, in order.
    pub(super) fn looked(&self) -> Vec<String> {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Include for Includes<'_> {
    fn find(&self, path: &str, is_system: bool, from: &str) -> Option<Included> {
        let own = (!is_system).then(|| beside(from, path));
        let folders = self.folders.iter().map(|folder| join(folder, path));
        own.into_iter().chain(folders).find_map(|name| {
            self.note(&name);
            let text = self.files.text(&name)?.text.to_string();
            Some(Included { name, text })
        })
    }

    fn known(&self, from: &str) -> Vec<String> {
        let own = Path::new(from).parent().map_or_else(String::new, |folder| folder.display().to_string());
        let mut names = Vec::new();
        for folder in std::iter::once(&own).chain(self.folders) {
            let folder = if folder.is_empty() { "." } else { folder };
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(1000);
            names.extend(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        names.sort();
        names
    }
}
