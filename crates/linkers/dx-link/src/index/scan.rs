//! Reads a file's symbols by byte range.

use std::ops::Range;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::digest::md5;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_dxcontainer::raw::MAGIC;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::symbols::library::sparse::{self, SparseError};

use crate::plan::CatalogueError;

use super::access::{Folder, Stamp};

/// Byte range of a container's digest.
const DIGEST: Range<u64> = 4..20;
/// Minimum size of a container in bytes.
const SMALLEST: u64 = 32;

/// Symbols and properties found in a file's tables.
pub(super) struct Glance {
    /// Digest of all bytes read.
    pub(super) digest: [u8; 16],
    /// True if the container has a digest of its whole contents, so that equal digests imply equal
    /// files.
    pub(super) is_signed: bool,
    /// Its symbols, or the reason why there are none.
    pub(super) symbols: Result<LibrarySymbols, String>,
    /// True if the code may add information.
    pub(super) has_code: bool,
}

/// Reads a file's header, offset table and tables; of other files only the first bytes.
pub(super) fn glance(
    folder: &mut dyn Folder,
    stamp: &Stamp,
    limits: &Limits,
) -> Result<Glance, CatalogueError> {
    let mut seen = Vec::new();
    let mut out = Glance { digest: [0; 16], is_signed: false, symbols: Err(String::new()), has_code: false };
    let head = folder.read(&stamp.name, 0..stamp.size.min(SMALLEST))?;
    if !head.starts_with(&MAGIC) {
        out.digest = md5(&head);
        out.symbols = Err("found no DirectX container".to_owned());
        return Ok(out);
    }
    let stated = head.get(DIGEST.start as usize..DIGEST.end as usize).unwrap_or_default();
    // Placeholder digests repeat one byte.
    out.is_signed = stated.windows(2).any(|pair| pair[0] != pair[1]);
    let read = sparse::read(stamp.size, limits, |range| {
        let bytes = folder.read(&stamp.name, range)?;
        seen.extend_from_slice(&bytes);
        Ok(bytes)
    });
    out.digest = md5(&seen);
    (out.symbols, out.has_code) = match read {
        Ok(symbols) => (usable(symbols), true),
        Err(SparseError::Fetch(failure)) => return Err(failure),
        Err(SparseError::Symbols(lack)) => (Err(lack.to_string()), true),
        Err(SparseError::Malformed(message)) => (Err(message), false),
    };
    Ok(out)
}

/// Symbols read from a file's code; `None` if the code adds nothing.
pub(super) fn code(
    folder: &mut dyn Folder,
    stamp: &Stamp,
    limits: &Limits,
) -> Result<Option<Result<LibrarySymbols, String>>, CatalogueError> {
    let bytes = folder.read(&stamp.name, 0..stamp.size)?;
    let Ok(container) = open(Window::whole(&bytes), limits) else {
        return Ok(None);
    };
    Ok(LibrarySymbols::from_code(&container).ok().map(|mut symbols| {
        symbols.fill_needs(&container);
        usable(symbols)
    }))
}

/// Accepts symbols that a linker can use.
fn usable(symbols: LibrarySymbols) -> Result<LibrarySymbols, String> {
    match &symbols.program {
        None => Err("found a library of shader model 5 or before, expected DXIL".to_owned()),
        Some(program) if program.dxil.is_none() => {
            Err(format!("found a {} program, expected DXIL", program.profile))
        }
        Some(program) if program.kind != Some(ShaderKind::LIBRARY) => {
            Err(format!("found a finished {} program, expected a library", program.profile))
        }
        Some(_) => Ok(symbols),
    }
}
