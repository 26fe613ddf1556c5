//! Declares DXIL operations on demand.

use glassbox_dxil::ir::{AttributeKind, Call, Function, OwnedAttribute, Slot, Type, TypeId, ValueId};

use super::code::Work;

/// DXIL operation and its calling properties.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    /// Function value.
    pub(super) value: ValueId,
    /// Call properties.
    pub(super) call: Call,
}

impl Work {
    /// Finds or declares an operation by name.
    pub(super) fn declare(
        &mut self,
        name: &[u8],
        result: TypeId,
        parameters: &[TypeId],
        attributes: &[AttributeKind],
    ) -> Operation {
        let module = &mut self.builder.module;
        let ty = module.types.intern_function(result, parameters, false);
        let call = Call::new(ty);
        let found = |function: &&Function| function.ty == ty && module.name(function.value) == Some(name);
        if let Some(function) = module.functions.iter().find(found) {
            let value = function.value;
            return Operation { value, call };
        }
        let flags = attributes.iter().map(|kind| OwnedAttribute::Flag(*kind)).collect();
        let attributes = self.builder.attributes(&[(Slot::FUNCTION, flags)]);
        let value = self
            .builder
            .module
            .add_function(Function { attributes, ..Function::new(ValueId::module(0), ty) });
        self.builder.name(value, name);
        self.codes.push(None);
        Operation { value, call }
    }

    /// Handle type; present once any handle is created.
    pub(super) fn handle(&mut self) -> TypeId {
        let types = &mut self.builder.module.types;
        if let Some(ty) = types.named(b"dx.types.Handle") {
            return ty;
        }
        let byte = types.intern(Type::Integer(8));
        let pointer = types.pointer(byte, 0);
        types.add_named(b"dx.types.Handle", Some(&[pointer]), false)
    }
}
