//! Presents token streams as a [`View`]: the header, then each instruction's fields, operands and indices.
//!
//! Source: section 13 of the project's description of DirectX containers.

use glassbox_core::language::Language as _;
use glassbox_core::view::{Detail, Label, View, ViewBuilder};

use crate::language::LANGUAGE;
use crate::operand::{MAX_NESTING, Operand, Word, index_words, number, representation};
use crate::print::{Options, Printer};
use crate::walk::{Instruction, Program};

/// The view of token streams.
#[derive(Clone, Copy, Debug)]
pub struct Tokens;

/// The registered instance.
pub static VIEW: Tokens = Tokens;

/// Names and widths of the fields of a word, from the lowest bit.
type Fields = &'static [(&'static str, u32)];

const VERSION: Fields = &[("minor", 4), ("major", 4), ("zero", 8), ("kind", 16)];
const OPCODE: Fields = &[("opcode", 11), ("specific", 13), ("length", 7), ("extended", 1)];
const CUSTOM_DATA: Fields = &[("opcode", 11), ("class", 21)];
const OPERAND: Fields = &[
    ("components", 2),
    ("mode", 2),
    ("selection", 8),
    ("operand_type", 8),
    ("dimensions", 2),
    ("representation_0", 3),
    ("representation_1", 3),
    ("representation_2", 3),
    ("extended", 1),
];
const MODIFIER: Fields =
    &[("kind", 6), ("modifier", 8), ("min_precision", 3), ("non_uniform", 1), ("zero", 13), ("extended", 1)];

/// Size of a word in bits.
const WORD: u64 = 32;

impl View for Tokens {
    fn language(&self) -> &'static str {
        LANGUAGE.name()
    }

    fn name(&self, code: &[u8], names: &mut ViewBuilder<'_>) {
        let Ok(program) = Program::read(code) else {
            return;
        };
        names.open(Detail::Records, 0..2 * WORD, Label::new("header"));
        fields(names, 0, program.version.0, VERSION);
        let length = Label::new("length").value(program.length.into());
        names.leaf(Detail::Fields, WORD..2 * WORD, length);
        names.close();
        let options = Options::default();
        let printer = Printer::new(&program, &options);
        let mut walk = program.walk();
        for (index, instruction) in walk.by_ref().enumerate() {
            if names.is_stopped() {
                return;
            }
            if names.wants(Detail::Records) {
                one(names, index as u64, &instruction, &printer);
            }
        }
        if let Some(rest) = walk.rest() {
            let bits = 8 * rest.range.start as u64..8 * rest.range.end as u64;
            names.leaf(Detail::Records, bits, Label::new("no_instruction"));
        }
    }
}

/// Names an instruction and its contents.
fn one(names: &mut ViewBuilder<'_>, index: u64, instruction: &Instruction<'_>, printer: &Printer<'_>) {
    let words = instruction.words();
    let is_data = instruction.custom_data().is_some();
    let meaning = if is_data { instruction.opcode.to_string() } else { printer.line(instruction) };
    let range = instruction.range();
    let (start, end) = (8 * range.start as u64, 8 * range.end as u64);
    let label = Label::new("instruction").index(index).meaning(meaning.trim_end());
    names.open(Detail::Records, start..end, label);
    if names.wants(Detail::Fields) {
        let layout = if is_data { CUSTOM_DATA } else { OPCODE };
        fields(names, start, instruction.token().0, layout);
        let mut stream = Stream { names, words, start, at: 1 };
        if instruction.has_long_length() {
            stream.word("long_length", None);
        }
        for place in 0..instruction.extended().count() as u64 {
            stream.word("extended", Some(place));
        }
        if instruction.called_function().is_some() {
            stream.word("function", None);
        }
        let mut operands = instruction.operands();
        let mut count = 0;
        while operands.place() == stream.at && matches!(operands.next(), Some(Ok(_))) {
            stream.operand("operand", count, 0);
            count += 1;
        }
        let first = stream.at;
        while stream.at < words.len() {
            let place = stream.at - first;
            stream.word("word", Some(place as u64));
        }
    }
    names.close();
}

/// Names the fields of the word at bit `start`.
fn fields(names: &mut ViewBuilder<'_>, start: u64, word: u32, layout: Fields) {
    let mut low = 0;
    for &(name, width) in layout {
        let value = u64::from(word) >> low & ((1 << width) - 1);
        let bits = start + low..start + low + u64::from(width);
        names.leaf(Detail::Fields, bits, Label::new(name).value(value));
        low += u64::from(width);
    }
}

/// Names the words of an instruction one by one.
struct Stream<'s, 'n, 'w> {
    names: &'s mut ViewBuilder<'n>,
    words: &'w [Word],
    /// First bit of the instruction.
    start: u64,
    /// Index of the next word.
    at: usize,
}

impl Stream<'_, '_, '_> {
    fn bit(&self, word: usize) -> u64 {
        self.start + WORD * word as u64
    }

    fn next(&self) -> Option<u32> {
        self.words.get(self.at).map(|word| number(*word))
    }

    /// Names the next word as a whole.
    fn word(&mut self, name: &str, index: Option<u64>) {
        let Some(value) = self.next() else { return };
        let label = Label { index, ..Label::new(name).value(value.into()) };
        let bits = self.bit(self.at)..self.bit(self.at + 1);
        self.names.leaf(Detail::Fields, bits, label);
        self.at += 1;
    }

    /// Names the fields of the next word.
    fn parts(&mut self, layout: Fields) {
        let Some(value) = self.next() else { return };
        fields(self.names, self.bit(self.at), value, layout);
        self.at += 1;
    }

    /// Names the next operand. Operands nest in indices at most [`MAX_NESTING`] deep.
    fn operand(&mut self, name: &str, index: u64, depth: usize) {
        let Ok((operand, end)) = Operand::read(self.words, self.at) else {
            return;
        };
        if depth > MAX_NESTING {
            return;
        }
        let kind = operand.operand_type().to_string();
        let label = Label::new(name).index(index).meaning(&kind);
        let bits = self.bit(self.at)..self.bit(end);
        self.names.open(Detail::Fields, bits, label);
        let mut extended = operand.token.extended() == 1;
        self.parts(OPERAND);
        while extended && self.at < end {
            extended = self.next().is_some_and(|word| word >> 31 == 1);
            self.parts(MODIFIER);
        }
        for dimension in 0..operand.token.dimensions() as usize {
            let Ok((size, has_relative)) = index_words(representation(operand.token, dimension)) else {
                break;
            };
            for _ in 0..size {
                self.word("index", Some(dimension as u64));
            }
            if has_relative {
                self.operand("relative", dimension as u64, depth + 1);
            }
        }
        for place in 0..end.saturating_sub(self.at) {
            self.word("immediate", Some(place as u64));
        }
        self.names.close();
    }
}
