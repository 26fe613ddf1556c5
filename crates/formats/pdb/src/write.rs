//! Writes streams as an MSF file.

use crate::raw::{MAGIC, NIL, SUPERBLOCK_SIZE, SuperBlock};
use glassbox_core::format::WriteError;
use glassbox_core::record::Record;
use glassbox_core::value::Tag;

/// A file under construction: allocates blocks in order, skipping the free block maps.
struct Blocks {
    size: u64,
    bytes: Vec<u8>,
}

impl Blocks {
    /// Allocates the next block that is not reserved.
    fn take(&mut self) -> u32 {
        let mut block = (self.bytes.len() as u64).div_ceil(self.size);
        while matches!(block % self.size, 1 | 2) {
            block += 1;
        }
        self.bytes.resize(((block + 1) * self.size) as usize, 0);
        block as u32
    }

    /// Stores `content` in newly allocated blocks; returns their numbers.
    fn store(&mut self, content: &[u8]) -> Vec<u32> {
        let chunks = content.chunks(self.size as usize);
        let stored = chunks.map(|chunk| {
            let block = self.take();
            let start = (u64::from(block) * self.size) as usize;
            if let Some(slot) = self.bytes.get_mut(start..start + chunk.len()) {
                slot.copy_from_slice(chunk);
            }
            block
        });
        stored.collect()
    }
}

/// Writes streams as an MSF 7.00 file: tables first, then every stream in order, contiguous except where a
/// free block map intervenes. `None` is an absent stream.
///
/// # Errors
///
/// If the block size is not a power of two from 512 to 4096, or the file would exceed 2^32 bytes.
pub fn write(streams: &[Option<&[u8]>], block_size: u32) -> Result<Vec<u8>, WriteError> {
    if !block_size.is_power_of_two() || !(512..=4096).contains(&block_size) {
        return Err(WriteError::new(format!(
            "blocks of {block_size} bytes are unusual; use 512, 1024, 2048 or 4096"
        )));
    }
    let size = u64::from(block_size);
    let total: u64 = streams.iter().flatten().map(|stream| stream.len() as u64 + size).sum();
    if total > u64::from(u32::MAX) / 2 {
        return Err(WriteError::new("the streams are too large for one file"));
    }
    let lists: u64 = streams.iter().flatten().map(|stream| (stream.len() as u64).div_ceil(size)).sum();
    let directory_size = 4 * (1 + streams.len() as u64 + lists);
    let directory_blocks = directory_size.div_ceil(size);
    let maps = (4 * directory_blocks).div_ceil(size);
    if maps * 4 > size - SUPERBLOCK_SIZE {
        return Err(WriteError::new("the directory is too large for blocks of this size"));
    }
    let mut blocks = Blocks { size, bytes: vec![0; 3 * block_size as usize] };
    // Reserve the tables first; fill them once their content is known.
    let maps: Vec<u32> = (0..maps).map(|_| blocks.take()).collect();
    let places: Vec<u32> = (0..directory_blocks).map(|_| blocks.take()).collect();
    let mut directory = (streams.len() as u32).to_le_bytes().to_vec();
    for stream in streams {
        let size = stream.map_or(NIL, |stream| stream.len() as u32);
        directory.extend(size.to_le_bytes());
    }
    for stream in streams.iter().flatten() {
        let stored = blocks.store(stream);
        directory.extend(stored.iter().flat_map(|block| block.to_le_bytes()));
    }
    let mut bytes = blocks.bytes;
    let list: Vec<u8> = places.iter().flat_map(|block| block.to_le_bytes()).collect();
    put(&mut bytes, size, &maps, &list);
    put(&mut bytes, size, &places, &directory);
    let mut head = Vec::new();
    SuperBlock {
        magic: Tag(MAGIC),
        block_size,
        free_map: 1,
        block_count: (bytes.len() as u64 / size) as u32,
        directory_size: directory.len() as u32,
        reserved: 0,
        directory_map: 0,
    }
    .encode(&mut head);
    head.truncate(SUPERBLOCK_SIZE as usize - 4);
    head.extend(maps.iter().flat_map(|block| block.to_le_bytes()));
    put(&mut bytes, size, &[0], &head);
    Ok(bytes)
}

/// Writes bytes across a list of blocks.
fn put(bytes: &mut [u8], size: u64, blocks: &[u32], content: &[u8]) {
    for (&block, chunk) in blocks.iter().zip(content.chunks(size as usize)) {
        let start = (u64::from(block) * size) as usize;
        if let Some(slot) = bytes.get_mut(start..start + chunk.len()) {
            slot.copy_from_slice(chunk);
        }
    }
}

/// Builds stream 1 as shader compilers write it: a header and an empty named-stream table.
pub fn info_stream(guid: [u8; 16]) -> Vec<u8> {
    let mut out = Vec::new();
    crate::raw::PdbHeader { version: crate::raw::PdbVersion::VC70, signature: 0, age: 1, guid }
        .encode(&mut out);
    // Empty strings, an empty table of capacity one, no bits set, no feature words.
    for word in [0u32, 0, 1, 0, 0, 0, 0] {
        out.extend(word.to_le_bytes());
    }
    out
}
