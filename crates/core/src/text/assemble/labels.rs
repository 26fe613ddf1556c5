//! The labels of a text, and the mistakes in it.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use super::super::LABEL;
use super::super::expression::unknown;
use crate::diagnostic::Rule;
use crate::suggest::similar;

/// Where a node or field stands in the bytes and in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Address of the first byte: its offset in the bytes, or past them in the content of a packed or gathered node.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Number of nodes, values or strings directly in it.
    pub children: u64,
    /// The whole item in the text.
    pub span: Range<usize>,
    /// Its value, or what stands between its braces.
    pub value: Range<usize>,
    /// The addresses of the content of a packed or gathered node.
    pub(super) content: Option<Range<u64>>,
    /// What it is; where two items have one path the label means the higher rank.
    pub(super) rank: Rank,
    /// How often it opens; more than once for a group in pieces.
    pub(super) pieces: u32,
    /// Whether two different items have this path.
    pub(super) ambiguous: bool,
}

/// Ranks of items, from the mildest claim on a path to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// A value or string of a list.
    Element,
    /// A line with `=`.
    Line,
    /// Anything with braces.
    Node,
}

/// A mistake in the text.
#[derive(Debug)]
pub(in crate::text) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Fault {
    pub(in crate::text) fn new(
        rule: &'static Rule,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> Fault {
        Fault {
            rule,
            span: span.clone(),
            message: message.into(),
            help: None,
        }
    }

    pub(in crate::text) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// How many unknown labels are compared with those that there are.
const MAX_GUESSES: u32 = 16;

/// The labels of a text.
#[derive(Default)]
pub(in crate::text) struct Labels {
    pub(super) marks: HashMap<String, Mark>,
    /// How many were compared so far.
    guesses: Cell<u32>,
}

impl Labels {
    /// The mark of a path in the source.
    pub(in crate::text) fn find(&self, source: &str, span: &Range<usize>) -> Result<&Mark, Fault> {
        let path = source.get(span.clone()).unwrap_or("");
        let mark = self
            .marks
            .get(path)
            .ok_or_else(|| unknown(span, path, self.nearest(path)))?;
        if mark.ambiguous {
            return Err(Fault::new(&LABEL, span, format!("two nodes are called `{path}`")));
        }
        Ok(mark)
    }

    /// The same for a node that must lie in one piece.
    pub(in crate::text) fn whole(&self, source: &str, span: &Range<usize>) -> Result<&Mark, Fault> {
        let mark = self.find(source, span)?;
        if mark.pieces > 1 {
            let path = source.get(span.clone()).unwrap_or("");
            return Err(Fault::new(
                &LABEL,
                span,
                format!("`{path}` stands in {} pieces", mark.pieces),
            ));
        }
        Ok(mark)
    }

    /// The addresses of the content of a packed or gathered node.
    pub(in crate::text) fn content(&self, source: &str, span: &Range<usize>) -> Result<Range<u64>, Fault> {
        let mark = self.find(source, span)?;
        mark.content.clone().ok_or_else(|| {
            let path = source.get(span.clone()).unwrap_or("");
            Fault::new(&LABEL, span, format!("`{path}` has no content of its own"))
                .help("only packed and gathered nodes have one; write the path alone for the node")
        })
    }

    fn nearest(&self, path: &str) -> Option<&str> {
        // A comparison looks at every label.
        let guesses = self.guesses.get();
        self.guesses.set(guesses.saturating_add(1));
        let names = self.marks.keys().map(String::as_str);
        (guesses < MAX_GUESSES).then(|| similar(path, names)).flatten()
    }
}
