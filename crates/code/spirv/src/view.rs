//! Presents modules as a [`View`]: the header, then opcode, word count and operands of each instruction.

use std::fmt::Write as _;
use std::ops::Range;

use glassbox_core::view::{Detail, Label, View, ViewBuilder};

use crate::grammar;
use crate::walk::{Binary, Endian, Instruction};

/// The view of modules.
#[derive(Clone, Copy, Debug)]
pub struct Instructions;

/// The registered instance.
pub static VIEW: Instructions = Instructions;

/// Names of the header words.
const HEADER: [&str; 5] = ["magic", "version", "generator", "bound", "schema"];

impl View for Instructions {
    fn language(&self) -> &'static str {
        "spirv"
    }

    fn name(&self, code: &[u8], names: &mut ViewBuilder<'_>) {
        let Ok(module) = Binary::read(code) else {
            return;
        };
        let endian = module.endian();
        let header = module.header();
        let size = 32 * header.words as u64;
        names.open(Detail::Records, 0..size, Label::new("header"));
        for (index, (name, word)) in HEADER.iter().zip(code.as_chunks::<4>().0).enumerate() {
            let start = 32 * index as u64;
            let label = Label::new(name).value(endian.word(*word).into());
            names.leaf(Detail::Fields, start..start + 32, label);
        }
        names.close();
        let mut meaning = String::new();
        for (index, instruction) in module.walk().enumerate() {
            if names.is_stopped() {
                return;
            }
            each(index as u64, &instruction, endian, &mut meaning, names);
        }
    }
}

fn each(
    index: u64,
    instruction: &Instruction<'_>,
    endian: Endian,
    meaning: &mut String,
    names: &mut ViewBuilder<'_>,
) {
    let bytes = instruction.range();
    let first = instruction.first_word();
    let (number, count) = (first & 0xffff, first >> 16);
    meaning.clear();
    match grammar::opcode(number as u16) {
        Some(opcode) => {
            let _ = write!(meaning, "{}", opcode.name);
        }
        None => {
            let _ = write!(meaning, "opcode {number}");
        }
    }
    let bits = 8 * bytes.start as u64..8 * bytes.end as u64;
    let start = bits.start;
    let label = Label::new("instruction").index(index).meaning(meaning);
    names.open(Detail::Records, bits, label);
    if names.wants(Detail::Fields) {
        // The halves of a word swap with its byte order.
        let (low, high): (Range<u64>, Range<u64>) = (start..start + 16, start + 16..start + 32);
        let opcode = Label::new("opcode").value(number.into()).meaning(meaning);
        let words = Label::new("word_count").value(count.into());
        match endian {
            Endian::Little => {
                names.leaf(Detail::Fields, low, opcode);
                names.leaf(Detail::Fields, high, words);
            }
            Endian::Big => {
                names.leaf(Detail::Fields, low, words);
                names.leaf(Detail::Fields, high, opcode);
            }
        }
        for (place, word) in instruction.operands().enumerate() {
            let at = start + 32 * (place as u64 + 1);
            let label = Label::new("operand").index(place as u64).value(word.into());
            names.leaf(Detail::Fields, at..at + 32, label);
        }
    }
    names.close();
}
