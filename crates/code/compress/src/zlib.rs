//! zlib streams.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use glassbox_core::format::WriteError;

use crate::{DecompressError, STEP};

pub(crate) fn decode(stored: &[u8], limit: u64) -> Result<Vec<u8>, DecompressError> {
    let mut stream = Decompress::new(true);
    let mut out = Vec::new();
    let mut block = vec![0; STEP.min(usize::try_from(limit).unwrap_or(STEP).saturating_add(1))];
    loop {
        let (taken, given) = (stream.total_in(), stream.total_out());
        let rest = stored.get(taken as usize..).unwrap_or_default();
        let status = stream.decompress(rest, &mut block, FlushDecompress::None);
        let fresh = (stream.total_out() - given) as usize;
        if (out.len() as u64).saturating_add(fresh as u64) > limit {
            return Err(DecompressError::TooLarge { limit });
        }
        out.extend_from_slice(block.get(..fresh).unwrap_or_default());
        let at = stream.total_in();
        match status {
            Ok(Status::StreamEnd) if at < stored.len() as u64 => {
                let why = "bytes follow the end of the zlib stream".to_owned();
                return Err(DecompressError::Malformed { at, why });
            }
            Ok(Status::StreamEnd) => return Ok(out),
            Ok(_) if stream.total_in() == taken && fresh == 0 => {
                return Err(if at < stored.len() as u64 {
                    DecompressError::Malformed { at, why: "the zlib stream makes no progress".to_owned() }
                } else {
                    DecompressError::Truncated { at }
                });
            }
            Ok(_) => {}
            Err(error) => {
                let why = match error.message() {
                    Some(message) => format!("the zlib stream is malformed ({message})"),
                    None if error.needs_dictionary().is_some() => {
                        "the zlib stream needs a preset dictionary".to_owned()
                    }
                    None => "the zlib stream is malformed".to_owned(),
                };
                return Err(DecompressError::Malformed { at, why });
            }
        }
    }
}

pub(crate) fn encode(content: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut stream = Compress::new(Compression::default(), true);
    let mut out = Vec::new();
    let mut block = vec![0; STEP];
    loop {
        let (taken, given) = (stream.total_in(), stream.total_out());
        let rest = content.get(taken as usize..).unwrap_or_default();
        let status = stream
            .compress(rest, &mut block, FlushCompress::Finish)
            .map_err(|error| format!("zlib: {error}"))?;
        let fresh = (stream.total_out() - given) as usize;
        out.extend_from_slice(block.get(..fresh).unwrap_or_default());
        match status {
            Status::StreamEnd => return Ok(out),
            _ if fresh == 0 && stream.total_in() == taken => {
                return Err(WriteError::new("zlib makes no progress"));
            }
            _ => {}
        }
    }
}
