//! Emits debug names and decorations.

use super::{Builder, Id, Operand, op, words};

impl Builder {
    /// Emits `OpName`.
    pub fn name(&mut self, id: Id, name: &str) {
        self.declare(op::NAME, [id.operand()].into_iter().chain(words::literals(words::string(name))));
    }

    /// Emits `OpMemberName`.
    pub fn name_member(&mut self, structure: Id, member: u32, name: &str) {
        let target = [structure.operand(), Operand::Literal(member)];
        self.declare(op::MEMBER_NAME, target.into_iter().chain(words::literals(words::string(name))));
    }

    /// Decorates an id. See [`value::decoration`](super::value::decoration); `operands` are the decoration's
    /// literals.
    pub fn decorate(&mut self, id: Id, decoration: u32, operands: &[u32]) {
        let target = [id.operand(), Operand::Literal(decoration)];
        self.declare(op::DECORATE, target.into_iter().chain(words::literals(operands.iter().copied())));
    }

    /// Decorates an id; the operands of the decoration are ids.
    pub fn decorate_id(&mut self, id: Id, decoration: u32, operands: &[Id]) {
        let target = [id.operand(), Operand::Literal(decoration)];
        self.declare(op::DECORATE_ID, target.into_iter().chain(words::ids(operands)));
    }

    /// Decorates a member of a structure.
    pub fn decorate_member(&mut self, structure: Id, member: u32, decoration: u32, operands: &[u32]) {
        let target = [structure.operand(), Operand::Literal(member), Operand::Literal(decoration)];
        let operands = words::literals(operands.iter().copied());
        self.declare(op::MEMBER_DECORATE, target.into_iter().chain(operands));
    }

    /// Decorates a member of a structure; the operands of the decoration are ids.
    pub fn decorate_member_id(&mut self, structure: Id, member: u32, decoration: u32, operands: &[Id]) {
        let target = [structure.operand(), Operand::Literal(member), Operand::Literal(decoration)];
        self.declare(op::MEMBER_DECORATE_ID_EXT, target.into_iter().chain(words::ids(operands)));
    }
}
