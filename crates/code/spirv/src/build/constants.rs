//! Declares constants, each once; specialization constants anew on each call.

use smallvec::SmallVec;

use super::value::decoration;
use super::{Builder, Id, Operand, op, words};
use crate::module::{ConstantValue, Type};

impl Builder {
    /// A boolean constant.
    pub fn constant_bool(&mut self, value: bool) -> Id {
        let ty = self.bool();
        let opcode = if value { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE };
        self.constant_of(opcode, ty, [])
    }

    /// A number of a type of at most 32 bits, given as its bits.
    pub fn constant(&mut self, ty: Id, bits: u32) -> Id {
        self.constant_bits(ty, u64::from(bits))
    }

    /// A number of any width up to 64 bits, given as its bits; those above the width of the type are ignored.
    pub fn constant_bits(&mut self, ty: Id, bits: u64) -> Id {
        let operands = self.number(ty, bits);
        self.constant_of(op::CONSTANT, ty, operands.map(Operand::Literal))
    }

    /// A number in every component of a type, which is that of a number or a vector; given as bits, see
    /// [`Builder::constant_bits`].
    pub fn constant_splat(&mut self, ty: Id, bits: u64) -> Id {
        let (Some(count), Some(component)) = (self.components(ty), self.component_type(ty)) else {
            return self.constant_bits(ty, bits);
        };
        let part = self.constant_bits(component, bits);
        let parts: SmallVec<[Id; 4]> = std::iter::repeat_n(part, count as usize).collect();
        self.constant_composite(ty, &parts)
    }

    /// A 32-bit unsigned constant, as scopes and memory semantics are.
    pub fn constant_uint(&mut self, value: u32) -> Id {
        let ty = self.uint();
        self.constant(ty, value)
    }

    /// A vector, matrix, array or structure constant with one constituent per element.
    pub fn constant_composite(&mut self, ty: Id, parts: &[Id]) -> Id {
        self.constant_of(op::CONSTANT_COMPOSITE, ty, words::ids(parts))
    }

    /// `OpConstantNull`: zero, false or a composite of them.
    pub fn constant_null(&mut self, ty: Id) -> Id {
        self.constant_of(op::CONSTANT_NULL, ty, [])
    }

    /// A boolean that can be specialized; `number` is its `SpecId`, which parts of others may lack.
    pub fn spec_constant_bool(&mut self, value: bool, number: Option<u32>) -> Id {
        let ty = self.bool();
        let opcode = if value { op::SPEC_CONSTANT_TRUE } else { op::SPEC_CONSTANT_FALSE };
        self.spec_constant_of(opcode, ty, [], number)
    }

    /// A number that can be specialized, given as the bits of its default.
    pub fn spec_constant(&mut self, ty: Id, bits: u64, number: Option<u32>) -> Id {
        let operands = self.number(ty, bits);
        self.spec_constant_of(op::SPEC_CONSTANT, ty, operands.map(Operand::Literal), number)
    }

    /// A composite of constants of which some can be specialized.
    pub fn spec_constant_composite(&mut self, ty: Id, parts: &[Id]) -> Id {
        self.spec_constant_of(op::SPEC_CONSTANT_COMPOSITE, ty, words::ids(parts), None)
    }

    /// Result of an instruction on constants: its ids, then its literals.
    pub fn spec_constant_op(&mut self, opcode: u16, ty: Id, ids: &[Id], numbers: &[u32]) -> Id {
        let operands = words::ids(ids).chain(words::literals(numbers.iter().copied()));
        let opcode = Operand::Literal(u32::from(opcode));
        self.spec_constant_of(op::SPEC_CONSTANT_OP, ty, [opcode].into_iter().chain(operands), None)
    }

    /// True if the id is a constant of this module.
    pub fn is_constant(&self, id: Id) -> bool {
        crate::grammar::is_constant(self.module.opcode_of(id.word()))
    }

    /// Value of a scalar constant as its bits; the default, if it can be specialized.
    pub fn bits(&self, id: Id) -> Option<u64> {
        match self.module.constant(id.word())?.value {
            ConstantValue::Bool(value) => Some(u64::from(value)),
            ConstantValue::Number(bits) => Some(bits),
            ConstantValue::Null => Some(0),
            _ => None,
        }
    }

    /// True for a constant that no pipeline changes, all numbers of which have a property; they are given as bits, and
    /// narrow ones with a sign are extended.
    pub fn all_known(&self, id: Id, holds: &dyn Fn(u64) -> bool) -> bool {
        let Some(constant) = self.module.constant(id.word()).filter(|constant| !constant.specialized) else {
            return false;
        };
        match constant.value {
            ConstantValue::Number(bits) => holds(bits),
            ConstantValue::Null => holds(0),
            ConstantValue::Composite(parts) => parts.iter().all(|part| self.all_known(Id(*part), holds)),
            _ => false,
        }
    }

    /// Parts of a composite constant; none for other ids.
    pub fn parts(&self, id: Id) -> Vec<Id> {
        match self.module.constant(id.word()).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => parts.iter().map(|part| Id(*part)).collect(),
            _ => Vec::new(),
        }
    }

    /// Words of a number: narrow ones are extended to 32 bits, with their sign in signed types; the low word of wide
    /// ones comes first.
    pub(super) fn number(&self, ty: Id, bits: u64) -> impl Iterator<Item = u32> + use<> {
        let (width, signed) = match self.module.ty(ty.word()) {
            Some(Type::Int { width, signed }) => (width, signed),
            Some(Type::Float { width, .. }) => (width, false),
            _ => (32, false),
        };
        let low = match (width, signed) {
            (8, false) => u32::from(bits as u8),
            (8, true) => i32::from(bits as i8) as u32,
            (16, false) => u32::from(bits as u16),
            (16, true) => i32::from(bits as i16) as u32,
            _ => bits as u32,
        };
        let high = (width > 32).then_some((bits >> 32) as u32);
        [low].into_iter().chain(high)
    }

    fn constant_of(&mut self, opcode: u16, ty: Id, operands: impl IntoIterator<Item = Operand>) -> Id {
        self.declared(opcode, Some(ty), operands)
    }

    fn spec_constant_of(
        &mut self,
        opcode: u16,
        ty: Id,
        operands: impl IntoIterator<Item = Operand>,
        number: Option<u32>,
    ) -> Id {
        let id = self.declare_result(opcode, Some(ty), operands);
        if let Some(number) = number {
            self.decorate(id, decoration::SPEC_ID, &[number]);
        }
        id
    }
}
