//! Computes the size of a file embedded in other data.
//!
//! Neither DVLB nor DVOJ states its size: a file ends with the last part that its headers refer to,
//! zero-padded to a multiple of 4. Every part must be present.

use glassbox_core::format::ScanBudget;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, Reader, Window};
use glassbox_core::record::Record as _;

use crate::file::File;
use crate::model::Shbin;
use crate::raw::{self, ObjectHeader, Stage};
use crate::read;

/// Effort charged for a candidate and for each of its executables.
const HEADER: u64 = 64;

/// Size of the file at the start of `bytes`; see [`Format::extent`](glassbox_core::format::Format::extent).
pub(crate) fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    effort.spend(HEADER)?;
    if bytes.starts_with(&raw::DVLB.0) {
        binary(bytes, effort)
    } else if bytes.starts_with(&raw::DVOJ.0) {
        object(bytes)
    } else {
        None
    }
}

/// DVLB: DVLP follows the executable offsets, each of which must lead to a DVLE.
fn binary(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    let count = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
    let program = (count as usize).checked_mul(4)?.checked_add(8)?;
    if count == 0 || !bytes.get(program..)?.starts_with(&raw::DVLP.0) {
        return None;
    }
    let offsets = bytes[8..program].as_chunks::<4>().0;
    for offset in offsets {
        effort.spend(HEADER)?;
        let start = u32::from_le_bytes(*offset) as usize;
        if !bytes.get(start..)?.starts_with(&raw::DVLE.0) {
            return None;
        }
    }
    let file = survey(bytes)?;
    (file.heads.executables.len() == count as usize).then(|| end(bytes, &file))
}

/// DVOJ: a single magic is weak evidence, so the header must be plausible too.
fn object(bytes: &[u8]) -> Option<usize> {
    let file = survey(bytes)?;
    let head = file.heads.object.as_ref()?;
    let Shbin::Object(object) = &file.model else {
        return None;
    };
    let first = ObjectHeader::SIZE as u32;
    let is_object = matches!(object.stage, Stage::VERTEX | Stage::GEOMETRY)
        && object.merge <= 1
        && !object.code.is_empty()
        && head.code_offset >= first
        && (head.descriptor_count == 0 || head.descriptor_offset >= first);
    is_object.then(|| end(bytes, &file))
}

/// The file, if every part that its headers refer to is present.
fn survey(bytes: &[u8]) -> Option<File<'_>> {
    let limits = Limits { diagnostics: 1, ..Limits::default() };
    let mut reader = Reader::new(Window::whole(bytes), NoRecorder, limits);
    let file = read::survey(&mut reader).ok()?;
    let missing = match &file.model {
        Shbin::Binary(binary) => &binary.missing,
        Shbin::Object(object) => &object.missing,
    };
    (missing.is_empty() && !file.diagnostics.has_errors()).then_some(file)
}

fn end(bytes: &[u8], file: &File<'_>) -> usize {
    let end = file.end_of_claims() as usize;
    let padded = end.next_multiple_of(4);
    let is_padded = bytes.get(end..padded).is_some_and(|padding| padding.iter().all(|&byte| byte == 0));
    if is_padded { padded } else { end }
}
