//! Computes the size of a container embedded in other data; header and directory must be plausible.

use glassbox_core::format::ScanBudget;
use glassbox_core::record::Record;

use crate::digest::Signatures;
use crate::raw::{self, Header, Magic, PartHeader};

/// Effort per candidate and per part.
const STEP: u64 = 32;

/// Size of the container at the start of `bytes`.
pub(crate) fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    effort.spend(STEP)?;
    if !bytes.starts_with(&raw::MAGIC) {
        return None;
    }
    let header = Header::decode(bytes.get(raw::DIGEST_FROM as usize..)?)?;
    let size = header.size as usize;
    let table_end = 4u64 * u64::from(header.part_count) + raw::HEADER_SIZE;
    if header.major != 1 || table_end > u64::from(header.size) {
        return None;
    }
    let container = bytes.get(..size)?;
    if header.part_count == 0 {
        // A header alone is weak evidence; a matching digest is sufficient.
        effort.spend(u64::from(header.size))?;
        let stored = Magic::decode(container)?.digest;
        let signatures = Signatures::of(container.get(raw::DIGEST_FROM as usize..)?);
        return (stored == signatures.retail || stored == signatures.debug).then_some(size);
    }
    let table = container.get(raw::HEADER_SIZE as usize..table_end as usize)?;
    for offset in table.as_chunks::<4>().0 {
        effort.spend(STEP)?;
        let start = u64::from(u32::from_le_bytes(*offset));
        let part = PartHeader::decode(container.get(usize::try_from(start).ok()?..)?)?;
        let printable = part.code.0.iter().all(|byte| byte.is_ascii_graphic());
        let end = start + raw::PART_HEADER_SIZE + u64::from(part.size);
        if start < table_end || !printable || end > size as u64 {
            return None;
        }
    }
    Some(size)
}
