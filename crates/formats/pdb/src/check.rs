//! Checks an MSF file in file order: superblock, directory, streams.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::reader::Window;
use glassbox_core::record::{Field, Record};

use crate::layout::{Layout, MAX_BLOCK_SIZE, MIN_BLOCK_SIZE, Stop};
use crate::model::{NamedStreamsStop, Pdb};
use crate::raw::{PdbHeader, SuperBlock};
use crate::rules;

/// Maximum number of findings reported per rule.
const MAX_PER_RULE: usize = 16;

/// Reports every finding; addresses are resolved to file locations by [`Diagnostics::localize`].
pub fn check(window: Window<'_>, pdb: &Pdb<'_>, findings: &mut Diagnostics) {
    let Some(layout) = &pdb.layout else {
        let size = window.bytes.len() as u64;
        let location = Location::new(window.base, window.base + size, "superblock");
        let message = format!("found {size} bytes, expected a superblock of 56");
        findings
            .report(&rules::SUPERBLOCK, location, message)
            .help("get a complete copy of the file, or rebuild it");
        return;
    };
    let check = Check { window, pdb, layout };
    check.superblock(findings);
    check.directory(findings);
    if layout.stop != Some(Stop::BlockSize) {
        check.blocks(findings);
    }
    check.info(findings);
    if let Some(number) = pdb.exhausted {
        let message = format!("found streams that share bytes; streams from {number} on were not read");
        findings.report(&rules::LIMIT, check.size(number), message);
    }
    if pdb.containers().next().is_none() {
        let message = "found no stream that begins with DXBC".to_owned();
        let location = check.field(&SuperBlock::magic);
        findings.report(&rules::CONTAINER, location, message);
    }
}

struct Check<'c, 'a> {
    window: Window<'a>,
    pdb: &'c Pdb<'a>,
    layout: &'c Layout<'a>,
}

