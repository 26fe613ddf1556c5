//! Extensions: where each is known, what it brings, and which macros it defines. The table is `extensions.txt`.

use std::sync::LazyLock;

use super::condition::{Condition, Conditions};
use foldhash::HashMap;

/// An extension.
#[derive(Debug)]
pub(crate) struct ExtensionRow {
    pub(crate) name: &'static str,
    /// Where `#extension` may name it.
    pub(crate) available: Condition,
    /// Where its macro is defined.
    pub(crate) has_macro: Condition,
    /// Extensions whose behaviour is set with its own.
    pub(crate) brings: Vec<&'static str>,
    pub(crate) state: State,
}

/// What is done of an extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// All of it compiles.
    Full,
    /// It changes what the text may say, and nothing of the module.
    Text,
    /// All but what is named.
    Part(&'static str),
    /// Nothing, for a reason.
    Refused(&'static str),
}

/// Extensions of mesh shaders: a text names one of them at most.
pub(crate) const MESH: [&str; 2] = ["GL_EXT_mesh_shader", "GL_NV_mesh_shader"];

static TABLE: LazyLock<(Vec<ExtensionRow>, HashMap<&'static str, usize>)> = LazyLock::new(|| {
    let rows = read(include_str!("extensions.txt"));
    let known = rows.iter().enumerate().map(|(at, row)| (row.name, at)).collect();
    (rows, known)
});

fn read(text: &'static str) -> Vec<ExtensionRow> {
    let mut given = Conditions::default();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, condition)) = line.strip_prefix('@').and_then(|rest| rest.split_once(" = ")) {
            given.extend(Condition::read(condition, &given).map(|condition| (name, condition)));
            continue;
        }
        rows.extend(row(line, &given));
    }
    rows
}

fn row(line: &'static str, given: &Conditions) -> Option<ExtensionRow> {
    let mut parts = line.split(" ; ");
    let name = parts.next()?;
    let available = Condition::read(parts.next()?, given)?;
    let has_macro = Condition::read(parts.next()?, given)?;
    let brings = parts.next()?.split_ascii_whitespace().filter(|name| *name != "-").collect();
    let state = parts.next()?;
    let state = match state.split_once(": ") {
        Some(("part", what)) => State::Part(what),
        Some(("refused", why)) => State::Refused(why),
        None if state == "full" => State::Full,
        None if state == "text" => State::Text,
        _ => return None,
    };
    Some(ExtensionRow { name, available, has_macro, brings, state })
}

/// Every extension, by name.
pub(crate) fn rows() -> &'static [ExtensionRow] {
    &TABLE.0
}

/// The extension of a name.
pub(crate) fn find(name: &str) -> Option<&'static ExtensionRow> {
    TABLE.1.get(name).and_then(|at| TABLE.0.get(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = include_str!("extensions.txt").lines().filter(|line| line.starts_with("GL_"));
        assert_eq!(rows().len(), lines.count());
        for brought in rows().iter().flat_map(|row| &row.brings) {
            assert!(find(brought).is_some(), "{brought} is in the table");
        }
    }
}
