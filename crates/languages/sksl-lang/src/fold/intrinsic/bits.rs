//! Folds `packUnorm2x16` and `unpackUnorm2x16`.

use glassbox_sksl::builtin::{FLOAT2, Scalar, Type};

use super::Constants;
use super::component::clamp;
use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::ty::Ty;

/// Packed value of 1.0.
const ONE: f64 = 65535.0;

impl Builder<'_> {
    /// Folds `packUnorm2x16`: the first component is the low half.
    pub(super) fn pack_unorm(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[vector] = constants.values else {
            return None;
        };
        let half = |number: f64| (clamp(number, 0.0, 1.0) * ONE).round() as u32 & 0xffff;
        let packed = half(self.slot_value(vector, 0)?) | half(self.slot_value(vector, 1)?) << 16;
        let uint = Ty::own(Type::Scalar(Scalar::Uint));
        Some(self.literal(f64::from(packed), uint, constants.span))
    }

    /// Folds `unpackUnorm2x16`.
    pub(super) fn unpack_unorm(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[packed] = constants.values else {
            return None;
        };
        let packed = self.slot_value(packed, 0)? as i64;
        let part = |shift: u32| f64::from((packed >> shift & 0xffff) as u32) / ONE;
        let values = [part(0), part(16)];
        Some(self.compound_at(Ty::own(FLOAT2), &values, constants.span))
    }
}
