//! Identifies files independently of their paths: through hard and symbolic links it is the same file.

use std::fs::Metadata;
use std::path::Path;

/// Regular file. Devices, pipes and folders have no identity: reading and writing the same one is harmless.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Identity(Key);

#[cfg(unix)]
type Key = (u64, u64);
#[cfg(not(unix))]
type Key = std::path::PathBuf;

impl Identity {
    /// The file at a path, if there is one.
    pub(crate) fn at(path: &Path) -> Option<Identity> {
        Identity::new(path, &std::fs::metadata(path).ok()?)
    }

    /// The identity of a file, from its path and metadata.
    pub(crate) fn new(path: &Path, metadata: &Metadata) -> Option<Identity> {
        metadata.is_file().then(|| key(path, metadata)).flatten().map(Identity)
    }

    /// The file that standard input reads.
    pub(crate) fn of_stdin() -> Option<Identity> {
        Identity::of_stream(std::io::stdin())
    }

    /// The file that standard output writes.
    pub(crate) fn of_stdout() -> Option<Identity> {
        Identity::of_stream(std::io::stdout())
    }

    #[cfg(unix)]
    fn of_stream(stream: impl std::os::fd::AsFd) -> Option<Identity> {
        let file = std::fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
        Identity::new(Path::new(""), &file.metadata().ok()?)
    }

    #[cfg(not(unix))]
    fn of_stream<T>(_: T) -> Option<Identity> {
        None
    }
}

#[cfg(unix)]
fn key(_: &Path, metadata: &Metadata) -> Option<Key> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn key(path: &Path, _: &Metadata) -> Option<Key> {
    path.canonicalize().ok()
}
