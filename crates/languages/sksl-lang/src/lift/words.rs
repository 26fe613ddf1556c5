//! What the names of a file stand for, looked up once for each string.

use glassbox_sksl::builtin::{Function, Type};
use glassbox_sksl::model::{At, Name as FileName};

use super::{Lifter, Result};
use crate::ir::names::Name;
use crate::ir::ty::{Alias, Spelling, Ty};

/// A string of the file, with what has been asked of it.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// The program's name.
    name: Name,
    /// The builtin type of the name.
    ty: Option<Ty>,
    /// The builtin function of the name, if there is one.
    function: Option<Option<&'static Function>>,
}

/// The strings of a file that were asked for.
pub(super) struct Words {
    list: Vec<Word>,
    /// For each offset into the strings the number of its word and one more, 0 where none was asked for.
    places: Vec<u32>,
}

impl Words {
    /// No words; `size` is that of the strings in bytes, `count` how many there seem to be.
    pub(super) fn new(size: usize, count: usize) -> Words {
        Words {
            list: Vec::with_capacity(count),
            // Offsets count from two bytes before the first string.
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
        self.vouch(self.model.text_of(name).is_some());
        let word = Word {
            name: self.program.names.add(&self.model.name(name)),
            ty: None,
            function: None,
        };
        let index = self.words.list.len();
        self.words.list.push(word);
        if let Some(place) = self.words.places.get_mut(name.0 as usize) {
            *place = index as u32 + 1;
        }
        index
    }

    /// A name of the file as one of the program.
    pub(super) fn name(&mut self, name: FileName) -> Name {
        self.word(name).name
    }

    /// The builtin function of a name.
    pub(super) fn function_named(&mut self, name: FileName) -> Option<&'static Function> {
        if let Some(known) = self.word(name).function {
            return known;
        }
        let found = self.scope.function(&self.model.name(name));
        self.word(name).function = Some(found);
        found
    }

    /// The builtin type of a name.
    pub(super) fn builtin_type(&mut self, name: FileName, at: At) -> Result<Ty> {
        if let Some(known) = self.word(name).ty {
            return Ok(known);
        }
        let text = self.model.name(name);
        let Some((ty, is_alias)) = self.scope.type_named(&text) else {
            return self.fault(
                at,
                format!("found the name `{text}`, expected that of a builtin type"),
            );
        };
        // Such a name is taken and stands for nothing.
        self.vouch(ty != Type::Invalid);
        let alias = Alias::glsl(&text).filter(|_| is_alias);
        let ty = Ty {
            meaning: ty,
            spelling: alias.map_or(Spelling::Own, Spelling::Alias),
        };
        self.word(name).ty = Some(ty);
        Ok(ty)
    }
}
