//! Lookups in images of which parts may not be there.

use glassbox_spirv::build::{Id, ImageOperands, op};

use super::super::Emitter;
use super::Call;
use crate::model::ExpressionId;
use crate::vocabulary::functions::Intrinsic;

/// A lookup that gives a code of residency and a texel.
pub(super) struct Residency<'c> {
    pub(super) call: Call<'c>,
    pub(super) opcode: u16,
    pub(super) operands: &'c [Id],
    pub(super) image: &'c ImageOperands,
    /// The place that the texel goes to.
    pub(super) texel: ExpressionId,
}

impl Emitter<'_> {
    /// The code; the texel is stored.
    pub(super) fn sparse(&mut self, residency: Residency<'_>) -> Id {
        let Residency { call, opcode, operands, image, texel } = residency;
        let texel_type = self.program.expression(texel).ty;
        let pair = self.pair_type(call.ty, texel_type);
        let pair = self.module.image_value(opcode, pair, operands, image);
        let (code, value) = self.pair(pair, call.ty, texel_type);
        let place = self.place(texel);
        self.store(&place, value);
        code
    }

    /// Whether a code says that all texels were there.
    pub(super) fn residency_test(&mut self, call: Call<'_>) -> Option<Id> {
        if call.intrinsic != Intrinsic::SparseTexelsResident {
            return None;
        }
        let code = self.argument(call, 0);
        Some(self.operation(call, op::IMAGE_SPARSE_TEXELS_RESIDENT, &[code]))
    }
}
