//! What changed between two files, by structure.
//!
//! [`diff`] takes both files apart into the items of their field trees and pairs them by name and content. What it reports
//! are the items without a partner, the partners whose values differ, and those that stand elsewhere in order now.
//!
//! A field that follows from the rest of the file counts by what it reaches and not by its number. So when a record is
//! inserted, the record is the one change: not the count of its table, not the offset of what comes after, not the digest
//! over all of it. Names count as the strings that pointers reach, in whatever order and place a string table holds them.
//! Padding never counts.
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
//! Memory is proportional to the number of nodes and to [`Limits::nodes`], which also bounds the values in tables that are
//! looked at one by one; a table beyond it is compared as bytes. Aligning draws on a budget that is proportional to the
//! number of items; when it is spent, the report is longer than need be, but nothing that differs is left out.

mod align;
mod bytes;
mod compare;
mod pair;
mod reach;
mod report;
mod side;

pub use align::align_keys;

use std::fmt;
use std::ops::Range;

use crate::limits::Limits;
use crate::map::Tree;

/// What happened to a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// Only the new file has it.
    Added,
    /// Only the old file has it.
    Removed,
    /// Its value is another one.
    Changed,
    /// It is the same and stands elsewhere among its siblings.
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

/// One change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Path of what changed: in the new file, or in the old one for what was removed. A run of elements is
    /// `table[first..end]`.
    pub path: String,
    /// What happened.
    pub kind: ChangeKind,
    /// What the old file has there; for what moved, its old path.
    pub old: Option<String>,
    /// What the new file has there; for what moved, its new path.
    pub new: Option<String>,
    /// Where it is in the old file, bytes.
    pub old_range: Option<Range<u64>>,
    /// Where it is in the new file, bytes.
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

/// Two pieces of code in one language that stand for each other.
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
    /// The bytes of the old code that it takes; empty for what was added.
    pub old: Range<usize>,
    /// The bytes of the new code that it takes; empty for what was removed.
    pub new: Range<usize>,
    /// The old lines.
    pub old_text: String,
    /// The new lines.
    pub new_text: String,
}

/// Compares code in languages that core does not know.
pub trait CodeDiff {
    /// The changes in order; none when the two mean the same, as when only ids were renumbered. `None` when the language is
    /// not known or does not understand the bytes: then they are compared word by word.
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>>;
}

/// Knows no language: all code is compared word by word.
#[derive(Clone, Copy, Default, Debug)]
pub struct WordDiff;

impl CodeDiff for WordDiff {
    fn changes(&self, _: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        None
    }
}

/// What changed between two files, in the order of the new file as far as there is one. Code is compared word by word.
pub fn diff(old: (&[u8], &Tree), new: (&[u8], &Tree)) -> Vec<Change> {
    diff_with(old, new, &WordDiff)
}

/// What changed between two files, with help for the languages of their code.
pub fn diff_with(old: (&[u8], &Tree), new: (&[u8], &Tree), code: &dyn CodeDiff) -> Vec<Change> {
    diff_within(old, new, code, &Limits::default())
}

/// What changed between two files, within limits.
pub fn diff_within(
    old: (&[u8], &Tree),
    new: (&[u8], &Tree),
    code: &dyn CodeDiff,
    limits: &Limits,
) -> Vec<Change> {
    // What is reported must not depend on which file is called old: where there is a choice, as between two equal records,
    // the same one is made both ways.
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
