//! Tokens, with where they come from.

use std::collections::HashMap;
use std::rc::Rc;

use crate::map::Provenance;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// A name or a word of the language.
    Word,
    /// A number, or what looks like one.
    Number,
    /// Punctuation.
    Sign,
    /// Text between quotation marks, with them.
    Quoted,
    /// A character that the language does not have.
    Stray,
}

/// A token.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its letters.
    pub text: Rc<str>,
    /// Where they come from.
    pub from: Provenance,
    /// Whether there is a blank before it.
    pub is_spaced: bool,
    /// Whether it is the first of its line.
    pub is_first: bool,
    /// Whether it is the name of a macro that was met inside that macro: it stays what it is for ever.
    pub is_painted: bool,
}

impl Token {
    /// Whether it is this word or sign.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        &*self.text == text && matches!(self.kind, Kind::Word | Kind::Sign)
    }

    /// Its letters, if it is a word.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        (self.kind == Kind::Word).then_some(&*self.text)
    }
}

/// The letters of tokens, once for each different text.
#[derive(Debug, Default)]
pub struct Words {
    known: HashMap<Box<str>, Rc<str>>,
}

impl Words {
    /// The shared copy of a text.
    pub fn get(&mut self, text: &str) -> Rc<str> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let shared: Rc<str> = Rc::from(text);
        self.known.insert(Box::from(text), shared.clone());
        shared
    }
}
