//! Reads files and folders for planning: byte ranges, whole files only when the plan needs them.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use glassbox::plan::{CatalogueError, FILE_NAME, Folder, Stamp, Store};

use crate::gate;
use crate::identity::Identity;
use crate::output::write_in_place;

/// Files that were named, or those of a folder.
pub(super) struct Disk {
    /// Base directory of relative names; empty for named files.
    base: PathBuf,
    /// Index file, which is not among the files.
    index: PathBuf,
    /// The file that was read last; tables are read range by range.
    open: Option<(String, File)>,
}

impl Disk {
    /// Files by their paths.
    pub(super) fn named() -> Disk {
        Disk { base: PathBuf::new(), index: PathBuf::new(), open: None }
    }

    /// The files of a folder.
    pub(super) fn folder(folder: &Path, index: &Path) -> Disk {
        Disk { base: folder.to_owned(), index: index.to_owned(), open: None }
    }

    /// Size and time of a file.
    pub(super) fn stamp(&self, name: &str) -> Result<Stamp, CatalogueError> {
        let path = self.base.join(name);
        let metadata = fs::metadata(&path).map_err(|error| failure(&path, &error))?;
        if metadata.is_file() {
            gate::add_input(Identity::new(&path, &metadata));
            Ok(stamp(name, &metadata))
        } else {
            Err(CatalogueError(format!("{} is not a file", path.display())))
        }
    }
}

fn failure(path: &Path, error: &std::io::Error) -> CatalogueError {
    CatalogueError(format!("{}: {error}", path.display()))
}

fn stamp(name: &str, metadata: &fs::Metadata) -> Stamp {
    let modified = metadata.modified().ok();
    let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Stamp {
        name: name.to_owned(),
        size: metadata.len(),
        modified: since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)),
    }
}

impl Folder for Disk {
    fn list(&mut self) -> Result<Vec<Stamp>, CatalogueError> {
        let entries = fs::read_dir(&self.base).map_err(|error| failure(&self.base, &error))?;
        let mut stamps = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failure(&self.base, &error))?;
            // Names that are not UTF-8 would be ambiguous in the index.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let path = entry.path();
            if name.starts_with(FILE_NAME) || path == self.index {
                continue;
            }
            // A file may be gone since it was listed.
            if let Ok(metadata) = fs::metadata(&path)
                && metadata.is_file()
            {
                stamps.push(stamp(&name, &metadata));
            }
        }
        Ok(stamps)
    }

    fn read(&mut self, name: &str, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let path = self.base.join(name);
        let file = match self.open.take() {
            Some((open, file)) if open == name => Ok(file),
            _ => File::open(&path),
        };
        let mut file = file.map_err(|error| failure(&path, &error))?;
        let bytes = read(&mut file, &range).map_err(|error| failure(&path, &error))?;
        self.open = Some((name.to_owned(), file));
        Ok(bytes)
    }
}

/// Reads exactly the bytes of a range; a shorter file is an error, and nothing is allocated for missing bytes.
fn read(file: &mut File, range: &Range<u64>) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(range.start))?;
    let wanted = range.end.saturating_sub(range.start);
    let mut bytes = Vec::new();
    std::io::Read::by_ref(file).take(wanted).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == wanted { Ok(bytes) } else { Err(std::io::ErrorKind::UnexpectedEof.into()) }
}

/// An index file.
pub(super) struct IndexFile {
    path: PathBuf,
    open: Option<File>,
}

impl IndexFile {
    pub(super) fn new(path: &Path) -> IndexFile {
        IndexFile { path: path.to_owned(), open: None }
    }
}

impl Store for IndexFile {
    fn size(&mut self) -> Result<u64, CatalogueError> {
        match fs::metadata(&self.path) {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(failure(&self.path, &error)),
        }
    }

    fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let file = match self.open.take() {
            Some(file) => Ok(file),
            None => File::open(&self.path),
        };
        let mut file = file.map_err(|error| failure(&self.path, &error))?;
        let bytes = read(&mut file, &range).map_err(|error| failure(&self.path, &error))?;
        self.open = Some(file);
        Ok(bytes)
    }

    fn write(&mut self, from: u64, bytes: &[u8]) -> Result<(), CatalogueError> {
        self.open = None;
        if from == 0 {
            // Others that read it keep the old one.
            return write_in_place(&self.path, bytes).map_err(|error| CatalogueError(format!("{error:#}")));
        }
        let write = || {
            let mut file = OpenOptions::new().write(true).open(&self.path)?;
            file.set_len(from)?;
            file.seek(SeekFrom::Start(from))?;
            file.write_all(bytes)
        };
        write().map_err(|error| failure(&self.path, &error))
    }
}
