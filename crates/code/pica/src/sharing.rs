//! Operand descriptors, shared between instructions as far as they agree in the bits that they use.
//!
//! Assembler and linker fill the table in the same way, so that linking gives the table that assembling all sources at once
//! gives.
//!
//! Facts: PICA200 instruction set notes, section 9.6.

use crate::format::Field;
use crate::opcode::{Class, Opcode};

/// Most entries of the table.
pub const LIMIT: usize = 128;
/// Entries that MAD and MADI reach.
pub const MAD_LIMIT: usize = 32;

/// The bits of its descriptor that an instruction uses, for the descriptor's destination mask. An undocumented opcode of the
/// arithmetic part of the opcode space may use all of them. Zero for words without a descriptor.
#[must_use]
pub fn used_bits(word: u32, descriptor: u32) -> u32 {
    let opcode = Opcode::of(word);
    if opcode.info().class == Class::Unknown && has_descriptor(word) {
        return u32::MAX >> 1;
    }
    opcode.sharing_mask((descriptor & 0xF) as u8)
}

/// Whether a word names an operand descriptor. Undocumented opcodes below that of BREAK do, as far as anybody knows.
#[must_use]
pub fn has_descriptor(word: u32) -> bool {
    let opcode = Opcode::of(word);
    opcode.format().position(Field::Descriptor).is_some() || opcode < Opcode::BREAK
}

/// The descriptor index of a word; `None` for words without one.
#[must_use]
pub fn index(word: u32) -> Option<u8> {
    has_descriptor(word).then(|| (word & field(word)) as u8)
}

/// The word with another descriptor index, cut to the width of its field; unchanged without one.
#[must_use]
pub fn with_index(word: u32, index: u8) -> u32 {
    if has_descriptor(word) {
        word & !field(word) | u32::from(index) & field(word)
    } else {
        word
    }
}

/// The bits of a word that hold its descriptor index: five for MAD and MADI, else seven.
fn field(word: u32) -> u32 {
    if is_mad(word) { 0x1F } else { 0x7F }
}

/// Whether a word is MAD or MADI, which reach the first 32 entries only.
#[must_use]
pub fn is_mad(word: u32) -> bool {
    matches!(Opcode::of(word), Opcode::MAD | Opcode::MADI)
}

/// The table.
#[derive(Clone, Default, Debug)]
pub struct Descriptors {
    values: Vec<u32>,
    /// The bits of each entry that some instruction uses; those never change again.
    used: Vec<u32>,
    /// Entries that MAD instructions use, bit 0 for the first.
    mad: u32,
    /// Entries that a source wrote down; none of them changes its place.
    written_down: usize,
}

/// Why there is no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFullError {
    /// The table has 128 entries.
    Table,
    /// The first 32 entries belong to MAD instructions.
    Mad,
}

impl std::fmt::Display for TableFullError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TableFullError::Table => "the table of operand descriptors has 128 entries already",
            TableFullError::Mad => "the first 32 operand descriptors belong to MAD instructions already",
        })
    }
}

impl std::error::Error for TableFullError {}

impl Descriptors {
    /// The entry for an instruction, whose index field does not count: the first one that agrees with `value` in all bits that
    /// both use, else a new one. `code` holds the words before it and is fixed when MAD makes entries change places.
    pub fn entry(&mut self, word: u32, value: u32, code: &mut [u32]) -> Result<u8, TableFullError> {
        let bits = used_bits(word, value);
        // A table that was written down may be longer than what the instruction reaches, and nothing in it moves.
        let reach = match (self.written_down, is_mad(word)) {
            (0, _) => self.values.len(),
            (_, true) => MAD_LIMIT,
            (_, false) => LIMIT,
        };
        let shared = self
            .values
            .iter()
            .zip(&self.used)
            .take(reach)
            .position(|(&entry, &used)| (entry ^ value) & bits & used == 0);
        let mut entry = match shared {
            Some(entry) => {
                self.values[entry] = self.values[entry] & !bits | value & bits;
                self.used[entry] |= bits;
                entry
            }
            None if self.values.len() >= LIMIT => return Err(TableFullError::Table),
            None => {
                self.values.push(value);
                self.used.push(bits);
                self.values.len() - 1
            }
        };
        if is_mad(word) {
            if entry >= MAD_LIMIT && self.written_down > 0 {
                return Err(TableFullError::Mad);
            }
            if entry >= MAD_LIMIT {
                let free = self.mad.trailing_ones() as usize;
                if free == MAD_LIMIT {
                    return Err(TableFullError::Mad);
                }
                self.swap(free, entry, code);
                entry = free;
            }
            self.mad |= 1 << entry;
        }
        Ok(entry as u8)
    }

