//! Short ways to most results: without branches, so that loops over lanes become vector instructions, and NaN wherever only
//! the rules of [`Arithmetic`] tell the result.

use super::float24::{MIN_NORMAL, OVERFLOW};
use super::{Arithmetic, Float24, Float32};

/// The operations between registers, in a type that holds what an instruction has in between. NaN as a result says
/// nothing: [`Arithmetic`] has to be asked.
pub(crate) trait Quick: Arithmetic {
    /// A value between operands and result.
    type Wide: Copy;

    fn widen(value: f32) -> Self::Wide;
    fn narrow(value: Self::Wide) -> f32;
    fn sum(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn product(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn reciprocal(a: Self::Wide) -> Self::Wide;
    fn reciprocal_root(a: Self::Wide) -> Self::Wide;

    /// Zero plus a product.
    fn first(product: Self::Wide) -> Self::Wide;
}

/// The rules differ from IEEE's only where an IEEE result is NaN.
impl Quick for Float32 {
    type Wide = f32;

    #[inline(always)]
    fn widen(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn narrow(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn sum(a: f32, b: f32) -> f32 {
        a + b
    }

    #[inline(always)]
    fn product(a: f32, b: f32) -> f32 {
        a * b
    }

    #[inline(always)]
    fn reciprocal(a: f32) -> f32 {
        1.0 / a
    }

    #[inline(always)]
    fn reciprocal_root(a: f32) -> f32 {
        1.0 / a.sqrt()
    }

    #[inline(always)]
    fn first(product: f32) -> f32 {
        0.0 + product
    }
}

/// Between the operations values are float24 numbers held as `f64`.
impl Quick for Float24 {
    type Wide = f64;

    #[inline(always)]
    fn widen(value: f32) -> f64 {
        f64::from(Self::operand(value))
    }

    #[inline(always)]
    fn narrow(value: f64) -> f32 {
        value as f32
    }

    #[inline(always)]
    fn sum(a: f64, b: f64) -> f64 {
        round(a + b)
    }

    #[inline(always)]
    fn product(a: f64, b: f64) -> f64 {
        round(a * b)
    }

    #[inline(always)]
    fn reciprocal(a: f64) -> f64 {
        round(1.0 / a)
    }

    #[inline(always)]
    fn reciprocal_root(a: f64) -> f64 {
        round(1.0 / a.sqrt())
    }

    #[inline(always)]
    fn first(product: f64) -> f64 {
        product
    }
}

/// One and the weight of the lowest mantissa bit that a float24 lacks, turned round: a product with it has its last bit
/// where a float24 ends.
const SPLIT: f64 = ((1u64 << 36) + 1) as f64;

/// The nearest float24, ties to even; below 2^-62 it is zero, and NaN where it is not finite.
///
/// The rounding is Veltkamp's splitting: `split` is too large to keep more of `exact` than 17 bits. It takes three
/// operations, where rounding the bits as integers takes five.
#[inline(always)]
fn round(exact: f64) -> f64 {
    let split = exact * SPLIT;
    let rounded = split - (split - exact);
    let magnitude = rounded.abs();
    let flushed = if magnitude < f64::from(MIN_NORMAL) {
        0.0
    } else {
        rounded
    };
    // Infinite values come out of the splitting as NaN already.
    if magnitude < OVERFLOW { flushed } else { f64::NAN }
}
