//! Tokens, with where they come from.

use std::rc::Rc;

use crate::map::Provenance;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name or a word of the language.
    Word,
    /// A number, or what looks like one.
    Number,
    /// One to three characters of punctuation.
    Sign,
    /// Text between quotation marks, with them. Only directives have it.
    Quoted,
    /// A character that the language does not have.
    Stray,
}

/// A token.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its letters.
    pub(crate) text: Rc<str>,
    /// Where they come from.
    pub(crate) from: Provenance,
    /// Whether there is a blank before it.
    pub(crate) is_spaced: bool,
    /// Whether it is the first of its line.
    pub(crate) is_first: bool,
    /// Whether it is the name of a macro that was met inside that macro: it stays what it is for ever.
    pub(crate) is_painted: bool,
}

impl Token {
    /// Whether it is this word or sign.
    pub(crate) fn is(&self, text: &str) -> bool {
        &*self.text == text && matches!(self.kind, Kind::Word | Kind::Sign)
    }

    /// Its letters, if it is a word.
    pub(crate) fn word(&self) -> Option<&str> {
        (self.kind == Kind::Word).then_some(&*self.text)
    }
}
