//! Names: each spelling once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::arena::number;

number! {
    /// A name.
    Name
}

/// Every name of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Name>,
}

impl Names {
    /// The name with this spelling.
    pub fn add(&mut self, text: &str) -> Name {
        if let Some(&name) = self.numbers.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.into());
        self.numbers.insert(text.into(), name);
        name
    }

    /// The name with this spelling, if the program has one.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The spelling of a name.
    pub fn text(&self, name: Name) -> &str {
        self.texts.get(name.0 as usize).map_or("", |text| text)
    }
}

/// Spreads the bits of numbers that this crate gives out: they count up, and no source chooses them.
#[derive(Clone, Copy, Debug, Default)]
pub struct NumberHasher(u64);

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
pub type ByNumber<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;
