//! Searches data too large for memory, one window at a time.
//!
//! A window extends [`AHEAD`] bytes past the part being searched, so any file up to that size that begins there is seen
//! whole. Larger files are found if their first bytes state the size; they are read separately.

use std::io;
use std::ops::Range;
use std::sync::Mutex;

use glassbox_bpx::raw::MainHeader;
use glassbox_core::format::{Format, ScanBudget};
use glassbox_core::record::Record as _;

use super::{Chunk, FREE_EFFORT, ScanMatch, ScanOptions, ScanResult, Search, finished};

/// Bytes that are searched at a time.
const WINDOW: usize = 96 << 20;
/// Bytes available after the part being searched.
const AHEAD: usize = 32 << 20;
/// Largest file that is read on its own.
const LARGEST: u64 = 1 << 30;
/// Number of times the size of the data that may be reread for files larger than the look-ahead.
const REREADS: u64 = 2;
/// Bytes that may be read again of any data, however small.
const FREE_REREADS: u64 = 16 << 20;

/// Data that can be read anywhere.
pub trait Data: Sync {
    /// Size of the data, bytes.
    fn size(&self) -> u64;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    ///
    /// The bytes cannot be read, or are not there.
    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// Searches data as [`scan`](super::scan) does, with only a window of it in memory. Arrays in C sources are found if
/// the whole source fits into a window.
///
/// # Errors
///
/// The data cannot be read.
pub fn scan_data(
    data: &dyn Data,
    options: &ScanOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<ScanResult> {
    windows(data, (WINDOW, AHEAD), options, progress)
}

fn windows(
    data: &dyn Data,
    (window, ahead): (usize, usize),
    options: &ScanOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<ScanResult> {
    let size = data.size();
    let most = (window + ahead) as u64;
    let mut buffer = vec![0; size.min(most) as usize];
    if size <= most {
        fill(data, 0, &mut buffer, options.threads)?;
        return Ok(super::scan(&buffer, options, progress));
    }
    let mut all = Chunk::default();
    let (mut base, mut filled) = (0u64, 0);
    loop {
        let there = (size - base).min(most) as usize;
        let bytes = &mut buffer[..there];
        fill(data, base + filled as u64, &mut bytes[filled..], options.threads)?;
        let is_last = base + there as u64 == size;
        let searched = if is_last { there } else { window };
        let search = Search::new(bytes, !is_last);
        let found = search.all(searched, options.threads, progress);
        all.is_truncated |= found.is_truncated;
        let place = |at: usize| base as usize + at;
        all.finds.extend(
            found
                .finds
                .into_iter()
                .map(|find| ScanMatch { range: place(find.range.start)..place(find.range.end), ..find }),
        );
        all.far.extend(found.far.into_iter().map(|(format, start)| (format, place(start))));
        if is_last {
            break;
        }
        buffer.copy_within(window.., 0);
        base += window as u64;
        filled = ahead;
    }
    drop(buffer);
    far(data, &mut all)?;
    Ok(finished(all, options))
}

/// Fills a buffer, a piece at a time on each thread.
fn fill(data: &dyn Data, from: u64, bytes: &mut [u8], threads: usize) -> io::Result<()> {
    const PIECE: usize = 4 << 20;
    if bytes.len() <= PIECE || threads < 2 {
        return data.read(from, bytes);
    }
    let pieces = Mutex::new(bytes.chunks_mut(PIECE).enumerate());
    let work = || -> io::Result<()> {
        loop {
            let next = pieces.lock().map_or(None, |mut pieces| pieces.next());
            let Some((number, piece)) = next else {
                return Ok(());
            };
            data.read(from + (number * PIECE) as u64, piece)?;
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done = done.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    })
}

/// Examines the candidates larger than their look-ahead.
fn far(data: &dyn Data, all: &mut Chunk) -> io::Result<()> {
    let mut left = data.size().saturating_mul(REREADS).max(FREE_REREADS);
    for (format, start) in std::mem::take(&mut all.far) {
        let rest = data.size() - start as u64;
        let mut beginning = vec![0; rest.min(AHEAD as u64) as usize];
        data.read(start as u64, &mut beginning)?;
        let stated = stated_size(format, &beginning);
        // Some files have one block more than they state.
        let stated = stated.saturating_add(stated / 64).max(stated.saturating_add(1 << 16)).min(rest);
        if stated > LARGEST || left < stated {
            all.is_truncated = true;
            continue;
        }
        left -= stated;
        let mut bytes = vec![0; stated as usize];
        data.read(start as u64, &mut bytes)?;
        let mut effort = ScanBudget::new(FREE_EFFORT.saturating_add(stated));
        if let Some(size) = format.extent(&bytes, &mut effort).filter(|size| *size > 0) {
            let range: Range<usize> = start..start + size;
            all.finds.push(ScanMatch { format, range, inside: None, array: None });
        }
    }
    Ok(())
}

/// The size stated by the first bytes of a file; 0 for formats that state none, and if the rest of the beginning does
/// not look like a file.
pub(super) fn stated_size(format: &dyn Format, bytes: &[u8]) -> u64 {
    let word =
        |at: usize| bytes.get(at..)?.first_chunk::<4>().map(|word| u64::from(u32::from_le_bytes(*word)));
    let stated = match format.id() {
        // Version 1.0, and a part with a name that can be printed.
        glassbox_dxcontainer::format::ID => word(32).and_then(|first| {
            let name = bytes.get(first as usize..)?.first_chunk::<4>()?;
            let is_container = word(20) == Some(1) && name.iter().all(u8::is_ascii_graphic);
            is_container.then_some(word(24)?)
        }),
        // Size and number of the blocks.
        "pdb" => word(32).zip(word(40)).map(|(size, count)| size.saturating_mul(count)),
        "bpx" => MainHeader::decode(bytes)
            .filter(|header| (1..=2).contains(&header.version) && header.section_count > 0)
            .map(|header| header.file_size),
        _ => None,
    };
    stated.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Data, ScanOptions, windows};

    struct Memory(Vec<u8>);

    impl Data for Memory {
        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
            let from = self.0.get(at as usize..at as usize + bytes.len());
            bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    fn module() -> Vec<u8> {
        let language = crate::language("spirv").expect("known");
        language.assemble("OpCapability Linkage\nOpMemoryModel Logical GLSL450\n").expect("fine")
    }

    /// A container with a part of so many bytes.
    fn container(data: u32) -> Vec<u8> {
        let size = 32 + 4 + 8 + data;
        let mut bytes = b"DXBC".to_vec();
        bytes.extend([0; 16]);
        for word in [1, size, 1, 36] {
            bytes.extend(u32::to_le_bytes(word));
        }
        bytes.extend(b"PRIV");
        bytes.extend(data.to_le_bytes());
        bytes.extend(vec![0; data as usize]);
        bytes
    }

    #[test]
    fn windows_find_what_a_search_of_the_whole_finds() {
        let mut data = vec![0x5a; 100];
        for number in 0..40 {
            data.extend(module());
            data.extend(vec![0x5a; 13 + 7 * number]);
            data.extend(container(10 * number as u32));
            data.extend(vec![0x5a; 5]);
            // Larger than the look-ahead.
            if number % 10 == 3 {
                data.extend(container(2000));
            }
        }
        for nested in [false, true] {
            let options = ScanOptions { threads: 2, nested };
            let shown = |finds: &super::ScanResult| {
                let finds = finds.finds.iter();
                finds.map(|find| (find.format.id(), find.range.clone(), find.inside)).collect::<Vec<_>>()
            };
            let whole = shown(&super::super::scan(&data, &options, &|_| {}));
            assert_eq!(whole.len(), 84);
            let memory = Memory(data.clone());
            for sizes in [(1000, 600), (600, 600), (4096, 1024), (1 << 20, 600)] {
                let found = windows(&memory, sizes, &options, &|_| {}).expect("it can be read");
                assert_eq!(shown(&found), whole, "{sizes:?}");
                assert!(!found.is_truncated);
            }
        }
    }

    #[test]
    fn data_that_ends_early_is_an_error() {
        struct Short;
        impl Data for Short {
            fn size(&self) -> u64 {
                1000
            }

            fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
                if at + bytes.len() as u64 > 500 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
            }
        }
        let found = windows(&Short, (300, 100), &ScanOptions::default(), &|_| {});
        assert_eq!(found.map(|_| ()).map_err(|error| error.kind()), Err(io::ErrorKind::UnexpectedEof));
    }
}
