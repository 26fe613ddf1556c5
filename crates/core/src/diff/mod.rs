//! Structural diff of two files.
//!
//! [`diff`] decomposes both files into the items of their field trees and pairs them by name and content. It
//! reports unpaired items, pairs with different values, and pairs whose order changed.
//!
//! A derived field is compared by its target, not by its number. So inserting a record is one change: the
//! count of its table, the offsets after it and the digest over all of it are not reported. Names are
//! compared as the strings that pointers reach, whatever their order and offset in the string table. Padding
//! never counts.
//!
//! ```
//! use glassbox_core::diff::{ChangeKind, diff};
//! use glassbox_core::limits::Limits;
//! use glassbox_core::map::Map;
//! use glassbox_core::reader::{NodeId, Reader, Window};
//!
//! let read = |bytes: &'static [u8]| {
//!     let mut map = Map::new(bytes.len() as u64, &Limits::default());
//!     let mut reader = Reader::new(Window::whole(bytes), &mut map, Limits::default());
//!     let count = bytes.len() as u64 / 2;
//!     reader.values::<u16>(NodeId::ROOT.name("numbers"), 0, count).unwrap();
//!     (bytes, map.resolve())
//! };
//! let (old, new) = (read(&[1, 0, 2, 0, 3, 0]), read(&[1, 0, 9, 0, 2, 0, 3, 0]));
//! let changes = diff((old.0, &old.1), (new.0, &new.1));
//! assert_eq!(changes.len(), 1);
//! assert_eq!((changes[0].kind, changes[0].path.as_str()), (ChangeKind::Added, "numbers[1]"));
//! assert_eq!(changes[0].new_range, Some(2..4));
//! ```
//!
//! # Bounds
//!
//! Memory is proportional to the number of nodes and to [`Limits::nodes`], which also bounds the number of
//! table values compared individually; a larger table is compared as bytes. Alignment draws on a budget
//! proportional to the number of items; once it is spent, the report is longer than necessary, but no
//! difference is left out.

mod align;
mod bytes;
mod compare;
mod pair;
mod reach;
mod report;
mod side;
mod statement;

pub use align::align_keys;
pub use statement::{Effect, Statement, Use, hash, order};

use std::fmt;
use std::ops::Range;

use crate::limits::Limits;
use crate::map::Tree;

/// Kind of change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// Only the new file has it.
    Added,
    /// Only the old file has it.
    Removed,
    /// Its value is another one.
    Changed,
    /// Unchanged, but at another position among its siblings.
    Moved,
}

impl ChangeKind {
    /// `added`, `removed`, `changed` or `moved`.
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Changed => "changed",
            ChangeKind::Moved => "moved",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One reported change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Path of the changed item: in the new file, or in the old one if removed. A run of elements is
    /// `table[first..end]`.
    pub path: String,
    /// Kind of change.
    pub kind: ChangeKind,
    /// Content in the old file; for a move, the old path.
    pub old: Option<String>,
    /// Content in the new file; for a move, the new path.
    pub new: Option<String>,
    /// Range in the old file, bytes.
    pub old_range: Option<Range<u64>>,
    /// Range in the new file, bytes.
    pub new_range: Option<Range<u64>>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.path)?;
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, ": {old} -> {new}"),
            (Some(text), None) | (None, Some(text)) => write!(f, ": {text}"),
            (None, None) => Ok(()),
        }
    }
}

/// Two corresponding pieces of code in one language.
#[derive(Clone, Copy, Debug)]
pub struct CodePair<'a> {
    /// Name of the language.
    pub language: &'static str,
    /// The old code.
    pub old: &'a [u8],
    /// The new code.
    pub new: &'a [u8],
    /// Bytes that help to print the old code.
    pub old_aid: &'a [u8],
    /// Bytes that help to print the new code.
    pub new_aid: &'a [u8],
}

/// A change in code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeChange {
    /// Range in the old code, bytes; empty if added.
    pub old: Range<usize>,
    /// Range in the new code, bytes; empty if removed.
    pub new: Range<usize>,
    /// The old lines.
    pub old_text: String,
    /// The new lines.
    pub new_text: String,
}

/// Compares code in languages unknown to core.
pub trait CodeDiff {
    /// The changes in order; none if the two are equivalent, as when only ids were renumbered. `None` if the language
    /// or the bytes are not understood: then they are compared word by word.
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>>;
}

/// Compares all code word by word.
#[derive(Clone, Copy, Default, Debug)]
pub struct WordDiff;

impl CodeDiff for WordDiff {
    fn changes(&self, _: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        None
    }
}

/// Compares two files; changes are in the order of the new file where possible. Code is compared word by
/// word.
pub fn diff(old: (&[u8], &Tree), new: (&[u8], &Tree)) -> Vec<Change> {
    diff_with(old, new, &WordDiff)
}

/// Compares two files, with a comparer for their code.
pub fn diff_with(old: (&[u8], &Tree), new: (&[u8], &Tree), code: &dyn CodeDiff) -> Vec<Change> {
    diff_within(old, new, code, &Limits::default())
}

/// Compares two files within limits.
pub fn diff_within(
    old: (&[u8], &Tree),
    new: (&[u8], &Tree),
    code: &dyn CodeDiff,
    limits: &Limits,
) -> Vec<Change> {
    // The report must not depend on the argument order: ties, as between two equal records, are broken the
    // same way in both directions.
    let flipped = (old.0.len(), old.0) > (new.0.len(), new.0);
    let (old_bytes, new_bytes) = (old.1.whole(old.0), new.1.whole(new.0));
    let (old, new) = ((&*old_bytes, old.1), (&*new_bytes, new.1));
    let (first, second) = if flipped { (new, old) } else { (old, new) };
    let changes = compare::compare(first, second, &compare::Hook { code, flipped }, limits);
    let mut changes = report::finish(changes, flipped);
    for change in &mut changes {
        let place = |range: Option<Range<u64>>, tree: &Tree| range.map(|range| tree.spaces().in_file(range));
        change.old_range = place(change.old_range.take(), old.1);
        change.new_range = place(change.new_range.take(), new.1);
    }
    changes
}
