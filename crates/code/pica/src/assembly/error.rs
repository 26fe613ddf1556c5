//! Defines the errors of the assembler.

use std::fmt;
use std::ops::Range;

/// An error in exact assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// One lower-case sentence: expected and found.
    pub message: String,
    /// Suggested fix, if known.
    pub help: Option<String>,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SourceError {}
