//! Finds files of every format inside other data.
//!
//! Formats define their signatures and compute the size of a file ([`Format::signatures`], [`Format::extent`]); the
//! search looks for all signatures in one pass and calls `extent` at each. The data is split into chunks that are
//! searched in parallel. A chunk finds the files that begin in it, wherever they end, so neither the number of chunks
//! nor that of threads affects the result.
//!
//! In C and C++ sources, files stored as arrays of numbers are found too.
//!
//! ```
//! use glassbox::{ScanOptions, scan};
//!
//! let module = glassbox::language("spirv")
//!     .ok_or("SPIR-V is known")?
//!     .assemble("OpCapability Linkage\nOpMemoryModel Logical GLSL450\n")
//!     .map_err(|errors| errors[0].message.clone())?;
//! let data = [&b"something "[..], &module, b" and something else"].concat();
//! let finds = scan(&data, &ScanOptions::default(), &|_| {}).finds;
//! assert_eq!(finds.len(), 1);
//! assert_eq!((finds[0].format.id(), finds[0].range.clone()), ("spirv", 10..10 + module.len()));
//! # Ok::<(), String>(())
//! ```

pub(crate) mod arrays;
mod window;

use std::cmp::Reverse;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::packed::{Config, MatchKind, Searcher};
use aho_corasick::{AhoCorasick, Input};
use glassbox_core::format::{Format, ScanBudget};

pub use window::{Data, scan_data};

/// Maximum number of chunks. In the worst case each costs as much as the whole data, so their number keeps the work
/// proportional to the size.
const MAX_CHUNKS: usize = 64;
/// Minimum chunk size, bytes: below it, distribution costs more than it saves.
const MIN_CHUNK: usize = 1 << 20;
/// Effort that the candidates of a chunk may cost whatever the size of the data.
const FREE_EFFORT: u64 = 4 << 20;

/// Search options.
#[derive(Clone, Copy, Debug)]
pub struct ScanOptions {
    /// Number of search threads, including the calling one.
    pub threads: usize,
    /// True to list files nested in found files too.
    pub nested: bool,
}

impl Default for ScanOptions {
    /// One thread, outermost files.
    fn default() -> Self {
        ScanOptions { threads: 1, nested: false }
    }
}

/// A file inside other data.
#[derive(Clone)]
pub struct ScanMatch {
    /// Format of the file.
    pub format: &'static dyn Format,
    /// Range in the data; for a file in an array, the range of its numbers.
    pub range: Range<usize>,
    /// The innermost find around it, as an index into [`ScanResult::finds`].
    pub inside: Option<usize>,
    /// The array of numbers that encodes it, if any.
    pub array: Option<ArrayFind>,
}

impl ScanMatch {
    /// The bytes of the file; `data` is the searched data.
    pub fn bytes<'a>(&'a self, data: &'a [u8]) -> &'a [u8] {
        let found = match &self.array {
            Some(array) => array.content.get(array.range.clone()),
            None => data.get(self.range.clone()),
        };
        found.unwrap_or_default()
    }
}

/// The array of numbers that encodes a file.
#[derive(Clone)]
pub struct ArrayFind {
    /// Name of the array; empty if the text does not name it.
    pub name: String,
    /// Line of its first number, from 1.
    pub line: usize,
    /// Range of the file in the bytes of the array.
    pub range: Range<usize>,
    content: Arc<[u8]>,
}

/// Result of a search.
#[derive(Clone, Default)]
pub struct ScanResult {
    /// The files in the order of their first bytes, outer ones before those inside them.
    pub finds: Vec<ScanMatch>,
    /// True if candidates were skipped because too much of the data looks like files but is not.
    pub is_truncated: bool,
}

/// Searches data for whole files of every format. `progress` is called from any thread with the number of further bytes
/// searched.
///
/// If two files overlap without nesting, the one that begins first wins.
pub fn scan(bytes: &[u8], options: &ScanOptions, progress: &(dyn Fn(u64) + Sync)) -> ScanResult {
    let mut found = binaries(bytes, options, progress);
    let held = arrays::scan_arrays(bytes, options.nested);
    if !held.is_empty() {
        arrays::add_arrays(bytes, held, &mut found);
    }
    found
}

/// Searches data as is, without decoding text forms.
pub(crate) fn binaries(bytes: &[u8], options: &ScanOptions, progress: &(dyn Fn(u64) + Sync)) -> ScanResult {
    let search = Search::new(bytes, false);
    finished(search.all(bytes.len(), options.threads, progress), options)
}

/// The finds in order.
fn finished(mut found: Chunk, options: &ScanOptions) -> ScanResult {
    // The sort is stable: of two files at one offset the format detected first comes first.
    found.finds.sort_by_key(|find| (find.range.start, Reverse(find.range.end)));
    ScanResult { finds: settle(found.finds, options.nested), is_truncated: found.is_truncated }
}

