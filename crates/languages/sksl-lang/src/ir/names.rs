//! Interned names.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use glassbox_core::span::Span;

use super::arena::number;

number! {
    /// Index of a name.
    Name
}

/// All names of a program. The spellings are stored in one string, so that a name needs no allocation.
#[derive(Clone, Debug)]
pub struct Names {
    texts: String,
    places: Vec<Place>,
    /// Hash table with linear probing: index of the name plus one, 0 for an empty slot. The length is a power of two,
    /// and at least half of the slots are empty.
    slots: Vec<u32>,
    /// Random seed, so that a source cannot choose names with colliding hashes.
    seed: u64,
}

/// Location of a spelling.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    end: u32,
    key: u64,
}

/// Spellings of up to this many bytes are identified by their keys.
const SHORT: usize = 8;

/// Minimum number of slots.
const FEWEST_SLOTS: usize = 64;

impl Default for Names {
    fn default() -> Names {
        Names::with_capacity(0, 0)
    }
}

impl Names {
    /// Creates an empty table with capacity for `names` names with `bytes` bytes of text.
    pub(crate) fn with_capacity(names: usize, bytes: usize) -> Names {
        static SEED: OnceLock<u64> = OnceLock::new();
        Names {
            texts: String::with_capacity(bytes),
            places: Vec::with_capacity(names),
            slots: vec![0; (names * 2).next_power_of_two().max(FEWEST_SLOTS)],
            seed: *SEED.get_or_init(|| RandomState::new().hash_one(0)),
        }
    }

    /// Returns the name with this spelling, which is added if new.
    pub fn add(&mut self, text: &str) -> Name {
        let key = self.key(text);
        match self.find_keyed(text, key) {
            Some(name) => name,
            None => self.add_new(text, key),
        }
    }

