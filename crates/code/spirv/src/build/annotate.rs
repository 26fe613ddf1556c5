//! Emits debug names and decorations.

use super::{Builder, Id, op, words};

impl Builder {
    /// Emits `OpName`.
    pub fn name(&mut self, id: Id, name: &str) {
        let operands = std::iter::once(id.word()).chain(words::string(name));
        words::write(&mut self.names, &mut self.overlong, op::NAME, operands);
    }

    /// Emits `OpMemberName`.
    pub fn name_member(&mut self, structure: Id, member: u32, name: &str) {
        let operands = [structure.word(), member].into_iter().chain(words::string(name));
        words::write(&mut self.names, &mut self.overlong, op::MEMBER_NAME, operands);
    }

    /// Decorates an id. See [`value::decoration`](super::value::decoration); `operands` are the decoration's
    /// literals.
    pub fn decorate(&mut self, id: Id, decoration: u32, operands: &[u32]) {
        let operands = [id.word(), decoration].into_iter().chain(operands.iter().copied());
        words::write(&mut self.annotations, &mut self.overlong, op::DECORATE, operands);
    }

    /// Decorates a member of a structure.
    pub fn decorate_member(&mut self, structure: Id, member: u32, decoration: u32, operands: &[u32]) {
        let operands = [structure.word(), member, decoration].into_iter().chain(operands.iter().copied());
        words::write(&mut self.annotations, &mut self.overlong, op::MEMBER_DECORATE, operands);
    }
}
