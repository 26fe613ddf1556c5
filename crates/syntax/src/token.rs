//! Tokens, with where they come from.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use foldhash::HashMap;
use smol_str::SmolStr;

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
    pub text: Word,
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

/// The letters of a token, with a number that no other letters of the same [`Words`] have.
#[derive(Clone, Debug)]
pub struct Word {
    number: u32,
    text: SmolStr,
}

impl Word {
    /// The number: [`Words`] counts from 0, its [`Vocabulary`] first, then in the order of first use.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Words of one [`Words`] are the same if their numbers are.
impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.number == other.number
    }
}

impl Eq for Word {}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// The words that a language knows, which its parser tells apart by number.
#[derive(Debug, Default)]
pub struct Vocabulary {
    texts: Vec<&'static str>,
    numbers: HashMap<&'static str, u32>,
}

impl Vocabulary {
    /// Words by their numbers; each occurs once.
    #[must_use]
    pub fn new(texts: Vec<&'static str>) -> Vocabulary {
        let numbers = texts.iter().enumerate().map(|(number, text)| (*text, number as u32)).collect();
        Vocabulary { texts, numbers }
    }

    /// The number of a word.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }
}

/// The letters of tokens, once for each different text.
#[derive(Debug, Default)]
pub struct Words {
    first: Option<&'static Vocabulary>,
    known: HashMap<SmolStr, u32>,
}

impl Words {
    /// Words of which those of a vocabulary have its numbers.
    #[must_use]
    pub fn starting_with(first: &'static Vocabulary) -> Words {
        Words { first: Some(first), known: HashMap::default() }
    }

    /// The word of a text.
    pub fn get(&mut self, text: &str) -> Word {
        let first = self.first.and_then(|first| Some((first, first.number(text)?)));
        if let Some((first, number)) = first {
            return Word { number, text: SmolStr::new_static(first.texts[number as usize]) };
        }
        if let Some((known, number)) = self.known.get_key_value(text) {
            return Word { number: *number, text: known.clone() };
        }
        let before = self.first.map_or(0, |first| first.texts.len());
        let word = Word { number: (before + self.known.len()) as u32, text: SmolStr::new(text) };
        self.known.insert(word.text.clone(), word.number);
        word
    }
}
