//! Reads symbols while fetching only the necessary bytes of a file.

use std::borrow::Cow;
use std::ops::Range;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::record::Record;

use super::{LibrarySymbols, SymbolsError};
use crate::part::program::HEAD_SIZE;
use crate::raw::{HEADER_SIZE, Header, MAGIC, PART_HEADER_SIZE, PartHeader};
use crate::write::{Draft, DraftPart, Signing, contiguous};

/// Maximum number of parts read; containers have about ten.
const MAX_PARTS: u32 = 4096;
/// Parts fetched completely.
const TABLES: [[u8; 4]; 7] = [*b"SYM0", *b"STR0", *b"RDAT", *b"VERS", *b"PSV0", *b"SFI0", *b"LIBH"];
/// Parts of which only the program header is fetched.
const PROGRAMS: [[u8; 4]; 2] = [*b"DXIL", *b"ILDB"];

/// Error of reading symbols from a partially fetched file.
#[derive(Clone, PartialEq, Debug)]
pub enum SparseError<E> {
    /// Not a container, or its directory leads outside the file: one sentence.
    Malformed(String),
    /// The tables do not provide the symbols.
    Symbols(SymbolsError),
    /// Fetching failed.
    Fetch(E),
}

impl<E: std::fmt::Display> std::fmt::Display for SparseError<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SparseError::Malformed(message) => f.write_str(message),
            SparseError::Symbols(lack) => lack.fmt(f),
            SparseError::Fetch(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for SparseError<E> {}

/// Reads the symbols of a file of `size` bytes from its [tables](LibrarySymbols::from_tables). `fetch` is called for
/// the required ranges (header, offset table, part headers, tables) and must return exactly the bytes of the range.
///
/// # Errors
///
/// If the bytes are not a container, its tables provide no symbols, or `fetch` fails.
pub fn read<E>(
    size: u64,
    limits: &Limits,
    mut fetch: impl FnMut(Range<u64>) -> Result<Vec<u8>, E>,
) -> Result<LibrarySymbols, SparseError<E>> {
    let bytes = condense(size, &mut fetch)?;
    let container = crate::read::open(Window::whole(&bytes), limits)
        .map_err(|finding| SparseError::Malformed(finding.message))?;
    LibrarySymbols::from_tables(&container).map_err(SparseError::Symbols)
}

/// Assembles a container of the tables and program headers.
fn condense<E>(
    size: u64,
    fetch: &mut impl FnMut(Range<u64>) -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, SparseError<E>> {
    let mut take = |range: Range<u64>| {
        if range.start > range.end || range.end > size {
            let message = format!(
                "found a range {:#x}..{:#x} in the directory, expected it to end at {size:#x} or before",
                range.start, range.end
            );
            return Err(SparseError::Malformed(message));
        }
        let wanted = range.end - range.start;
        let bytes = fetch(range).map_err(SparseError::Fetch)?;
        if bytes.len() as u64 == wanted {
            Ok(bytes)
        } else {
            Err(SparseError::Malformed(format!(
                "found {} bytes, expected the {wanted} that were requested",
                bytes.len()
            )))
        }
    };
    let head = take(0..HEADER_SIZE.min(size))?;
    let header = head.get(20..).and_then(Header::decode);
    let header = header.filter(|_| head.starts_with(&MAGIC)).ok_or_else(|| {
        SparseError::Malformed(format!(
            "found {} bytes that are not a header, expected \"DXBC\" and 28 bytes more",
            head.len()
        ))
    })?;
    if header.part_count > MAX_PARTS {
        let message = format!("found {} parts, expected at most {MAX_PARTS}", header.part_count);
        return Err(SparseError::Malformed(message));
    }
    let table = take(HEADER_SIZE..HEADER_SIZE + 4 * u64::from(header.part_count))?;
    let mut parts = Vec::new();
    let mut left = size;
    for offset in table.chunks_exact(4).filter_map(|bytes| bytes.first_chunk()) {
        let start = u64::from(u32::from_le_bytes(*offset));
        let head = take(start..start + PART_HEADER_SIZE)?;
        let Some(part) = PartHeader::decode(&head) else {
            continue;
        };
        let stated = u64::from(part.size);
        let wanted = if TABLES.contains(&part.code.0) {
            stated
        } else if PROGRAMS.contains(&part.code.0) {
            stated.min(HEAD_SIZE)
        } else {
            continue;
        };
        // Limit the total, since overlapping parts could be fetched repeatedly.
        left = left.checked_sub(wanted).ok_or_else(|| {
            SparseError::Malformed("found parts that overlap, expected each byte in one part".to_owned())
        })?;
        let from = start + PART_HEADER_SIZE;
        parts.push(DraftPart { code: part.code.0, data: Cow::Owned(take(from..from + wanted)?) });
    }
    let draft = Draft { parts, ..Draft::default() };
    contiguous(&draft, Signing::Zero).map_err(|error| SparseError::Malformed(error.into()))
}
