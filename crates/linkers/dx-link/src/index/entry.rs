//! Encodes a file of the folder as an index record.

use glassbox_dxcontainer::symbols::LibrarySymbols;

use super::access::Stamp;
use super::pack::{Packer, Unpacker, pack, unpack};

/// File of the folder.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FileEntry {
    /// File name, size and time when it was read.
    pub(super) stamp: Stamp,
    /// Digest of the bytes examined: header, offset table and symbol tables.
    pub(super) digest: [u8; 16],
    /// Its symbols, or the reason why it has none.
    pub(super) symbols: Result<LibrarySymbols, String>,
}

impl FileEntry {
    /// Encodes the contents of the record.
    pub(super) fn pack(&self) -> Vec<u8> {
        let mut out = Packer::default();
        pack_stamp(&self.stamp, &mut out);
        out.bytes.extend_from_slice(&self.digest);
        match &self.symbols {
            Ok(symbols) => {
                out.bytes.push(1);
                pack(symbols, &mut out);
            }
            Err(reason) => {
                out.bytes.push(0);
                out.text(reason.as_bytes());
            }
        }
        out.bytes
    }

    /// Decodes the contents of a record.
    pub(super) fn unpack(bytes: &[u8]) -> Option<FileEntry> {
        let mut from = Unpacker { bytes };
        let stamp = unpack_stamp(&mut from)?;
        let (digest, rest) = from.bytes.split_first_chunk::<16>()?;
        let (state, rest) = rest.split_first()?;
        from.bytes = rest;
        let symbols = match state {
            1 => Ok(unpack(&mut from)?),
            0 => Err(String::from_utf8(from.text()?.to_vec()).ok()?),
            _ => return None,
        };
        let entry = FileEntry { stamp, digest: *digest, symbols };
        from.bytes.is_empty().then_some(entry)
    }
}

/// Encodes a file's name, size and time.
pub(super) fn pack_stamp(stamp: &Stamp, out: &mut Packer) {
    out.text(stamp.name.as_bytes());
    out.number(stamp.size);
    out.number(stamp.modified);
}

pub(super) fn unpack_stamp(from: &mut Unpacker<'_>) -> Option<Stamp> {
    Some(Stamp {
        name: String::from_utf8(from.text()?.to_vec()).ok()?,
        size: from.number()?,
        modified: from.number()?,
    })
}
