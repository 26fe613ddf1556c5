//! Reads inputs: files, standard input, and the contents of directories.
//!
//! Files are read whole. A file that another process truncates or removes meanwhile is an error of that file; a memory
//! map could not report it.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;

use crate::gate;
use crate::identity::Identity;

/// Maximum size of a file of known size, bytes.
const SIZED: u64 = 4 << 30;
/// Maximum number of bytes of an input of unknown size, such as a pipe or a device, which may never end.
const UNSIZED: u64 = 256 << 20;
/// Minimum size of a file that is read in ranges if a few suffice.
const SPARSE_FROM: u64 = 1 << 20;
/// Bytes needed to recognise a text that spells a binary.
const BEGINNING: usize = 64 << 10;

/// Value of `--max-input`.
static LIMIT: OnceLock<u64> = OnceLock::new();

/// Sets the maximum number of bytes read from one input.
pub(crate) fn set_limit(bytes: u64) {
    let _ = LIMIT.set(bytes);
}

/// A readable input.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Name as it was given, or as it was found.
    pub(crate) name: String,
    /// `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// True if it was found in a directory rather than named.
    pub(crate) found: bool,
}

impl Source {
    /// The source of an argument.
    pub(crate) fn new(path: &Path) -> Source {
        let stdin = path.as_os_str() == "-";
        Source { name: path.display().to_string(), path: (!stdin).then(|| path.to_owned()), found: false }
    }

    /// A source that was found in a directory.
    fn found(path: &Path) -> Source {
        Source { name: path.display().to_string(), path: Some(path.to_owned()), found: true }
    }

    /// Opens a file for partial reads, as an input of this run. `None` if it must be read whole: if it is not a regular
    /// file, or is text that spells a binary.
    pub(crate) fn open(&self) -> Result<Option<InputFile>> {
        let Some(path) = &self.path else { return Ok(None) };
        let open = || -> io::Result<Option<InputFile>> {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            let size = metadata.len();
            if !metadata.is_file() || size < SPARSE_FROM {
                return Ok(None);
            }
            let mut beginning = vec![0; BEGINNING];
            read_at(&file, 0, &mut beginning)?;
            if glassbox::is_spelled(&beginning) {
                return Ok(None);
            }
            gate::add_input(Identity::new(path, &metadata));
            Ok(Some(InputFile { file, size }))
        };
        open().map_err(|error| anyhow::anyhow!("{}: {error}", self.name))
    }

    /// Reads the bytes. A named source then counts as an input of this run; one found in a directory only if its
    /// format is relevant ([`Input::claim`]).
    pub(crate) fn read(&self) -> Result<Input> {
        let (bytes, identity) = match &self.path {
            None => (read_stdin()?, Identity::of_stdin()),
            Some(path) => read_file(path).map_err(|error| anyhow::anyhow!("{}: {error:#}", self.name))?,
        };
        let input = Input { name: self.name.clone(), bytes, identity };
        if !self.found {
            input.claim();
        }
        Ok(input)
    }
}

/// Reads the bytes of a file that its list of parts needs; the rest is zero if the format allows it.
pub(crate) fn read_for_parts(
    path: &Path,
    as_format: Option<&'static dyn Format>,
    limits: &Limits,
) -> Result<Input> {
    let source = Source::new(path);
    let Some(path) = &source.path else {
        return source.read();
    };
    let sparse = || -> io::Result<Option<(Vec<u8>, Option<Identity>)>> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let limit = LIMIT.get().copied().unwrap_or(SIZED);
        if !metadata.is_file() || !(SPARSE_FROM..=limit).contains(&metadata.len()) {
            return Ok(None);
        }
        let mut read = |at: u64, place: &mut [u8]| read_at(&file, at, place);
        let bytes = glassbox::bytes_for_parts(metadata.len(), as_format, limits, &mut read)?;
        Ok(bytes.map(|bytes| (bytes, Identity::new(path, &metadata))))
    };
    let sparse = sparse().map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => anyhow::anyhow!("{}: was truncated while it was read", source.name),
        _ => anyhow::anyhow!("{}: {error}", source.name),
    });
    match sparse? {
        None => source.read(),
        Some((bytes, identity)) => {
            let input = Input { name: source.name, bytes, identity };
            input.claim();
            Ok(input)
        }
    }
}

/// Fills a buffer with the bytes of a file from an offset on.
#[cfg(unix)]
fn read_at(file: &File, at: u64, place: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, place, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, at: u64, place: &mut [u8]) -> io::Result<()> {
    use std::io::Seek as _;
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(place)
}

/// A file read in ranges.
pub(crate) struct InputFile {
    file: File,
    size: u64,
}

impl InputFile {
    /// Its size when it was opened.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Fills a buffer with the bytes from an offset on.
    pub(crate) fn read_at(&self, at: u64, place: &mut [u8]) -> io::Result<()> {
        read_at(&self.file, at, place)
    }
}

fn read_stdin() -> Result<Vec<u8>> {
    read_all(&mut std::io::stdin().lock(), None).context("standard input cannot be read")
}

/// Reads a file named on the command line or in a project, and records it as an input of this run.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>> {
    read_path(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// As above, for callers whose error messages name the file.
pub(crate) fn read_path(path: &Path) -> Result<Vec<u8>> {
    let (bytes, identity) = read_file(path)?;
    gate::add_input(identity);
    Ok(bytes)
}

fn read_file(path: &Path) -> Result<(Vec<u8>, Option<Identity>)> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        bail!("is a directory; name a file");
    }
    // Generated files, as in /proc, report size 0.
    let size = (metadata.is_file() && metadata.len() > 0).then_some(metadata.len());
    let bytes = read_all(&mut file, size)?;
    if let Some(size) = size
        && (bytes.len() as u64) < size
    {
        bail!("was truncated while it was read: {} of its {size} bytes are left", bytes.len());
    }
    Ok((bytes, Identity::new(path, &metadata)))
}

