//! Writes differences as JSON: `docs/schema/diff.json`.

use std::ops::Range;

use glassbox_core::diff::Change;
use serde::Serialize;

/// The document of `diff`.
#[derive(Serialize, Debug)]
pub struct DiffDocument<'a> {
    schema: u32,
    old: &'a str,
    new: &'a str,
    same: bool,
    identical: bool,
    changes: Vec<ChangeJson<'a>>,
}

#[derive(Serialize, Debug)]
struct ChangeJson<'a> {
    path: &'a str,
    kind: &'static str,
    old: Option<&'a str>,
    new: Option<&'a str>,
    old_range: Option<RangeJson>,
    new_range: Option<RangeJson>,
}

#[derive(Serialize, Debug)]
struct RangeJson {
    start: u64,
    end: u64,
}

impl<'a> DiffDocument<'a> {
    /// The changes between two files; `identical` if their bytes are equal.
    pub fn new(old: &'a str, new: &'a str, identical: bool, changes: &'a [Change]) -> DiffDocument<'a> {
        let range = |range: &Range<u64>| RangeJson { start: range.start, end: range.end };
        let change = |change: &'a Change| ChangeJson {
            path: &change.path,
            kind: change.kind.name(),
            old: change.old.as_deref(),
            new: change.new.as_deref(),
            old_range: change.old_range.as_ref().map(range),
            new_range: change.new_range.as_ref().map(range),
        };
        DiffDocument {
            schema: super::SCHEMA,
            old,
            new,
            same: changes.is_empty(),
            identical,
            changes: changes.iter().map(change).collect(),
        }
    }
}
