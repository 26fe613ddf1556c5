//! Compares values with facts and collects differences.

use serde_json::Value;

/// Facts of a file and the differences found.
pub(crate) struct Compare<'f> {
    /// All facts of the file.
    pub(crate) facts: &'f Value,
    /// Differences, each with the path of the fact.
    pub(crate) wrong: Vec<String>,
    /// Number of values compared.
    pub(crate) compared: usize,
}

impl<'f> Compare<'f> {
    pub(crate) fn new(facts: &'f Value) -> Compare<'f> {
        Compare { facts, wrong: Vec::new(), compared: 0 }
    }

    /// Compares a value with the fact at `path`.
    pub(crate) fn is(&mut self, path: &str, ours: impl Into<Value>, fact: &Value) {
        let ours = ours.into();
        self.compared += 1;
        if ours != *fact {
            self.wrong.push(format!("{path}: found {ours}, the fact is {fact}"));
        }
    }

    /// Compares the number of items; returns true if it matches.
    pub(crate) fn count(&mut self, path: &str, ours: usize, facts: &[Value]) -> bool {
        self.is(path, ours, &Value::from(facts.len()));
        ours == facts.len()
    }
}

/// Items of a fact list; empty if there is no such fact.
pub(crate) fn list(fact: &Value) -> &[Value] {
    fact.as_array().map_or(&[], Vec::as_slice)
}

/// Formats a number as the facts write large ones.
pub(crate) fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// Number, or `null` if it equals `none`.
pub(crate) fn unless(value: u32, none: u32) -> Value {
    if value == none { Value::Null } else { Value::from(value) }
}

/// Reflection name of the stage of a kind of program; `None` for libraries.
pub(crate) fn stage(kind: &Value) -> Option<&'static str> {
    Some(match kind.as_str()? {
        "pixel" => "fragment",
        "vertex" => "vertex",
        "geometry" => "geometry",
        "hull" => "tessellation-control",
        "domain" => "tessellation-evaluation",
        "compute" => "compute",
        "mesh" => "mesh",
        "amplification" => "task",
        _ => return None,
    })
}
