//! Writes outputs: standard output, or a file that appears only when complete. Every output passes the checks of
//! [`crate::gate`].

mod stdout;
mod unnamed;

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use self::stdout::Stdout;
use self::unnamed::Unnamed;
use crate::context::stdout_is_terminal;
use crate::gate;

pub(crate) use stdout::flush as flush_stdout;

/// A sink that is complete only after [`commit`](Output::commit).
pub(crate) enum Output {
    /// Buffered standard output.
    Stdout(Stdout),
    /// A device, pipe or the like, which cannot be replaced by rename.
    Device(BufWriter<fs::File>),
    /// A file without a name until it is complete.
    File {
        /// Content written so far.
        content: BufWriter<Unnamed>,
        /// Destination path.
        path: PathBuf,
        /// Destination as the user named it.
        name: String,
        /// True if it replaces an input on purpose.
        in_place: bool,
    },
}

/// Origin of an output path.
#[derive(Clone, Copy)]
enum Choice {
    /// Given by the user, so links are followed.
    Named,
    /// Input that the user asked to change.
    InPlace,
    /// Generated name.
    Made,
}

impl Output {
    /// Opens an output for text; no path or `-` is standard output.
    pub(crate) fn text(path: Option<&Path>) -> Result<Output> {
        match path {
            Some(path) if path.as_os_str() != "-" => Output::file(path, Choice::Named),
            _ => {
                gate::refuse_stdout()?;
                Ok(Output::Stdout(Stdout::default()))
            }
        }
    }

    /// Opens an output for bytes, which is never a terminal.
    pub(crate) fn binary(path: Option<&Path>) -> Result<Output> {
        let output = Output::text(path)?;
        if matches!(output, Output::Stdout(_)) && stdout_is_terminal() {
            bail!("the output is binary and would go to a terminal; name a file with -o");
        }
        Ok(output)
    }

    /// Opens a file with a generated name in a folder; subfolders are created. Links below the folder are not
    /// followed, because their author must not redirect the output.
    fn inside(folder: &Path, name: &Path) -> Result<Output> {
        let mut path = folder.to_owned();
        make_folder(&path)?;
        let mut parts = name.components().peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(part) = part else {
                bail!("{} is not in {}", name.display(), folder.display());
            };
            path.push(part);
            if parts.peek().is_some() {
                refuse_link(&path)?;
                make_folder(&path)?;
            }
        }
        Output::file(&path, Choice::Made)
    }

    fn file(path: &Path, choice: Choice) -> Result<Output> {
        let name = path.display().to_string();
        let in_place = matches!(choice, Choice::InPlace);
        if !in_place {
            gate::refuse_input(path, &name)?;
        }
        let path = match choice {
            Choice::Made => {
                refuse_link(path)?;
                path.to_owned()
            }
            // Through a link the file is replaced, not the link.
            Choice::Named | Choice::InPlace => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        };
        let existing = fs::metadata(&path).ok();
        if existing.as_ref().is_some_and(|old| !old.is_file()) {
            if path.is_dir() {
                bail!("{} is a directory; name a file", path.display());
            }
            let device = fs::OpenOptions::new().write(true).open(&path);
            let device = device.with_context(|| format!("{} cannot be written", path.display()))?;
            return Ok(Output::Device(BufWriter::new(device)));
        }
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            bail!("{} cannot be written: there is no folder {}", path.display(), folder.display());
        }
        let mut content =
            Unnamed::new(folder).with_context(|| format!("{} cannot be written", path.display()))?;
        if let Some(old) = existing {
            content.set_permissions(old.permissions());
        }
        if !in_place {
            let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            gate::add_output(real.join(path.file_name().unwrap_or_default()), &name)?;
        }
        Ok(Output::File { content: BufWriter::with_capacity(1 << 16, content), path, name, in_place })
    }

    /// Completes the output: flushes it, and moves a file into place.
    pub(crate) fn commit(mut self) -> Result<()> {
        self.flush()?;
        if let Output::File { content, path, name, in_place } = self {
            // Files found in a folder are registered as inputs only now.
            if !in_place {
                gate::refuse_input(&path, &name)?;
            }
            let content = content.into_inner().map_err(io::IntoInnerError::into_error)?;
            content.place(&path).with_context(|| format!("{name} cannot be written"))?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Device(out) => out.write(bytes),
            Output::File { content, .. } => content.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Device(out) => out.flush(),
            Output::File { content, .. } => content.flush(),
        }
    }
}

