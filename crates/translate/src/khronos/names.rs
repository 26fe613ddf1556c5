//! Names that survive a writer of another house.
//!
//! SPIRV-Cross changes names that it thinks reserved, and picks new ones where two things have the same. What has to have a certain name
//! therefore goes through it under a name that nothing else can have, and gets its own in the finished text.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::build::op;

use crate::instructions::Code;

/// Names to be put in place once the text is written.
#[derive(Debug, Default)]
pub(super) struct Names {
    wanted: BTreeMap<String, String>,
}

impl Names {
    /// The name under which something goes through the writer that is to be called `name` in the text.
    pub(super) fn stand_in(&mut self, name: &str) -> String {
        let stand_in = format!("glassboxName{}x", self.wanted.len());
        self.wanted.insert(stand_in.clone(), name.to_owned());
        stand_in
    }

    /// Gives everything in the module another name that has one of the wanted names now, or looks like a stand-in.
    pub(super) fn make_way(&self, code: &mut Code) {
        let taken: BTreeSet<&str> = self.wanted.values().map(String::as_str).collect();
        let clashes: Vec<(u32, String)> = code
            .list
            .iter()
            .filter_map(crate::instructions::Instruction::name)
            .filter(|(_, name)| {
                taken.contains(name.as_str())
                    || (name.starts_with("glassboxName") && !self.wanted.contains_key(name))
            })
            .collect();
        for (id, name) in clashes {
            code.rename(id, &format!("local_{name}_{id}"));
        }
        // Functions that glslang writes have their parameters' types in their names, which no language takes.
        let functions: Vec<(u32, String)> = code
            .list
            .iter()
            .filter_map(crate::instructions::Instruction::name)
            .filter(|(_, name)| name.contains('('))
            .collect();
        let known: BTreeSet<u32> =
            code.list.iter().filter(|one| one.opcode == op::FUNCTION).map(|one| one.word(1)).collect();
        for (id, name) in functions {
            if let (true, Some((plain, _))) = (known.contains(&id), name.split_once('('))
                && taken.contains(plain)
            {
                code.rename(id, &format!("local_{plain}_{id}"));
            }
        }
    }

    /// The text with the wanted names.
    pub(super) fn put(&self, text: &str) -> String {
        replace(text, |word| self.wanted.get(word).map(String::as_str))
    }
}

/// A text with some of its identifiers replaced. Comments and strings have none: the writers write neither.
pub(super) fn replace<'a>(text: &str, other: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let end = if inside(first) {
            rest.find(|c| !inside(c)).unwrap_or(rest.len())
        } else {
            rest.find(inside).unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at(end);
        result.push_str(other(word).unwrap_or(word));
        rest = behind;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_identifiers_are_replaced() {
        let put = replace("a.ab = a_b + a;\n", |word| (word == "a").then_some("x"));
        assert_eq!(put, "x.ab = a_b + x;\n");
    }
}
