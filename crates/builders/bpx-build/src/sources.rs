//! Registers the files that a build reads, each once, under the number that findings use.

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use glassbox_core::diagnostic::Location;

/// File access. Paths are as written in the project file and sources, joined with `/`.
pub trait Files: Sync {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The I/O error.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// In-memory files, for tests and embedding.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Bytes by path.
    pub files: HashMap<String, Vec<u8>>,
}

impl Files for Memory {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let found = self.files.get(path).cloned();
        found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }
}

/// File read by the build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Path as requested.
    pub name: String,
    /// Text; empty for a binary file.
    pub text: String,
    /// Bytes of a binary file; empty for a text.
    pub bytes: Vec<u8>,
}

/// All files of a build, indexed by number; the project file is 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a text and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.push(SourceFile { name: name.into(), text: text.into(), bytes: Vec::new() })
    }

    /// Adds a binary file and returns its number.
    pub(crate) fn add_binary(&mut self, name: String, bytes: Vec<u8>) -> u32 {
        self.push(SourceFile { name, text: String::new(), bytes })
    }

    fn push(&mut self, file: SourceFile) -> u32 {
        let number = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.files.push(file);
        number
    }

    /// Replaces the text of a file.
    pub(crate) fn replace(&mut self, number: u32, text: String) {
        if let Some(file) = self.files.get_mut(number as usize) {
            file.text = text;
        }
    }

    /// Files by number.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// File by number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&SourceFile> {
        self.files.get(number as usize)
    }

    /// Location in a file.
    #[must_use]
    pub fn location(&self, number: u32, range: Range<usize>) -> Location {
        let text = self.get(number).map_or("", |file| file.text.as_str());
        Location::in_text(text, range).input(number)
    }
}

/// Resolves a path relative to the folder of `file`; `..` and `.` are removed where possible.
#[must_use]
pub fn beside(file: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    join(folder, path)
}

/// Joins a folder and a path.
#[must_use]
pub fn join(folder: &str, path: &str) -> String {
    let is_rooted = folder.starts_with('/') || path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    let folder = if path.starts_with('/') { "" } else { folder };
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let joined = parts.join("/");
    if is_rooted { format!("/{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn paths_are_relative_to_the_file_that_writes_them() {
        for (file, path, expected) in [
            ("pipeline.toml", "a.vert", "a.vert"),
            ("shaders/p.toml", "../common/x.glsl", "common/x.glsl"),
            ("/abs/p.toml", "./a.vert", "/abs/a.vert"),
            ("p.toml", "/abs/a.vert", "/abs/a.vert"),
            ("../p.toml", "../a", "../../a"),
        ] {
            assert_eq!(beside(file, path), expected, "{file} {path}");
        }
    }
}
