//! Finds the operand words of an instruction that are ids, according to the grammar.

use crate::context::{Context, Scalar};
use crate::disassemble::{nested, set_bits};
use crate::grammar::{self, Count, ExtendedSet, Kind, Operand};
use crate::walk::{Binary, Instruction};

/// Role of an id operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Defined by the instruction.
    Result,
    /// Type of the result.
    Type,
    /// Used.
    Use,
}

/// What the length and the operands of literals depend on.
pub(crate) trait Literals {
    /// Scalar of a number type, or of a value of one.
    fn scalar(&self, id: u32) -> Option<Scalar>;
    /// The set that an id imports.
    fn import(&self, set: u32) -> Option<&'static ExtendedSet>;
}

impl Literals for Context {
    fn scalar(&self, id: u32) -> Option<Scalar> {
        Context::scalar(self, id)
    }

    fn import(&self, set: u32) -> Option<&'static ExtendedSet> {
        Context::import(self, set)
    }
}

/// Operand words of an instruction.
pub(crate) trait Words {
    /// The word at an index, if there is one.
    fn word(&self, index: usize) -> Option<u32>;
    /// Number of words.
    fn len(&self) -> usize;
}

impl Words for [u32] {
    #[inline]
    fn word(&self, index: usize) -> Option<u32> {
        self.get(index).copied()
    }

    #[inline]
    fn len(&self) -> usize {
        <[u32]>::len(self)
    }
}

impl Words for Instruction<'_> {
    #[inline]
    fn word(&self, index: usize) -> Option<u32> {
        Instruction::word(self, index)
    }

    #[inline]
    fn len(&self) -> usize {
        Instruction::len(self)
    }
}

/// Calls `visit` for every id and its operand index. Returns false if the operands do not match the grammar;
/// ids before the mismatch have been visited.
pub(crate) fn visit(
    instruction: &Instruction<'_>,
    context: &Context,
    visit: impl FnMut(usize, u32, Role),
) -> bool {
    let row = grammar::opcode(instruction.opcode);
    row.is_some_and(|row| visit_rest(row.operands, (instruction, 0), context, visit))
}

/// As [`visit`], for the words of an instruction from one on, with the operands that the grammar lists for these.
#[inline]
pub(crate) fn visit_rest(
    operands: &'static [Operand],
    (words, at): (&(impl Words + ?Sized), usize),
    literals: &impl Literals,
    visit: impl FnMut(usize, u32, Role),
) -> bool {
    let mut visitor = Visitor { words, literals, at, visit };
    visitor.operands(operands).is_some() && visitor.at == words.len()
}

/// Highest id in a module, defined or used.
pub fn highest_id(module: &Binary<'_>) -> u32 {
    let mut context = Context::new(module.bytes().len() / 4 + 1);
    let mut highest = 0;
    for instruction in module.walk() {
        let mut typed = false;
        visit(&instruction, &context, |_, id, role| {
            typed |= role == Role::Type;
            highest = highest.max(id);
        });
        context.observe(instruction.opcode, typed, instruction.operands());
    }
    highest
}

struct Visitor<'v, W: ?Sized, L, F> {
    words: &'v W,
    literals: &'v L,
    at: usize,
    visit: F,
}

impl<W: Words + ?Sized, L: Literals, F: FnMut(usize, u32, Role)> Visitor<'_, W, L, F> {
    fn operands(&mut self, operands: &'static [Operand]) -> Option<()> {
        for operand in operands {
            match operand.count {
                Count::One => self.operand(operand.kind)?,
                Count::Optional if self.at < self.words.len() => self.operand(operand.kind)?,
                Count::Optional => {}
                Count::Any => {
                    while self.at < self.words.len() {
                        self.operand(operand.kind)?;
                    }
                }
            }
        }
        Some(())
    }

    #[inline]
    fn id(&mut self, role: Role) -> Option<()> {
        let id = self.words.word(self.at)?;
        (self.visit)(self.at, id, role);
        self.at += 1;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let first = self.words.word(0)?;
        self.at += self.literals.scalar(first).map_or(1, Scalar::words);
        (self.at <= self.words.len()).then_some(())
    }

    #[inline]
    fn operand(&mut self, kind: Kind) -> Option<()> {
        match kind {
            Kind::Result => self.id(Role::Result),
            Kind::ResultType => self.id(Role::Type),
            Kind::Id | Kind::Scope | Kind::Semantics => self.id(Role::Use),
            _ => self.literal(kind),
        }
    }

    /// An operand that is more than an id.
    fn literal(&mut self, kind: Kind) -> Option<()> {
        let word = self.words.word(self.at)?;
        match kind {
            Kind::Result | Kind::ResultType | Kind::Id | Kind::Scope | Kind::Semantics => {
                return self.operand(kind);
            }
            Kind::Integer | Kind::Float => self.at += 1,
            Kind::String => {
                while !has_zero_byte(self.words.word(self.at)?) {
                    self.at += 1;
                }
                self.at += 1;
            }
            Kind::Number => return self.number(),
            Kind::NumberId => {
                self.number()?;
                return self.id(Role::Use);
            }
            Kind::IdInteger => {
                self.id(Role::Use)?;
                self.words.word(self.at)?;
                self.at += 1;
            }
            Kind::IdId => {
                self.id(Role::Use)?;
                return self.id(Role::Use);
            }
            Kind::ExtendedInstruction => {
                let set = self.at.checked_sub(1).and_then(|place| self.words.word(place))?;
                self.at += 1;
                if let Some(found) = self.literals.import(set).and_then(|set| set.instruction(word)) {
                    return self.operands(found.operands);
                }
            }
            Kind::SpecConstantOp => {
                let inner = u16::try_from(word).ok().and_then(grammar::opcode);
                self.at += 1;
                return self.operands(nested(inner?.operands)?);
            }
            Kind::Enum(index) => {
                self.at += 1;
                if let Some(integers) = grammar::plain_parameters(index, word) {
                    self.at += integers;
                    return (self.at <= self.words.len()).then_some(());
                }
                let enumeration = grammar::enumeration(index)?;
                if !enumeration.bits {
                    return self.operands(enumeration.enumerant(word)?.parameters);
                }
                for bit in set_bits(word) {
                    self.operands(enumeration.enumerant(bit)?.parameters)?;
                }
            }
        }
        Some(())
    }
}

/// True if one of the bytes of a word is zero: a string ends there.
pub(crate) const fn has_zero_byte(word: u32) -> bool {
    word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080 != 0
}
