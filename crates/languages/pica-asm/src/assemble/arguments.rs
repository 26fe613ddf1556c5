//! Splits a statement into arguments, one at a time.

use super::number::{is_space, trim};

/// A statement, partly consumed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments<'a> {
    /// Whole statement, from its first word to its last character.
    pub(crate) statement: &'a str,
    /// The mnemonic, or the directive with its dot.
    pub(crate) word: &'a str,
    /// Unconsumed text.
    pub(crate) rest: &'a str,
}

impl<'a> Arguments<'a> {
    /// Splits a statement after its first word. It must be non-empty and trimmed.
    pub(crate) fn new(statement: &'a str) -> Arguments<'a> {
        let (word, rest) = split(statement, |c| c == b' ' || c == b'\t');
        Arguments { statement, word, rest: rest.trim_start_matches(is_space) }
    }

    /// Takes an argument up to a comma; `None` at the end. Empty between two commas.
    pub(crate) fn comma(&mut self) -> Option<&'a str> {
        self.until(|c| c == b',')
    }

    /// Takes an argument up to an opening parenthesis.
    pub(crate) fn parenthesis(&mut self) -> Option<&'a str> {
        self.until(|c| c == b'(')
    }

    /// Takes an argument up to a space or tab.
    pub(crate) fn space(&mut self) -> Option<&'a str> {
        let argument = self.until(|c| c == b' ' || c == b'\t')?;
        self.rest = self.rest.trim_start_matches(is_space);
        Some(argument)
    }

    /// Empty span at the end of the statement.
    pub(crate) fn end(&self) -> &'a str {
        &self.statement[self.statement.len()..]
    }

    fn until(&mut self, is_end: impl Fn(u8) -> bool) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (argument, rest) = split(self.rest, is_end);
        self.rest = rest;
        Some(trim(argument))
    }
}

/// Splits at the first ASCII character for which `is_end` is true, dropping it.
fn split(text: &str, is_end: impl Fn(u8) -> bool) -> (&str, &str) {
    match text.bytes().position(is_end) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &text[text.len()..]),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    #[test]
    fn a_comma_at_the_end_adds_no_argument() {
        let mut arguments = Arguments::new("add  r0 , ,r1,");
        assert_eq!(arguments.word, "add");
        assert_eq!(arguments.comma(), Some("r0"));
        assert_eq!(arguments.comma(), Some(""));
        assert_eq!(arguments.comma(), Some("r1"));
        assert_eq!(arguments.comma(), None);
    }

    #[test]
    fn words_are_split_at_spaces_and_tabs() {
        let mut arguments = Arguments::new(".out\tpos \t position o0.xy");
        assert_eq!(arguments.space(), Some("pos"));
        assert_eq!(arguments.space(), Some("position"));
        assert_eq!(arguments.comma(), Some("o0.xy"));
        assert_eq!(arguments.space(), None);
    }
}
