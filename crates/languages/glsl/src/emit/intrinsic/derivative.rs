//! Derivatives, and interpolation elsewhere than at the sample.

use glassbox_spirv::build::value::capability;
use glassbox_spirv::build::{Id, glsl, op};

use super::super::Emitter;
use super::Call;
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn derivative(&mut self, call: Call<'_>) -> Option<Id> {
        let opcode = match call.intrinsic {
            Intrinsic::DFdx => op::DPDX,
            Intrinsic::DFdy => op::DPDY,
            Intrinsic::Fwidth => op::FWIDTH,
            Intrinsic::DFdxFine => op::DPDX_FINE,
            Intrinsic::DFdyFine => op::DPDY_FINE,
            Intrinsic::FwidthFine => op::FWIDTH_FINE,
            Intrinsic::DFdxCoarse => op::DPDX_COARSE,
            Intrinsic::DFdyCoarse => op::DPDY_COARSE,
            Intrinsic::FwidthCoarse => op::FWIDTH_COARSE,
            Intrinsic::InterpolateAtCentroid => {
                return Some(self.interpolate(call, glsl::INTERPOLATE_AT_CENTROID));
            }
            Intrinsic::InterpolateAtSample => {
                return Some(self.interpolate(call, glsl::INTERPOLATE_AT_SAMPLE));
            }
            Intrinsic::InterpolateAtOffset => {
                return Some(self.interpolate(call, glsl::INTERPOLATE_AT_OFFSET));
            }
            _ => return None,
        };
        let value = self.argument(call, 0);
        if !self.has_derivatives() {
            // Without a layout of groups there is nothing to compare with.
            let ty = self.ty(call.ty);
            return Some(self.module.constant_null(ty));
        }
        // Derivatives are of 32-bit floats alone.
        if call.ty.scalar() == Some(Scalar::Float) {
            return Some(self.operation(call, opcode, &[value]));
        }
        let wide = call.ty.with_scalar(Scalar::Float);
        let value = self.convert(value, call.ty, wide);
        let ty = self.ty(wide);
        let result = self.module.value(opcode, ty, &[value]);
        Some(self.convert(result, wide, call.ty))
    }

    fn interpolate(&mut self, call: Call<'_>, instruction: u32) -> Id {
        let Some(interpolant) = call.arguments.first() else {
            return self.undefined(call.ty);
        };
        self.module.capability(capability::INTERPOLATION_FUNCTION);
        let mut place = self.place(*interpolant);
        // The whole variable is interpolated, then components are selected.
        let swizzle = place.swizzle.take();
        place.ty = place.pointee;
        let pointer = self.pointer(&place);
        let mut operands = vec![pointer];
        if call.arguments.len() > 1 {
            operands.push(self.argument(call, 1));
        }
        let whole: Type = place.pointee;
        let ty = self.ty(whole);
        let result = self.glsl(instruction, ty, &operands);
        match swizzle {
            Some(swizzle) => self.shuffled(whole, result, swizzle),
            None => result,
        }
    }
}
