//! What a symbol table lists by name.

use smallvec::SmallVec;

use super::names::{ByNumber, Name};
use super::symbol::Symbol;

/// Symbols by their names. Most tables list a few, which are found sooner by looking at each than by their hashes.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    items: SmallVec<[(Name, Symbol); 4]>,
    /// The places of all items, where there are more than [`FEW`].
    places: ByNumber<Name, u32>,
}

/// As many are looked at one by one.
const FEW: usize = 24;

impl Listing {
    /// Makes room for as many more names.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
        if self.items.len() + count > FEW {
            self.places.reserve(count);
        }
    }

    /// The symbol of a name.
    #[inline]
    pub fn get(&self, name: Name) -> Option<Symbol> {
        self.place(name).and_then(|place| Some(self.items.get(place)?.1))
    }

    #[inline]
    fn place(&self, name: Name) -> Option<usize> {
        if self.items.len() > FEW {
            return self.places.get(&name).map(|&place| place as usize);
        }
        self.items.iter().position(|&(known, _)| known == name)
    }

    /// Lists a symbol by a name, in place of what was listed by it.
    pub fn insert(&mut self, name: Name, symbol: Symbol) {
        if let Some(item) = self.place(name).and_then(|place| self.items.get_mut(place)) {
            item.1 = symbol;
            return;
        }
        self.items.push((name, symbol));
        let new = match self.items.len() {
            ..=FEW => return,
            count if count == FEW + 1 => 0,
            count => count - 1,
        };
        let places = (new as u32..).zip(self.items.iter().skip(new));
        self.places
            .extend(places.map(|(place, &(name, _))| (name, place)));
    }

    /// All of them, in the order in which their names came.
    pub fn iter(&self) -> impl Iterator<Item = (Name, Symbol)> {
        self.items.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Listing};
    use crate::ir::names::Name;
    use crate::ir::symbol::Symbol;

    #[test]
    fn a_name_is_listed_once_however_many_there_are() {
        let mut listing = Listing::default();
        let count = FEW as u32 * 3;
        for round in [0, 100] {
            for number in 0..count {
                listing.insert(Name(number), Symbol(round + number));
                assert_eq!(listing.get(Name(number)), Some(Symbol(round + number)));
            }
            assert_eq!(listing.get(Name(count)), None);
            let all: Vec<_> = (0..count)
                .map(|number| (Name(number), Symbol(round + number)))
                .collect();
            assert_eq!(listing.iter().collect::<Vec<_>>(), all);
        }
    }
}
