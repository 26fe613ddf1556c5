//! The arguments of a line, taken one after the other.

use super::number::{is_space, trim};

/// A statement and what is left of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments<'a> {
    /// The whole statement, from its first word to its last character.
    pub(crate) statement: &'a str,
    /// The mnemonic, or the directive with its dot.
    pub(crate) word: &'a str,
    /// What has not been taken yet.
    pub(crate) rest: &'a str,
}

impl<'a> Arguments<'a> {
    /// Splits a statement, which is not empty and has no white space around it, behind its first word.
    pub(crate) fn new(statement: &'a str) -> Arguments<'a> {
        let (word, rest) = split(statement, |c| c == b' ' || c == b'\t');
        Arguments {
            statement,
            word,
            rest: rest.trim_start_matches(is_space),
        }
    }

    /// The next argument up to a comma. `None` when nothing is left; between two commas there is an empty argument.
    pub(crate) fn comma(&mut self) -> Option<&'a str> {
        self.until(|c| c == b',')
    }

    /// The next argument up to an opening parenthesis.
    pub(crate) fn parenthesis(&mut self) -> Option<&'a str> {
        self.until(|c| c == b'(')
    }

    /// The next argument up to a space or tab.
    pub(crate) fn space(&mut self) -> Option<&'a str> {
        let argument = self.until(|c| c == b' ' || c == b'\t')?;
        self.rest = self.rest.trim_start_matches(is_space);
        Some(argument)
    }

    /// The empty place behind the statement.
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

/// What stands before and behind the first ASCII character that ends it.
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
