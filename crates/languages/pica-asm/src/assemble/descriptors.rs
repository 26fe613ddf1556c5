//! Operand descriptors, shared between instructions as far as they agree in the bits that they use.

use glassbox_pica::Opcode;

/// Most entries of the table.
pub(crate) const LIMIT: usize = 128;
/// Entries that MAD and MADI reach.
pub(crate) const MAD_LIMIT: usize = 32;

/// The table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Descriptors {
    values: Vec<u32>,
    /// The bits of each entry that some instruction uses; those never change again.
    used: Vec<u32>,
    /// Entries that MAD instructions use, bit 0 for the first.
    mad: u32,
}

/// Why there is no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// The table has 128 entries.
    Table,
    /// The first 32 entries belong to MAD instructions.
    Mad,
}

impl Descriptors {
    /// The entry for an instruction with a destination mask; `code` is mended when entries change places.
    pub(crate) fn entry(
        &mut self,
        opcode: Opcode,
        mask: u8,
        value: u32,
        code: &mut [u32],
    ) -> Result<u8, Full> {
        let bits = opcode.sharing_mask(mask);
        let shared = self
            .values
            .iter()
            .zip(&self.used)
            .position(|(&entry, &used)| (entry ^ value) & bits & used == 0);
        let mut entry = match shared {
            Some(entry) => {
                self.values[entry] = self.values[entry] & !bits | value & bits;
                self.used[entry] |= bits;
                entry
            }
            None if self.values.len() == LIMIT => return Err(Full::Table),
            None => {
                self.values.push(value);
                self.used.push(bits);
                self.values.len() - 1
            }
        };
        if matches!(opcode, Opcode::MAD | Opcode::MADI) {
            if entry >= MAD_LIMIT {
                let free = self.mad.trailing_ones() as usize;
                if free == MAD_LIMIT {
                    return Err(Full::Mad);
                }
                self.swap(free, entry, code);
                entry = free;
            }
            self.mad |= 1 << entry;
        }
        Ok(entry as u8)
    }

    /// The entries.
    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Exchanges two entries, and their numbers in the words that may hold either: all but those of MAD.
    fn swap(&mut self, a: usize, b: usize, code: &mut [u32]) {
        self.values.swap(a, b);
        self.used.swap(a, b);
        let (a, b) = (a as u32, b as u32);
        for word in code {
            let opcode = Opcode::of(*word);
            if opcode >= Opcode::BREAK && opcode != Opcode::CMP {
                continue;
            }
            let entry = match *word & 0x7F {
                entry if entry == a => b,
                entry if entry == b => a,
                entry => entry,
            };
            *word = *word & !0x7F | entry;
        }
    }
}
