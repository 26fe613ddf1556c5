//! Encodes constants.

use super::layout::{self, KnownAbbreviation};
use super::{Locals, Writer, emit, invalid_handle};
use crate::abbreviation::char6_code;
use crate::block::BlockId;
use crate::error::{BitcodeError, Entity};
use crate::ir::constant::{Constant, Constants};
use crate::ir::handle::{TypeId, ValueId};
use crate::ir::read::constants::code;

/// A number with its sign in the lowest bit; the minimum is the sign bit alone.
pub(super) fn encode_signed(value: i64) -> u64 {
    match value {
        0.. => (value as u64) << 1,
        _ => (value.wrapping_neg() as u64) << 1 | 1,
    }
}

impl Writer<'_> {
    pub(super) fn module_constants(&mut self) -> Result<(), BitcodeError> {
        let module = self.module;
        if module.constants.items.is_empty() {
            return Ok(());
        }
        let forms = layout::module_constants(module.values.len() as u64);
        let entered = self.stream.enter(BlockId::CONSTANTS.0, 4);
        for known in &forms {
            self.stream.define(&known.form);
        }
        let type_of = |value: ValueId| module.type_of(value);
        self.constants(&module.constants, &forms, None, type_of)?;
        self.stream.leave(entered);
        Ok(())
    }

    /// Writes constants; `forms` are abbreviations available to module constants only.
    pub(super) fn constants(
        &mut self,
        constants: &Constants,
        forms: &[KnownAbbreviation],
        locals: Option<&Locals>,
        type_of: impl Fn(ValueId) -> Option<TypeId>,
    ) -> Result<(), BitcodeError> {
        let mut last = None;
        for (value, constant) in &constants.items {
            let missing = || invalid_handle(Entity::Value, value.index(), self.module.values.len());
            let ty = type_of(*value).ok_or_else(missing)?;
            if last != Some(ty) {
                let number = [self.ty(ty)?];
                let form = self.constants.get(layout::SETTYPE);
                emit(&mut self.stream, code::SETTYPE, &number, form);
                last = Some(ty);
            }
            self.row.clear();
            let (code, form) = self.constant(*constant, constants, locals, ty, &type_of)?;
            let known = match form {
                Form::None => None,
                Form::Shared(place) => self.constants.get(place),
                Form::Module(place) => forms.get(place),
            };
            emit(&mut self.stream, code, &self.row, known);
        }
        Ok(())
    }

    fn constant(
        &mut self,
        constant: Constant,
        constants: &Constants,
        locals: Option<&Locals>,
        ty: TypeId,
        type_of: &impl Fn(ValueId) -> Option<TypeId>,
    ) -> Result<(u64, Form), BitcodeError> {
        let number = |writer: &Self, value: ValueId| writer.number(value, locals);
        // Type and number of a value.
        let typed = |writer: &Self, value: ValueId| -> Result<[u64; 2], BitcodeError> {
            let missing = || invalid_handle(Entity::Value, value.index(), writer.module.values.len());
            let ty = type_of(value).ok_or_else(missing)?;
            Ok([writer.ty(ty)?, writer.number(value, locals)?])
        };
        Ok(match constant {
            Constant::Null => (code::NULL, Form::None),
            Constant::Undef => (code::UNDEF, Form::None),
            Constant::Integer(value) => {
                self.row.push(encode_signed(value));
                (code::INTEGER, Form::Shared(layout::INTEGER))
            }
            Constant::Wide(words) => {
                let words = constants.words(words).iter();
                self.row.extend(words.map(|word| encode_signed(*word as i64)));
                (code::WIDE_INTEGER, Form::None)
            }
            Constant::Float(bits) => {
                self.row.push(bits);
                (code::FLOAT, Form::None)
            }
            Constant::WideFloat(words) => {
                self.row.extend(constants.words(words));
                (code::FLOAT, Form::None)
            }
            Constant::Aggregate(parts) => {
                for part in constants.operands(parts) {
                    self.row.push(number(self, *part)?);
                }
                (code::AGGREGATE, Form::Module(layout::AGGREGATE))
            }
            Constant::String(text) => {
                self.bytes(constants.text(text));
                (code::STRING, Form::Module(layout::STRING))
            }
            Constant::CString(text) => {
                let text = constants.text(text);
                self.bytes(text);
                let form = if text.iter().all(|byte| char6_code(*byte).is_some()) {
                    Form::Module(layout::CSTRING_6)
                } else if text.is_ascii() {
                    Form::Module(layout::CSTRING_7)
                } else {
                    Form::None
                };
                (code::CSTRING, form)
            }
            Constant::Data(words) => {
                self.row.extend(constants.words(words));
                (code::DATA, Form::None)
            }
            Constant::Cast { op, value } => {
                let [ty, value] = typed(self, value)?;
                self.row.extend([op.code(), ty, value]);
                (code::CAST, Form::Shared(layout::CAST_EXPRESSION))
            }
            Constant::Binary { op, flags, operands } => {
                let [left, right] = operands;
                let operands = [op.code(), number(self, left)?, number(self, right)?];
                self.row.extend(operands);
                if flags.0 != 0 {
                    self.row.push(u64::from(flags.0));
                }
                (code::BINARY, Form::None)
            }
            Constant::Compare { predicate, operands } => {
                let [left, right] = operands;
                let [ty, left] = typed(self, left)?;
                let operands = [ty, left, number(self, right)?, predicate.code()];
                self.row.extend(operands);
                (code::COMPARE, Form::None)
            }
            Constant::GetElementPtr { inbounds, source, operands } => {
                self.row.push(self.ty(source)?);
                for operand in constants.operands(operands) {
                    let pair = typed(self, *operand)?;
                    self.row.extend(pair);
                }
                if inbounds { (code::INBOUNDS_GEP, Form::None) } else { (code::GEP, Form::None) }
            }
            Constant::Select(operands) => {
                for operand in operands {
                    self.row.push(number(self, operand)?);
                }
                (code::SELECT, Form::None)
            }
            Constant::ExtractElement(operands) => {
                for operand in operands {
                    let pair = typed(self, operand)?;
                    self.row.extend(pair);
                }
                (code::EXTRACT_ELEMENT, Form::None)
            }
            Constant::InsertElement([vector, element, index]) => {
                let [ty, index] = typed(self, index)?;
                let operands = [number(self, vector)?, number(self, element)?, ty, index];
                self.row.extend(operands);
                (code::INSERT_ELEMENT, Form::None)
            }
            Constant::ShuffleVector(operands) => {
                // The type is written if it differs from the vectors'.
                let [first, ..] = operands;
                let vectors = type_of(first);
                let stated = vectors.filter(|vectors| *vectors != ty);
                if let Some(stated) = stated {
                    self.row.push(self.ty(stated)?);
                }
                for operand in operands {
                    self.row.push(number(self, operand)?);
                }
                match stated {
                    Some(_) => (code::SHUFFLE_EX, Form::None),
                    None => (code::SHUFFLE, Form::None),
                }
            }
            Constant::BlockAddress { function, label } => {
                let found = self.module.functions.get(function.index());
                let missing = || invalid_handle(Entity::Value, function.index(), self.module.functions.len());
                let pair = typed(self, found.ok_or_else(missing)?.value)?;
                self.row.extend(pair);
                self.row.push(u64::from(label.0));
                (code::BLOCK_ADDRESS, Form::None)
            }
            Constant::InlineAsm { assembly, constraints, side_effects, align_stack, intel } => {
                let flags = u64::from(side_effects) | u64::from(align_stack) << 1 | u64::from(intel) << 2;
                self.row.push(flags);
                for text in [assembly, constraints] {
                    let text = constants.text(text);
                    self.row.push(text.len() as u64);
                    self.bytes(text);
                }
                (code::INLINE_ASM, Form::None)
            }
        })
    }

    fn bytes(&mut self, text: &[u8]) {
        self.row.extend(text.iter().map(|byte| u64::from(*byte)));
    }
}

/// Abbreviation of a record.
enum Form {
    None,
    /// Shared by all constant blocks.
    Shared(usize),
    /// For module constants only.
    Module(usize),
}
