//! Computes the file layout: superblock, directory and the blocks of each stream. Records no nodes.

use std::borrow::Cow;
use std::ops::Range;

use glassbox_core::record::Record;

use crate::raw::{NIL, SUPERBLOCK_SIZE, SuperBlock};

/// Smallest block size that can hold a superblock, bytes.
pub(crate) const MIN_BLOCK_SIZE: u32 = 64;
/// Largest supported block size, bytes.
pub(crate) const MAX_BLOCK_SIZE: u32 = 1 << 20;

/// Contiguous bytes of the file: offset and size.
pub type Extent = (u64, u64);

/// Error that prevents reading the directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The block size is unsupported.
    BlockSize,
    /// Block `block`, entry `index` of the directory map, is not in the file.
    Map {
        /// Index in the list of map blocks.
        index: u64,
        /// Block number.
        block: u32,
    },
    /// The directory has more blocks than the file, or than the superblock can list.
    DirectorySize,
    /// Block `block`, entry `index` of the directory, is not in the file.
    Directory {
        /// Index in the directory map.
        index: u64,
        /// Block number.
        block: u32,
    },
}

/// Directory entry of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamPlace {
    /// Size, bytes; `None` for an absent stream.
    pub size: Option<u32>,
    /// Word range of its block list in the directory; short if the directory is truncated.
    pub list: Range<usize>,
}

/// Layout of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout<'a> {
    /// Superblock.
    pub superblock: SuperBlock,
    /// Whole file.
    bytes: &'a [u8],
    /// Blocks of the directory map.
    pub maps: Vec<u32>,
    /// Blocks of the directory.
    pub directory_blocks: Vec<u32>,
    /// Directory, as far as readable; borrowed if contiguous.
    pub directory: Cow<'a, [u8]>,
    /// Stream count stated by the directory.
    pub stream_count: u32,
    /// Streams whose size is in the directory.
    pub streams: Vec<StreamPlace>,
    /// First error; `None` if the directory is complete.
    pub stop: Option<Stop>,
}

