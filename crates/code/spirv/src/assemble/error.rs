//! Defines [`AssembleError`]: a mistake in an assembly text and its position.

use std::fmt;
use std::ops::Range;

/// One mistake in an assembly text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembleError {
    /// One lower-case sentence: the text found and the one expected.
    pub message: String,
    /// Suggested fix, if known.
    pub help: Option<String>,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The line of the span's start, from 1.
    pub line: usize,
    /// The column of the span's start in characters, from 1.
    pub column: usize,
}

impl AssembleError {
    pub(super) fn new(text: &str, span: Range<usize>, message: String, help: Option<String>) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        AssembleError { message, help, span, line, column }
    }
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for AssembleError {}
