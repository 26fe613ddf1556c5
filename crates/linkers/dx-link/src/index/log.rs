//! Append-only log format of the index: a header followed by checksummed records.
//!
//! Records are never modified. New ones are appended, and the last record is always a directory of
//! the live ones. A file truncated within a record loses only that record.

use crate::plan::CatalogueError;

use super::access::View;

/// Magic number of the file.
pub(super) const MAGIC: [u8; 8] = *b"GBXDXIDX";
/// Version of the format. Files of other versions are rebuilt.
pub(super) const VERSION: u32 = 1;
/// Size of the file header in bytes.
pub(super) const FILE_HEADER: u64 = 16;
/// Size of a record header in bytes.
pub(super) const RECORD_HEADER: u64 = 16;
/// Size of a directory's trailer in bytes.
pub(super) const TRAILER: u64 = 16;
/// Magic number of the trailer, before its checksum.
const END: [u8; 4] = *b"DEND";
/// Alignment of records in bytes.
const ALIGN: u64 = 8;

/// Kind of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A file of the folder.
    File = 1,
    /// Directory of live records.
    Directory = 2,
}

/// Location of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Offset of its header in bytes.
    pub(super) offset: u64,
    /// Size of its contents in bytes, without padding.
    pub(super) size: u32,
    /// Checksum of its contents.
    pub(super) checksum: u32,
}

impl Place {
    /// Offset of the contents in bytes.
    pub(super) fn start(self) -> u64 {
        self.offset + RECORD_HEADER
    }

    /// End of the record in bytes, including padding.
    pub(super) fn end(self) -> u64 {
        (self.start() + u64::from(self.size)).next_multiple_of(ALIGN)
    }
}

/// Encodes the file header.
pub(super) fn header() -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&VERSION.to_le_bytes());
    let checksum = crc32fast::hash(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

/// Checks the file header.
pub(super) fn check_header(view: &mut View<'_>) -> Result<(), CatalogueError> {
    let size = view.size()?;
    if size < FILE_HEADER {
        return Err(CatalogueError(format!("found {size} bytes, expected a header of {FILE_HEADER}")));
    }
    let found = view.read(0..FILE_HEADER)?;
    if !found.starts_with(&MAGIC) {
        return Err(CatalogueError("found a file that is not an index".to_owned()));
    }
    if found == header() {
        Ok(())
    } else {
        Err(CatalogueError(format!("found version {}, expected {VERSION}", word(&found, 8).unwrap_or(0))))
    }
}

/// Appends a record to bytes that start at offset `base`; returns its location.
pub(super) fn append(out: &mut Vec<u8>, base: u64, kind: Kind, content: &[u8]) -> Place {
    let place = Place {
        offset: base + out.len() as u64,
        size: content.len() as u32,
        checksum: crc32fast::hash(content),
    };
    let mut head = (kind as u32).to_le_bytes().to_vec();
    head.extend_from_slice(&place.size.to_le_bytes());
    head.extend_from_slice(&place.checksum.to_le_bytes());
    let checksum = crc32fast::hash(&head);
    head.extend_from_slice(&checksum.to_le_bytes());
    out.extend_from_slice(&head);
    out.extend_from_slice(content);
    out.resize((place.end() - base) as usize, 0);
    place
}

/// Encodes the trailer of a directory at `offset`.
pub(super) fn trailer(offset: u64) -> Vec<u8> {
    let mut out = offset.to_le_bytes().to_vec();
    out.extend_from_slice(&END);
    let checksum = crc32fast::hash(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

/// Location of the last directory.
pub(super) fn last_directory(view: &mut View<'_>) -> Result<Place, CatalogueError> {
    let size = view.size()?;
    let at = size.checked_sub(TRAILER).filter(|&at| at >= FILE_HEADER);
    let at = at.ok_or_else(|| CatalogueError("found no directory".to_owned()))?;
    let found = view.read(at..size)?;
    let offset = quad(&found, 0).unwrap_or(u64::MAX);
    if found != trailer(offset) || offset < FILE_HEADER || offset >= at {
        return Err(CatalogueError("found no directory at the end: the file seems to be cut off".to_owned()));
    }
    let (kind, place) = record(view, offset)?;
    if kind == Kind::Directory && place.end() == size {
        Ok(place)
    } else {
        Err(CatalogueError("found a directory that does not reach the end of the file".to_owned()))
    }
}

/// Reads the record header at an offset.
pub(super) fn record(view: &mut View<'_>, offset: u64) -> Result<(Kind, Place), CatalogueError> {
    let damaged = || CatalogueError(format!("found no record at {offset:#x}"));
    let end = offset.checked_add(RECORD_HEADER).ok_or_else(damaged)?;
    let head = view.read(offset..end)?;
    let stated = word(&head, 12);
    if stated != head.get(..12).map(crc32fast::hash) {
        return Err(damaged());
    }
    let kind = match word(&head, 0) {
        Some(1) => Kind::File,
        Some(2) => Kind::Directory,
        _ => return Err(damaged()),
    };
    let place = Place { offset, size: word(&head, 4).unwrap_or(0), checksum: word(&head, 8).unwrap_or(0) };
    if place.end() <= view.size()? {
        Ok((kind, place))
    } else {
        Err(CatalogueError(format!("found a record at {offset:#x} that was cut off")))
    }
}

/// Reads the contents of a record and checks them against the checksum.
pub(super) fn content(view: &mut View<'_>, place: Place) -> Result<Vec<u8>, CatalogueError> {
    let bytes = view.read(place.start()..place.start() + u64::from(place.size))?;
    if crc32fast::hash(&bytes) == place.checksum {
        Ok(bytes)
    } else {
        Err(CatalogueError(format!("found a damaged record at {:#x}", place.offset)))
    }
}

/// Reads a little-endian 32-bit word.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Reads a little-endian 64-bit word.
pub(super) fn quad(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
