//! Comparing values with facts.

use serde_json::Value;

/// The facts of a file, and what differs from them.
pub(crate) struct Compare<'f> {
    /// All facts of the file.
    pub(crate) facts: &'f Value,
    /// What differs, each with the path of the fact.
    pub(crate) wrong: Vec<String>,
    /// How many values were compared.
    pub(crate) compared: usize,
}

impl<'f> Compare<'f> {
    pub(crate) fn new(facts: &'f Value) -> Compare<'f> {
        Compare {
            facts,
            wrong: Vec::new(),
            compared: 0,
        }
    }

    /// Compares a value with a fact. `path` says which.
    pub(crate) fn is(&mut self, path: &str, ours: impl Into<Value>, fact: &Value) {
        let ours = ours.into();
        self.compared += 1;
        if ours != *fact {
            self.wrong
                .push(format!("{path}: found {ours}, the fact is {fact}"));
        }
    }

    /// Compares the number of items; whether it is right.
    pub(crate) fn count(&mut self, path: &str, ours: usize, facts: &[Value]) -> bool {
        self.is(path, ours, &Value::from(facts.len()));
        ours == facts.len()
    }
}

/// The items of a list of facts; none when there is no such fact.
pub(crate) fn list(fact: &Value) -> &[Value] {
    fact.as_array().map_or(&[], Vec::as_slice)
}

/// A number as the facts write large ones.
pub(crate) fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// A number, or `null` for none of it.
pub(crate) fn unless(value: u32, none: u32) -> Value {
    match value == none {
        true => Value::Null,
        false => Value::from(value),
    }
}
