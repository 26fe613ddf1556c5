//! Strings that stand in several parts of a file, for reports.

use serde::Serialize;

/// The strings of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StringsReport {
    /// How many there are, equal ones counted each.
    pub count: usize,
    /// Bytes that they take.
    pub bytes: u64,
    /// Bytes that holding each once would save.
    pub saving: u64,
    /// Those that stand in several parts, the greatest saving first.
    pub repeated: Vec<RepeatedString>,
}

/// A string that stands in several parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RepeatedString {
    /// The string; what is not UTF-8 is replaced.
    pub text: String,
    /// Paths of the places.
    pub places: Vec<String>,
    /// Bytes that holding it once would save.
    pub saving: u64,
}
