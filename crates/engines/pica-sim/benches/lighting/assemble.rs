//! Minimal assembler for one shader.

use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::descriptor::{Mask, Selection, Swizzle};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Opcode;

/// Code and descriptors under construction.
#[derive(Default)]
pub(crate) struct Assembler {
    pub(crate) code: Vec<u32>,
    pub(crate) descriptors: Vec<u32>,
}

impl Assembler {
    /// Adds `opcode destination, sources...`, in registers as `r1.xyz` and `-c4.x`.
    pub(crate) fn emit(&mut self, opcode: Opcode, destination: &str, sources: &[&str]) {
        let (register, mask) = split(destination);
        let mut word = set(opcode, opcode.base_word(), Field::Destination, number(register, true));
        let mut descriptor = Descriptor {
            mask: Mask(mask.map_or(0xF, |letters| {
                letters.bytes().fold(0, |mask, letter| mask | 8 >> component(letter))
            })),
            sources: [Selection::IDENTITY; 3],
            bit31: false,
        };
        let fields = [Field::Source1, Field::Source2, Field::Source3];
        for ((source, field), selection) in sources.iter().zip(fields).zip(&mut descriptor.sources) {
            let (register, letters) = split(source.trim_start_matches('-'));
            word = set(opcode, word, field, number(register, false));
            selection.negate = source.starts_with('-');
            if let Some(letters) = letters {
                selection.swizzle = swizzle(letters);
            }
        }
        let wanted = descriptor.encode();
        let known = self.descriptors.iter().position(|&known| known == wanted);
        let index = known.unwrap_or_else(|| {
            self.descriptors.push(wanted);
            self.descriptors.len() - 1
        });
        self.code.push(set(opcode, word, Field::Descriptor, index as u32));
    }
}

fn set(opcode: Opcode, word: u32, field: Field, value: u32) -> u32 {
    opcode.format().set(word, field, value).expect("the operand fits its slot")
}

fn split(operand: &str) -> (&str, Option<&str>) {
    match operand.split_once('.') {
        Some((register, letters)) => (register, Some(letters)),
        None => (operand, None),
    }
}

fn number(register: &str, destination: bool) -> u32 {
    let number: u32 = register[1..].parse().expect("a register number");
    match register.as_bytes()[0] {
        b'r' => 0x10 + number,
        b'c' if !destination => 0x20 + number,
        _ => number,
    }
}

fn component(letter: u8) -> u8 {
    b"xyzw".iter().position(|&known| known == letter).expect("a component") as u8
}

/// Missing components repeat the last letter.
fn swizzle(letters: &str) -> Swizzle {
    let letters = letters.as_bytes();
    let byte = (0..4).fold(0, |byte, place| byte << 2 | component(letters[place.min(letters.len() - 1)]));
    Swizzle(byte)
}
