//! Declares what has no method of its own: types of extensions, sources, instructions before the functions.

use super::{Builder, Id, Key, Operand, op, words};
use crate::module::Type;

impl Builder {
    /// A type by its opcode and operands, declared once.
    pub fn type_with(&mut self, opcode: u16, operands: impl IntoIterator<Item = Operand>) -> Id {
        self.declared(opcode, None, operands)
    }

    /// An instruction before the functions, in the section that its opcode belongs to.
    pub fn declaration(&mut self, opcode: u16, operands: impl IntoIterator<Item = Operand>) {
        self.declare(opcode, operands);
    }

    /// An instruction with a result before the functions.
    pub fn declaration_of(
        &mut self,
        opcode: u16,
        ty: Option<Id>,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Id {
        self.declare_result(opcode, ty, operands)
    }

    /// `OpString`, once for each text.
    pub fn string(&mut self, text: &str) -> Id {
        self.declared(op::STRING, None, words::literals(words::string(text)))
    }

    /// The words of a string, as operands.
    pub fn text_operands(text: &str) -> impl Iterator<Item = Operand> {
        words::literals(words::string(text))
    }

    /// A pointer type in a storage class that [`Builder::forward_pointer`] announced.
    pub fn pointer_as(&mut self, id: Id, class: u32, pointee: Id) {
        let operands = [Operand::Literal(class), pointee.operand()];
        let at = self.push(op::TYPE_POINTER, 0, id.word(), operands);
        self.sections[crate::grammar::Section::Types as usize].extend(at);
        let key = Key::from_slice(&[u32::from(op::TYPE_POINTER), class, pointee.word()]);
        self.known.entry(key).or_insert(id);
    }

    /// Announces a pointer type to what is declared later with [`Builder::pointer_as`].
    pub fn forward_pointer(&mut self, class: u32) -> Id {
        let id = self.id();
        self.declare(op::TYPE_FORWARD_POINTER, [id.operand(), Operand::Literal(class)]);
        id
    }

    /// The type that another one is first made of: the image of a combined one, an element, a component.
    pub fn first_part(&self, ty: Id) -> Option<Id> {
        let at = self.module.definition(ty.word())?;
        self.module.type_parts(at).first().map(|part| Id(*part))
    }

    /// What a type is; `None` of an id that is none.
    pub fn what(&self, ty: Id) -> Option<Type<'_>> {
        self.module.ty(ty.word())
    }

    /// Type of a value or pointer; `None` of an id that nothing declares.
    pub fn type_of(&self, id: Id) -> Option<Id> {
        let ty = self.module.type_of(id.word());
        (ty != 0).then_some(Id(ty))
    }
}