    /// Returns the name spelt by a part of a text. The key of a short part is computed from an eight-byte load where
    /// the text is long enough.
    #[inline]
    pub(crate) fn add_part(&mut self, text: &str, part: Span) -> Name {
        let length = part.end.saturating_sub(part.start) as usize;
        let rest = text.as_bytes().get(part.start as usize..);
        match rest.and_then(<[u8]>::first_chunk::<SHORT>) {
            Some(&bytes) if (1..=SHORT).contains(&length) => {
                let key = u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * length));
                match self.find_same(key, length, |_| true) {
                    Some(name) => name,
                    None => self.add_new_part(text, part, key),
                }
            }
            _ => self.add_long_part(text, part),
        }
    }

    // The following two calls are the last of `add_part`, so that it saves no registers.
    #[inline(never)]
    fn add_new_part(&mut self, text: &str, part: Span, key: u64) -> Name {
        self.add_new(part.of(text), key)
    }

    #[inline(never)]
    fn add_long_part(&mut self, text: &str, part: Span) -> Name {
        self.add(part.of(text))
    }

    // Separate from `add`, whose common case is a known name and then saves few registers.
    #[inline(never)]
    fn add_new(&mut self, text: &str, key: u64) -> Name {
        let name = Name(self.places.len() as u32);
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        self.places.push(Place { start, end: self.texts.len() as u32, key });
        if self.places.len() * 2 > self.slots.len() {
            self.enter_all(self.slots.len() * 2);
        } else {
            self.enter(name);
        }
        name
    }

    /// Returns the name with this spelling if the program has it.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.find_keyed(text, self.key(text))
    }

    #[inline(always)]
    fn find_keyed(&self, text: &str, key: u64) -> Option<Name> {
        self.find_same(key, text.len(), |name| text.len() <= SHORT || self.text(name) == text)
    }

    /// Finds a name with this key and length that satisfies a test.
    #[inline(always)]
    fn find_same(&self, key: u64, length: usize, is_it: impl Fn(Name) -> bool) -> Option<Name> {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash(key, length) & mask;
        loop {
            let name = self.slots[slot].checked_sub(1)?;
            let Place { start, end, key: known } = self.places[name as usize];
            if known == key && (end - start) as usize == length && is_it(Name(name)) {
                return Some(Name(name));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Rebuilds the table with `slots` slots.
    fn enter_all(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        for number in 0..self.places.len() as u32 {
            self.enter(Name(number));
        }
    }

    /// Inserts a name into the first empty slot from its hash on; at least half of them are empty.
    fn enter(&mut self, name: Name) {
        let mask = self.slots.len() - 1;
        let Place { start, end, key } = self.places[name.0 as usize];
        let mut slot = self.hash(key, (end - start) as usize) & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = name.0 + 1;
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Spelling of a name.
    pub fn text(&self, name: Name) -> &str {
        let place = self.places.get(name.0 as usize);
        let text = place.and_then(|place| self.texts.get(place.start as usize..place.end as usize));
        text.unwrap_or("")
    }

    /// Key of a spelling: the bytes themselves if it is short, otherwise a multiplicative hash of eight bytes at a
    /// time. The last eight bytes may overlap the previous ones.
    #[inline]
    fn key(&self, text: &str) -> u64 {
        let bytes = text.as_bytes();
        let Some((&last, &first)) = bytes.last_chunk::<4>().zip(bytes.first_chunk::<4>()) else {
            let bytes = bytes.iter().rev();
            return bytes.fold(0, |key, &byte| key << 8 | u64::from(byte));
        };
        match bytes.last_chunk::<SHORT>() {
            Some(&last) if bytes.len() > SHORT => self.long_key(bytes, last),
            _ => {
                let behind = (bytes.len() - last.len()) * 8;
                u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << behind
            }
        }
    }

    fn long_key(&self, bytes: &[u8], last: [u8; SHORT]) -> u64 {
        let (words, rest) = bytes.as_chunks::<SHORT>();
        let words = match rest {
            [] => words.split_last().map_or(words, |(_, before)| before),
            _ => words,
        };
        let words = words.iter().chain([&last]);
        words.fold(self.seed, |key, word| fold(key ^ u64::from_le_bytes(*word)))
    }

    #[inline]
    fn hash(&self, key: u64, length: usize) -> usize {
        fold(self.seed ^ key ^ length as u64) as usize
    }
}

/// Multiplies and combines the halves of the product by exclusive or.
#[inline]
fn fold(number: u64) -> u64 {
    let product = u128::from(number) * u128::from(SPREAD);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Hasher for indices of this crate: they are consecutive and not chosen by the source.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NumberHasher(u64);

/// Odd number close to 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for NumberHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(SPREAD);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Map with indices of this crate as keys.
pub(crate) type ByNumber<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

#[cfg(test)]
mod tests {
    use glassbox_core::span::Span;

    use super::{Name, Names};

    #[test]
    fn each_spelling_is_one_name() {
        let mut names = Names::default();
        assert_eq!(names.find(""), None);
        let texts: Vec<String> =
            (0..1000).map(|number| "x".repeat(number % 20) + &number.to_string()).collect();
        for (number, text) in (0..).zip(&texts) {
            assert_eq!(names.add(text), Name(number));
            assert_eq!(names.add(text), Name(number));
        }
        assert_eq!(names.add(""), Name(1000));
        for (number, text) in (0..).zip(&texts) {
            assert_eq!(names.find(text), Some(Name(number)));
            assert_eq!(names.text(Name(number)), text);
        }
        assert_eq!((names.len(), names.text(Name(1000))), (1001, ""));
        assert_eq!((names.find("y"), names.text(Name(1001))), (None, ""));
        for (number, text) in (0..).zip(&texts) {
            for around in [format!("({text}"), format!("({text}, and on)")] {
                let part = Span::new(1, 1 + text.len() as u32);
                assert_eq!(names.add_part(&around, part), Name(number));
            }
        }
    }
}
