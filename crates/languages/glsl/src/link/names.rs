//! Names for what linking adds: none that a text has.

use foldhash::{HashMap, HashSet};
use glassbox_syntax::token::{Word, Words};

use crate::model::Program;

/// The names of a program, of the texts and made ones.
pub(super) struct Names<'a> {
    words: &'a mut Words,
    /// Numbers of the words of all texts, and of names that were made.
    taken: HashSet<u32>,
    /// Names that all stages share, by what was wanted.
    shared: HashMap<String, Word>,
}

impl<'a> Names<'a> {
    pub(super) fn of(programs: &[Program], words: &'a mut Words) -> Self {
        let tokens = programs.iter().flat_map(|program| program.tokens.iter());
        let taken = tokens.map(|token| token.text.number()).collect();
        Names { words, taken, shared: HashMap::default() }
    }

    /// The word of a text, whether something is called so or not.
    pub(super) fn word(&mut self, text: &str) -> Word {
        self.words.get(text)
    }

    /// A name that nothing has: the wanted one, or the same with underscores.
    pub(super) fn fresh(&mut self, wanted: &str) -> Word {
        let mut name = wanted.to_owned();
        loop {
            let word = self.words.get(&name);
            if self.taken.insert(word.number()) {
                return word;
            }
            name.push('_');
        }
    }

    /// A name that no text has, the same one each time it is asked for.
    pub(super) fn shared(&mut self, wanted: &str) -> Word {
        if let Some(word) = self.shared.get(wanted) {
            return word.clone();
        }
        let word = self.fresh(wanted);
        self.shared.insert(wanted.to_owned(), word.clone());
        word
    }
}
