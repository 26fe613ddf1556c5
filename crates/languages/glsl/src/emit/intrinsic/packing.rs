//! Packing of several numbers into one, and numbers as bits.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::build::{Id, glsl, op};

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn packing(&mut self, call: Call<'_>) -> Option<Id> {
        if is_bitcast(call.intrinsic) {
            let value = self.argument(call, 0);
            // SPIR-V wants another type for it.
            let is_same = self.program.types.is_same(call.ty, self.argument_type(call, 0));
            return Some(if is_same { value } else { self.operation(call, op::BITCAST, &[value]) });
        }
        if call.intrinsic == Intrinsic::SaturatedConvertEXT {
            return Some(self.saturated_convert(call));
        }
        let instruction = match call.intrinsic {
            Intrinsic::PackUnorm2x16 => glsl::PACK_UNORM2X16,
            Intrinsic::PackSnorm2x16 => glsl::PACK_SNORM2X16,
            Intrinsic::PackUnorm4x8 => glsl::PACK_UNORM4X8,
            Intrinsic::PackSnorm4x8 => glsl::PACK_SNORM4X8,
            Intrinsic::PackHalf2x16 => glsl::PACK_HALF2X16,
            Intrinsic::PackDouble2x32 => glsl::PACK_DOUBLE2X32,
            Intrinsic::UnpackUnorm2x16 => glsl::UNPACK_UNORM2X16,
            Intrinsic::UnpackSnorm2x16 => glsl::UNPACK_SNORM2X16,
            Intrinsic::UnpackUnorm4x8 => glsl::UNPACK_UNORM4X8,
            Intrinsic::UnpackSnorm4x8 => glsl::UNPACK_SNORM4X8,
            Intrinsic::UnpackHalf2x16 => glsl::UNPACK_HALF2X16,
            Intrinsic::UnpackDouble2x32 => glsl::UNPACK_DOUBLE2X32,
            _ => return None,
        };
        let operands = self.argument_values(call);
        Some(self.glsl_of(call, instruction, &operands))
    }
}

impl Emitter<'_> {
    /// Converts to a float of 8 bits: numbers that are too large become the largest.
    fn saturated_convert(&mut self, call: Call<'_>) -> Id {
        let (to, from) = (self.argument_type(call, 0), self.argument_type(call, 1));
        let value = self.argument(call, 1);
        let converted = self.convert(value, from, to);
        if converted != value {
            self.module.decorate(
                converted,
                decoration::SATURATED_TO_LARGEST_FLOAT8_NORMAL_CONVERSION_EXT,
                &[],
            );
        }
        self.store_argument(call, 0, converted);
        self.module.id()
    }
}

/// Functions that keep the bits.
fn is_bitcast(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Bitcast
            | Intrinsic::FloatBitsToInt
            | Intrinsic::FloatBitsToUint
            | Intrinsic::IntBitsToFloat
            | Intrinsic::UintBitsToFloat
            | Intrinsic::DoubleBitsToInt64
            | Intrinsic::DoubleBitsToUint64
            | Intrinsic::Int64BitsToDouble
            | Intrinsic::Uint64BitsToDouble
            | Intrinsic::PackInt2x32
            | Intrinsic::PackUint2x32
            | Intrinsic::UnpackInt2x32
            | Intrinsic::UnpackUint2x32
            | Intrinsic::PackFloat2x16
            | Intrinsic::UnpackFloat2x16
    )
}
