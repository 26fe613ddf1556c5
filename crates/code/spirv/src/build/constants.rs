//! Declares constants, each once.

use super::{Builder, Id, op};

impl Builder {
    /// A boolean constant.
    pub fn constant_bool(&mut self, value: bool) -> Id {
        let ty = self.bool();
        let opcode = if value { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE };
        self.constant_of(opcode, ty, std::iter::empty())
    }

    /// A number of a 32-bit type, given as its bits.
    pub fn constant(&mut self, ty: Id, bits: u32) -> Id {
        self.constant_of(op::CONSTANT, ty, std::iter::once(bits))
    }

    /// A vector, matrix, array or structure constant with one constituent per element.
    pub fn constant_composite(&mut self, ty: Id, parts: &[Id]) -> Id {
        self.constant_of(op::CONSTANT_COMPOSITE, ty, parts.iter().map(|id| id.word()))
    }

    /// `OpConstantNull`: zero, false or a composite of them.
    pub fn constant_null(&mut self, ty: Id) -> Id {
        self.constant_of(op::CONSTANT_NULL, ty, std::iter::empty())
    }

    /// True if the id is a constant of this module.
    pub fn is_constant(&self, id: Id) -> bool {
        self.constants.contains(&id)
    }

    fn constant_of(&mut self, opcode: u16, ty: Id, operands: impl Iterator<Item = u32>) -> Id {
        let id = self.declared(opcode, Some(ty), operands);
        self.constants.insert(id);
        id
    }
}
