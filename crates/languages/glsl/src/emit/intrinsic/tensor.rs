//! Reads and writes of tensors.

use glassbox_spirv::build::{Id, op};
use glassbox_spirv::module::Operand;

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn tensor(&mut self, call: Call<'_>) -> Option<Id> {
        let is_read = match call.intrinsic {
            Intrinsic::TensorReadARM => true,
            Intrinsic::TensorWriteARM => false,
            _ => return None,
        };
        let mut operands = vec![self.argument(call, 0).operand(), self.argument(call, 1).operand()];
        if !is_read {
            operands.push(self.argument(call, 2).operand());
        }
        // A mask of `TensorOperands`, then what its bits ask for.
        if let Some(mask) = self.constant_argument(call, 3).filter(|mask| *mask != 0) {
            operands.push(Operand::Literal(mask));
            operands.extend((4..call.arguments.len()).map(|index| self.argument(call, index).operand()));
        }
        if !is_read {
            self.module.effect_of(op::TENSOR_WRITE_ARM, operands);
            return Some(self.module.id());
        }
        let place = self.place(*call.arguments.get(2)?);
        let ty = self.ty(place.ty);
        let result = self.module.value_of(op::TENSOR_READ_ARM, ty, operands);
        self.store(&place, result);
        Some(self.module.id())
    }
}
