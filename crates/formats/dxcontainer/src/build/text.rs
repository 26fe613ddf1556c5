//! Builds string and index tables incrementally.

/// NUL-terminated strings, concatenated; the first is empty.
#[derive(Clone, Debug)]
pub(super) struct Strings {
    bytes: Vec<u8>,
}

impl Default for Strings {
    fn default() -> Self {
        Strings { bytes: vec![0] }
    }
}

impl Strings {
    /// Appends a string; the empty one is at 0.
    pub(super) fn append(&mut self, text: &[u8]) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let offset = self.bytes.len() as u32;
        self.bytes.extend_from_slice(text);
        self.bytes.push(0);
        offset
    }

    /// Encodes the table, padded to a multiple of 4.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes
    }
}

/// Number sequences; each is looked up anywhere in the existing numbers before it is appended.
#[derive(Clone, Debug, Default)]
pub(super) struct Sequences {
    numbers: Vec<u32>,
}

impl Sequences {
    /// Index of the first number of a sequence.
    pub(super) fn place(&mut self, sequence: &[u32]) -> u32 {
        if sequence.is_empty() {
            return 0;
        }
        let found = self.numbers.windows(sequence.len()).position(|window| window == sequence);
        let place = found.unwrap_or(self.numbers.len());
        if found.is_none() {
            self.numbers.extend_from_slice(sequence);
        }
        place as u32
    }

    /// All numbers.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }
}
