//! Tokens, with where they come from.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
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
    #[inline]
    pub fn is(&self, text: &str) -> bool {
        &*self.text == text && matches!(self.kind, Kind::Word | Kind::Sign)
    }

    /// Its letters, if it is a word.
    #[must_use]
    #[inline]
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
    #[inline]
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl Deref for Word {
    type Target = str;

    #[inline]
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
    #[inline]
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
    table: Table,
    hasher: RandomState,
}

impl Vocabulary {
    /// Words by their numbers; each occurs once.
    #[must_use]
    pub fn new(texts: Vec<&'static str>) -> Vocabulary {
        let mut vocabulary = Vocabulary { texts, ..Vocabulary::default() };
        for (number, text) in vocabulary.texts.iter().enumerate() {
            vocabulary.table.insert(hash(&vocabulary.hasher, text), number as u32);
        }
        vocabulary
    }

    /// The number of a word.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<u32> {
        self.find(hash(&self.hasher, text), text)
    }

    /// Whether a word of [`Words`] that start with this vocabulary is one of its own.
    #[must_use]
    pub fn has(&self, word: &Word) -> bool {
        (word.number as usize) < self.texts.len()
    }

    #[inline]
    fn find(&self, hash: u32, text: &str) -> Option<u32> {
        self.table.find(hash, |number| self.texts[number as usize] == text)
    }
}

/// The letters of tokens, once for each different text.
#[derive(Debug)]
pub struct Words {
    first: &'static Vocabulary,
    /// Texts that the vocabulary does not have, in the order of their numbers behind its own.
    texts: Vec<SmolStr>,
    table: Table,
    /// Numbers of the words of one ASCII character: every second token is one.
    ones: [u32; 128],
}

/// Words without a vocabulary.
impl Default for Words {
    fn default() -> Words {
        static NONE: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
        Words::starting_with(&NONE)
    }
}

impl Words {
    /// Words of which those of a vocabulary have its numbers.
    #[must_use]
    pub fn starting_with(first: &'static Vocabulary) -> Words {
        Words { first, texts: Vec::new(), table: Table::default(), ones: [FREE; 128] }
    }

    /// The word of a text.
    pub fn get(&mut self, text: &str) -> Word {
        let &[byte @ ..0x80] = text.as_bytes() else { return self.search(text) };
        let number = self.ones[usize::from(byte)];
        if number != FREE {
            return self.numbered(number);
        }
        let word = self.search(text);
        self.ones[usize::from(byte)] = word.number;
        word
    }

    /// The word of a number that is in use.
    fn numbered(&self, number: u32) -> Word {
        let text = match self.first.texts.get(number as usize) {
            Some(text) => SmolStr::new_static(text),
            None => self.texts[number as usize - self.first.texts.len()].clone(),
        };
        Word { number, text }
    }

    fn search(&mut self, text: &str) -> Word {
        let hash = hash(&self.first.hasher, text);
        if let Some(number) = self.first.find(hash, text) {
            return Word { number, text: SmolStr::new_static(self.first.texts[number as usize]) };
        }
        let before = self.first.texts.len() as u32;
        if let Some(index) = self.table.find(hash, |index| self.texts[index as usize] == text) {
            return Word { number: before + index, text: self.texts[index as usize].clone() };
        }
        let index = self.texts.len() as u32;
        let word = Word { number: before + index, text: SmolStr::new(text) };
        self.texts.push(word.text.clone());
        self.table.insert(hash, index);
        word
    }
}

#[inline]
fn hash(hasher: &RandomState, text: &str) -> u32 {
    let mut state = hasher.build_hasher();
    state.write(text.as_bytes());
    state.finish() as u32
}

/// Numbers by hashes of what they stand for: a vocabulary and the words behind it are searched with one hash.
#[derive(Debug, Default)]
struct Table {
    /// Hashes and numbers, at most half of them: a power of two. What is at its place goes to the next one that is free.
    slots: Vec<(u32, u32)>,
    count: usize,
}

const FREE: u32 = u32::MAX;

impl Table {
    #[inline]
    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let (other, number) = *self.slots.get(at)?;
            if number == FREE {
                return None;
            }
            if other == hash && is_it(number) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds what [`Table::find`] has not found.
    fn insert(&mut self, hash: u32, number: u32) {
        if self.count * 2 >= self.slots.len() {
            let slots = vec![(0, FREE); (self.slots.len() * 2).max(64)];
            for (hash, number) in std::mem::replace(&mut self.slots, slots) {
                if number != FREE {
                    self.place(hash, number);
                }
            }
        }
        self.place(hash, number);
        self.count += 1;
    }

    fn place(&mut self, hash: u32, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != FREE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, number);
    }
}
