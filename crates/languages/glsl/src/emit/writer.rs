//! The adapted text as it grows, with the map back.

use glassbox_syntax::map::{Provenance, SourceMap};
use glassbox_syntax::token::Token;

/// Most bytes of an adapted stage.
const MAX_TEXT: usize = 64 << 20;

/// Text with its map.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    text: String,
    map: SourceMap,
    depth: usize,
    /// Whether the text went over its limit; nothing is added then.
    pub(crate) is_full: bool,
}

/// Whether two letters mean something else when they touch.
fn joins(left: char, right: char) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_operator = |letter: char| "+-*/<>=&|^!%#".contains(letter);
    match (left, right) {
        // A point joins numbers only: behind a name it leads to a member.
        ('.', _) => right.is_ascii_digit(),
        (_, '.') => left.is_ascii_digit(),
        _ => (is_word(left) && is_word(right)) || (is_operator(left) && is_operator(right)),
    }
}

impl Writer {
    /// Adds a token, on a new line where it began one.
    pub(crate) fn token(&mut self, token: &Token) {
        self.token_as(token, &token.text);
    }

    /// Adds other letters in place of a token.
    pub(crate) fn token_as(&mut self, token: &Token, letters: &str) {
        if token.is("}") {
            self.depth = self.depth.saturating_sub(1);
        }
        if token.is_first {
            self.line(token.from);
        } else if token.is_spaced {
            self.blank(token.from);
        }
        self.add(letters, token.from);
        if token.is("{") {
            self.depth += 1;
        }
    }

    /// Adds text that the adapter makes, with a blank before it where it needs one.
    pub(crate) fn add(&mut self, letters: &str, from: Provenance) {
        let (last, first) = (self.text.chars().next_back(), letters.chars().next());
        if let (Some(last), Some(first)) = (last, first)
            && joins(last, first)
        {
            self.push(" ", from);
        }
        self.push(letters, from);
    }

    /// Adds a line.
    pub(crate) fn whole_line(&mut self, letters: &str, from: Provenance) {
        self.line(from);
        self.push(letters, from);
        self.push("\n", from);
    }

    /// Begins a new line, unless the text is at the beginning of one.
    pub(crate) fn line(&mut self, from: Provenance) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n", from);
        }
        let indent = "    ".repeat(self.depth.min(16));
        self.push(&indent, from);
    }

    /// Adds a blank, unless the text ends with one.
    pub(crate) fn blank(&mut self, from: Provenance) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.push(" ", from);
        }
    }

    fn push(&mut self, letters: &str, from: Provenance) {
        if self.text.len() + letters.len() > MAX_TEXT {
            self.is_full = true;
        }
        if self.is_full || letters.is_empty() {
            return;
        }
        self.map.push(self.text.len(), from);
        self.text.push_str(letters);
    }

    /// The text and its map.
    pub(crate) fn finish(mut self, end: Provenance) -> (String, SourceMap) {
        if !self.text.ends_with('\n') {
            self.push("\n", end);
        }
        (self.text, self.map)
    }
}
