//! Calls of built-in functions.
//!
//! Each module has the functions of one field: its method gives the result of a call that it knows, and nothing of others.
//! A call without a result gives an id that nothing may use.

mod atomic;
mod barrier;
mod cooperative;
mod derivative;
mod device;
mod image;
mod instruction;
mod integer;
mod integer_width;
mod math;
mod matrix;
mod packing;
mod relational;
mod sparse;
mod stage;
mod subgroup;
mod tensor;
mod texture;
mod vendor;
mod vote;

pub(super) use atomic::needs_vulkan_memory;
pub(super) use texture::takes_image;

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::model::{At, ExpressionId};
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// A call of a built-in function.
#[derive(Clone, Copy)]
pub(super) struct Call<'c> {
    pub(super) intrinsic: Intrinsic,
    pub(super) arguments: &'c [ExpressionId],
    /// Type of the result.
    pub(super) ty: Type,
    pub(super) at: At,
}

impl Emitter<'_> {
    /// The result of a call of a built-in function; of one without a result, an id that nothing may use.
    pub(crate) fn intrinsic(
        &mut self,
        call: ExpressionId,
        intrinsic: Intrinsic,
        arguments: &[ExpressionId],
    ) -> Id {
        let expression = self.program.expression(call);
        let call = Call { intrinsic, arguments, ty: expression.ty, at: expression.at };
        let result = self
            .math(call)
            .or_else(|| self.relational(call))
            .or_else(|| self.texture(call))
            .or_else(|| self.image(call))
            .or_else(|| self.matrix(call))
            .or_else(|| self.packing(call))
            .or_else(|| self.integer_of_width(call))
            .or_else(|| self.integer(call))
            .or_else(|| self.atomic(call))
            .or_else(|| self.barrier(call))
            .or_else(|| self.derivative(call))
            .or_else(|| self.stage_function(call))
            .or_else(|| self.vendor_texture(call))
            .or_else(|| self.vote(call))
            .or_else(|| self.subgroup(call))
            .or_else(|| self.device(call))
            .or_else(|| self.cooperative(call))
            .or_else(|| self.tensor(call))
            .or_else(|| self.instruction(call));
        result.unwrap_or_else(|| {
            self.fail(
                call.at,
                "found a call of a function that SPIR-V has no form for, expected another function",
                "compute the result in another way",
            );
            self.undefined(call.ty)
        })
    }

    /// Values of all arguments, none of which is written.
    fn argument_values(&mut self, call: Call<'_>) -> Vec<Id> {
        call.arguments.iter().map(|argument| self.value(*argument)).collect()
    }

    /// The value of an argument; an id that nothing may use where a signature lacks it.
    fn argument(&mut self, call: Call<'_>, index: usize) -> Id {
        match call.arguments.get(index) {
            Some(argument) => self.value(*argument),
            None => self.module.id(),
        }
    }

    /// Type of an argument.
    fn argument_type(&self, call: Call<'_>, index: usize) -> Type {
        call.arguments.get(index).map_or(Type::Error, |argument| self.program.expression(*argument).ty)
    }

    /// Component type of the first argument.
    fn operand_scalar(&self, call: Call<'_>) -> Scalar {
        self.component_of(self.argument_type(call, 0)).unwrap_or(Scalar::Float)
    }

    /// Writes to the place that an argument names.
    fn store_argument(&mut self, call: Call<'_>, index: usize, value: Id) {
        if let Some(argument) = call.arguments.get(index) {
            let place = self.place(*argument);
            self.store(&place, value);
        }
    }

    /// An instruction of one number on the result's type.
    fn operation(&mut self, call: Call<'_>, opcode: u16, operands: &[Id]) -> Id {
        let ty = self.ty(call.ty);
        self.module.value(opcode, ty, operands)
    }

    /// A value of no particular content.
    pub(super) fn undefined(&mut self, ty: Type) -> Id {
        if ty == Type::Void {
            return self.module.id();
        }
        let ty = self.ty(ty);
        self.module.value(op::UNDEF, ty, &[])
    }

    /// The number that a constant argument has.
    fn constant_argument(&self, call: Call<'_>, index: usize) -> Option<u32> {
        let argument = *call.arguments.get(index)?;
        self.program.constant(argument)?.first().map(|number| *number as u32)
    }

    /// Both members of a structure that an instruction gives.
    fn pair(&mut self, pair: Id, first: Type, second: Type) -> (Id, Id) {
        (self.extract(pair, first, 0), self.extract(pair, second, 1))
    }

    /// The type of a structure of two members that an instruction gives.
    fn pair_type(&mut self, first: Type, second: Type) -> Id {
        let members = [self.ty(first), self.ty(second)];
        self.module.structure(&members)
    }
}
