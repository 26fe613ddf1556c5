//! Writes the operands of one instruction according to the grammar.

use glassbox_core::printable::is_control;

use super::Printer;
use crate::context::Scalar;
use crate::grammar::{self, Count, Enumeration, Kind, Operand};
use crate::names::push_id;
use crate::number::{push_decimal, push_number};
use crate::walk::Instruction;

/// Reason for abandoning grammar-driven output.
pub(super) enum Failure {
    /// The instruction ends too early, so no interpretation of it is right.
    Whole,
    /// Words from the current one on have no textual form; earlier ones are written.
    RawFromHere,
}

impl Printer<'_> {
    /// Writes operands from the word at `at`, advancing it.
    pub(super) fn operands(
        &mut self,
        instruction: &Instruction<'_>,
        at: &mut usize,
        operands: &'static [Operand],
    ) -> Result<(), Failure> {
        for operand in operands {
            match operand.count {
                Count::One => self.operand(instruction, at, operand.kind)?,
                Count::Optional if *at < instruction.len() => self.operand(instruction, at, operand.kind)?,
                Count::Optional => {}
                Count::Any => {
                    while *at < instruction.len() {
                        self.operand(instruction, at, operand.kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, instruction: &Instruction<'_>, at: &mut usize, kind: Kind) -> Result<(), Failure> {
        let word = instruction.word(*at).ok_or(Failure::Whole)?;
        match kind {
            Kind::Id | Kind::Scope | Kind::Semantics | Kind::ResultType | Kind::Result => self.id(word),
            Kind::Integer => self.integer(word),
            Kind::Float => {
                self.out.push(' ');
                push_number(&mut self.out, Scalar::Float { width: 32 }, u64::from(word));
            }
            Kind::String => return self.string(instruction, at),
            Kind::Number => {
                let scalar = instruction.word(0).and_then(|ty| self.context.scalar(ty));
                return self.number(instruction, at, scalar);
            }
            Kind::NumberId => {
                let scalar = instruction.word(0).and_then(|selector| self.context.scalar(selector));
                let width = scalar.map_or(1, Scalar::words);
                let id = instruction.word(*at + width).ok_or(Failure::Whole)?;
                self.number(instruction, at, scalar)?;
                self.id(id);
            }
            Kind::IdInteger | Kind::IdId => {
                let second = instruction.word(*at + 1).ok_or(Failure::Whole)?;
                self.id(word);
                *at += 1;
                if kind == Kind::IdId { self.id(second) } else { self.integer(second) }
            }
            Kind::ExtendedInstruction => return self.extended(instruction, at, word),
            Kind::SpecConstantOp => {
                let inner = u16::try_from(word).ok().and_then(grammar::opcode);
                let operands = inner.and_then(|inner| nested(inner.operands)).ok_or(Failure::RawFromHere)?;
                self.out.push(' ');
                self.out
                    .push_str(inner.map_or("", |inner| inner.name.strip_prefix("Op").unwrap_or(inner.name)));
                *at += 1;
                return self.operands(instruction, at, operands);
            }
            Kind::Enum(index) => {
                let enumeration = grammar::enumeration(index).ok_or(Failure::RawFromHere)?;
                return self.enumeration(instruction, at, enumeration, word);
            }
        }
        *at += 1;
        Ok(())
    }

    pub(super) fn id(&mut self, id: u32) {
        self.out.push(' ');
        push_id(&mut self.out, self.names, id);
        self.largest = self.largest.max(id);
    }

    fn integer(&mut self, value: u32) {
        self.out.push(' ');
        push_decimal(&mut self.out, u64::from(value));
    }

    fn number(
        &mut self,
        instruction: &Instruction<'_>,
        at: &mut usize,
        scalar: Option<Scalar>,
    ) -> Result<(), Failure> {
        let scalar = scalar.ok_or(Failure::RawFromHere)?;
        let mut bits = 0;
        for place in 0..scalar.words() {
            let word = instruction.word(*at + place).ok_or(Failure::Whole)?;
            bits |= u64::from(word) << (32 * place);
        }
        let start = self.out.len();
        self.out.push(' ');
        if !push_number(&mut self.out, scalar, bits) {
            self.out.truncate(start);
            return Err(Failure::RawFromHere);
        }
        *at += scalar.words();
        Ok(())
    }

    /// Writes a string. Quotes and backslashes are escaped; the language has no other escapes.
    fn string(&mut self, instruction: &Instruction<'_>, at: &mut usize) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let mut words = 0;
        let mut ended = false;
        for word in instruction.operands().skip(*at) {
            words += 1;
            let [a, b, c, d] = word.to_le_bytes();
            if a != 0 && b != 0 && c != 0 && d != 0 {
                bytes.extend([a, b, c, d]);
                continue;
            }
            let length = [a, b, c, d].iter().position(|byte| *byte == 0).unwrap_or(4);
            if length < 4 && u64::from(word) >> (8 * length) != 0 {
                return Err(Failure::RawFromHere);
            }
            bytes.extend(&[a, b, c, d][..length]);
            ended = true;
            break;
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| Failure::RawFromHere)?;
        if !ended || acts_on_terminal(text) {
            return Err(Failure::RawFromHere);
        }
        self.out.push_str(" \"");
        for part in text.split_inclusive(['"', '\\']) {
            match part.as_bytes().last() {
                Some(last @ (b'"' | b'\\')) => {
                    self.out.push_str(&part[..part.len() - 1]);
                    self.out.push('\\');
                    self.out.push(char::from(*last));
                }
                _ => self.out.push_str(part),
            }
        }
        self.out.push('"');
        *at += words;
        Ok(())
    }

    fn extended(
        &mut self,
        instruction: &Instruction<'_>,
        at: &mut usize,
        number: u32,
    ) -> Result<(), Failure> {
        // The set id directly precedes the number.
        let set = at.checked_sub(1).and_then(|place| instruction.word(place));
        let set = set.and_then(|set| self.context.import(set));
        let Some(found) = set.and_then(|set| set.instruction(number)) else {
            self.integer(number);
            *at += 1;
            return Ok(());
        };
        self.out.push(' ');
        self.out.push_str(found.name);
        *at += 1;
        self.operands(instruction, at, found.operands)?;
        if *at < instruction.len() && !set.is_some_and(grammar::ExtendedSet::may_grow) {
            return Err(Failure::Whole);
        }
        Ok(())
    }

    fn enumeration(
        &mut self,
        instruction: &Instruction<'_>,
        at: &mut usize,
        enumeration: &'static Enumeration,
        value: u32,
    ) -> Result<(), Failure> {
        if !enumeration.bits {
            let found = enumeration.enumerant(value).ok_or(Failure::RawFromHere)?;
            self.out.push(' ');
            self.out.push_str(found.name);
            *at += 1;
            return self.operands(instruction, at, found.parameters);
        }
        if set_bits(value).any(|bit| enumeration.enumerant(bit).is_none()) {
            return Err(Failure::RawFromHere);
        }
        if value == 0 {
            self.out.push_str(" None");
        }
        let enumerants = || set_bits(value).filter_map(|bit| enumeration.enumerant(bit));
        for (place, found) in enumerants().enumerate() {
            self.out.push(if place == 0 { ' ' } else { '|' });
            self.out.push_str(found.name);
        }
        *at += 1;
        for found in enumerants() {
            self.operands(instruction, at, found.parameters)?;
        }
        Ok(())
    }
}

/// The bits of a mask, lowest first.
pub(crate) fn set_bits(mask: u32) -> impl Iterator<Item = u32> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lowest = left & left.wrapping_neg();
        left ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Operands of an opcode inside `OpSpecConstantOp`; `None` if it is not allowed there.
pub(crate) fn nested(operands: &'static [Operand]) -> Option<&'static [Operand]> {
    let [first, second, rest @ ..] = operands else {
        return None;
    };
    let result = first.kind == Kind::ResultType && second.kind == Kind::Result;
    // These would take the words of the outer instruction for their own.
    let outer = |operand: &Operand| {
        let kind = operand.kind;
        matches!(kind, Kind::SpecConstantOp | Kind::ExtendedInstruction | Kind::Number | Kind::NumberId)
    };
    (result && !rest.iter().any(outer)).then_some(rest)
}

/// True if a string has characters that would affect the reader's terminal; no name needs them. Source text
/// has line feeds.
fn acts_on_terminal(text: &str) -> bool {
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let is_harmless = match c {
            '\n' | '\t' => true,
            '\r' => characters.peek() == Some(&'\n'),
            c => !is_control(c),
        };
        if !is_harmless {
            return true;
        }
    }
    false
}
