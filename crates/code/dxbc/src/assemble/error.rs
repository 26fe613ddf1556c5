//! Defines [`AssembleError`]: a mistake in an assembly text, its rule and position.

use std::ops::Range;

use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::similar;

/// One mistake in an assembly text.
#[derive(Clone, Debug)]
pub struct AssembleError {
    /// Violated rule, one of [`rules`](super::rules).
    pub rule: &'static Rule,
    /// Byte range in the text.
    pub span: Range<usize>,
    /// One lower-case sentence: found and expected.
    pub message: String,
    /// Suggested fix.
    pub help: Option<String>,
}

impl std::fmt::Display for AssembleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Range { start, end } = self.span;
        write!(f, "error {} at bytes {start}..{end}: {}", self.rule, self.message)
    }
}

impl std::error::Error for AssembleError {}

impl AssembleError {
    pub(super) fn new(rule: &'static Rule, span: Range<usize>, message: String) -> AssembleError {
        AssembleError { rule, span, message, help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> AssembleError {
        self.help = Some(help.into());
        self
    }

    /// Error for an unknown word, suggesting the closest known one.
    pub(super) fn unknown<'n>(
        rule: &'static Rule,
        span: Range<usize>,
        found: &str,
        what: &str,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> AssembleError {
        const MOST: usize = 8;
        let error = AssembleError::new(rule, span, format!("found `{}`, expected {what}", short(found)));
        match similar(found, known.clone()) {
            Some(name) => error.help(format!("did you mean `{name}`?")),
            None => {
                let names: Vec<&str> = known.into_iter().take(MOST + 1).collect();
                match names.len() {
                    0..=MOST => error.help(format!("it can be {}", names.join(", "))),
                    _ => error.help(rule.cause),
                }
            }
        }
    }
}

/// A word, cut for use in a message.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
