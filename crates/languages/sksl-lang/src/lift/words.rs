//! Cache of the meanings of a file's names, one lookup for each string.

use glassbox_sksl::builtin::{Function, Type};
use glassbox_sksl::model::{ModelNode, Name as FileName};

use super::{Lifter, Result};
use crate::ir::names::Name;
use crate::ir::ty::{Alias, Spelling, Ty};

/// String of the file with its cached meanings.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// Name in the program.
    name: Name,
    /// Builtin type with the name.
    ty: Option<Ty>,
    /// Builtin function with the name; the outer `None` before the first lookup.
    function: Option<Option<&'static Function>>,
}

/// Strings of a file that have been looked up.
pub(super) struct Words {
    list: Vec<Word>,
    /// For each string offset the index of its word plus one; 0 if not looked up yet.
    places: Vec<u32>,
}

impl Words {
    /// Creates an empty cache; `size` is that of the strings in bytes, `count` their estimated number.
    pub(super) fn new(size: usize, count: usize) -> Words {
        Words {
            list: Vec::with_capacity(count),
            // Offsets are relative to two bytes before the first string.
            places: vec![0; size + 2],
        }
    }
}

impl Lifter<'_> {
    #[inline]
    fn word(&mut self, name: FileName) -> &mut Word {
        let place = self.words.places.get(name.0 as usize).copied().unwrap_or(0);
        let index = match place.checked_sub(1) {
            Some(index) => index as usize,
            None => self.new_word(name),
        };
        &mut self.words.list[index]
    }

    fn new_word(&mut self, name: FileName) -> usize {
        self.require(self.model.text_of(name).is_some());
        let word = Word { name: self.program.names.add(&self.model.name(name)), ty: None, function: None };
        let index = self.words.list.len();
        self.words.list.push(word);
        if let Some(place) = self.words.places.get_mut(name.0 as usize) {
            *place = index as u32 + 1;
        }
        index
    }

    /// Converts a name of the file to one of the program.
    pub(super) fn name(&mut self, name: FileName) -> Name {
        self.word(name).name
    }

    /// Builtin function with a name.
    pub(super) fn function_named(&mut self, name: FileName) -> Option<&'static Function> {
        if let Some(known) = self.word(name).function {
            return known;
        }
        let found = self.scope.function(&self.model.name(name));
        self.word(name).function = Some(found);
        found
    }

    /// Builtin type with a name.
    pub(super) fn builtin_type(&mut self, name: FileName, at: ModelNode) -> Result<Ty> {
        if let Some(known) = self.word(name).ty {
            return Ok(known);
        }
        let text = self.model.name(name);
        let Some((ty, is_alias)) = self.scope.type_named(&text) else {
            return self.fault(at, format!("found the name `{text}`, expected that of a builtin type"));
        };
        // Reserved name without a type.
        self.require(ty != Type::Invalid);
        let alias = Alias::glsl(&text).filter(|_| is_alias);
        let ty = Ty { meaning: ty, spelling: alias.map_or(Spelling::Own, Spelling::Alias) };
        self.word(name).ty = Some(ty);
        Ok(ty)
    }
}
