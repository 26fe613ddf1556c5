//! Built-in constants: limits of an implementation, scopes and semantics of memory, and other numbers with names. The table is
//! `constants.txt`.

use std::sync::LazyLock;

use super::condition::{Condition, Conditions};
use super::type_names::type_named;
use crate::language::Environment;
use crate::model::{Precision, Scalars};
use crate::types::Type;
use foldhash::HashMap;

/// A built-in constant.
#[derive(Debug)]
pub(crate) struct ConstantRow {
    pub(crate) ty: Type,
    pub(crate) precision: Precision,
    pub(crate) scalars: Scalars,
    /// Number of its condition.
    condition: usize,
}

#[derive(Debug, Default)]
struct Table {
    conditions: Vec<Condition>,
    known: HashMap<&'static str, Vec<ConstantRow>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for line in include_str!("constants.txt").lines() {
        if let Some(condition) = line.strip_prefix("when ") {
            table.conditions.extend(Condition::read(condition, &Conditions::default()));
        } else if let Some((name, row)) = row(line, table.conditions.len()) {
            table.known.entry(name).or_default().push(row);
        }
    }
    table
});

/// `PRECISION TYPE NAME = VALUE`, behind a number of lines with conditions.
fn row(line: &'static str, conditions: usize) -> Option<(&'static str, ConstantRow)> {
    let (declaration, value) = line.split_once(" = ").filter(|_| !line.starts_with('#'))?;
    let (rest, name) = declaration.rsplit_once(' ')?;
    let (precision, ty) = match rest.split_once(' ') {
        Some(("highp", ty)) => (Precision::High, ty),
        Some(("mediump", ty)) => (Precision::Medium, ty),
        Some(_) => return None,
        None => (Precision::None, rest),
    };
    let scalars: Option<Scalars> =
        value.split(' ').map(|one| one.parse::<i64>().ok().map(|one| one as u64)).collect();
    let condition = conditions.checked_sub(1)?;
    Some((name, ConstantRow { ty: type_named(ty)?, precision, scalars: scalars?, condition }))
}

/// The row of a built-in constant that an environment declares.
pub(crate) fn find(name: &str, environment: &Environment) -> Option<&'static ConstantRow> {
    TABLE.known.get(name)?.iter().find(|row| condition(row).holds(environment))
}

fn condition(row: &ConstantRow) -> &'static Condition {
    &TABLE.conditions[row.condition]
}

/// Whether some version or extension declares a constant of this name.
pub(crate) fn is_known(name: &str) -> bool {
    TABLE.known.contains_key(name)
}

/// Extensions one of which declares a constant in an environment that does not have it so far.
pub(crate) fn missing(name: &str, environment: &Environment) -> Vec<&'static str> {
    let rows = TABLE.known.get(name).into_iter().flatten();
    rows.flat_map(|row| condition(row).missing(environment)).collect()
}

/// Every name, for the suggestion in a message.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.known.keys().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = || include_str!("constants.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines().filter(|line| line.starts_with("when ")).count(), TABLE.conditions.len());
        let rows: usize = TABLE.known.values().map(Vec::len).sum();
        assert_eq!(lines().filter(|line| line.contains(" = ")).count(), rows);
        for (name, rows) in &TABLE.known {
            assert!(rows.iter().all(|row| row.ty.components() as usize == row.scalars.len()), "{name}");
        }
    }
}
