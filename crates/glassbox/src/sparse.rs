//! Reads from a large file only what its list of parts needs.

use std::io;
use std::ops::Range;

use glassbox_core::format::Format;
use glassbox_core::limits::Limits;

/// Bytes at the beginning that identify the format.
const BEGINNING: u64 = 64;

/// The bytes of a file that [`parts`](glassbox_core::format::OpenedFile::parts) examines, and zeros for the rest, which
/// take no memory until they are touched. `None` if the list of parts depends on the whole file. `read` fills a buffer
/// with the bytes from an offset on.
///
/// # Errors
///
/// Those of `read`, or insufficient memory.
pub fn bytes_for_parts(
    size: u64,
    as_format: Option<&dyn Format>,
    limits: &Limits,
    read: &mut dyn FnMut(u64, &mut [u8]) -> io::Result<()>,
) -> io::Result<Option<Vec<u8>>> {
    let mut beginning = vec![0; size.min(BEGINNING) as usize];
    read(0, &mut beginning)?;
    let format = as_format.map(Format::id).or_else(|| crate::detect(&beginning).map(Format::id));
    if crate::is_spelled(&beginning) || format != Some(glassbox_dxcontainer::format::ID) {
        return Ok(None);
    }
    let whole = usize::try_from(size).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    let mut bytes = vec![0; whole];
    let mut fetch = |range: Range<u64>| -> io::Result<Vec<u8>> {
        let Some(place) = bytes.get_mut(range.start as usize..range.end as usize) else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        read(range.start, place)?;
        Ok(place.to_vec())
    };
    glassbox_dxcontainer::read::fetch(size, limits, &mut fetch)?;
    Ok(Some(bytes))
}
