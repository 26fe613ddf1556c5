//! What GL_EXT_spirv_intrinsics has: instructions, modes, decorations and storage classes by number.

use glassbox_core::stage::Stage;
use glassbox_syntax::token::Kind;

use super::qualifier::Specifiers;
use super::qualifier_word::QualifierWord;
use crate::model::{At, ExpressionKind, SpirvInstruction};
use crate::parse::Parser;
use crate::rules::{CONSTANT, NOT_EMITTED};
use crate::types::Type;

impl Parser<'_> {
    /// The number between parentheses behind `spirv_storage_class`.
    pub(crate) fn spirv_storage_class(&mut self) -> Option<u32> {
        self.expect("(")?;
        self.spirv_requirements(&mut SpirvInstruction::default());
        let value = self.constant_integer("the number of a storage class");
        self.expect(")");
        u32::try_from(value?.0).ok()
    }

    /// `spirv_decorate(NUMBER, …)` and its kin.
    pub(crate) fn spirv_decoration(&mut self, into: &mut Specifiers, word: QualifierWord) {
        if self.expect("(").is_none() {
            return;
        }
        self.spirv_requirements(&mut SpirvInstruction::default());
        let Some((number, at)) = self.constant_integer("the number of a decoration") else {
            self.skip_to_closing();
            return;
        };
        let mut literals = Vec::new();
        while self.take(",").is_some() {
            literals.extend(self.spirv_literal());
        }
        self.expect(")");
        if word == QualifierWord::SpirvDecorateId {
            let message = "found `spirv_decorate_id`, which has no form in the modules that are written";
            let finding = self.finding(&NOT_EMITTED, at, message);
            self.add(finding.help("write the operands as numbers, with `spirv_decorate`"));
        }
        if let Ok(number) = u32::try_from(number) {
            into.qualifiers.layout_mut().decorations.push((number, literals));
        }
    }

    /// A number, truth value or text, as words of SPIR-V.
    fn spirv_literal(&mut self) -> Vec<u32> {
        if let Some(token) = self.peek(0).filter(|token| token.kind == Kind::Quoted) {
            let text = token.text.trim_matches('"').to_owned();
            self.advance();
            let mut bytes = text.into_bytes();
            bytes.push(0);
            return bytes
                .chunks(4)
                .map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)))
                .collect();
        }
        let value = self.assignment();
        let ty = self.ty(value);
        let found = self.program.constant(value).and_then(|scalars| scalars.first().copied());
        match (found, ty.scalar()) {
            (Some(value), Some(scalar)) if scalar.is_float() => {
                vec![(f64::from_bits(value) as f32).to_bits()]
            }
            (Some(value), Some(_)) => vec![value as u32],
            _ => {
                self.report_no_literal(value);
                Vec::new()
            }
        }
    }

    fn report_no_literal(&mut self, value: crate::model::ExpressionId) {
        if matches!(self.program.expression(value).kind, ExpressionKind::Error) {
            return;
        }
        let at = self.program.expression(value).at;
        let finding = self.finding(&CONSTANT, at, "found a value that is not known, expected a literal");
        self.add(finding.help("write a number"));
    }

    /// `extensions = ["NAME"], capabilities = [NUMBER],` before the first argument.
    fn spirv_requirements(&mut self, into: &mut SpirvInstruction) {
        while self.is("extensions") || self.is("capabilities") {
            let is_extensions = self.is("extensions");
            self.advance();
            self.expect("=");
            if self.expect("[").is_none() {
                return;
            }
            while !self.is("]") && !self.is_at_end() && !self.is(";") {
                if is_extensions {
                    match self.peek(0).filter(|token| token.kind == Kind::Quoted) {
                        Some(token) => into.extensions.push(token.text.trim_matches('"').to_owned()),
                        None => {
                            self.unexpected("a text", "write the name of the extension in quotation marks")
                        }
                    }
                    self.advance();
                } else if let Some((value, _)) = self.constant_integer("the number of a capability") {
                    into.capabilities.extend(u32::try_from(value).ok());
                }
                if self.take(",").is_none() {
                    break;
                }
            }
            self.expect("]");
            self.take(",");
        }
    }

    /// `spirv_instruction(set = "NAME", id = NUMBER)` before a prototype.
    pub(crate) fn spirv_instruction(&mut self) -> SpirvInstruction {
        let mut instruction = SpirvInstruction::default();
        self.advance();
        if self.expect("(").is_none() {
            return instruction;
        }
        while !self.is(")") && !self.is_at_end() && !self.is(";") {
            self.spirv_requirements(&mut instruction);
            if self.take("set").is_some() {
                self.expect("=");
                match self.peek(0).filter(|token| token.kind == Kind::Quoted) {
                    Some(token) => instruction.set = Some(token.text.trim_matches('"').to_owned()),
                    None => {
                        self.unexpected("a text", "write the name of the instruction set in quotation marks")
                    }
                }
                self.advance();
            } else if self.take("id").is_some() {
                self.expect("=");
                if let Some((value, _)) = self.constant_integer("the number of an instruction") {
                    instruction.number = u32::try_from(value).unwrap_or_default();
                }
            } else if !self.is(")") {
                self.unexpected("`set`, `id`, `extensions` or `capabilities`", "write `id = NUMBER`");
                self.skip_to_closing();
                return instruction;
            }
            self.take(",");
        }
        self.expect(")");
        instruction
    }

    /// `spirv_execution_mode(NUMBER, …);`
    pub(crate) fn spirv_execution_mode(&mut self) {
        let is_id = self.is("spirv_execution_mode_id");
        let at = self.advance();
        if self.expect("(").is_none() {
            self.recover_statement();
            return;
        }
        let mut instruction = SpirvInstruction::default();
        self.spirv_requirements(&mut instruction);
        let number = self.constant_integer("the number of an execution mode");
        let mut literals = Vec::new();
        while self.take(",").is_some() {
            literals.extend(self.spirv_literal());
        }
        self.expect(")");
        self.end_of_statement();
        if is_id {
            self.report_not_emitted(at, "`spirv_execution_mode_id`");
        }
        if let Some(number) = number.and_then(|(number, _)| u32::try_from(number).ok()) {
            self.program.modes.spirv_modes.push((number, literals));
        }
    }

    /// `spirv_type(id = NUMBER, …)`
    pub(crate) fn spirv_type(&mut self) -> Type {
        let at = self.advance();
        if self.expect("(").is_some() {
            self.skip_to_closing();
        }
        self.report_not_emitted(at, "`spirv_type`");
        Type::Error
    }

    /// Whether a stage runs with a workgroup.
    pub(crate) fn has_workgroup(&self) -> bool {
        matches!(self.program.stage(), Stage::Compute | Stage::Task | Stage::Mesh)
    }

    /// The first token of what is being read, for findings about the whole.
    pub(crate) fn last_token(&self) -> At {
        At(self.at.saturating_sub(1) as u32)
    }
}
