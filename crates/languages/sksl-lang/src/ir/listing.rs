//! Entries of a symbol table.

use smallvec::SmallVec;

use super::names::{ByNumber, Name};
use super::symbol::Symbol;

/// Symbols by name. Most tables have few entries, for which a linear search is faster than hashing.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    items: SmallVec<[(Name, Symbol); 4]>,
    /// Index of each entry; used for more than [`FEW`] entries.
    places: ByNumber<Name, u32>,
}

/// Maximum number of entries for the linear search.
const FEW: usize = 24;

impl Listing {
    /// Reserves capacity for `names` more entries.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
        if self.items.len() + count > FEW {
            self.places.reserve(count);
        }
    }

    /// Symbol with a name.
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

    /// Adds a symbol, replacing an entry with the same name.
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
        self.places.extend(places.map(|(place, &(name, _))| (name, place)));
    }

    /// Iterates over the entries in order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (Name, Symbol)> {
        self.items.iter().copied()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no entries.
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
            let all: Vec<_> = (0..count).map(|number| (Name(number), Symbol(round + number))).collect();
            assert_eq!(listing.iter().collect::<Vec<_>>(), all);
        }
    }
}
