//! Assembles the operands of one instruction according to the grammar.

use glassbox_core::suggest::similar;

use super::lex::{Kind as Lexed, unescape};
use super::{Assembler, numeric};
use crate::context::Scalar;
use crate::disassemble::{nested, set_bits};
use crate::grammar::{self, Count, Enumeration, Kind, Operand};
use crate::number::{BadNumber, parse_number, parse_word};

/// Reason for leaving grammar-driven parsing.
pub(super) enum InstructionError {
    /// A mistake, already reported.
    Failed,
    /// A raw word was read; the grammar no longer constrains what follows.
    Raw,
}

impl<'t> Assembler<'t> {
    pub(super) fn operands(&mut self, operands: &'static [Operand]) -> Result<(), InstructionError> {
        for operand in operands {
            match operand.count {
                Count::One => self.operand(operand.kind)?,
                Count::Optional if !self.starts_statement() => self.operand(operand.kind)?,
                Count::Optional => {}
                Count::Any => {
                    while !self.starts_statement() {
                        self.operand(operand.kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn operand(&mut self, kind: Kind) -> Result<(), InstructionError> {
        if self.token.kind == Lexed::Raw && !self.token.first {
            self.raw_word()?;
            return Err(InstructionError::Raw);
        }
        match kind {
            Kind::Id | Kind::Scope | Kind::Semantics | Kind::ResultType | Kind::Result => {
                if self.token.kind == Lexed::Id && self.starts_statement() {
                    return Err(self.unexpected("an id", None));
                }
                let id = self.id()?;
                self.words.push(id);
                self.advance();
                Ok(())
            }
            Kind::Integer => self.integer(),
            Kind::Float => self.literal(Scalar::Float { width: 32 }),
            Kind::String => self.string(),
            Kind::Number => self.number("type"),
            Kind::NumberId => {
                self.number("selector")?;
                self.operand(Kind::Id)
            }
            Kind::IdInteger => {
                self.operand(Kind::Id)?;
                self.operand(Kind::Integer)
            }
            Kind::IdId => {
                self.operand(Kind::Id)?;
                self.operand(Kind::Id)
            }
            Kind::ExtendedInstruction => self.extended(),
            Kind::SpecConstantOp => self.spec_constant_op(),
            Kind::Enum(index) => match grammar::enumeration(index) {
                Some(enumeration) => self.enumeration(enumeration),
                None => Err(self.unexpected("a raw word", None)),
            },
        }
    }

    /// The current token, if it is a word of this instruction.
    fn word(&self) -> Option<&'t str> {
        (self.token.kind == Lexed::Word && !self.starts_statement()).then(|| self.text_of(self.token))
    }

    fn integer(&mut self) -> Result<(), InstructionError> {
        match self.word().map_or(Err(BadNumber::Syntax), parse_word) {
            Ok(word) => self.words.push(word),
            Err(BadNumber::Syntax) => return Err(self.unexpected("an integer", None)),
            Err(BadNumber::Range) => return Err(self.unexpected("an integer of 32 bits", None)),
        }
        self.advance();
        Ok(())
    }

    /// Parses a number of the first operand's type.
    fn number(&mut self, role: &str) -> Result<(), InstructionError> {
        let first = self.words.get(self.begin + 1).copied().unwrap_or(0);
        let Some(scalar) = self.context.scalar(first) else {
            let help = "define it before, or write the literal as raw words, `!0x0000002a`".to_owned();
            let expected = format!("a {role} of integers or floats with 8 to 64 bits before a literal");
            return Err(self.unexpected(&expected, Some(help)));
        };
        self.literal(scalar)
    }

    fn literal(&mut self, scalar: Scalar) -> Result<(), InstructionError> {
        let Some(Ok(bits)) = self.word().map(|word| parse_number(word, scalar)) else {
            let expected = match scalar {
                Scalar::Int { width, signed: true } => format!("a signed integer of {width} bits"),
                Scalar::Int { width, signed: false } => format!("an unsigned integer of {width} bits"),
                Scalar::Float { width } => format!("a float of {width} bits"),
                Scalar::Encoded(encoding) => format!("a number that {} has", encoding.name()),
            };
            return Err(self.unexpected(&expected, None));
        };
        for place in 0..scalar.words() {
            self.words.push((bits >> (32 * place)) as u32);
        }
        self.advance();
        Ok(())
    }

    fn string(&mut self) -> Result<(), InstructionError> {
        if self.token.kind != Lexed::String {
            return Err(self.unexpected("a string", None));
        }
        let text = unescape(self.text_of(self.token));
        if text.contains('\0') {
            self.error(self.token.span(), "expected a string without zero bytes".into(), None);
            return Err(InstructionError::Failed);
        }
        let (whole, rest) = text.as_bytes().as_chunks::<4>();
        self.words.extend(whole.iter().map(|bytes| u32::from_le_bytes(*bytes)));
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        self.words.push(u32::from_le_bytes(last));
        self.advance();
        Ok(())
    }

    fn extended(&mut self) -> Result<(), InstructionError> {
        let import = self.words.last().copied().unwrap_or(0);
        let set = self.context.import(import);
        let Some(name) = self.word() else {
            return Err(self.unexpected("an extended instruction", None));
        };
        let number = parse_word(name).ok();
        let found = set.and_then(|set| match number {
            Some(number) => set.instruction(number),
            None => set.named(name),
        });
        let Some(number) = found.map(|found| found.number).or(number) else {
            let help =
                set.and_then(|set| similar(name, set.names())).map(|near| format!("did you mean `{near}`?"));
            let expected = match set {
                Some(set) => format!("an instruction of {}", set.name.trim_end_matches('.')),
                None => "a number, as the set is not imported or has no names here".to_owned(),
            };
            return Err(self.unexpected(&expected, help));
        };
        self.words.push(number);
        self.advance();
        let Some(found) = found else { return Ok(()) };
        self.operands(found.operands)?;
        if !self.starts_statement() && !set.is_some_and(grammar::ExtendedSet::may_grow) {
            return Err(self.unexpected(&format!("the end of {}", found.name), None));
        }
        Ok(())
    }

    fn spec_constant_op(&mut self) -> Result<(), InstructionError> {
        let Some(name) = self.word() else {
            return Err(self.unexpected("an opcode without its `Op`", None));
        };
        let full = format!("Op{name}");
        let Some(opcode) = grammar::opcode_named(&full) else {
            let near = similar(&full, grammar::opcode_names());
            let help =
                near.map(|near| format!("did you mean `{}`?", near.strip_prefix("Op").unwrap_or(near)));
            return Err(self.unexpected("an opcode without its `Op`", help));
        };
        let Some(operands) = nested(opcode.operands) else {
            return Err(self.unexpected("an opcode that computes a value", None));
        };
        self.words.push(u32::from(opcode.number));
        self.advance();
        self.operands(operands)
    }

    fn enumeration(&mut self, enumeration: &'static Enumeration) -> Result<(), InstructionError> {
        let Some(text) = self.word() else {
            return Err(self.unknown_name("", enumeration));
        };
        if !enumeration.bits {
            let Some(found) = enumeration.named(text) else {
                return Err(self.unknown_name(text, enumeration));
            };
            self.words.push(found.value);
            self.advance();
            return self.operands(found.parameters);
        }
        let mut mask = 0;
        for part in text.split('|') {
            match enumeration.named(part) {
                Some(found) => mask |= found.value,
                None if part == "None" => {}
                None => return Err(self.unknown_name(part, enumeration)),
            }
        }
        self.words.push(mask);
        self.advance();
        for found in set_bits(mask).filter_map(|bit| enumeration.enumerant(bit)) {
            self.operands(found.parameters)?;
        }
        Ok(())
    }

    fn unknown_name(&mut self, name: &str, enumeration: &'static Enumeration) -> InstructionError {
        let help = match similar(name, enumeration.names()) {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if numeric(name).is_some() => Some(format!("write a value without a name as `!{name}`")),
            None => None,
        };
        if name.is_empty() {
            return self.unexpected(enumeration.name, None);
        }
        let message = format!("expected {}, found `{name}`", enumeration.name);
        self.error(self.token.span(), message, help);
        InstructionError::Failed
    }
}
