//! Reads the operands of instructions: as words, ids, strings, and by the names of the specification.

use std::ops::Range;

use super::{At, Id, Instruction, Module};
use crate::disassemble::{nested, set_bits};
use crate::grammar::{self, Count, Kind, op};

/// A word after type and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An id.
    Id(Id),
    /// Any other word.
    Literal(u32),
}

impl Operand {
    /// The word.
    pub const fn word(self) -> u32 {
        match self {
            Operand::Id(word) | Operand::Literal(word) => word,
        }
    }

    /// The id, if it is one.
    pub const fn id(self) -> Option<Id> {
        match self {
            Operand::Id(id) => Some(id),
            Operand::Literal(_) => None,
        }
    }
}

/// An operand with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOperand {
    /// Name in the specification, such as `Pointer`; for enumerations without one the name of the enumeration.
    pub name: &'static str,
    /// Kind of the operand.
    pub kind: Kind,
    /// Words of the operand, counted after type and result.
    pub range: Range<usize>,
}

impl Module {
    /// Operands after type and result.
    #[inline]
    pub fn operands(&self, at: At) -> &[u32] {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        &self.words[start as usize..(start + length) as usize]
    }

    /// Operands after type and result, as ids and literals.
    #[inline]
    pub fn tagged_operands(&self, at: At) -> impl ExactSizeIterator<Item = Operand> + Clone + '_ {
        let Instruction { start, length, .. } = self.instructions[at as usize];
        let range = start as usize..(start + length) as usize;
        self.words[range.clone()]
            .iter()
            .copied()
            .zip(&self.ids[range])
            .map(|(word, &is_id)| if is_id { Operand::Id(word) } else { Operand::Literal(word) })
    }

    /// Ids among the operands after type and result.
    #[inline]
    pub fn used_ids(&self, at: At) -> impl Iterator<Item = Id> + Clone + '_ {
        self.tagged_operands(at).filter_map(Operand::id)
    }

    /// Operand `index` after type and result; zero if there is none.
    #[inline]
    pub fn word(&self, at: At, index: usize) -> u32 {
        self.operands(at).get(index).copied().unwrap_or(0)
    }

    /// String that starts at operand `index` after type and result; invalid UTF-8 is replaced.
    pub fn string(&self, at: At, index: usize) -> String {
        let mut bytes = Vec::new();
        let string = append_string(self.operands(at).get(index..).unwrap_or_default(), &mut bytes);
        bytes.truncate(string.end as usize);
        match String::from_utf8(bytes) {
            Ok(string) => string,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }
    }

    /// True if the string that starts at operand `index` is `text`.
    pub fn string_is(&self, at: At, index: usize, text: &str) -> bool {
        let words = self.operands(at).get(index..).unwrap_or_default();
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
        bytes.eq(text.bytes())
    }

    /// String at operand 0 in a buffer; `None` if it is longer.
    fn short_string<'b>(&self, at: At, buffer: &'b mut [u8; 64]) -> Option<&'b str> {
        let mut length = 0;
        let bytes = self.operands(at).iter().flat_map(|word| word.to_le_bytes());
        for byte in bytes.take_while(|byte| *byte != 0) {
            *buffer.get_mut(length)? = byte;
            length += 1;
        }
        std::str::from_utf8(&buffer[..length]).ok()
    }

    /// True if the string at operand 0 starts with `prefix`.
    pub(crate) fn string_starts(&self, at: At, prefix: &str) -> bool {
        let (starts, rest) = prefix.as_bytes().as_chunks::<4>();
        let words = self.operands(at);
        let is_whole = words.len() >= starts.len()
            && words.iter().zip(starts).all(|(word, start)| word.to_le_bytes() == *start);
        is_whole && {
            let next = words.get(starts.len()).map(|word| word.to_le_bytes());
            rest.is_empty() || next.is_some_and(|next| next.starts_with(rest))
        }
    }

    /// Words of the string at operand `index`, its terminator included.
    pub fn string_words(&self, at: At, index: usize) -> usize {
        let words = self.operands(at).get(index..).unwrap_or_default();
        words.iter().position(|word| word.to_le_bytes().contains(&0)).map_or(words.len(), |last| last + 1)
    }

    /// The set of an `OpExtInst`, if it has a table, and the number of the instruction.
    pub fn extended(&self, at: At) -> Option<(&'static grammar::ExtendedSet, u32)> {
        if self.opcode(at) != op::EXT_INST {
            return None;
        }
        let set = self.definition(self.word(at, 0)).filter(|set| self.opcode(*set) == op::EXT_INST_IMPORT)?;
        let mut buffer = [0; 64];
        let index = grammar::extended_set_named(self.short_string(set, &mut buffer)?)?;
        Some((grammar::extended_set(index)?, self.word(at, 1)))
    }

    /// Number of a `GLSL.std.450` instruction.
    #[inline]
    pub fn glsl(&self, at: At) -> Option<u32> {
        const NAME: [u32; 4] =
            [u32::from_le_bytes(*b"GLSL"), u32::from_le_bytes(*b".std"), u32::from_le_bytes(*b".450"), 0];
        if self.opcode(at) != op::EXT_INST {
            return None;
        }
        let set = self.definition(self.word(at, 0))?;
        let is_glsl = self.opcode(set) == op::EXT_INST_IMPORT && self.operands(set) == NAME;
        is_glsl.then(|| self.word(at, 1))
    }

    /// Operands after type and result, by name. The list ends early where the words do not match the grammar.
    pub fn named_operands(&self, at: At) -> Vec<NamedOperand> {
        let mut operands = Vec::new();
        self.each_operand(at, |operand, range| {
            operands.push(NamedOperand { name: name(operand), kind: operand.kind, range });
        });
        operands
    }

    /// Calls `each` with the operands that [`named_operands`](Self::named_operands) lists, and their words.
    pub(crate) fn each_operand(&self, at: At, each: impl FnMut(&'static grammar::Operand, Range<usize>)) {
        let mut names = Names { module: self, at, words: self.operands(at), next: 0, each };
        if let Some(row) = grammar::opcode(self.opcode(at)) {
            names.list(row.operands);
        }
    }

    /// Words of a number of the width of a type.
    fn number_words(&self, ty: Id) -> usize {
        let width = self.definition(ty).map(|at| self.word(at, 0)).unwrap_or(32);
        width.div_ceil(32).max(1) as usize
    }
}

