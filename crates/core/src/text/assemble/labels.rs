//! Collects the labels of a text, and the mistakes in it.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::LABEL;
use super::super::lexer::words_after_signs;
use crate::diagnostic::Rule;
use crate::suggest::Search;

/// Position of a node or field in the bytes and in the text.
#[derive(Clone, Debug)]
pub(in crate::text) struct LabelSpan {
    /// Address of the first byte: its offset in the bytes, or past them in the content of a packed or gathered node.
    pub(in crate::text) start: u64,
    /// One past the last byte.
    pub(in crate::text) end: u64,
    /// Number of direct children: nodes, values or strings.
    pub(in crate::text) children: u64,
    /// The whole item in the text.
    pub(in crate::text) span: Range<usize>,
    /// Range of its value, or of the text between its braces.
    pub(in crate::text) value: Range<usize>,
    /// The addresses of the content of a packed or gathered node.
    pub(super) content: Option<Range<u64>>,
    /// Kind of item; if two items share a path, the label means the higher rank.
    pub(super) rank: Rank,
    /// Number of times it opens; more than 1 for a group in pieces.
    pub(super) pieces: u32,
    /// True if two different items have this path.
    pub(super) ambiguous: bool,
}

/// Ranks of items, from the mildest claim on a path to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// A value or string of a list.
    Element,
    /// A line with `=`.
    Line,
    /// Any item with braces.
    Node,
}

/// A mistake in the text.
#[derive(Debug)]
pub(in crate::text) struct ExpressionError {
    pub(super) rule: &'static Rule,
    pub(super) span: Range<usize>,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// True for an unknown path.
    pub(super) unknown: bool,
}

impl ExpressionError {
    pub(in crate::text) fn new(
        rule: &'static Rule,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> ExpressionError {
        ExpressionError { rule, span: span.clone(), message: message.into(), help: None, unknown: false }
    }

    pub(in crate::text) fn help(mut self, help: impl Into<String>) -> ExpressionError {
        self.help = Some(help.into());
        self
    }
}

/// Maximum number of unknown labels compared with the known paths.
const MAX_GUESSES: usize = 16;

/// The labels of a text: only paths that expressions may use are stored. Most paths are never used, so a text of many
/// small fields costs no more than its bytes.
pub(in crate::text) struct Labels<'s> {
    named: HashSet<&'s str>,
    marks: HashMap<&'s str, LabelSpan>,
    /// Unknown names, each with its range, while similar paths are searched.
    searches: Vec<(Range<usize>, Search)>,
}

impl<'s> Labels<'s> {
    /// The labels of a source, and one requested by the caller.
    pub(super) fn new(source: &'s str, wanted: Option<&'s str>) -> Self {
        let mut named = words_after_signs(source, *b"@(,");
        named.extend(wanted);
        Labels { named, marks: HashMap::new(), searches: Vec::new() }
    }

    /// Collects no labels, only paths similar to those the faults report as unknown.
    pub(super) fn like(source: &str, faults: &[ExpressionError]) -> Self {
        let unknown = faults.iter().filter(|fault| fault.unknown);
        let search = |fault: &ExpressionError| {
            let name = source.get(fault.span.clone()).unwrap_or("");
            (fault.span.clone(), Search::new(name))
        };
        Labels {
            named: HashSet::new(),
            marks: HashMap::new(),
            searches: unknown.take(MAX_GUESSES).map(search).collect(),
        }
    }

    /// Ranges of unknown names with the most similar path for each.
    pub(super) fn found(self) -> impl Iterator<Item = (Range<usize>, String)> {
        let found = self.searches.into_iter();
        found.filter_map(|(span, search)| Some((span, search.best()?)))
    }

    /// Records a path; returns it as spelled in the source, if it is.
    pub(super) fn meet(&mut self, path: &str) -> Option<&'s str> {
        for (_, search) in &mut self.searches {
            search.consider(path);
        }
        self.named.get(path).copied()
    }

    /// Adds the mark of a path that is named.
    pub(super) fn add(&mut self, path: &'s str, mark: LabelSpan) {
        match self.marks.entry(path) {
            Entry::Vacant(slot) => {
                slot.insert(mark);
            }
            Entry::Occupied(mut slot) => {
                let old = slot.get_mut();
                match mark.rank.cmp(&old.rank) {
                    Ordering::Less => {}
                    Ordering::Greater => *old = mark,
                    Ordering::Equal if mark.rank == Rank::Node => {
                        old.pieces += 1;
                        old.end = mark.end;
                        old.children += mark.children;
                        old.content = mark.content.or(old.content.take());
                    }
                    Ordering::Equal => old.ambiguous = true,
                }
            }
        }
    }

    /// The mark of a path, if a node or field has it.
    pub(super) fn take(&mut self, path: &str) -> Option<LabelSpan> {
        self.marks.remove(path)
    }

    /// The mark of a path in the source.
    pub(in crate::text) fn find(
        &self,
        source: &str,
        span: &Range<usize>,
    ) -> Result<&LabelSpan, ExpressionError> {
        let path = source.get(span.clone()).unwrap_or("");
        let mark = self.marks.get(path).ok_or_else(|| ExpressionError {
            unknown: true,
            ..ExpressionError::new(&LABEL, span, format!("no node is called `{path}`"))
        })?;
        if mark.ambiguous {
            return Err(ExpressionError::new(&LABEL, span, format!("two nodes are called `{path}`")));
        }
        Ok(mark)
    }

    /// As above, for a node that must be contiguous.
    pub(in crate::text) fn whole(
        &self,
        source: &str,
        span: &Range<usize>,
    ) -> Result<&LabelSpan, ExpressionError> {
        let mark = self.find(source, span)?;
        if mark.pieces > 1 {
            let path = source.get(span.clone()).unwrap_or("");
            return Err(ExpressionError::new(&LABEL, span, format!("`{path}` is in {} pieces", mark.pieces)));
        }
        Ok(mark)
    }

    /// The addresses of the content of a packed or gathered node.
    pub(in crate::text) fn content(
        &self,
        source: &str,
        span: &Range<usize>,
    ) -> Result<Range<u64>, ExpressionError> {
        let mark = self.find(source, span)?;
        mark.content.clone().ok_or_else(|| {
            let path = source.get(span.clone()).unwrap_or("");
            ExpressionError::new(&LABEL, span, format!("`{path}` has no content of its own"))
                .help("only packed and gathered nodes have one; write the path alone for the node")
        })
    }
}
