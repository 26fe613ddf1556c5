//! Names: each spelling once.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use glassbox_core::span::Span;

use super::arena::number;

number! {
    /// A name.
    Name
}

/// Every name of a program. The spellings stand one behind the other in one text, so that a name costs no allocation.
#[derive(Clone, Debug)]
pub struct Names {
    texts: String,
    places: Vec<Place>,
    /// The names by the low bits of their hashes, each as its number and one more, 0 where there is none. Who finds a slot
    /// taken looks at the next one. The length is a power of two, and half of the slots are free.
    slots: Vec<u32>,
    /// What keeps a source from choosing names of one hash.
    seed: u64,
}

/// Where a spelling stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    end: u32,
    key: u64,
}

/// Spellings of as many bytes are told from each other by their keys.
const SHORT: usize = 8;

/// Slots of an empty table.
const FEWEST_SLOTS: usize = 64;

impl Default for Names {
    fn default() -> Names {
        static SEED: OnceLock<u64> = OnceLock::new();
        Names {
            texts: String::new(),
            places: Vec::new(),
            slots: vec![0; FEWEST_SLOTS],
            seed: *SEED.get_or_init(|| RandomState::new().hash_one(0)),
        }
    }
}

impl Names {
    /// Makes room for as many more names with as many more bytes of text.
    pub(crate) fn reserve(&mut self, names: usize, bytes: usize) {
        self.texts.reserve(bytes);
        self.places.reserve(names);
        let slots = ((self.places.len() + names) * 2).next_power_of_two();
        if slots > self.slots.len() {
            self.enter_all(slots);
        }
    }

    /// The name with this spelling.
    pub fn add(&mut self, text: &str) -> Name {
        let key = self.key(text);
        match self.find_keyed(text, key) {
            Some(name) => name,
            None => self.add_new(text, key),
        }
    }

    /// The name with the spelling that stands in a part of a text. Where it is short and not at the end, its key is the bytes
    /// there without those behind it.
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

    // These two are the last that `add_part` calls, so that it has nothing to keep.
    #[inline(never)]
    fn add_new_part(&mut self, text: &str, part: Span, key: u64) -> Name {
        self.add_new(part.of(text), key)
    }

    #[inline(never)]
    fn add_long_part(&mut self, text: &str, part: Span) -> Name {
        self.add(part.of(text))
    }

    // Apart from `add`, which has little to keep then: most names are known.
    #[inline(never)]
    fn add_new(&mut self, text: &str, key: u64) -> Name {
        let name = Name(self.places.len() as u32);
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        self.places.push(Place {
            start,
            end: self.texts.len() as u32,
            key,
        });
        if self.places.len() * 2 > self.slots.len() {
            self.enter_all(self.slots.len() * 2);
        } else {
            self.enter(name);
        }
        name
    }

    /// The name with this spelling, if the program has one.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.find_keyed(text, self.key(text))
    }

    #[inline(always)]
    fn find_keyed(&self, text: &str, key: u64) -> Option<Name> {
        self.find_same(key, text.len(), |name| {
            text.len() <= SHORT || self.text(name) == text
        })
    }

    /// The name with this key and length that also passes a test.
    #[inline(always)]
    fn find_same(&self, key: u64, length: usize, is_it: impl Fn(Name) -> bool) -> Option<Name> {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash(key, length) & mask;
        loop {
            let name = self.slots[slot].checked_sub(1)?;
            let Place {
                start,
                end,
                key: known,
            } = self.places[name as usize];
            if known == key && (end - start) as usize == length && is_it(Name(name)) {
                return Some(Name(name));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes a table of as many slots, and puts every name into it.
    fn enter_all(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        for number in 0..self.places.len() as u32 {
            self.enter(Name(number));
        }
    }

    /// Puts a name into the first free slot from its own on; half of them are free.
    fn enter(&mut self, name: Name) {
        let mask = self.slots.len() - 1;
        let Place { start, end, key } = self.places[name.0 as usize];
        let mut slot = self.hash(key, (end - start) as usize) & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = name.0 + 1;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The spelling of a name.
    pub fn text(&self, name: Name) -> &str {
        let place = self.places.get(name.0 as usize);
        let text = place.and_then(|place| self.texts.get(place.start as usize..place.end as usize));
        text.unwrap_or("")
    }

    /// The bytes of a short spelling themselves, of a long one what multiplying and folding eight at a time leaves of them, the
    /// last ones together with some that were taken before.
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

/// Multiplies a number, and adds up the halves of what comes out without carrying.
#[inline]
fn fold(number: u64) -> u64 {
    let product = u128::from(number) * u128::from(SPREAD);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Spreads the bits of numbers that this crate gives out: they count up, and no source chooses them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NumberHasher(u64);

/// An odd number near 2⁶⁴ divided by the golden ratio.
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

/// What is found by a number of this crate.
pub(crate) type ByNumber<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

#[cfg(test)]
mod tests {
    use glassbox_core::span::Span;

    use super::{Name, Names};

    #[test]
    fn each_spelling_is_one_name() {
        let mut names = Names::default();
        assert_eq!(names.find(""), None);
        let texts: Vec<String> = (0..1000)
            .map(|number| "x".repeat(number % 20) + &number.to_string())
            .collect();
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
