//! What GL_EXT_spirv_intrinsics has: instructions, modes, decorations and storage classes by number.

use glassbox_core::stage::Stage;
use glassbox_syntax::token::Kind;

use super::qualifier::Specifiers;
use super::qualifier_word::QualifierWord;
use crate::model::{At, ExpressionId, ExpressionKind, SpirvInstruction, SpirvOperand, SpirvType};
use crate::parse::Parser;
use crate::rules::CONSTANT;
use crate::types::Type;

impl Parser<'_> {
    /// The number between parentheses behind `spirv_storage_class`.
    pub(crate) fn spirv_storage_class(&mut self) -> Option<u32> {
        self.expect("(")?;
        self.spirv_needs();
        let value = self.constant_integer("the number of a storage class");
        self.expect(")");
        u32::try_from(value?.0).ok()
    }

    /// `spirv_decorate(NUMBER, …)` and its kin.
    pub(crate) fn spirv_decoration(&mut self, into: &mut Specifiers, word: QualifierWord) {
        if self.expect("(").is_none() {
            return;
        }
        self.spirv_needs();
        let number = self.constant_integer("the number of a decoration");
        let Some(number) = number.and_then(|(number, _)| u32::try_from(number).ok()) else {
            self.skip_to_closing();
            return;
        };
        let is_id = word == QualifierWord::SpirvDecorateId;
        let (literals, ids) = self.spirv_operands(is_id);
        self.expect(")");
        let layout = into.qualifiers.layout_mut();
        if is_id {
            layout.decoration_ids.push((number, ids));
        } else {
            layout.decorations.push((number, literals));
        }
    }

    /// What stands behind a number: literals, or expressions of which the module has ids.
    fn spirv_operands(&mut self, are_ids: bool) -> (Vec<u32>, Vec<ExpressionId>) {
        let (mut literals, mut ids) = (Vec::new(), Vec::new());
        while self.take(",").is_some() {
            if are_ids {
                ids.extend(self.spirv_id());
            } else {
                literals.extend(self.spirv_literal());
            }
        }
        (literals, ids)
    }

    /// A variable outside of functions, or a constant expression.
    fn spirv_id(&mut self) -> Option<ExpressionId> {
        let value = self.assignment();
        let expression = self.program.expression(value);
        let is_constant = self.is_constant(value);
        match expression.kind {
            ExpressionKind::Error => None,
            ExpressionKind::Global(_) => Some(value),
            _ if is_constant => Some(value),
            _ => {
                let at = expression.at;
                let message = "found a value that is computed, expected a variable or a constant expression";
                let finding = self.finding(&CONSTANT, at, message);
                self.add(finding.help("name a variable outside of functions, or write a number"));
                None
            }
        }
    }

    /// Extensions and capabilities that are declared whatever comes of what names them.
    fn spirv_needs(&mut self) {
        let mut needs = SpirvInstruction::default();
        self.spirv_requirements(&mut needs);
        self.program.modes.spirv_needs.add(&needs);
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
        let words = self.literal_words(value);
        if words.is_none() {
            self.report_no_literal(value);
        }
        words.unwrap_or_default()
    }

    /// A constant as words of SPIR-V.
    fn literal_words(&self, value: ExpressionId) -> Option<Vec<u32>> {
        let bits = *self.program.constant(value)?.first()?;
        let scalar = self.ty(value).scalar()?;
        Some(if scalar.is_float() {
            vec![(f64::from_bits(bits) as f32).to_bits()]
        } else {
            vec![bits as u32]
        })
    }

    fn report_no_literal(&mut self, value: ExpressionId) {
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
        self.advance();
        if self.expect("(").is_none() {
            self.recover_statement();
            return;
        }
        self.spirv_needs();
        let number = self.constant_integer("the number of an execution mode");
        let (literals, ids) = self.spirv_operands(is_id);
        self.expect(")");
        self.end_of_statement();
        let Some(number) = number.and_then(|(number, _)| u32::try_from(number).ok()) else { return };
        if is_id {
            self.program.modes.spirv_mode_ids.push((number, ids));
        } else {
            self.program.modes.spirv_modes.push((number, literals));
        }
    }

    /// `spirv_type(extensions = […], capabilities = […], id = NUMBER, …)`: the type that an instruction declares. Behind the number
    /// stand its operands: types, literals, and specialization constants.
    pub(crate) fn spirv_type(&mut self) -> Type {
        let at = self.advance();
        if self.expect("(").is_none() {
            return Type::Error;
        }
        let mut instruction = SpirvInstruction::default();
        self.spirv_requirements(&mut instruction);
        if self.expect("id").is_none() || self.expect("=").is_none() {
            self.skip_to_closing();
            return Type::Error;
        }
        let number = self.constant_integer("the number of an instruction");
        let mut operands = Vec::new();
        while self.take(",").is_some() {
            operands.extend(self.spirv_type_operand());
        }
        self.expect(")");
        let number = number.and_then(|(number, _)| u16::try_from(number).ok());
        let row = number.and_then(glassbox_spirv::grammar::opcode);
        let Some(row) =
            row.filter(|row| row.name.starts_with("OpType") && row.name != "OpTypeForwardPointer")
        else {
            let message = "found another number than that of an instruction that declares a type";
            let finding = self.finding(&CONSTANT, at, message);
            self.add(finding.help("write the number of an instruction `OpType…`"));
            return Type::Error;
        };
        instruction.number = u32::from(row.number);
        self.program.types.spirv_type(SpirvType { instruction, operands })
    }

    fn spirv_type_operand(&mut self) -> Option<SpirvOperand> {
        if self.is_type_ahead() && !self.peek(1).is_some_and(|next| next.is("(")) || self.is("spirv_type") {
            let specified = self.type_specifier()?;
            let ty = self.array_type(specified.base, &specified.dimensions);
            return (ty != Type::Error).then_some(SpirvOperand::Type(ty));
        }
        if self.peek(0).is_some_and(|token| token.kind == Kind::Quoted) {
            return Some(SpirvOperand::Literals(self.spirv_literal()));
        }
        let value = self.assignment();
        match self.literal_words(value) {
            Some(words) => Some(SpirvOperand::Literals(words)),
            None if self.program.expression(value).is_specialized => Some(SpirvOperand::Constant(value)),
            None => {
                self.report_no_literal(value);
                None
            }
        }
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
