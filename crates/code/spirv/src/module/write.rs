//! Writes a [`Module`] as words.

use super::{At, Module};
use crate::walk::MAGIC;

impl Module {
    /// The words of the module, header included; `None` if an instruction is longer than 65,535 words. An unedited
    /// module gives the words that were read.
    pub fn words(&self) -> Option<Vec<u32>> {
        let bound = self.bound.max(self.highest_number().saturating_add(1));
        let mut words = vec![MAGIC, self.version, self.generator, bound, self.schema];
        words.reserve(self.words.len() + self.instructions.len());
        // Chains of lists are fast where they call, not where they are asked for the next.
        self.walk().try_for_each(|at| self.write_instruction(at, &mut words))?;
        Some(words)
    }

    /// The module as little-endian bytes; `None` as for [`Module::words`].
    pub fn bytes(&self) -> Option<Vec<u8>> {
        Some(self.words()?.into_iter().flat_map(u32::to_le_bytes).collect())
    }

    /// Highest number of an id that was added.
    fn highest_number(&self) -> u32 {
        if self.numbers.is_empty() {
            return self.bound().saturating_sub(1) as u32;
        }
        self.numbers.last().copied().unwrap_or(0)
    }

    fn write_instruction(&self, at: At, words: &mut Vec<u32>) -> Option<()> {
        let instruction = self.get(at);
        let start = words.len();
        words.push(0);
        for id in [instruction.ty, instruction.result] {
            if id != 0 {
                words.push(self.number(id));
            }
        }
        if self.numbers.is_empty() {
            words.extend_from_slice(self.operands(at));
        } else {
            words.extend(
                self.tagged_operands(at)
                    .map(|operand| operand.id().map_or(operand.word(), |id| self.number(id))),
            );
        }
        let length = u16::try_from(words.len() - start).ok()?;
        words[start] = u32::from(length) << 16 | u32::from(instruction.opcode);
        Some(())
    }
}
