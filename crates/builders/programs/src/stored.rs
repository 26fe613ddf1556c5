//! The form in which the cache and the state of a run are written: fields one after the other, after a digest or a sum of all of them.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::digest::{Digest, digest, sum};

/// First bytes of every file; the number changes with the form.
const MAGIC: &[u8; 16] = b"glassbox-store-1";

/// How damage is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// By a digest: what the file holds is used as it is.
    Digest,
    /// By a sum: the file only says what need not be looked at.
    Sum,
}

impl Check {
    fn of(self, fields: &[u8]) -> Digest {
        match self {
            Check::Digest => digest(fields),
            Check::Sum => {
                let mut out = [0; 32];
                out[..8].copy_from_slice(&sum(fields).to_le_bytes());
                Digest(out)
            }
        }
    }
}

/// Writes fields.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// Adds bytes, after their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds a digest.
    pub fn digest(&mut self, digest: Digest) {
        self.bytes.extend_from_slice(&digest.0);
    }

    /// The fields.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads fields; every method is `None` where they end early.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Reads what a [`Writer`] wrote.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { rest: bytes }
    }

    /// A number.
    pub fn number(&mut self) -> Option<u64> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(u64::from_le_bytes(*bytes))
    }

    /// Bytes.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let count = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// A digest.
    pub fn digest(&mut self) -> Option<Digest> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(Digest(*bytes))
    }

    /// True if all was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Content of a stored file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// The fields.
    Whole(Vec<u8>),
    /// There is no such file.
    Missing,
    /// The file does not have the digest that it states.
    Damaged,
}

/// Reads a stored file.
///
/// # Errors
/// The file is there and cannot be read.
pub fn load(path: &Path, check: Check) -> io::Result<Content> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Content::Missing),
        Err(error) => return Err(error),
    };
    let head = MAGIC.len() + 32;
    let is_whole = bytes.len() >= head
        && bytes.starts_with(MAGIC)
        && bytes[MAGIC.len()..head] == check.of(&bytes[head..]).0;
    if !is_whole {
        return Ok(Content::Damaged);
    }
    bytes.drain(..head);
    Ok(Content::Whole(bytes))
}

/// Writes a stored file. It has its name only when it is complete, so that runs beside this one read all of it or nothing.
///
/// # Errors
/// The folder or the file cannot be written.
pub fn save(path: &Path, check: Check, fields: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(MAGIC)?;
        file.write_all(&check.of(fields).0)?;
        file.write_all(fields)?;
        drop(file);
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        // What is left behind by a failure would never be read.
        let _ = fs::remove_file(&beside);
    }
    written
}
