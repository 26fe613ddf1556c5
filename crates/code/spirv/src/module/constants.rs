//! Decodes constants.

use super::{Id, Module};
use crate::grammar::op;

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant<'m> {
    /// Its type.
    pub ty: Id,
    /// True for the `OpSpecConstant` forms.
    pub specialized: bool,
    /// Its value; the default, if it can be specialized.
    pub value: ConstantValue<'m>,
}

/// Value of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantValue<'m> {
    /// A boolean.
    Bool(bool),
    /// Bits of a number of at most 64 bits; the bits above its width are as in the module.
    Number(u64),
    /// Constants of the parts, in order.
    Composite(&'m [Id]),
    /// The constant of every part.
    Replicate(Id),
    /// All bits zero, at any depth.
    Null,
    /// `OpUndef`.
    Undef,
    /// Result of an instruction on other constants (`OpSpecConstantOp`).
    Operation {
        /// Opcode of the instruction.
        opcode: u16,
        /// Its operands.
        operands: &'m [u32],
    },
    /// A constant sampler, pipe or function pointer.
    Other {
        /// Opcode.
        opcode: u16,
    },
}

impl Module {
    /// The constant with this id.
    pub fn constant(&self, id: Id) -> Option<Constant<'_>> {
        let at = self.definition(id)?;
        let instruction = self.get(at);
        let operands = self.operands(at);
        let (specialized, value) = match instruction.opcode {
            op::CONSTANT_TRUE => (false, ConstantValue::Bool(true)),
            op::CONSTANT_FALSE => (false, ConstantValue::Bool(false)),
            op::SPEC_CONSTANT_TRUE => (true, ConstantValue::Bool(true)),
            op::SPEC_CONSTANT_FALSE => (true, ConstantValue::Bool(false)),
            op::CONSTANT => (false, ConstantValue::Number(number(operands))),
            op::SPEC_CONSTANT => (true, ConstantValue::Number(number(operands))),
            op::CONSTANT_COMPOSITE => (false, ConstantValue::Composite(operands)),
            op::SPEC_CONSTANT_COMPOSITE => (true, ConstantValue::Composite(operands)),
            op::CONSTANT_COMPOSITE_REPLICATE_EXT => (false, ConstantValue::Replicate(*operands.first()?)),
            op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT => (true, ConstantValue::Replicate(*operands.first()?)),
            op::CONSTANT_NULL => (false, ConstantValue::Null),
            op::UNDEF => (false, ConstantValue::Undef),
            op::SPEC_CONSTANT_OP => {
                let (first, operands) = operands.split_first()?;
                (true, ConstantValue::Operation { opcode: u16::try_from(*first).ok()?, operands })
            }
            opcode @ (op::CONSTANT_SAMPLER
            | op::CONSTANT_PIPE_STORAGE
            | op::CONSTANT_FUNCTION_POINTER_INTEL) => (false, ConstantValue::Other { opcode }),
            _ => return None,
        };
        Some(Constant { ty: instruction.ty, specialized, value })
    }

    /// Value of a boolean constant that cannot be specialized.
    pub fn constant_bool(&self, id: Id) -> Option<bool> {
        match self.opcode_of(id) {
            op::CONSTANT_TRUE => Some(true),
            op::CONSTANT_FALSE => Some(false),
            _ => None,
        }
    }
}

/// Bits of a number: the low word first.
fn number(words: &[u32]) -> u64 {
    match *words {
        [low, high, ..] => u64::from(high) << 32 | u64::from(low),
        [low] => u64::from(low),
        [] => 0,
    }
}