/// Finds of some chunks.
#[derive(Default)]
struct Chunk {
    finds: Vec<ScanMatch>,
    is_truncated: bool,
    /// Offsets of candidates that may extend past the available bytes.
    far: Vec<(&'static dyn Format, usize)>,
}

/// Search engine for the signatures.
enum Signatures {
    /// SIMD search, if the processor supports it. Selected explicitly: by default the automaton skips by single rare
    /// bytes, which are not rare in arbitrary data.
    Packed(Searcher),
    /// A byte at a time, everywhere else.
    Automaton(AhoCorasick),
}

impl Signatures {
    fn new(all: &[&[u8]]) -> Signatures {
        let mut packed = Config::new().match_kind(MatchKind::LeftmostFirst).builder();
        match packed.extend(all).build() {
            Some(searcher) => Signatures::Packed(searcher),
            None => Signatures::Automaton(
                AhoCorasick::new(all).expect("a dozen short patterns are within every limit"),
            ),
        }
    }

    /// Offset of the first signature that lies entirely in a range.
    fn find(&self, bytes: &[u8], range: Range<usize>) -> Option<usize> {
        let hit = match self {
            Signatures::Packed(searcher) => searcher.find_in(bytes, range.into()),
            Signatures::Automaton(automaton) => automaton.find(Input::new(bytes).span(range)),
        };
        hit.map(|hit| hit.start())
    }
}

struct Search<'a> {
    bytes: &'a [u8],
    /// True if the data continues after them.
    is_cut: bool,
    signatures: Signatures,
    /// Bytes of the longest signature.
    longest: usize,
}

impl<'a> Search<'a> {
    fn new(bytes: &'a [u8], is_cut: bool) -> Search<'a> {
        let all: Vec<&[u8]> =
            crate::formats().iter().flat_map(|format| format.signatures().iter().copied()).collect();
        Search {
            bytes,
            is_cut,
            longest: all.iter().map(|signature| signature.len()).max().unwrap_or(0),
            signatures: Signatures::new(&all),
        }
    }

    /// The files that begin in the first `size` bytes.
    fn all(&self, size: usize, threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Chunk {
        let step = size.div_ceil(MAX_CHUNKS).max(MIN_CHUNK);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Chunk::default();
            loop {
                let start = next.fetch_add(1, Ordering::Relaxed).saturating_mul(step);
                if start >= size {
                    return found;
                }
                let end = (start + step).min(size);
                self.chunk(start..end, &mut found);
                progress((end - start) as u64);
            }
        };
        let threads = threads.min(size.div_ceil(step)).max(1);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for other in others {
                all.add(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            all
        })
    }

    /// Adds the files that begin in a range.
    fn chunk(&self, range: Range<usize>, found: &mut Chunk) {
        let end = (range.end + self.longest.saturating_sub(1)).min(self.bytes.len());
        let mut effort = ScanBudget::new(FREE_EFFORT.saturating_add(self.bytes.len() as u64));
        let mut at = range.start;
        while let Some(start) = self.signatures.find(self.bytes, at..end) {
            if start >= range.end {
                break;
            }
            self.candidate(start, &mut effort, found);
            at = start + 1;
        }
        found.is_truncated |= effort.is_spent();
    }

    /// Tries every format with a signature here.
    fn candidate(&self, start: usize, effort: &mut ScanBudget, found: &mut Chunk) {
        let bytes = &self.bytes[start..];
        for format in crate::formats() {
            let begins = format.signatures().iter().any(|signature| bytes.starts_with(signature));
            if !begins {
                continue;
            }
            if self.is_cut && window::stated_size(*format, bytes) > bytes.len() as u64 {
                found.far.push((*format, start));
                continue;
            }
            let size = format.extent(bytes, effort);
            if let Some(size) = size.filter(|&size| 0 < size && size <= bytes.len()) {
                found.finds.push(ScanMatch {
                    format: *format,
                    range: start..start + size,
                    inside: None,
                    array: None,
                });
            }
        }
    }
}

impl Chunk {
    fn add(&mut self, other: Chunk) {
        self.finds.extend(other.finds);
        self.far.extend(other.far);
        self.is_truncated |= other.is_truncated;
    }
}

/// Determines the nesting of finds, and drops those that extend past their parent; `all` is in result order.
fn settle(all: Vec<ScanMatch>, nested: bool) -> Vec<ScanMatch> {
    let mut kept: Vec<ScanMatch> = Vec::new();
    // Stack of the enclosing finds, as indices.
    let mut around: Vec<usize> = Vec::new();
    for mut find in all {
        while around.last().is_some_and(|&outer| kept[outer].range.end <= find.range.start) {
            around.pop();
        }
        find.inside = around.last().copied();
        if let Some(outer) = find.inside
            && (!nested || kept[outer].range.end < find.range.end)
        {
            continue;
        }
        around.push(kept.len());
        kept.push(find);
    }
    kept
}
