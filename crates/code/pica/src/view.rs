//! Presents code words as a [`View`] of their fields.

use glassbox_core::view::{Detail, Label, View, ViewBuilder};

use crate::format::Field;
use crate::opcode::Opcode;

/// The view of code words.
#[derive(Clone, Copy, Debug)]
pub struct Words;

/// The registered instance.
pub static VIEW: Words = Words;

impl View for Words {
    fn language(&self) -> &'static str {
        "pica"
    }

    fn name(&self, code: &[u8], names: &mut ViewBuilder<'_>) {
        for (index, word) in code.as_chunks::<4>().0.iter().enumerate() {
            if names.is_stopped() {
                return;
            }
            let start = 32 * index as u64;
            let word = u32::from_le_bytes(*word);
            let opcode = Opcode::of(word);
            let label = Label::new("instruction").index(index as u64);
            let label = label.meaning(opcode.info().mnemonic);
            names.open(Detail::Records, start..start + 32, label);
            let mut at = start;
            for &(field, width) in opcode.format().fields() {
                let end = at + u64::from(width);
                let value =
                    word.checked_shr((at - start) as u32).unwrap_or(0).checked_rem(1 << width.min(31));
                let label = Label::new(field.name()).value(value.unwrap_or(0).into());
                let meaning = match field {
                    Field::Opcode => opcode.info().mnemonic,
                    _ => "",
                };
                names.leaf(Detail::Fields, at..end, label.meaning(meaning));
                at = end;
            }
            names.close();
        }
    }
}