impl Check<'_, '_> {
    fn field(&self, field: &Field) -> Location {
        let start = self.window.base + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("superblock.{}", field.name))
    }

    /// Location of a word of the directory.
    fn word(&self, place: usize, path: String) -> Location {
        let start = self.pdb.directory + 4 * place as u64;
        Location::new(start, start + 4, path)
    }

    /// Location of a stream's size field.
    fn size(&self, number: usize) -> Location {
        self.word(1 + number, format!("directory.sizes[{number}]"))
    }

    fn superblock(&self, findings: &mut Diagnostics) {
        let superblock = &self.layout.superblock;
        let size = superblock.block_size;
        let sound = self.layout.stop != Some(Stop::BlockSize);
        if !sound || !(512..=4096).contains(&size) {
            let message = if sound {
                format!("found blocks of {size} bytes, expected 512 to 4096")
            } else {
                format!(
                    "found blocks of {size} bytes, expected a power of two from {MIN_BLOCK_SIZE} to {MAX_BLOCK_SIZE}"
                )
            };
            let mut finding =
                findings.report(&rules::BLOCK_SIZE, self.field(&SuperBlock::block_size), message);
            if sound {
                finding.severity(Severity::Warning);
            }
            finding.help("restore the size that the file was written with");
        }
        if sound {
            self.block_count(findings);
        }
        if !matches!(superblock.free_map, 1 | 2) {
            let message = format!("found block {}, expected 1 or 2", superblock.free_map);
            let location = self.field(&SuperBlock::free_map);
            findings.report(&rules::FREE_MAP, location, message).help("set 1 or 2");
        }
        if superblock.reserved != 0 {
            let message = format!("found {:#x}, expected 0", superblock.reserved);
            let location = self.field(&SuperBlock::reserved);
            findings.report(&rules::RESERVED, location, message).help("set it to 0");
        }
    }

    fn block_count(&self, findings: &mut Diagnostics) {
        let count = u64::from(self.layout.superblock.block_count);
        let (size, length) = (self.layout.block_size(), self.window.bytes.len() as u64);
        let stated = count * size;
        if stated == length {
            return;
        }
        let message = format!("found {count} blocks of {size} bytes, but the file has {length} bytes");
        let location = self.field(&SuperBlock::block_count);
        let finding = Diagnostic::new(&rules::BLOCK_COUNT, location, message);
        findings.push(if stated > length {
            finding.help(format!("{} bytes are missing; get a complete copy of the file", stated - length))
        } else if stated + size == length {
            finding.severity(Severity::Info).note("shader compilers leave the last block out of the count")
        } else {
            let help = format!("cut off the last {} bytes, or correct the count", length - stated);
            finding.severity(Severity::Warning).help(help)
        });
    }

    fn directory(&self, findings: &mut Diagnostics) {
        let layout = self.layout;
        let blocks = layout.blocks();
        match layout.stop {
            Some(Stop::Map { index, block }) => {
                let location = match index {
                    0 => self.field(&SuperBlock::directory_map),
                    _ => {
                        let start = self.window.base + 52 + 4 * index;
                        let path = format!("more_directory_maps[{}]", index - 1);
                        Location::new(start, start + 4, path)
                    }
                };
                let message = format!(
                    "found block {block} for the directory map, the file has blocks 0 to {}",
                    blocks - 1
                );
                findings.report(&rules::DIRECTORY_MAP, location, message);
            }
            Some(Stop::DirectorySize) => {
                let size = layout.superblock.directory_size;
                let message = format!(
                    "found a directory of {size} bytes, more than the {blocks} blocks of the file hold"
                );
                let location = self.field(&SuperBlock::directory_size);
                findings.report(&rules::DIRECTORY, location, message);
            }
            Some(Stop::Directory { index, block }) => {
                let (map, place) = (index / (layout.block_size() / 4), index % (layout.block_size() / 4));
                let in_map = layout.maps.get(map as usize).copied().unwrap_or(0);
                let start = self.window.base + u64::from(in_map) * layout.block_size() + 4 * place;
                let location = Location::new(start, start + 4, format!("directory_map[{map}][{place}]"));
                let message =
                    format!("found block {block} for the directory, the file has blocks 0 to {}", blocks - 1);
                findings.report(&rules::DIRECTORY, location, message);
            }
            Some(Stop::BlockSize) => {}
            None => self.directory_size(findings),
        }
    }

    fn directory_size(&self, findings: &mut Diagnostics) {
        let size = u64::from(self.layout.superblock.directory_size);
        let needed = 4 * self.layout.directory_words();
        if needed == size {
            return;
        }
        let count = self.layout.stream_count;
        let message = format!("found a directory of {size} bytes, its {count} streams need {needed}");
        let location = self.field(&SuperBlock::directory_size);
        let finding = Diagnostic::new(&rules::DIRECTORY_SIZE, location, message);
        findings.push(if needed < size {
            finding.severity(Severity::Warning).help(format!("set {needed}"))
        } else {
            finding.help("correct the number of streams, their sizes or the size of the directory")
        });
    }

    /// Checks that every block is inside the file, not reserved, claimed once and not marked free.
    fn blocks(&self, findings: &mut Diagnostics) {
        let layout = self.layout;
        let mut claims = Claims::new(layout);
        let mut listed = [0; 3];
        let tables = layout.maps.iter().chain(&layout.directory_blocks);
        for &block in tables {
            // The earlier claim does not matter: both tables were already checked to lie in the file.
            let _ = claims.claim(block, Owner::Directory);
        }
        for (number, stream) in layout.streams.iter().enumerate() {
            for (index, block) in layout.list(stream).enumerate() {
                let path = || format!("directory.blocks[{number}][{index}]");
                let location = || self.word(stream.list.start + index, path());
                let mut report = |slot: usize, finding: Diagnostic| {
                    if let Some(count) = listed.get_mut(slot)
                        && *count < MAX_PER_RULE
                    {
                        *count += 1;
                        findings.push(finding);
                    }
                };
                if u64::from(block) >= layout.blocks() || layout.is_reserved(u64::from(block)) {
                    let last = layout.blocks().saturating_sub(1);
                    let message = if u64::from(block) > last {
                        format!("found block {block}, the file has blocks 0 to {last}")
                    } else {
                        format!("found block {block}, which belongs to the tables of the file")
                    };
                    report(0, Diagnostic::new(&rules::STREAM_BLOCK, location(), message));
                    continue;
                }
                if let Some(owner) = claims.claim(block, Owner::Stream(number)) {
                    let message = format!("found block {block}, which {owner} claims already");
                    report(1, Diagnostic::new(&rules::SHARED_BLOCK, location(), message));
                }
                // Stream 0 is the directory before the last update; its blocks may be reused.
                if number != 0
                    && let Some(byte) = self.free_byte(block)
                {
                    let message = format!("found block {block} marked free, but stream {number} uses it");
                    let path = format!("free_map[{}]", byte.0);
                    let location = Location::new(byte.1, byte.1 + 1, path);
                    report(2, Diagnostic::new(&rules::FREE_BLOCK, location, message));
                }
            }
        }
        self.ends(findings);
    }

    /// If the block is marked free: the free block map's block number and the address of the byte.
    fn free_byte(&self, block: u32) -> Option<(u64, u64)> {
        let size = self.layout.block_size();
        let byte = u64::from(block) / 8;
        let map = self.layout.free_map().nth((byte / size) as usize)?;
        let at = map * size + byte % size;
        let bits = self.window.bytes.get(at as usize)?;
        (bits >> (block % 8) & 1 == 1).then_some((byte / size, self.window.base + at))
    }

    /// Reports streams with valid block numbers whose last block is truncated.
    fn ends(&self, findings: &mut Diagnostics) {
        let layout = self.layout;
        let cut = layout.streams.iter().zip(&self.pdb.streams).enumerate();
        for (number, (place, stream)) in cut.filter(|(_, (_, stream))| !stream.whole).take(MAX_PER_RULE) {
            let needed = u64::from(place.size.unwrap_or(0)).div_ceil(layout.block_size());
            let sound = layout.list(place).all(|block| u64::from(block) < layout.blocks());
            if sound && place.list.len() as u64 == needed {
                let size = place.size.unwrap_or(0);
                let message = format!(
                    "found {} bytes of stream {number}, expected {size}: the file ends inside its last block",
                    stream.content.len()
                );
                findings.report(&rules::STREAM_BLOCK, self.size(number), message);
            }
        }
    }

    fn info(&self, findings: &mut Diagnostics) {
        let Some(stream) = self.pdb.streams.get(1) else {
            return;
        };
        let Some(info) = &self.pdb.info else {
            let size = stream.content.len();
            let message = format!("found a stream 1 of {size} bytes, expected a head of {}", PdbHeader::SIZE);
            findings.report(&rules::HEADER, self.size(1), message);
            return;
        };
        if info.header.version.name().is_none() {
            let message = format!("found version {}, expected 20000404", info.header.version.0);
            let path = "stream[1].header.version";
            let location = Location::new(info.address, info.address + 4, path);
            findings.report(&rules::HEADER, location, message).severity(Severity::Warning);
        }
        if let Some(NamedStreamsStop { range, field }) = &info.broken {
            let message = format!("found a table of named streams that does not fit: {field}");
            let location = Location::new(range.start, range.end, "stream[1]");
            findings.report(&rules::NAMED, location, message);
        }
        let count = self.layout.stream_count;
        let strange = info.named.iter().filter(|(_, stream)| *stream >= count);
        for (name, stream) in strange.take(MAX_PER_RULE) {
            let message = format!("\"{}\" is stream {stream}, there are {count}", name.escape_ascii());
            let end = info.address + self.pdb.streams.get(1).map_or(0, |stream| stream.content.len() as u64);
            let location = Location::new(info.address, end, "stream[1]");
            findings.report(&rules::NAMED, location, message);
        }
    }
}

/// Owner of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Directory,
    Stream(usize),
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Owner::Directory => f.write_str("the directory"),
            Owner::Stream(number) => write!(f, "stream {number}"),
        }
    }
}

/// First owner of each block.
struct Claims {
    owners: Vec<Option<Owner>>,
}

impl Claims {
    fn new(layout: &Layout<'_>) -> Claims {
        Claims { owners: vec![None; layout.blocks() as usize] }
    }

    /// Claims a block; returns its previous owner.
    fn claim(&mut self, block: u32, owner: Owner) -> Option<Owner> {
        let slot = self.owners.get_mut(block as usize)?;
        let before = *slot;
        if before.is_none() {
            *slot = Some(owner);
        }
        before
    }
}
