//! The tables by name of the function. Rows are read when a function is asked for.

use std::sync::{LazyLock, OnceLock};

use super::condition::Condition;
use super::pattern::Row;
use crate::vocabulary::condition::{self, Conditions};
use foldhash::HashMap;

/// The tables.
const TABLES: &[&str] = &[
    include_str!("math.txt"),
    include_str!("matrix.txt"),
    include_str!("integer.txt"),
    include_str!("packing.txt"),
    include_str!("small_float.txt"),
    include_str!("texture.txt"),
    include_str!("texture_sparse.txt"),
    include_str!("texture_half.txt"),
    include_str!("texture_old.txt"),
    include_str!("texture_vendor.txt"),
    include_str!("image.txt"),
    include_str!("atomic.txt"),
    include_str!("control.txt"),
    include_str!("subgroup.txt"),
    include_str!("tracing.txt"),
    include_str!("device.txt"),
    include_str!("cooperative.txt"),
    include_str!("tensor.txt"),
];

/// Rows of one name.
#[derive(Default)]
struct Entry {
    /// Lines, with their condition.
    lines: Vec<(usize, &'static str)>,
    rows: OnceLock<Vec<Row>>,
}

struct Index {
    conditions: Vec<Condition>,
    entries: HashMap<&'static str, Entry>,
    /// Names in the order of the tables.
    names: Vec<&'static str>,
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let mut index = Index { conditions: Vec::new(), entries: HashMap::default(), names: Vec::new() };
        let mut named = Conditions::default();
        for line in TABLES.iter().flat_map(|table| table.lines()) {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some((name, condition)) = line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
                let condition = condition::Condition::read(condition.trim_start(), &named);
                debug_assert!(condition.is_some(), "a condition is not well formed: {line}");
                named.insert(name, condition.unwrap_or_default());
            } else if let Some(condition) = line.strip_prefix("when ") {
                let condition = Condition::parse(condition, &named);
                debug_assert!(condition.is_some(), "a condition is not well formed: {line}");
                index.conditions.push(condition.unwrap_or_default());
            } else if let Some(name) = name_of(line) {
                let condition = index.conditions.len().saturating_sub(1);
                let entry = index.entries.entry(name).or_insert_with(|| {
                    index.names.push(name);
                    Entry::default()
                });
                entry.lines.push((condition, line));
            }
        }
        index
    }
}

/// Name of the function that a row declares.
fn name_of(line: &'static str) -> Option<&'static str> {
    let (head, _) = line.split_once('(')?;
    head.split_whitespace().next_back()
}

/// The rows of a function, declared or not.
pub(super) fn rows(name: &str) -> &'static [Row] {
    let index = &*INDEX;
    let Some(entry) = index.entries.get(name) else {
        return &[];
    };
    entry.rows.get_or_init(|| {
        let row = |(condition, line): &(usize, &'static str)| {
            let row = Row::parse(line, index.conditions.get(*condition)?);
            debug_assert!(row.is_some(), "a row is not well formed: {line}");
            row
        };
        entry.lines.iter().filter_map(row).collect()
    })
}

pub(super) fn is_known(name: &str) -> bool {
    INDEX.entries.contains_key(name)
}

/// Names of all functions, in the order of the tables.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    INDEX.names.iter().copied()
}

#[cfg(test)]
mod tests {
    /// Every line of the tables is a row that can be read.
    #[test]
    fn rows_are_well_formed() {
        let mut count = 0;
        for name in super::names() {
            count += super::rows(name).len();
        }
        let lines: usize = super::INDEX.entries.values().map(|entry| entry.lines.len()).sum();
        assert_eq!(count, lines);
    }
}
