//! Chooses names: those of the module where they are usable, else what a value is.

mod guess;
mod words;

use std::borrow::Cow;

use foldhash::{HashMap, HashSet};
use smol_str::SmolStr;

use crate::text::append;
pub(crate) use guess::guess;
pub(crate) use words::{Words, without_size};

/// A name that a text has. Short ones need no memory of their own.
pub(crate) type Name = SmolStr;

/// Longest name that is taken from a module.
const MAX_LENGTH: usize = 100;

/// Names of one text; each is given once.
pub(crate) struct Names {
    /// True if a word may not be a name in the target.
    is_reserved: fn(&str) -> bool,
    taken: HashSet<Name>,
    /// By base, the last number that was appended.
    numbers: HashMap<Name, u32>,
    /// A name that is being made.
    made: String,
}

impl Names {
    /// No names; about so many are expected.
    pub(crate) fn new(is_reserved: fn(&str) -> bool, expected: usize) -> Names {
        let taken = HashSet::with_capacity_and_hasher(expected, foldhash::fast::RandomState::default());
        Names { is_reserved, taken, numbers: HashMap::default(), made: String::new() }
    }

    /// Takes a name as it is wanted, or with the lowest number that makes it unique.
    pub(crate) fn take(&mut self, wanted: &str) -> Name {
        let base = self.usable(wanted);
        let name = Name::new(&base);
        if self.taken.insert(name.clone()) { name } else { self.numbered(&base) }
    }

    /// Takes a name that another text's or structure's names have for this wish, so that both share its letters; else as
    /// [`Names::take`] does.
    pub(crate) fn take_like(&mut self, known: &Name, wanted: &str) -> Name {
        let is_usable = *known == *wanted && is_plain(wanted);
        if is_usable && self.taken.insert(known.clone()) { known.clone() } else { self.take(wanted) }
    }

    /// Takes a word of this crate as it is, or as [`Names::take`] does.
    pub(crate) fn take_word(&mut self, word: &'static str) -> Name {
        let name = Name::new_static(word);
        match (self.is_reserved)(word) {
            true => self.take(word),
            false if self.taken.insert(name.clone()) => name,
            false => self.numbered(word),
        }
    }

    /// Takes a name that is taken with the lowest number that makes it unique.
    fn numbered(&mut self, base: &str) -> Name {
        let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
        let stem = if stem.is_empty() { base } else { stem };
        let stem = stem.trim_end_matches('_');
        let mut number = self.numbers.get(stem).copied().unwrap_or(1);
        let mut made = std::mem::take(&mut self.made);
        loop {
            number += 1;
            made.clear();
            append!(made, stem, number);
            if !(self.is_reserved)(&made) && !self.taken.contains(made.as_str()) {
                break;
            }
        }
        match self.numbers.get_mut(stem) {
            Some(last) => *last = number,
            None => {
                self.numbers.insert(Name::new(stem), number);
            }
        }
        let name = self.added(&made);
        self.made = made;
        name
    }

    fn added(&mut self, name: &str) -> Name {
        let name = Name::new(name);
        self.taken.insert(name.clone());
        name
    }

    /// Takes a name by which something is found: as it is, if it is an identifier that the language leaves to programs.
    pub(crate) fn take_as_stated(&mut self, wanted: &str) -> Name {
        let is_word = wanted.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let starts = wanted.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_usable = is_word && starts && wanted.len() <= MAX_LENGTH && !(self.is_reserved)(wanted);
        if is_usable && !self.taken.contains(wanted) { self.added(wanted) } else { self.take(wanted) }
    }

    /// Names that end with a function: others may have them again.
    pub(crate) fn release(&mut self, names: &[Name]) {
        for name in names {
            self.taken.remove(name);
        }
        self.numbers.clear();
    }

    /// A name that the language accepts.
    pub(crate) fn usable<'w>(&self, wanted: &'w str) -> Cow<'w, str> {
        let name = identifier(wanted);
        if !(self.is_reserved)(&name) {
            return name;
        }
        let other = format!("{}_", name.trim_end_matches('_')).trim_start_matches("gl_").to_owned();
        // All words that begin so may be reserved, and then all with a number behind them.
        let with_number =
            format!("{}65536", other.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit()));
        let is_usable = !(self.is_reserved)(&other) && !(self.is_reserved)(&with_number);
        if is_usable { other.into() } else { format!("own_{}", other.trim_end_matches('_')).into() }
    }
}

/// Letters, digits and single underscores, with a letter first.
pub(crate) fn identifier(wanted: &str) -> Cow<'_, str> {
    if is_plain(wanted) {
        return wanted.into();
    }
    // What compilers append to the name of a function: its parameters.
    let stem = wanted.split_once('(').map_or(wanted, |(stem, _)| stem);
    if is_plain(stem) {
        return stem.into();
    }
    let mut name = String::with_capacity(stem.len() + 1);
    for c in stem.chars().take(MAX_LENGTH) {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    if name.ends_with('_') {
        name.pop();
    }
    if name.is_empty() {
        name.push_str("value");
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'n');
    }
    name.into()
}

/// True for letters, digits and underscores, each of these alone and between others, with a letter first.
fn is_plain(stem: &str) -> bool {
    let mut before = b'_';
    let is_word = stem.bytes().all(|byte| {
        let fits = byte.is_ascii_alphanumeric() || byte == b'_' && before != b'_';
        before = byte;
        fits
    });
    is_word && before != b'_' && stem.len() <= MAX_LENGTH && stem.as_bytes()[0].is_ascii_alphabetic()
}

/// True for names that a compiler made up: numbers, and words for temporaries.
pub(crate) fn says_nothing(name: &str) -> bool {
    if name.starts_with(|c: char| c.is_ascii_alphabetic() && c != 't') {
        return false;
    }
    let name = name.trim_start_matches('_');
    name.is_empty()
        || name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        || name.starts_with("temp.var")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_names_stay_where_they_can() {
        let mut names = Names::new(|name| name == "texture", 4);
        for (wanted, expected) in [
            ("__Root", "__Root"),
            ("a__b", "a__b"),
            ("a__b", "a_b"),
            ("texture", "texture_"),
            ("2d", "n2d"),
            ("a.b", "a_b2"),
        ] {
            assert_eq!(&*names.take_as_stated(wanted), expected, "{wanted}");
        }
    }

    #[test]
    fn names_are_usable_and_unique() {
        let mut names = Names::new(|name| name == "texture", 4);
        for (wanted, expected) in [
            ("color", "color"),
            ("color", "color2"),
            ("color", "color3"),
            ("color2", "color4"),
            ("texture", "texture_"),
            ("blur(vf2;", "blur"),
            ("a__b", "a_b"),
            ("3d", "n3d"),
            ("é", "value"),
        ] {
            assert_eq!(&*names.take(wanted), expected, "{wanted}");
        }
    }
}
