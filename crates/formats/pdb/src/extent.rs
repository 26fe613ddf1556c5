//! Computes the size of a file embedded in other data.

use glassbox_core::format::ScanBudget;

use crate::layout::Layout;
use crate::raw::MAGIC;

/// Size of the file at the start of `bytes`: the larger of the stated and the used number of blocks. `None`
/// if the directory cannot be read or a stream extends past the bytes.
pub fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    if !bytes.starts_with(&MAGIC) {
        return None;
    }
    let head = bytes.get(..crate::raw::SUPERBLOCK_SIZE as usize)?;
    let size = u64::from(u32::from_le_bytes(*head.get(44..48)?.first_chunk()?));
    // The directory is read once; its map costs a fraction of that.
    effort.spend(256 + 2 * size.min(bytes.len() as u64))?;
    let layout = Layout::read(bytes)?;
    if layout.stop.is_some() || layout.stream_count as usize != layout.streams.len() {
        return None;
    }
    let streams = layout.streams.iter().flat_map(|stream| layout.list(stream));
    let used = streams.chain(layout.directory_blocks.iter().copied()).chain(layout.maps.iter().copied());
    let last = used.max().map_or(0, u64::from);
    // Shader compilers state one block too few.
    let blocks = u64::from(layout.superblock.block_count).max(last + 1);
    let end = blocks.checked_mul(layout.block_size())?;
    let end = usize::try_from(end).ok()?;
    (end <= bytes.len()).then_some(end)
}
