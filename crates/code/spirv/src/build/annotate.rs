//! Names and decorations.

use super::{Builder, Id, op, words};

impl Builder {
    /// Names an id for people.
    pub fn name(&mut self, id: Id, name: &str) {
        let operands = std::iter::once(id.word()).chain(words::string(name));
        words::write(&mut self.names, &mut self.overlong, op::NAME, operands);
    }

    /// Names a member of a structure for people.
    pub fn name_member(&mut self, structure: Id, member: u32, name: &str) {
        let operands = [structure.word(), member].into_iter().chain(words::string(name));
        words::write(&mut self.names, &mut self.overlong, op::MEMBER_NAME, operands);
    }

    /// Says something of an id, see [`value::decoration`](super::value::decoration); the operands are those of the
    /// decoration.
    pub fn decorate(&mut self, id: Id, decoration: u32, operands: &[u32]) {
        let operands = [id.word(), decoration]
            .into_iter()
            .chain(operands.iter().copied());
        words::write(&mut self.annotations, &mut self.overlong, op::DECORATE, operands);
    }

    /// Says something of a member of a structure.
    pub fn decorate_member(&mut self, structure: Id, member: u32, decoration: u32, operands: &[u32]) {
        let operands = [structure.word(), member, decoration]
            .into_iter()
            .chain(operands.iter().copied());
        words::write(
            &mut self.annotations,
            &mut self.overlong,
            op::MEMBER_DECORATE,
            operands,
        );
    }
}
