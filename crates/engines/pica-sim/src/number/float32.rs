//! Emulator arithmetic: `f32`, never rounded to 24 bits.

use super::{Arithmetic, Precision};

/// Emulator arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Float32;

impl Arithmetic for Float32 {
    const PRECISION: Precision = Precision::Float32;

    #[inline]
    fn load(value: f32) -> f32 {
        canonical(value)
    }

    #[inline]
    fn negate(value: f32) -> f32 {
        -value
    }

    #[inline]
    fn copy(value: f32) -> f32 {
        canonical(value)
    }

    #[inline]
    fn operand(value: f32) -> f32 {
        value
    }

    #[inline]
    fn add(a: f32, b: f32) -> f32 {
        canonical(a + b)
    }

    /// IEEE, except that zero times infinity is +0.
    #[inline]
    fn mul(a: f32, b: f32) -> f32 {
        let product = a * b;
        if product.is_nan() && !a.is_nan() && !b.is_nan() { 0.0 } else { canonical(product) }
    }

    /// IEEE: the reciprocal of a negative zero is -inf.
    #[inline]
    fn rcp(a: f32) -> f32 {
        canonical(1.0 / a)
    }

    #[inline]
    fn rsq(a: f32) -> f32 {
        canonical(1.0 / libm::sqrtf(a))
    }

    #[inline]
    fn ex2(a: f32) -> f32 {
        canonical(libm::exp2f(a))
    }

    #[inline]
    fn lg2(a: f32) -> f32 {
        canonical(libm::log2f(a))
    }
}

/// The canonical pattern for a NaN; other values are unchanged.
#[inline]
pub(super) fn canonical(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value }
}
