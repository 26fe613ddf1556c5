//! A file without a name while it is written.

use std::fs::{self, File, Permissions};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};

use crate::interrupt::Hold;

/// Unnamed file, which the system removes when the process ends for any reason.
pub(crate) struct Unnamed {
    file: File,
    folder: PathBuf,
    permissions: Option<Permissions>,
}

impl Unnamed {
    /// Opens one on the file system of a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Unnamed> {
        let file = match open(folder) {
            Some(file) => file,
            None => tempfile::tempfile_in(folder)?,
        };
        Ok(Unnamed { file, folder: folder.to_owned(), permissions: None })
    }

    /// The permissions that the file will have.
    pub(super) fn set_permissions(&mut self, permissions: Permissions) {
        self.permissions = Some(permissions);
    }

    /// Moves the file into place.
    pub(super) fn place(mut self, path: &Path) -> io::Result<()> {
        // Until the file has its final name it has a temporary one.
        let _hold = Hold::new();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".glassbox-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The process' mask applies, as for any new file.
            builder.permissions(Permissions::from_mode(0o666));
        }
        let named = match builder.make_in(&self.folder, |name| link(&self.file, name)) {
            Ok(named) => named.into_temp_path(),
            Err(_) => {
                self.file.rewind()?;
                let mut copy = builder.tempfile_in(&self.folder)?;
                io::copy(&mut self.file, &mut copy)?;
                copy.into_temp_path()
            }
        };
        if let Some(permissions) = self.permissions {
            // A file keeps its permissions; if that is not allowed, the defaults apply.
            let _ = fs::set_permissions(&named, permissions);
        }
        named.persist(path).map_err(|error| error.error)
    }
}

impl Write for Unnamed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens a file without a name, if the system and the file system support it.
#[cfg(target_os = "linux")]
fn open(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    Some(File::from(file))
}

#[cfg(not(target_os = "linux"))]
fn open(_: &Path) -> Option<File> {
    None
}

/// Links an unnamed file to a name.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd as _;
    let own = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, own, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
