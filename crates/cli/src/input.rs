//! Inputs: files, standard input, and what stands in directories.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox_core::diagnostic::Diagnostic;

use crate::mapped::Mapped;

/// Smaller files are read instead of mapped; a map costs more than it saves there.
const MAP_FROM: u64 = 64 * 1024;

/// Something that can be read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Name as it was given, or as it was found.
    pub(crate) name: String,
    /// `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// Whether it was found in a directory rather than named.
    pub(crate) found: bool,
}

impl Source {
    /// The source of an argument.
    pub(crate) fn new(path: &Path) -> Source {
        let stdin = path.as_os_str() == "-";
        Source {
            name: path.display().to_string(),
            path: (!stdin).then(|| path.to_owned()),
            found: false,
        }
    }

    /// Reads or maps the bytes.
    pub(crate) fn read(&self) -> Result<Input> {
        let data = match &self.path {
            None => Data::Owned(read_stdin()?),
            Some(path) => read_file(path).map_err(|error| anyhow::anyhow!("{}: {error:#}", self.name))?,
        };
        Ok(Input {
            name: self.name.clone(),
            data,
        })
    }
}

fn read_stdin() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut stdin = std::io::stdin().lock();
    stdin
        .read_to_end(&mut bytes)
        .context("standard input cannot be read")?;
    Ok(bytes)
}

fn read_file(path: &Path) -> Result<Data> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        bail!("is a directory; add -r to read what is in it");
    }
    if metadata.is_file() && metadata.len() >= MAP_FROM {
        // Some file systems cannot map; reading always works.
        if let Ok(mapped) = Mapped::new(&file) {
            return Ok(Data::Mapped(mapped));
        }
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Data::Owned(bytes))
}

/// A file that has been read.
#[derive(Debug)]
pub(crate) struct Input {
    /// Name as it was given, or as it was found.
    pub(crate) name: String,
    data: Data,
}

#[derive(Debug)]
enum Data {
    Owned(Vec<u8>),
    Mapped(Mapped),
}

impl Input {
    /// The bytes as they are.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.data {
            Data::Owned(bytes) => bytes,
            Data::Mapped(mapped) => mapped,
        }
    }

    /// The bytes that the input stands for: a text form is assembled.
    pub(crate) fn binary(&self) -> Result<Cow<'_, [u8]>, Vec<Diagnostic>> {
        glassbox::binary(self.bytes())
    }

    /// The input as text; what is not UTF-8 is replaced.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes())
    }
}

/// The sources that arguments stand for, in order; directories only with `recursive`. A directory that cannot be read
/// becomes an `Err` in its place.
pub(crate) fn sources(files: &[PathBuf], recursive: bool) -> Result<Vec<Result<Source, String>>> {
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("standard input can be read only once");
    }
    let mut all = Vec::new();
    for path in files {
        if recursive && path.is_dir() {
            walk(path, &mut all);
        } else {
            all.push(Ok(Source::new(path)));
        }
    }
    Ok(all)
}

/// Every file under a directory, by name. Shaders often lie in folders that version control ignores, so no ignore file is
/// heeded; only the innards of `.git` are left out.
fn walk(directory: &Path, all: &mut Vec<Result<Source, String>>) {
    let walk = ignore::WalkBuilder::new(directory)
        .standard_filters(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .sort_by_file_name(|a, b| a.cmp(b))
        .build();
    for entry in walk {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => all.push(Ok(Source {
                name: entry.path().display().to_string(),
                path: Some(entry.into_path()),
                found: true,
            })),
            Ok(_) => {}
            Err(error) => all.push(Err(error.to_string())),
        }
    }
}
