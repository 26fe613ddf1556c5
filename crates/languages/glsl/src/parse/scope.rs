//! What names stand for, by scope.

use std::rc::Rc;

use foldhash::HashMap;
use glassbox_syntax::token::Word;

use super::overloads::Overloads;
use crate::model::{FunctionId, GlobalId, LocalId};
use crate::types::{StructId, Type};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    Global(GlobalId),
    /// A member of a block without instance name.
    Member(GlobalId, u32),
    Local(LocalId),
    /// Functions of this name.
    Functions(Rc<Overloads>),
    /// A structure, a buffer reference or an alias.
    Type(Type),
    /// Name of a block, which only interfaces use.
    Block(StructId),
    /// A subroutine type: the function that declares it.
    Subroutine(FunctionId),
}

/// An entity under a name in a scope.
#[derive(Clone, Debug)]
struct Entry {
    word: Word,
    depth: u32,
    entity: Entity,
    /// Number for [`glassbox_syntax::uses::Uses`].
    symbol: u32,
    /// Entry of the same name further out, or `u32::MAX`.
    hidden: u32,
}

/// Scopes, the innermost last. Looking a name up takes constant time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scopes {
    entries: Vec<Entry>,
    /// The innermost entry of each word, by its number; `u32::MAX` where there is none.
    latest: Vec<u32>,
    /// Number of entries where each scope begins.
    begins: Vec<usize>,
    /// What the language declares, with numbers for uses: the scope outside of the stage's.
    outer: HashMap<u32, (Entity, u32)>,
    /// The same of the texts before this one.
    recalled: HashMap<u32, (Entity, u32)>,
}

impl Scopes {
    /// Opens a scope.
    pub(crate) fn enter(&mut self) {
        self.begins.push(self.entries.len());
    }

    /// Closes the innermost scope.
    pub(crate) fn leave(&mut self) {
        let begin = self.begins.pop().unwrap_or(0);
        while self.entries.len() > begin {
            if let Some(entry) = self.entries.pop()
                && let Some(latest) = self.latest.get_mut(entry.word.number() as usize)
            {
                *latest = entry.hidden;
            }
        }
    }

    /// Begins another text of the stage, where nothing is in scope.
    pub(crate) fn begin_text(&mut self) {
        self.entries.clear();
        self.latest.clear();
        self.begins.clear();
        self.recalled.extend(self.outer.drain());
    }

    /// What the scope of the whole text declares, with numbers for uses.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&Word, &Entity, u32)> {
        self.entries.iter().map(|entry| (&entry.word, &entry.entity, entry.symbol))
    }

    /// Puts a built-in variable that a text before this one has in the scope outside of this one.
    pub(crate) fn recall(&mut self, word: &Word) -> Option<Entity> {
        let known = self.recalled.get(&word.number())?.clone();
        self.outer.insert(word.number(), known.clone());
        Some(known.0)
    }

    /// What a name of the language stands for in the texts before this one.
    pub(crate) fn recalled(&self, word: &Word) -> Option<&Entity> {
        self.recalled.get(&word.number()).map(|(entity, _)| entity)
    }

    /// How many scopes are open; 0 is that of the whole stage.
    pub(crate) fn depth(&self) -> u32 {
        self.begins.len() as u32
    }

    /// Declares a name in the innermost scope. Who calls has looked whether [`Scopes::own`] has it.
    pub(crate) fn declare(&mut self, word: &Word, entity: Entity, symbol: u32) {
        let number = word.number() as usize;
        if self.latest.len() <= number {
            self.latest.resize(number + 1, u32::MAX);
        }
        let hidden = std::mem::replace(&mut self.latest[number], self.entries.len() as u32);
        let depth = self.depth();
        self.entries.push(Entry { word: word.clone(), depth, entity, symbol, hidden });
    }

    /// Declares a built-in variable, outside of the scope of the stage.
    pub(crate) fn declare_outside(&mut self, word: &Word, entity: Entity, symbol: u32) {
        self.outer.insert(word.number(), (entity, symbol));
    }

    /// Takes a built-in variable out of scope.
    pub(crate) fn forget_outside(&mut self, word: &Word) {
        self.outer.remove(&word.number());
    }

    /// A built-in variable that has been declared.
    pub(crate) fn outside(&self, word: &Word) -> Option<&Entity> {
        self.outer.get(&word.number()).map(|(entity, _)| entity)
    }

    fn index(&self, word: &Word) -> Option<usize> {
        let latest = *self.latest.get(word.number() as usize)?;
        (latest != u32::MAX).then_some(latest as usize)
    }

    /// What a name stands for, with its number for uses.
    pub(crate) fn find(&self, word: &Word) -> Option<(&Entity, u32)> {
        let Some(index) = self.index(word) else {
            return self.outer.get(&word.number()).map(|(entity, symbol)| (entity, *symbol));
        };
        let entry = self.entries.get(index)?;
        Some((&entry.entity, entry.symbol))
    }

    /// The functions of a name, behind variables that have it too.
    pub(crate) fn find_functions(&self, word: &Word) -> Option<(&Entity, u32)> {
        let mut index = self.index(word)? as u32;
        while let Some(entry) = self.entries.get(index as usize) {
            if matches!(entry.entity, Entity::Functions(_)) {
                return Some((&entry.entity, entry.symbol));
            }
            index = entry.hidden;
        }
        None
    }

    /// The same, to be changed; not of built-in variables.
    pub(crate) fn find_mut(&mut self, word: &Word) -> Option<&mut Entity> {
        let index = self.index(word)?;
        self.entries.get_mut(index).map(|entry| &mut entry.entity)
    }

    /// The names in scope, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| &*entry.word)
    }

    /// What a name stands for in the innermost scope itself.
    pub(crate) fn own(&self, word: &Word) -> Option<&Entity> {
        let entry = self.entries.get(self.index(word)?)?;
        (entry.depth == self.depth()).then_some(&entry.entity)
    }
}
