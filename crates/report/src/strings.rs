//! Strings that occur in several parts of a file, for reports.

use serde::Serialize;

/// The strings of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StringsReport {
    /// Number of strings, duplicates included.
    pub count: usize,
    /// Bytes that they take.
    pub bytes: u64,
    /// Bytes that holding each once would save.
    pub saving: u64,
    /// Strings that occur in several parts, largest saving first.
    pub repeated: Vec<RepeatedString>,
}

/// A string that occurs in several parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RepeatedString {
    /// The string; invalid UTF-8 is replaced.
    pub text: String,
    /// Paths of the occurrences.
    pub places: Vec<String>,
    /// Bytes that holding it once would save.
    pub saving: u64,
}
