//! What is wrong with a text, and where.

use std::fmt;
use std::ops::Range;

/// One mistake in an assembly text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembleError {
    /// What was found and what was expected.
    pub message: String,
    /// What would mend it, where that is known.
    pub help: Option<String>,
    /// The bytes of the text that are meant.
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
        AssembleError {
            message,
            help,
            span,
            line,
            column,
        }
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

/// The name that someone who wrote `found` probably meant.
pub(super) fn closest<'a>(found: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 80;
    if found.is_empty() || found.len() > LONGEST {
        return None;
    }
    let allowed = (found.len() / 3).clamp(1, 4);
    names
        .filter(|name| name.len().abs_diff(found.len()) <= allowed)
        .map(|name| (distance(found.as_bytes(), name.as_bytes()), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The edit distance, letters of either case being equal.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, r) in right.iter().enumerate() {
            let change = diagonal + usize::from(!l.eq_ignore_ascii_case(r));
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
