//! Functions of whole numbers.

use glassbox_spirv::build::{Id, glsl, op};

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn integer(&mut self, call: Call<'_>) -> Option<Id> {
        let is_signed = self.operand_scalar(call).is_signed();
        let opcode = match call.intrinsic {
            Intrinsic::UaddCarry => return Some(self.with_carry(call, op::I_ADD_CARRY)),
            Intrinsic::UsubBorrow => return Some(self.with_carry(call, op::I_SUB_BORROW)),
            Intrinsic::UmulExtended => return Some(self.multiply_extended(call, op::U_MUL_EXTENDED)),
            Intrinsic::ImulExtended => return Some(self.multiply_extended(call, op::S_MUL_EXTENDED)),
            Intrinsic::FindLSB => return Some(self.find_bit(call, glsl::FIND_I_LSB)),
            Intrinsic::FindMSB if is_signed => return Some(self.find_bit(call, glsl::FIND_S_MSB)),
            Intrinsic::FindMSB => return Some(self.find_bit(call, glsl::FIND_U_MSB)),
            Intrinsic::BitfieldExtract if is_signed => op::BIT_FIELD_S_EXTRACT,
            Intrinsic::BitfieldExtract => op::BIT_FIELD_U_EXTRACT,
            Intrinsic::BitfieldInsert => op::BIT_FIELD_INSERT,
            Intrinsic::BitfieldReverse => op::BIT_REVERSE,
            Intrinsic::BitCount => op::BIT_COUNT,
            _ => return None,
        };
        let operands = self.argument_values(call);
        Some(self.operation(call, opcode, &operands))
    }

    fn find_bit(&mut self, call: Call<'_>, instruction: u32) -> Id {
        let operands = self.argument_values(call);
        self.glsl_of(call, instruction, &operands)
    }

    /// The result, and in the third argument whether it did not fit.
    fn with_carry(&mut self, call: Call<'_>, opcode: u16) -> Id {
        let operands = [self.argument(call, 0), self.argument(call, 1)];
        let pair = self.pair_type(call.ty, call.ty);
        let pair = self.module.value(opcode, pair, &operands);
        let (result, carry) = self.pair(pair, call.ty, call.ty);
        self.store_argument(call, 2, carry);
        result
    }

    /// The high half of a product to the third argument, the low half to the fourth.
    fn multiply_extended(&mut self, call: Call<'_>, opcode: u16) -> Id {
        let operands = [self.argument(call, 0), self.argument(call, 1)];
        let ty = self.argument_type(call, 0);
        let pair = self.pair_type(ty, ty);
        let pair = self.module.value(opcode, pair, &operands);
        let (low, high) = self.pair(pair, ty, ty);
        self.store_argument(call, 2, high);
        self.store_argument(call, 3, low);
        self.module.id()
    }
}