/// Appends the words of a string up to its end, as bytes; where in these the string is.
#[inline]
pub(super) fn append_string(words: &[u32], bytes: &mut Vec<u8>) -> Range<u32> {
    let start = bytes.len() as u32;
    for word in words {
        let behind = bytes.len() as u32;
        bytes.extend_from_slice(&word.to_le_bytes());
        // Bytes above the first that is zero are not of the string.
        let zero = word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080;
        if zero != 0 {
            return start..behind + zero.trailing_zeros() / 8;
        }
    }
    start..bytes.len() as u32
}

struct Names<'m, F> {
    module: &'m Module,
    at: At,
    words: &'m [u32],
    next: usize,
    each: F,
}

impl<F: FnMut(&'static grammar::Operand, Range<usize>)> Names<'_, F> {
    fn left(&self) -> bool {
        self.next < self.words.len()
    }

    fn list(&mut self, operands: &'static [grammar::Operand]) {
        for operand in operands {
            match operand.count {
                Count::One | Count::Optional => self.one(operand),
                Count::Any => {
                    while self.left() {
                        self.one(operand);
                    }
                }
            }
        }
    }

    #[inline]
    fn take(&mut self, operand: &'static grammar::Operand, words: usize) {
        let start = self.next;
        self.next += words;
        (self.each)(operand, start..self.next);
    }

    fn one(&mut self, operand: &'static grammar::Operand) {
        if matches!(operand.kind, Kind::ResultType | Kind::Result) {
            return;
        }
        let Some(&word) = self.words.get(self.next) else { return };
        match operand.kind {
            Kind::String => self.take(operand, self.module.string_words(self.at, self.next)),
            Kind::Number => self.take(operand, self.module.number_words(self.module.get(self.at).ty)),
            Kind::NumberId => {
                let selector = self.module.type_of(self.words[0]);
                self.take(operand, self.module.number_words(selector) + 1);
            }
            Kind::IdInteger | Kind::IdId => self.take(operand, 2),
            Kind::ExtendedInstruction => {
                self.take(operand, 1);
                let found = self.module.extended(self.at).and_then(|(set, number)| set.instruction(number));
                if let Some(found) = found {
                    self.list(found.operands);
                }
            }
            Kind::SpecConstantOp => {
                self.take(operand, 1);
                let inner = u16::try_from(word).ok().and_then(grammar::opcode);
                if let Some(inner) = inner.and_then(|row| nested(row.operands)) {
                    self.list(inner);
                }
            }
            Kind::Enum(index) => {
                self.take(operand, 1);
                self.parameters(index, word);
            }
            _ => self.take(operand, 1),
        }
    }

    fn parameters(&mut self, index: u8, word: u32) {
        let Some(enumeration) = grammar::enumeration(index) else { return };
        if !enumeration.bits {
            if let Some(found) = enumeration.enumerant(word) {
                self.list(found.parameters);
            }
            return;
        }
        for bit in set_bits(word) {
            if let Some(found) = enumeration.enumerant(bit) {
                self.list(found.parameters);
            }
        }
    }
}

fn name(operand: &grammar::Operand) -> &'static str {
    match operand.kind {
        Kind::Enum(index) if operand.name.is_empty() => {
            grammar::enumeration(index).map_or("", |enumeration| enumeration.name)
        }
        _ => operand.name,
    }
}
