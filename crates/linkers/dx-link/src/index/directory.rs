//! Directory of an index: live records, and the files that export each name.
//!
//! Its parts are read separately: the list of files and the list of shared names in full, and of
//! the name table only the page that contains a name. Each part has a checksum.

use std::collections::HashMap;

use glassbox_dxil::{unmangled, without_marker};

use crate::plan::{CatalogueError, Shared};

use super::access::{Stamp, View};
use super::entry::{FileEntry, pack_stamp, unpack_stamp};
use super::log::{self, Kind, Place, quad, word};
use super::pack::{Packer, Unpacker};

/// Entries per page; a lookup reads a whole page.
const PAGE: usize = 256;
/// Size of a name table entry in bytes: hash and file number.
const ENTRY: usize = 12;
/// Size of a page list entry in bytes: first hash and checksum.
const PAGE_ENTRY: usize = 12;
/// Size of the header in bytes.
const HEAD: usize = 32;

/// Variant of a name that is hashed with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    /// Name as stored.
    Whole,
    /// Name in the source.
    Unmangled,
}

/// Hash of a name: 64-bit FNV-1a. A collision only costs reading one more record.
pub(super) fn hash(name: &[u8], spelling: Spelling) -> u64 {
    let seed = match spelling {
        Spelling::Whole => 0xCBF2_9CE4_8422_2325,
        Spelling::Unmangled => 0x6C62_272E_07BB_0142,
    };
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    name.iter().fold(seed, step)
}

/// Live file record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    pub(super) stamp: Stamp,
    pub(super) place: Place,
}

/// Decoded directory.
#[derive(Debug)]
pub(super) struct Directory {
    /// Live files, sorted by name.
    pub(super) files: Vec<Listed>,
    /// Names exported by several files, ordered by the first such file.
    pub(super) shared: Vec<Shared>,
    /// First hash and checksum of each page.
    pages: Vec<(u64, u32)>,
    /// Offset of the first page in bytes.
    pages_at: u64,
    /// Number of entries in all pages.
    entries: u64,
}

