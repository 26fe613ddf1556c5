//! Assembles operands into the fields of a word.

use crate::format::Field;
use crate::opcode::{OpcodeInfo, Operand};
use crate::register::Comparison;

use super::lex::Kind;
use super::parse::{Line, ParseError, fault};

impl Line<'_> {
    /// Parses one operand and adds it to the word.
    pub(super) fn operand(
        &mut self,
        info: &OpcodeInfo,
        operand: Operand,
        word: u32,
    ) -> Result<u32, ParseError> {
        let format = info.format;
        let put = |word: u32, field: Field, value: u32| format.set(word, field, value).unwrap_or(word);
        match operand {
            Operand::Destination => Ok(put(word, Field::Destination, self.destination()?)),
            Operand::Address => {
                if self.slice(&self.token) == "a0" {
                    self.advance();
                    return Ok(word);
                }
                Ok(put(word, Field::Destination, self.destination()?))
            }
            Operand::Source(field) => self.source(info, field, word),
            Operand::Comparison(field) => {
                let Some(value) = Comparison::NAMES.iter().position(|&name| name == self.slice(&self.token))
                else {
                    return self.expected("a comparison (eq, ne, lt, le, gt, ge, op6, op7)");
                };
                self.advance();
                Ok(put(word, field, value as u32))
            }
            Operand::Descriptor => {
                let limit = if format.position(Field::Descriptor).is_some_and(|(_, width)| width == 5) {
                    31
                } else {
                    127
                };
                let what = format!("a descriptor (d0-d{limit})");
                Ok(put(word, Field::Descriptor, self.register(&what, &[('d', 0, limit)])?))
            }
            Operand::Condition | Operand::SpareCondition => Ok(word | self.condition()? << 22),
            Operand::Boolean => Ok(put(word, Field::Register, self.register("b0-b15", &[('b', 0, 15)])?)),
            Operand::InvertibleBoolean => {
                let inverted = self.eat(Kind::Not);
                let word = put(word, Field::Register, self.register("b0-b15", &[('b', 0, 15)])?);
                Ok(put(word, Field::Count, inverted.into()))
            }
            Operand::Integer => Ok(put(word, Field::Register, self.register("i0-i15", &[('i', 0, 15)])?)),
            Operand::Target => self.target(info, word),
            Operand::SpareTarget => {
                let word = self.target(info, word)?;
                self.expect(Kind::Comma, "`,`")?;
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::Count | Operand::SpareCount => {
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::JumpCount => {
                let inverted = format.get(word, Field::Count);
                if let Kind::Number(Some(count)) = self.token.kind
                    && count & 1 != inverted
                {
                    let kind = if inverted == 1 { "odd" } else { "even" };
                    return self.with_help(
                        &format!("an {kind} count"),
                        "bit 0 of the count is the `!` of the register".into(),
                    );
                }
                Ok(put(word, Field::Count, self.number("a count up to 255", 255)?))
            }
            Operand::Vertex => Ok(put(word, Field::Vertex, self.number("a vertex slot (0-3)", 3)?)),
            Operand::Flags => {
                let mut word = word;
                loop {
                    let field = match self.slice(&self.token) {
                        "prim" => Field::Primitive,
                        "inv" => Field::Winding,
                        _ => return self.expected("`prim` or `inv`"),
                    };
                    self.advance();
                    word = put(word, field, 1);
                    if !self.present(Operand::Flags, false) {
                        return Ok(word);
                    }
                    self.advance();
                }
            }
            Operand::Reserved => {
                self.advance();
                let width = format.position(Field::Reserved).map_or(0, |(_, width)| width);
                let limit = (1 << width) - 1;
                Ok(put(word, Field::Reserved, self.number(&format!("a number up to {limit:#x}"), limit)?))
            }
        }
    }

    /// Parses a number up to a limit.
    pub(super) fn number(&mut self, what: &str, limit: u32) -> Result<u32, ParseError> {
        match self.token.kind {
            Kind::Number(Some(value)) if value <= limit => {
                self.advance();
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    /// Parses a letter and a number; each class is (letter, number of its first register, highest number in
    /// the name).
    fn register(&mut self, what: &str, classes: &[(char, u32, u32)]) -> Result<u32, ParseError> {
        if self.token.kind == Kind::Minus {
            return self
                .with_help(what, "negation is part of the descriptor; write the descriptor's index".into());
        }
        let name = self.slice(&self.token);
        let digits = name.get(1..).unwrap_or_default();
        let canonical = !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        let number: u32 = if canonical { digits.parse().unwrap_or(u32::MAX) } else { u32::MAX };
        let class = classes.iter().find(|&&(letter, _, limit)| name.starts_with(letter) && number <= limit);
        let Some(&(_, base, _)) = class else {
            return self.expected(what);
        };
        self.advance();
        if self.token.kind == Kind::Dot {
            return self.with_help(
                "`,` or the end of the line",
                "masks and component selection are part of the descriptor; write the descriptor's index"
                    .into(),
            );
        }
        Ok(base + number)
    }

    fn destination(&mut self) -> Result<u32, ParseError> {
        self.register("a destination (o0-o15, r0-r15)", &[('o', 0, 15), ('r', 0x10, 15)])
    }

    fn source(&mut self, info: &OpcodeInfo, field: Field, word: u32) -> Result<u32, ParseError> {
        const CLASSES: [(char, u32, u32); 3] = [('v', 0, 15), ('r', 0x10, 15), ('c', 0x20, 95)];
        let wide = info.format.is_wide(field);
        let register = if wide {
            self.register("a source (v0-v15, r0-r15, c0-c95)", &CLASSES)?
        } else {
            let position =
                info.format.wide_source().map_or(1, |wide| wide as usize - Field::Source1 as usize + 1);
            let is_uniform = self.token.kind == Kind::Word && self.slice(&self.token).starts_with('c');
            self.register("a source (v0-v15, r0-r15)", &CLASSES[..2]).map_err(|mut fault| {
                if is_uniform {
                    fault.help =
                        Some(format!("only source {position} of `{}` can be a c register", info.mnemonic));
                }
                fault
            })?
        };
        let mut word = info.format.set(word, field, register).unwrap_or(word);
        if self.token.kind == Kind::Open {
            if !wide {
                return self.expected("`,` (only the wide source takes an index)");
            }
            self.advance();
            let index = self.index()?;
            self.expect(Kind::Close, "`]`")?;
            word = info.format.set(word, Field::Index, index).unwrap_or(word);
        }
        Ok(word)
    }

    fn index(&mut self) -> Result<u32, ParseError> {
        const WHAT: &str = "an index register (a0.x, a0.y, aL)";
        match self.slice(&self.token) {
            "aL" => {
                self.advance();
                Ok(3)
            }
            "a0" => {
                self.advance();
                self.expect(Kind::Dot, "`.x` or `.y`")?;
                let value = match self.slice(&self.token) {
                    "x" => 1,
                    "y" => 2,
                    _ => return self.expected("`x` or `y`"),
                };
                self.advance();
                Ok(value)
            }
            _ => self.expected(WHAT),
        }
    }

    fn target(&mut self, info: &OpcodeInfo, word: u32) -> Result<u32, ParseError> {
        if self.token.kind == Kind::Word {
            self.fixup = Some(self.advance().span);
            return Ok(word);
        }
        let target = self.number("a label or a word number up to 4095", 4095)?;
        Ok(info.format.set(word, Field::Target, target).unwrap_or(word))
    }

    /// One flag of a condition: true if it is y, and its reference value.
    fn flag(&mut self) -> Result<(bool, bool), ParseError> {
        let reference = !self.eat(Kind::Not);
        if self.slice(&self.token) != "cmp" {
            return self.expected("a condition (cmp.x, !cmp.y, cmp.x && cmp.y)");
        }
        self.advance();
        self.expect(Kind::Dot, "`.x` or `.y`")?;
        let y = match self.slice(&self.token) {
            "x" => false,
            "y" => true,
            _ => return self.expected("`x` or `y`"),
        };
        self.advance();
        Ok((y, reference))
    }

    /// The four condition bits.
    fn condition(&mut self) -> Result<u32, ParseError> {
        let (y, reference) = self.flag()?;
        let single = if y { 3 } else { 2 };
        let combine = match self.token.kind {
            Kind::Or => 0,
            Kind::And => 1,
            Kind::Slash => single,
            _ => {
                // Assemblers leave an unused reference at 1.
                let (x, y) = if y { (true, reference) } else { (reference, true) };
                return Ok(single | u32::from(y) << 2 | u32::from(x) << 3);
            }
        };
        self.advance();
        let start = self.token.span.start;
        let (other_y, other) = self.flag()?;
        if other_y == y {
            let name = if y { "cmp.x" } else { "cmp.y" };
            return fault(start..self.token.span.start, format!("expected {name} as the other flag"));
        }
        let (x, y) = if y { (other, reference) } else { (reference, other) };
        Ok(combine | u32::from(y) << 2 | u32::from(x) << 3)
    }
}
