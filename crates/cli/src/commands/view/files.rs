//! The files that are shown.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::input::{self, Input, Source};

/// The page opens no more.
const MOST: usize = 5000;
/// A browser holds no longer document.
const MOST_BYTES: usize = 256 << 20;

/// The files in order.
pub(super) struct Files {
    all: Vec<File>,
    unreadable: Vec<String>,
}

/// One file.
struct File {
    source: Source,
    /// What cannot be read again.
    kept: Option<Input>,
}

/// A file that has been read.
pub(super) struct Content<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: Cow<'a, [u8]>,
}

impl Files {
    /// The files that arguments name, and those in folders. A named file that cannot be read is an error.
    pub(super) fn of(paths: &[PathBuf]) -> Result<Files> {
        let mut files = Files { all: Vec::new(), unreadable: Vec::new() };
        let sources = input::sources(paths, true)?;
        let mut names = HashSet::new();
        for source in sources.iter() {
            match source {
                Ok(source) if names.insert(source.name.clone()) => files.all.push(File::of(source)?),
                Ok(_) => {}
                Err(reason) => files.unreadable.push(reason),
            }
            if files.all.len() > MOST {
                bail!(
                    "found more than {MOST} files, which is what the page opens; name fewer, or a smaller folder"
                );
            }
        }
        Ok(files)
    }

    /// Number of files.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Why parts of folders could not be read.
    pub(super) fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    /// Their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|file| file.source.name.as_str())
    }

    /// Name of a file; empty if there is no such file.
    pub(super) fn name(&self, number: usize) -> &str {
        self.all.get(number).map_or("", |file| file.source.name.as_str())
    }

    /// The path of a file that can change.
    pub(super) fn path(&self, number: usize) -> Option<&Path> {
        let file = self.all.get(number)?;
        file.source.path.as_deref().filter(|_| file.kept.is_none())
    }

    /// What a file holds now; `None` if there is no such file.
    pub(super) fn read(&self, number: usize) -> Option<Result<Cow<'_, [u8]>>> {
        self.all.get(number).map(File::read)
    }

    /// Reads all of them for one document.
    pub(super) fn read_all(&self) -> Result<Vec<Content<'_>>> {
        let mut size = 0;
        let mut all = Vec::with_capacity(self.len());
        for file in &self.all {
            let bytes = file.read()?;
            size += bytes.len();
            if size > MOST_BYTES {
                bail!("the files have more than the {MOST_BYTES} bytes that fit into one page; name fewer");
            }
            all.push(Content { name: &file.source.name, bytes });
        }
        Ok(all)
    }
}

impl File {
    fn of(source: Source) -> Result<File> {
        let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        // Standard input and pipes can be read once; a path that leads nowhere is reported here.
        let is_read_now = !source.found && !source.path.as_deref().is_some_and(is_file);
        let kept = if is_read_now { Some(source.read()?) } else { None };
        Ok(File { source, kept })
    }

    fn read(&self) -> Result<Cow<'_, [u8]>> {
        if let Some(kept) = &self.kept {
            return Ok(Cow::Borrowed(kept.bytes()));
        }
        let input = self.source.read()?;
        input.claim();
        Ok(Cow::Owned(input.into_bytes()))
    }
}
