//! Names for what linking adds: none that a text has.

use foldhash::HashMap;
use glassbox_syntax::token::{Word, Words};

use crate::model::Program;

/// The names of a program, of the texts and made ones.
pub(super) struct Names<'a> {
    words: &'a mut Words,
    /// By number, whether a word is one of the texts, or a name that was made.
    taken: Vec<bool>,
    /// Names that all stages share, by what was wanted.
    shared: HashMap<String, Word>,
}

impl<'a> Names<'a> {
    pub(super) fn of(programs: &[Program], words: &'a mut Words) -> Self {
        let mut names = Names { words, taken: Vec::new(), shared: HashMap::default() };
        for token in programs.iter().flat_map(|program| program.tokens.iter()) {
            names.take(&token.text);
        }
        names
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
            if self.take(&word) {
                return word;
            }
            name.push('_');
        }
    }

    /// Notes a name; `false` if something has it.
    fn take(&mut self, word: &Word) -> bool {
        let number = word.number() as usize;
        if self.taken.len() <= number {
            self.taken.resize(number + 64, false);
        }
        !std::mem::replace(&mut self.taken[number], true)
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
