//! Looks words of a language up in a table that is made when this crate is compiled.

/// Words of a language, listed with blanks between them, in a table of `SLOTS` places: a power of two, and at least
/// twice as many as there are words.
pub(crate) struct Words<const SLOTS: usize> {
    list: &'static str,
    /// Where words begin in the list, counted from 1, in front of the low half of their hash; 0 where there is none. A word
    /// is at the place that its hash says, or at the first free one after it.
    slots: [u32; SLOTS],
}

impl<const SLOTS: usize> Words<SLOTS> {
    pub(crate) const fn new(list: &'static str) -> Words<SLOTS> {
        assert!(SLOTS.is_power_of_two() && list.len() < 0xffff);
        let bytes = list.as_bytes();
        let mut slots = [0; SLOTS];
        let (mut start, mut words) = (0, 0);
        while start < bytes.len() {
            let (mut end, mut hash) = (start, HASH);
            while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
                hash = mixed(hash, bytes[end]);
                end += 1;
            }
            if end > start {
                let mut slot = place(hash, SLOTS);
                while slots[slot] != 0 {
                    slot = (slot + 1) % SLOTS;
                }
                slots[slot] = (start as u32 + 1) << 16 | hash & 0xffff;
                words += 1;
            }
            start = end + 1;
        }
        assert!(words * 2 <= SLOTS);
        Words { list, slots }
    }

    /// True if this is one of the words.
    pub(crate) fn contains(&self, word: &str) -> bool {
        let hash = word.bytes().fold(HASH, mixed);
        let mut slot = place(hash, SLOTS);
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return false;
            }
            if found & 0xffff == hash & 0xffff && self.begins(found, word) {
                return true;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// True if the word of a place is this one.
    fn begins(&self, found: u32, word: &str) -> bool {
        let rest = self.list.get((found >> 16) as usize - 1..).and_then(|rest| rest.strip_prefix(word));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace()))
    }
}

/// Hash of an empty word.
const HASH: u32 = 0x811c_9dc5;

/// The hash of a word with one more letter.
const fn mixed(hash: u32, letter: u8) -> u32 {
    (hash ^ letter as u32).wrapping_mul(0x0100_0193)
}

/// Where a word with this hash belongs.
const fn place(hash: u32, slots: usize) -> usize {
    (hash >> 12) as usize % slots
}

/// What stands before the size of a vector or matrix, `3` or `3x4`, of numbers from `least` to 4; `None` for words without one.
pub(crate) fn without_size(word: &str, least: u8) -> Option<&str> {
    let is_count = |byte: &u8| (least..=b'4').contains(byte);
    match word.as_bytes() {
        [.., columns, b'x', rows] if is_count(columns) && is_count(rows) => word.get(..word.len() - 3),
        [.., count] if is_count(count) => word.get(..word.len() - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_found_and_others_are_not() {
        static WORDS: Words<16> = Words::new("\n    for if int\n    integer while  xor\n");
        for word in ["for", "if", "int", "integer", "while", "xor"] {
            assert!(WORDS.contains(word), "{word}");
        }
        for word in ["", "f", "fo", "fori", "integ", "nteger", "whil", "for if", "\n", " "] {
            assert!(!WORDS.contains(word), "{word:?}");
        }
    }
}
