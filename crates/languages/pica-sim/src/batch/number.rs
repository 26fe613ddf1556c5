//! Arithmetic for loops over lanes: as the interpreter's, but the bits of a NaN are not canonical until values leave.

use crate::number::{Arithmetic, Float24, Float32};

/// The operations whose form matters for speed.
pub(super) trait Number: Arithmetic {
    fn sum(a: f32, b: f32) -> f32;
    fn product(a: f32, b: f32) -> f32;
    fn reciprocal(a: f32) -> f32;
    fn reciprocal_root(a: f32) -> f32;
}

impl Number for Float32 {
    #[inline]
    fn sum(a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline]
    fn product(a: f32, b: f32) -> f32 {
        let product = a * b;
        // Without short circuits the loop around this has no branches.
        let fresh = product.is_nan() & !(a.is_nan() | b.is_nan());
        if fresh { 0.0 } else { product }
    }

    #[inline]
    fn reciprocal(a: f32) -> f32 {
        1.0 / a
    }

    #[inline]
    fn reciprocal_root(a: f32) -> f32 {
        1.0 / a.sqrt()
    }
}

impl Number for Float24 {
    #[inline]
    fn sum(a: f32, b: f32) -> f32 {
        Self::add(a, b)
    }

    #[inline]
    fn product(a: f32, b: f32) -> f32 {
        Self::mul(a, b)
    }

    #[inline]
    fn reciprocal(a: f32) -> f32 {
        Self::rcp(a)
    }

    #[inline]
    fn reciprocal_root(a: f32) -> f32 {
        Self::rsq(a)
    }
}
