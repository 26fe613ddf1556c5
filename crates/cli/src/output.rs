//! Outputs: standard output, or a file that appears whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tempfile::NamedTempFile;

use crate::context::stdout_is_terminal;

/// A sink that is complete only after [`commit`](Output::commit).
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A device, pipe or the like, which cannot be renamed into place.
    Device(BufWriter<fs::File>),
    /// A temporary file beside the one it becomes.
    File {
        /// The temporary file.
        temporary: BufWriter<NamedTempFile>,
        /// What it becomes.
        path: PathBuf,
    },
}

impl Output {
    /// Opens an output for text; no path or `-` is standard output.
    pub(crate) fn text(path: Option<&Path>) -> Result<Output> {
        match path {
            Some(path) if path.as_os_str() != "-" => Output::file(path),
            _ => Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()))),
        }
    }

    /// Opens an output for bytes, which no terminal gets.
    pub(crate) fn binary(path: Option<&Path>) -> Result<Output> {
        let output = Output::text(path)?;
        if matches!(output, Output::Stdout(_)) && stdout_is_terminal() {
            bail!("the output is binary and would go to a terminal; name a file with -o");
        }
        Ok(output)
    }

    fn file(path: &Path) -> Result<Output> {
        // Through a link the file is replaced, not the link.
        let path = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(_) => path.to_owned(),
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
            bail!(
                "{} cannot be written: there is no folder {}",
                path.display(),
                folder.display()
            );
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".glassbox-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The process' mask applies, as for any new file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder
            .tempfile_in(folder)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        if let Some(old) = existing {
            // A file keeps its permissions; where that is not allowed, the usual ones will do.
            let _ = temporary.as_file().set_permissions(old.permissions());
        }
        Ok(Output::File {
            temporary: BufWriter::with_capacity(1 << 16, temporary),
            path,
        })
    }

    /// Completes the output: everything is written, and a file takes its place.
    pub(crate) fn commit(mut self) -> Result<()> {
        self.flush()?;
        if let Output::File { temporary, path } = self {
            let temporary = temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
            temporary
                .persist(&path)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Device(out) => out.write(bytes),
            Output::File { temporary, .. } => temporary.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Device(out) => out.flush(),
            Output::File { temporary, .. } => temporary.flush(),
        }
    }
}

/// Writes bytes to a file, or to standard output. A file whose name asks for a spelling as text gets that.
pub(crate) fn write_binary(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    binary(path, bytes)?.commit()
}

/// The same, but for the last step: nothing takes its place before [`commit`](Output::commit).
pub(crate) fn binary(path: Option<&Path>, bytes: &[u8]) -> Result<Output> {
    let name = path.and_then(Path::file_name).and_then(|name| name.to_str());
    let spelled = name.and_then(|name| {
        let spelling = glassbox::spelling_of(name)?;
        Some(spelling.write(bytes, name.strip_suffix(spelling.suffix())?))
    });
    let mut out = match spelled {
        Some(_) => Output::text(path)?,
        None => Output::binary(path)?,
    };
    out.write_all(spelled.as_ref().map_or(bytes, String::as_bytes))?;
    Ok(out)
}

/// Whether two paths lead to one file.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
