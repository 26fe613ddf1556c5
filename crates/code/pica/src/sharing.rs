//! Builds descriptor tables, sharing entries between instructions that agree in the bits they use.
//!
//! Assembler and linker use the same algorithm, so linking yields the same table as assembling all sources at
//! once.
//!
//! Facts: PICA200 instruction set notes, section 9.6.

use crate::format::Field;
use crate::opcode::{Class, Opcode};

/// Maximum number of table entries.
pub const LIMIT: usize = 128;
/// Number of entries that MAD and MADI reach.
pub const MAD_LIMIT: usize = 32;

/// Descriptor bits that an instruction uses, given the descriptor's destination mask. Undocumented opcodes in
/// the arithmetic range may use all. Zero for words without a descriptor.
#[must_use]
pub fn used_bits(word: u32, descriptor: u32) -> u32 {
    let opcode = Opcode::of(word);
    if opcode.info().class == Class::Unknown && has_descriptor(word) {
        return u32::MAX >> 1;
    }
    opcode.sharing_mask((descriptor & 0xF) as u8)
}

/// True if a word names an operand descriptor. Undocumented opcodes below BREAK are assumed to.
#[must_use]
pub fn has_descriptor(word: u32) -> bool {
    let opcode = Opcode::of(word);
    opcode.format().position(Field::Descriptor).is_some() || opcode < Opcode::BREAK
}

/// Descriptor index of a word; `None` if it has none.
#[must_use]
pub fn index(word: u32) -> Option<u8> {
    has_descriptor(word).then(|| (word & field(word)) as u8)
}

/// The word with another descriptor index, truncated to its field; unchanged if it has none.
#[must_use]
pub fn with_index(word: u32, index: u8) -> u32 {
    if has_descriptor(word) { word & !field(word) | u32::from(index) & field(word) } else { word }
}

/// Mask of a word's descriptor index: five bits for MAD and MADI, otherwise seven.
fn field(word: u32) -> u32 {
    if is_mad(word) { 0x1F } else { 0x7F }
}

/// True for MAD and MADI, which reach the first 32 entries only.
#[must_use]
pub fn is_mad(word: u32) -> bool {
    matches!(Opcode::of(word), Opcode::MAD | Opcode::MADI)
}

/// A descriptor table under construction.
#[derive(Clone, Default, Debug)]
pub struct Descriptors {
    values: Vec<u32>,
    /// Bits of each entry that some instruction uses; these are final.
    used: Vec<u32>,
    /// Entries used by MAD instructions, bit 0 for the first.
    mad: u32,
    /// Number of entries fixed by a source; they do not move.
    fixed_count: usize,
}

/// Reason that no entry is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFullError {
    /// The table has 128 entries.
    Table,
    /// The first 32 entries are all used by MAD instructions.
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
    /// Entry for an instruction, whose index field is ignored: the first one that agrees with `value` in all
    /// bits both use, otherwise a new one. `code` holds the preceding words, which are patched if MAD makes
    /// entries swap.
    pub fn entry(&mut self, word: u32, value: u32, code: &mut [u32]) -> Result<u8, TableFullError> {
        let bits = used_bits(word, value);
        // A fixed table may be longer than the instruction reaches, and its entries do not move.
        let reach = match (self.fixed_count, is_mad(word)) {
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
            if entry >= MAD_LIMIT && self.fixed_count > 0 {
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

    /// Appends a fixed entry.
    pub fn write_down(&mut self, value: u32) {
        self.values.push(value);
        self.used.push(u32::MAX);
        self.fixed_count += 1;
    }

    /// The entries.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Swaps two entries, and their indices in all words that may refer to them: all but MAD.
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

    /// `mov`, whose unary form uses the mask and the selectors of the masked components.
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
    fn entries_agreeing_in_used_bits_are_shared() {
        let mut table = Descriptors::default();
        // The second one selects other components where its mask is empty.
        assert_eq!(table.entry(MOV, 0x36F, &mut []), Ok(0));
        assert_eq!(table.entry(MOV, 0x36F | 3 << 14, &mut []), Ok(0));
        assert_eq!(table.entry(MOV, 0x008, &mut []), Ok(1), "another mask");
        assert_eq!(table.entry(MOV, 0x1FE8, &mut []), Ok(2), "another selector of x");
        assert_eq!(table.entry(MOV, 0x068, &mut []), Ok(1), "another selector of y, which is not used");
        assert_eq!(table.values(), [0x36F, 0x008, 0x1FE8]);
    }

    #[test]
    fn mad_gets_a_low_entry_and_earlier_words_are_patched() {
        let mut table = Descriptors::default();
        let mut code = Vec::new();
        for negate in 0..33 {
            // Selectors count up, so every word needs an entry of its own.
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
        assert_eq!(table.entry(MOV, 0xF | 200 << 5, &mut []), Err(TableFullError::Table));
        let mut table = Descriptors::default();
        for value in 0..32 {
            assert_eq!(table.entry(MAD, 0xF | value << 5, &mut []), Ok(value as u8));
        }
        assert_eq!(table.entry(MAD, 0xF | 200 << 5, &mut []), Err(TableFullError::Mad));
    }
}