impl<'a> Layout<'a> {
    /// Reads the layout; `None` without a complete superblock. Allocations are bounded by the file size.
    pub fn read(bytes: &'a [u8]) -> Option<Layout<'a>> {
        let superblock = SuperBlock::decode(bytes)?;
        let mut layout = Layout {
            superblock,
            bytes,
            maps: Vec::new(),
            directory_blocks: Vec::new(),
            directory: Cow::Borrowed(&[]),
            stream_count: 0,
            streams: Vec::new(),
            stop: None,
        };
        layout.stop = layout.find_directory().err();
        layout.find_streams();
        Some(layout)
    }

    /// Block size, bytes.
    pub fn block_size(&self) -> u64 {
        u64::from(self.superblock.block_size)
    }

    /// Number of blocks in the file, including a truncated last one.
    pub fn blocks(&self) -> u64 {
        (self.bytes.len() as u64).div_ceil(self.block_size().max(1))
    }

    /// True if the block is reserved: the superblock or part of a free block map.
    pub fn is_reserved(&self, block: u64) -> bool {
        block == 0 || matches!(block % self.block_size().max(1), 1 | 2)
    }

    /// Blocks of the active free block map present in the file, in order.
    pub fn free_map(&self) -> impl Iterator<Item = u64> + use<> {
        self.map_from(u64::from(self.superblock.free_map))
    }

    /// Blocks of the inactive free block map.
    pub(crate) fn other_free_map(&self) -> impl Iterator<Item = u64> + use<> {
        // The maps are 1 and 2, so the other is 3 - n; any other number yields nothing.
        self.map_from(3u64.saturating_sub(u64::from(self.superblock.free_map)))
    }

    fn map_from(&self, first: u64) -> impl Iterator<Item = u64> + use<> {
        let (size, blocks) = (self.block_size().max(1), self.blocks());
        let needed = blocks.div_ceil(8 * size);
        let usable = matches!(first, 1 | 2) && self.stop != Some(Stop::BlockSize);
        (0..needed).map(move |index| first + index * size).take_while(move |&block| usable && block < blocks)
    }

    /// Word of the directory at a word index.
    pub fn word(&self, index: usize) -> Option<u32> {
        let bytes = self.directory.get(index.checked_mul(4)?..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Block numbers of a stream.
    pub fn list(&self, stream: &StreamPlace) -> impl Iterator<Item = u32> + '_ {
        stream.list.clone().filter_map(|place| self.word(place))
    }

    /// Extents of the first `size` bytes of `blocks`. Ends before the first block that the file lacks or
    /// truncates.
    pub fn extents(&self, blocks: impl IntoIterator<Item = u32>, size: u64) -> Vec<Extent> {
        let block_size = self.block_size();
        let mut out: Vec<Extent> = Vec::new();
        let mut left = size;
        for block in blocks {
            let start = u64::from(block) * block_size;
            let wanted = left.min(block_size);
            let there = (self.bytes.len() as u64).saturating_sub(start).min(wanted);
            match out.last_mut() {
                Some((last, length)) if *last + *length == start => *length += there,
                _ if there > 0 => out.push((start, there)),
                _ => {}
            }
            left -= there;
            if there < wanted || left == 0 {
                break;
            }
        }
        out
    }

    /// Concatenates extents; borrows if there is only one.
    pub fn gather(&self, extents: &[Extent]) -> Cow<'a, [u8]> {
        let slice = |&(start, size): &Extent| {
            self.bytes.get(start as usize..(start + size) as usize).unwrap_or_default()
        };
        match extents {
            [] => Cow::Borrowed(&[]),
            [one] => Cow::Borrowed(slice(one)),
            several => Cow::Owned(several.iter().flat_map(slice).copied().collect()),
        }
    }

    fn find_directory(&mut self) -> Result<(), Stop> {
        let size = self.superblock.block_size;
        if !size.is_power_of_two() || !(MIN_BLOCK_SIZE..=MAX_BLOCK_SIZE).contains(&size) {
            return Err(Stop::BlockSize);
        }
        let block_size = self.block_size();
        let directory_size = u64::from(self.superblock.directory_size);
        let blocks = directory_size.div_ceil(block_size);
        let per_map = block_size / 4;
        let maps = blocks.div_ceil(per_map);
        // The list of map blocks is in block 0, after all superblock fields but the last.
        let room = (block_size.min(self.bytes.len() as u64) - (SUPERBLOCK_SIZE - 4)) / 4;
        if blocks > self.blocks() || maps > room {
            return Err(Stop::DirectorySize);
        }
        for index in 0..maps {
            let at = (SUPERBLOCK_SIZE - 4 + 4 * index) as usize;
            let block = word(self.bytes, at).unwrap_or(0);
            self.maps.push(block);
            let count = (blocks - index * per_map).min(per_map);
            let start = u64::from(block) * block_size;
            let end = start + count * 4;
            if block == 0 || end > self.bytes.len() as u64 {
                return Err(Stop::Map { index, block });
            }
            let numbers = self.bytes.get(start as usize..end as usize).unwrap_or_default();
            let numbers = numbers.as_chunks::<4>().0.iter();
            self.directory_blocks.extend(numbers.map(|number| u32::from_le_bytes(*number)));
        }
        let extents = self.extents(self.directory_blocks.iter().copied(), directory_size);
        self.directory = self.gather(&extents);
        let read = self.directory.len() as u64;
        if read < directory_size {
            let index = read / block_size;
            let block = self.directory_blocks.get(index as usize).copied().unwrap_or(0);
            return Err(Stop::Directory { index, block });
        }
        Ok(())
    }

    fn find_streams(&mut self) {
        let Some(count) = self.word(0) else { return };
        self.stream_count = count;
        let words = self.directory.len() / 4;
        let known = (count as usize).min(words - 1);
        let mut at = known + 1;
        for stream in 0..known {
            let size = self.word(1 + stream).filter(|&size| size != NIL);
            let blocks = u64::from(size.unwrap_or(0)).div_ceil(self.block_size().max(1));
            let end = at.saturating_add(blocks as usize).min(words);
            self.streams.push(StreamPlace { size, list: at..end });
            at = end;
        }
    }

    /// Number of words that the directory needs for its stream count and sizes.
    pub(crate) fn directory_words(&self) -> u64 {
        let size = self.block_size().max(1);
        let lists = self.streams.iter().map(|stream| u64::from(stream.size.unwrap_or(0)).div_ceil(size));
        1 + u64::from(self.stream_count) + lists.sum::<u64>()
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}