/// Creates a folder and its parents.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    // Another file of the run may have created it meanwhile.
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file, but a folder is needed there", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))
}

/// Refuses a path that is a link.
fn refuse_link(path: &Path) -> Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        bail!(
            "{} is a symbolic link, and output is not written through links; remove it or choose another folder",
            path.display()
        );
    }
    Ok(())
}

/// Destination of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// To standard output.
    Stdout,
    /// File at a path given by the user.
    Named(PathBuf),
    /// File with a generated name.
    Made {
        /// Folder given by the user, or that of the input.
        folder: PathBuf,
        /// Name in the folder, which may begin with subfolders.
        name: PathBuf,
    },
}

impl Place {
    /// File next to another one, with a name derived from it.
    pub(crate) fn beside(path: &Path) -> Place {
        Place::Made {
            folder: path.parent().map(Path::to_owned).unwrap_or_default(),
            name: path.file_name().map(PathBuf::from).unwrap_or_default(),
        }
    }

    /// The path; `None` for standard output.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        match self {
            Place::Stdout => None,
            Place::Named(path) => Some(path.clone()),
            Place::Made { folder, name } => Some(folder.join(name)),
        }
    }

    /// Opens it for text.
    pub(crate) fn text(&self) -> Result<Output> {
        match self {
            Place::Stdout => Output::text(None),
            Place::Named(path) => Output::text(Some(path)),
            Place::Made { folder, name } => Output::inside(folder, name),
        }
    }

    /// Writes bytes without completing the output: nothing is replaced before [`commit`](Output::commit).
    pub(crate) fn binary(&self, bytes: &[u8]) -> Result<Output> {
        match self {
            Place::Stdout => binary(None, bytes),
            Place::Named(path) => binary(Some(path), bytes),
            Place::Made { folder, name } => {
                let mut out = Output::inside(folder, name)?;
                out.write_all(spelled(name, bytes).as_ref().map_or(bytes, String::as_bytes))?;
                Ok(out)
            }
        }
    }

    /// Writes bytes and completes the output.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<()> {
        self.binary(bytes)?.commit()
    }
}

/// Writes bytes to a file, or to standard output. A file name that implies a text spelling gets it.
pub(crate) fn write_binary(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    binary(path, bytes)?.commit()
}

/// As above without completing the output: nothing is replaced before [`commit`](Output::commit).
pub(crate) fn binary(path: Option<&Path>, bytes: &[u8]) -> Result<Output> {
    let spelled = path.and_then(|path| spelled(path, bytes));
    let mut out = match spelled {
        Some(_) => Output::text(path)?,
        None => Output::binary(path)?,
    };
    out.write_all(spelled.as_ref().map_or(bytes, String::as_bytes))?;
    Ok(out)
}

/// Replaces an input with bytes.
pub(crate) fn write_in_place(path: &Path, bytes: &[u8]) -> Result<()> {
    let spelled = spelled(path, bytes);
    let mut out = Output::file(path, Choice::InPlace)?;
    out.write_all(spelled.as_ref().map_or(bytes, String::as_bytes))?;
    out.commit()
}

/// The bytes as text, if the name implies a spelling.
fn spelled(path: &Path, bytes: &[u8]) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let spelling = glassbox::spelling_of(name)?;
    Some(spelling.write(bytes, name.strip_suffix(spelling.suffix())?))
}

/// True if two paths lead to one file, which need not exist yet.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    match (crate::identity::Identity::at(a), crate::identity::Identity::at(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a == b,
        _ => false,
    }
}