/// Reads to the end. An input of unknown size is limited.
fn read_all(from: &mut impl Read, size: Option<u64>) -> Result<Vec<u8>> {
    let limit = LIMIT.get().copied();
    let mut bytes = Vec::new();
    match size {
        Some(size) => {
            let limit = limit.unwrap_or(SIZED);
            if size > limit {
                bail!("has {size} bytes, more than the limit of {limit}; raise it with --max-input");
            }
            let room = usize::try_from(size).unwrap_or(usize::MAX);
            if bytes.try_reserve_exact(room).is_err() {
                bail!("has {size} bytes, more than there is memory for");
            }
            from.take(limit).read_to_end(&mut bytes)?;
        }
        None => {
            let limit = limit.unwrap_or(UNSIZED);
            from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > limit {
                bail!("does not end within the limit of {limit} bytes; raise it with --max-input");
            }
        }
    }
    Ok(bytes)
}

/// A file that has been read.
#[derive(Debug)]
pub(crate) struct Input {
    /// Name as it was given, or as it was found.
    pub(crate) name: String,
    bytes: Vec<u8>,
    identity: Option<Identity>,
}

impl Input {
    /// The bytes as they are.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of the input: a text form is assembled.
    pub(crate) fn binary(&self) -> Result<Cow<'_, [u8]>, ErrorList<Diagnostic>> {
        glassbox::binary(self.bytes())
    }

    /// The bytes alone.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The input as text; invalid UTF-8 is replaced.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        // Validating a whole text is many times faster than searching for invalid sequences.
        match std::str::from_utf8(self.bytes()) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(self.bytes()),
        }
    }

    /// Registers it as an input of this run, which is never written to.
    pub(crate) fn claim(&self) {
        gate::add_input(self.identity.clone());
    }
}

/// The files named by arguments; without any, standard input, unless it is an idle terminal.
pub(crate) fn or_stdin(files: &[PathBuf]) -> Result<Cow<'_, [PathBuf]>> {
    match files {
        [] => Ok(Cow::Owned(vec![stdin_instead()?])),
        files => Ok(Cow::Borrowed(files)),
    }
}

/// As above, for a single file.
pub(crate) fn one_or_stdin(file: Option<&Path>) -> Result<Cow<'_, Path>> {
    match file {
        Some(file) => Ok(Cow::Borrowed(file)),
        None => Ok(Cow::Owned(stdin_instead()?)),
    }
}

fn stdin_instead() -> Result<PathBuf> {
    if std::io::stdin().is_terminal() {
        bail!("no file is named, and standard input is a terminal; name a file, or - to type the input");
    }
    Ok(PathBuf::from("-"))
}

/// Sources named by arguments, in order. Files found in directories are stored as paths.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<Entry>);

#[derive(Debug)]
enum Entry {
    Named(Source),
    Found(Box<Path>),
    /// Reason a directory cannot be read.
    Unreadable(Box<str>),
}

impl Sources {
    /// Number of sources.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Opens a source by index; `Err` is the reason it cannot be read.
    pub(crate) fn get(&self, number: usize) -> Option<Result<Source, String>> {
        Some(match self.0.get(number)? {
            Entry::Named(source) => Ok(source.clone()),
            Entry::Found(path) => Ok(Source::found(path)),
            Entry::Unreadable(reason) => Err(reason.to_string()),
        })
    }

    /// All of them in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Result<Source, String>> + '_ {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}

/// The sources named by arguments, in order; directories only with `recursive`. An unreadable directory becomes an
/// `Err` at its position.
pub(crate) fn sources(files: &[PathBuf], recursive: bool) -> Result<Sources> {
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("standard input can be read only once");
    }
    let mut all = Vec::new();
    for path in files {
        match (path.is_dir(), recursive) {
            (true, true) => walk(path, &mut all),
            (true, false) => all.push(Entry::Unreadable(
                format!("{}: is a directory; add -r to read what is in it", path.display()).into(),
            )),
            (false, _) => {
                gate::add_input(Identity::at(path));
                all.push(Entry::Named(Source::new(path)));
            }
        }
    }
    Ok(Sources(all))
}

/// All files under a directory, sorted by name. Shaders are often in folders ignored by version control, so ignore
/// files are not consulted; only the contents of `.git` are skipped. Links to files are read like files; links to
/// directories, which may form cycles, are not followed.
fn walk(directory: &Path, all: &mut Vec<Entry>) {
    let walk = ignore::WalkBuilder::new(directory)
        .standard_filters(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        // The files of one directory differ only in their names, and whole paths need not be taken apart.
        .sort_by_file_path(|a, b| a.as_os_str().cmp(b.as_os_str()))
        .build();
    let is_file = |entry: &ignore::DirEntry| {
        let kind = entry.file_type();
        kind.is_some_and(|kind| kind.is_file() || kind.is_symlink() && entry.path().is_file())
    };
    for entry in walk {
        match entry {
            Ok(entry) if is_file(&entry) => {
                all.push(Entry::Found(entry.into_path().into()));
            }
            Ok(_) => {}
            Err(error) => all.push(Entry::Unreadable(error.to_string().into())),
        }
    }
}