/// Appends the record of a directory at `offset`; each file comes with the location of its record.
pub(super) fn build(files: &[(FileEntry, Place)], out: &mut Vec<u8>, base: u64) {
    let mut list = Packer::default();
    let mut names: Vec<(u64, u32)> = Vec::new();
    let mut owners: HashMap<&[u8], usize> = HashMap::new();
    let mut shared: Vec<(&[u8], Vec<u32>)> = Vec::new();
    for (number, (file, place)) in (0u32..).zip(files) {
        pack_stamp(&file.stamp, &mut list);
        list.number(place.offset);
        list.number(place.size.into());
        list.checksum(place.checksum);
        let Ok(symbols) = &file.symbols else { continue };
        for (_, function) in symbols.exports() {
            let name = without_marker(&function.name);
            names.push((hash(name, Spelling::Whole), number));
            names.push((hash(unmangled(name), Spelling::Unmangled), number));
            let count = shared.len();
            let at = *owners.entry(name).or_insert(count);
            match shared.get_mut(at) {
                None => shared.push((name, vec![number])),
                Some((_, libraries)) if libraries.last() != Some(&number) => libraries.push(number),
                Some(_) => {}
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    let mut twice = Packer::default();
    shared.retain(|(_, libraries)| libraries.len() > 1);
    twice.number(shared.len() as u64);
    for (name, libraries) in &shared {
        twice.text(name);
        twice.number(libraries.len() as u64);
        for &library in libraries {
            twice.number(library.into());
        }
    }
    let mut pages = Vec::new();
    let mut table = Vec::with_capacity(names.len() * ENTRY);
    for page in names.chunks(PAGE) {
        let start = table.len();
        for (hash, file) in page {
            table.extend_from_slice(&hash.to_le_bytes());
            table.extend_from_slice(&file.to_le_bytes());
        }
        let first = page.first().map_or(0, |(hash, _)| *hash);
        let checksum = crc32fast::hash(table.get(start..).unwrap_or_default());
        pages.extend_from_slice(&first.to_le_bytes());
        pages.extend_from_slice(&checksum.to_le_bytes());
    }
    let head = [
        files.len() as u32,
        list.bytes.len() as u32,
        crc32fast::hash(&list.bytes),
        twice.bytes.len() as u32,
        crc32fast::hash(&twice.bytes),
        names.len() as u32,
        crc32fast::hash(&pages),
    ];
    let mut content: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
    let checksum = crc32fast::hash(&content);
    content.extend_from_slice(&checksum.to_le_bytes());
    content.extend_from_slice(&list.bytes);
    content.extend_from_slice(&twice.bytes);
    content.extend_from_slice(&pages);
    content.extend_from_slice(&table);
    // The trailer ends the file, so the record must not need padding after it.
    let size = (content.len() as u64 + log::TRAILER).next_multiple_of(8) - log::TRAILER;
    content.resize(size as usize, 0);
    content.extend_from_slice(&log::trailer(base + out.len() as u64));
    log::append(out, base, Kind::Directory, &content);
}

impl Directory {
    /// Reads the last directory of a log: list of files, shared names, page list.
    pub(super) fn read(view: &mut View<'_>) -> Result<Directory, CatalogueError> {
        log::check_header(view)?;
        let place = log::last_directory(view)?;
        let end = place.start() + u64::from(place.size);
        let damaged = || CatalogueError("found a damaged directory".to_owned());
        let head_end = place.start() + HEAD as u64;
        let head = view.read(place.start()..head_end.min(end))?;
        if word(&head, 28).is_none() || word(&head, 28) != head.get(..28).map(crc32fast::hash) {
            return Err(damaged());
        }
        let at = |index: usize| word(&head, index * 4).unwrap_or(0);
        let entries = u64::from(at(5));
        let sizes = [u64::from(at(1)), u64::from(at(3)), entries.div_ceil(PAGE as u64) * PAGE_ENTRY as u64];
        let pages_at = sizes.iter().fold(head_end, |sum, size| sum + size);
        if pages_at + entries * ENTRY as u64 > end {
            return Err(damaged());
        }
        let bytes = view.read(head_end..pages_at)?;
        let mut rest = &bytes[..];
        let mut take = |size: u64, checksum: u32| {
            let (part, behind) = rest.split_at_checked(size as usize)?;
            rest = behind;
            (crc32fast::hash(part) == checksum).then_some(part)
        };
        let list = take(sizes[0], at(2)).ok_or_else(damaged)?;
        let twice = take(sizes[1], at(4)).ok_or_else(damaged)?;
        let pages = take(sizes[2], at(6)).ok_or_else(damaged)?;
        let files = files(list, at(0), place.offset).ok_or_else(damaged)?;
        let shared = shared(twice, at(0)).ok_or_else(damaged)?;
        let pages = pages.chunks_exact(PAGE_ENTRY);
        Ok(Directory {
            files,
            shared,
            pages: pages.map(|page| (quad(page, 0).unwrap_or(0), word(page, 8).unwrap_or(0))).collect(),
            pages_at,
            entries,
        })
    }

    /// Numbers of the files that may export a name.
    pub(super) fn look_up(
        &self,
        view: &mut View<'_>,
        name: &[u8],
        spelling: Spelling,
    ) -> Result<Vec<u32>, CatalogueError> {
        let wanted = hash(name, spelling);
        // Entries with the same hash may span several pages.
        let first = self.pages.partition_point(|(hash, _)| *hash < wanted).saturating_sub(1);
        let mut found = Vec::new();
        for number in first..self.pages.len() {
            let Some(&(hash, checksum)) = self.pages.get(number) else {
                break;
            };
            if hash > wanted {
                break;
            }
            let from = (number * PAGE) as u64;
            let count = (self.entries - from).min(PAGE as u64);
            let start = self.pages_at + from * ENTRY as u64;
            let bytes = view.read(start..start + count * ENTRY as u64)?;
            if crc32fast::hash(&bytes) != checksum {
                return Err(CatalogueError("found a damaged page of names".to_owned()));
            }
            for entry in bytes.chunks_exact(ENTRY) {
                if quad(entry, 0) == Some(wanted) {
                    found.extend(word(entry, 8).filter(|&file| (file as usize) < self.files.len()));
                }
            }
        }
        Ok(found)
    }

    /// Total size of the live records in bytes.
    pub(super) fn live(&self) -> u64 {
        self.files.iter().map(|file| file.place.end() - file.place.offset).sum()
    }
}

/// Decodes the list of files; records precede the directory.
fn files(bytes: &[u8], count: u32, limit: u64) -> Option<Vec<Listed>> {
    let mut from = Unpacker { bytes };
    let mut files: Vec<Listed> = Vec::new();
    for _ in 0..count {
        let stamp = unpack_stamp(&mut from)?;
        let place = Place {
            offset: from.number()?,
            size: u32::try_from(from.number()?).ok()?,
            checksum: from.checksum()?,
        };
        if place.offset >= limit || place.end() > limit {
            return None;
        }
        if files.last().is_some_and(|last| last.stamp.name >= stamp.name) {
            return None;
        }
        files.push(Listed { stamp, place });
    }
    from.bytes.is_empty().then_some(files)
}

/// Decodes the names exported by several files.
fn shared(bytes: &[u8], files: u32) -> Option<Vec<Shared>> {
    let mut from = Unpacker { bytes };
    let count = from.count()?;
    let mut shared = Vec::with_capacity(count);
    for _ in 0..count {
        let name = from.text()?.to_vec();
        let libraries = from.count()?;
        let libraries =
            (0..libraries).map(|_| u32::try_from(from.number()?).ok().filter(|&file| file < files));
        shared.push(Shared { name, libraries: libraries.collect::<Option<_>>()? });
    }
    from.bytes.is_empty().then_some(shared)
}
