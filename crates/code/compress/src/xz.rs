//! XZ streams.

use glassbox_core::format::WriteError;
use std::io::{ErrorKind, Read, Write};

use lzma_rust2::{CheckType, XzOptions, XzReader, XzWriter};

use crate::{DecompressError, MAX_DICTIONARY, STEP};

/// Preset of the encoder: a dictionary of 256 KiB.
const PRESET: u32 = 0;
/// First bytes of every stream.
const MAGIC: [u8; 6] = *b"\xfd7zXZ\0";

/// The stored bytes, with a count of those that were taken.
struct Counted<'a> {
    rest: &'a [u8],
    taken: u64,
}

impl Read for &mut Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.rest.read(out)?;
        self.taken += count as u64;
        Ok(count)
    }
}

pub(crate) fn decode(stored: &[u8], limit: u64) -> Result<Vec<u8>, DecompressError> {
    let begins = stored.len().min(MAGIC.len());
    if !MAGIC.starts_with(&stored[..begins]) {
        let why = "the XZ magic is missing".to_owned();
        return Err(DecompressError::Malformed { at: 0, why });
    }
    let mut source = Counted { rest: stored, taken: 0 };
    let mut reader = XzReader::new_mem_limit(&mut source, true, (MAX_DICTIONARY >> 10) + 1024);
    let mut out = Vec::new();
    let mut block = vec![0; STEP];
    let result = loop {
        match reader.read(&mut block) {
            Ok(0) => break Ok(()),
            Ok(fresh) => {
                if (out.len() as u64).saturating_add(fresh as u64) > limit {
                    return Err(DecompressError::TooLarge { limit });
                }
                out.extend_from_slice(block.get(..fresh).unwrap_or_default());
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    drop(reader);
    let at = source.taken;
    match result {
        Ok(()) if stored.is_empty() => Err(DecompressError::Truncated { at }),
        Ok(()) => Ok(out),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(DecompressError::Truncated { at }),
        Err(error) => {
            Err(DecompressError::Malformed { at, why: format!("the XZ stream is malformed ({error})") })
        }
    }
}

pub(crate) fn encode(content: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut options = XzOptions::with_preset(PRESET);
    options.set_check_sum_type(CheckType::None);
    let mut writer = XzWriter::new(Vec::new(), options).map_err(|error| format!("xz: {error}"))?;
    writer.write_all(content).map_err(|error| format!("xz: {error}"))?;
    Ok(writer.finish().map_err(|error| format!("xz: {error}"))?)
}
