//! Computes the size of a container embedded in other data.

use glassbox_core::format::ScanBudget;
use glassbox_core::record::{Record, Records};

use crate::checksum;
use crate::raw::{HEADER_SIZE, MainHeader, SECTION_HEADER_SIZE, SIGNATURE, SectionHeader};

/// Size of the container at the start of `bytes`. Requires a valid header checksum, which rejects noise; a
/// container that does not state its size ends with its last body.
pub(crate) fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    effort.spend(HEADER_SIZE)?;
    let header = MainHeader::decode(bytes)?;
    if header.signature != SIGNATURE || !(1..=2).contains(&header.version) || header.section_count == 0 {
        return None;
    }
    let size = bytes.len() as u64;
    let end = HEADER_SIZE + u64::from(header.section_count) * SECTION_HEADER_SIZE;
    if end > size || (header.file_size != 0 && header.file_size < end) {
        return None;
    }
    // Cheap rejection: the first section header is invalid in almost all false matches.
    let first = SectionHeader::decode(bytes.get(HEADER_SIZE as usize..)?)?;
    reach(&first, end, size)?;
    effort.spend(end)?;
    let headers = bytes.get(..end as usize)?;
    let right = checksum::header(headers) == header.checksum
        || checksum::header_without_reserved(headers) == header.checksum;
    if !right {
        return None;
    }
    let table = Records::<SectionHeader>::new(headers.get(HEADER_SIZE as usize..)?, 0);
    let mut last = end;
    for section in table.iter() {
        last = last.max(reach(&section, end, size)?);
    }
    let whole = if header.file_size == 0 { last } else { header.file_size.max(last) };
    // A stated size past the end of the data is wrong or the trailer is truncated; the sections are complete
    // either way.
    usize::try_from(if whole > size { last } else { whole }).ok()
}

/// End of a section's body, if it lies after the headers and inside the data.
fn reach(section: &SectionHeader, table: u64, size: u64) -> Option<u64> {
    let end = section.pointer.checked_add(u64::from(section.stored_size))?;
    (section.stored_size == 0 || section.pointer >= table && end <= size).then_some(end.min(size))
}