    /// Appends an entry that stays as it is.
    pub fn write_down(&mut self, value: u32) {
        self.values.push(value);
        self.used.push(u32::MAX);
        self.written_down += 1;
    }

    /// The entries.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Exchanges two entries, and their numbers in the words that may hold either: all but those of MAD.
    fn swap(&mut self, a: usize, b: usize, code: &mut [u32]) {
        self.values.swap(a, b);
        self.used.swap(a, b);
        for word in code.iter_mut().filter(|word| !is_mad(**word)) {
            match index(*word).map(usize::from) {
                Some(entry) if entry == a => *word = with_index(*word, b as u8),
                Some(entry) if entry == b => *word = with_index(*word, a as u8),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `mov`, whose unary form uses the mask and the selectors of the components in it.
    const MOV: u32 = 0x4C00_0000;
    const MAD: u32 = 0xE000_0000;
    const NOP: u32 = 0x8400_0000;

    #[test]
    fn fields_of_words() {
        assert_eq!(index(MOV | 0x7F), Some(127));
        assert_eq!(index(MAD | 0x7F), Some(31));
        assert_eq!(index(0x4000_0003), Some(3), "an undocumented opcode");
        assert_eq!(index(NOP), None);
        assert_eq!(with_index(MAD, 0x3F), MAD | 0x1F);
        assert_eq!(with_index(NOP, 1), NOP);
    }

    #[test]
    fn entries_are_shared_where_they_agree_in_used_bits() {
        let mut table = Descriptors::default();
        // The second one selects other components where its mask is empty.
        assert_eq!(table.entry(MOV, 0x36F, &mut []), Ok(0));
        assert_eq!(table.entry(MOV, 0x36F | 3 << 14, &mut []), Ok(0));
        assert_eq!(table.entry(MOV, 0x008, &mut []), Ok(1), "another mask");
        assert_eq!(table.entry(MOV, 0x1FE8, &mut []), Ok(2), "another selector of x");
        assert_eq!(
            table.entry(MOV, 0x068, &mut []),
            Ok(1),
            "another selector of y, which is not used"
        );
        assert_eq!(table.values(), [0x36F, 0x008, 0x1FE8]);
    }

    #[test]
    fn mad_takes_a_low_entry_and_the_words_before_follow() {
        let mut table = Descriptors::default();
        let mut code = Vec::new();
        for negate in 0..33 {
            // Selectors count up, so every word has an entry of its own.
            let value = 0xF | negate << 5;
            let entry = table.entry(MOV, value, &mut code).expect("there is room");
            code.push(with_index(MOV, entry));
        }
        assert_eq!(table.entry(MAD, 0xF | 32 << 5, &mut code), Ok(0));
        assert_eq!(index(code[0]), Some(32));
        assert_eq!(index(code[32]), Some(0));
        assert_eq!(index(code[1]), Some(1));
    }

    #[test]
    fn tables_end() {
        let mut table = Descriptors::default();
        for value in 0..128 {
            assert_eq!(table.entry(MOV, 0xF | value << 5, &mut []), Ok(value as u8));
        }
        assert_eq!(
            table.entry(MOV, 0xF | 200 << 5, &mut []),
            Err(TableFullError::Table)
        );
        let mut table = Descriptors::default();
        for value in 0..32 {
            assert_eq!(table.entry(MAD, 0xF | value << 5, &mut []), Ok(value as u8));
        }
        assert_eq!(
            table.entry(MAD, 0xF | 200 << 5, &mut []),
            Err(TableFullError::Mad)
        );
    }
}
