//! What GL_EXT_spirv_intrinsics says of instructions and types of the module.

use super::ExpressionId;
use crate::types::{Scalar, Type};

/// `spirv_instruction(extensions, capabilities, set, id)` of GL_EXT_spirv_intrinsics.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SpirvInstruction {
    pub(crate) set: Option<String>,
    pub(crate) number: u32,
    pub(crate) extensions: Vec<String>,
    pub(crate) capabilities: Vec<u32>,
}

impl SpirvInstruction {
    /// Takes over what another instruction needs.
    pub(crate) fn add(&mut self, other: &SpirvInstruction) {
        self.extensions.extend(other.extensions.iter().cloned());
        self.capabilities.extend(&other.capabilities);
    }
}

/// A type of the module that the text states by the instruction that declares it: `spirv_type` of GL_EXT_spirv_intrinsics.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SpirvType {
    pub(crate) instruction: SpirvInstruction,
    pub(crate) operands: Vec<SpirvOperand>,
}

/// An operand of the instruction that declares a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SpirvOperand {
    /// Words as they are.
    Literals(Vec<u32>),
    Type(Type),
    /// A constant expression of the module.
    Constant(ExpressionId),
}

/// `OpTypeInt` and `OpTypeFloat`
const TYPE_INT: u32 = 21;
const TYPE_FLOAT: u32 = 22;

impl SpirvType {
    /// The number type of the language that is the same type of the module.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        let [SpirvOperand::Literals(width), rest @ ..] = &self.operands[..] else { return None };
        let is_signed = matches!(rest, [SpirvOperand::Literals(sign)] if sign[..] == [1]);
        Some(match (self.instruction.number, &width[..], rest.len(), is_signed) {
            (TYPE_FLOAT, [16], 0, _) => Scalar::Float16,
            (TYPE_FLOAT, [32], 0, _) => Scalar::Float,
            (TYPE_FLOAT, [64], 0, _) => Scalar::Double,
            (TYPE_INT, [8], 1, true) => Scalar::Int8,
            (TYPE_INT, [8], 1, false) => Scalar::Uint8,
            (TYPE_INT, [16], 1, true) => Scalar::Int16,
            (TYPE_INT, [16], 1, false) => Scalar::Uint16,
            (TYPE_INT, [32], 1, true) => Scalar::Int,
            (TYPE_INT, [32], 1, false) => Scalar::Uint,
            (TYPE_INT, [64], 1, true) => Scalar::Int64,
            (TYPE_INT, [64], 1, false) => Scalar::Uint64,
            _ => return None,
        })
    }
}
