//! Arithmetic: the results of operations on given values.
//!
//! Values are `f32` in both precisions, because every float24 is exactly an `f32`. [`Float24`] is
//! the hardware's arithmetic, [`Float32`] that of the emulators; both implement [`Arithmetic`], so
//! that engines are generic.
//!
//! The engines use the fast paths of `quick.rs`, which give the same bits or signal an unknown
//! result.
//!
//! Decisions made here without a published source:
//!
//! * Rounding. The hardware's rounding of sums and products is unknown; [`Float24`] rounds the
//!   exact result to the nearest float24, ties to even. A result is flushed if it is below the
//!   smallest normal number after rounding.
//! * Order of dot products: products are summed from the first component on, starting with zero,
//!   and each product and each sum is rounded.
//! * "Arithmetic instructions", which flush subnormal operands, are all except CMP, MAX, MIN and
//!   MOV.
//! * MAX and MIN follow the formula of the instruction table, so `max(0, -inf)` is 0. One hardware
//!   measurement gives -inf, which no formula in use explains; the question is open.
//! * A NaN in a register always has the pattern 0x7FC00000, whatever its origin.
//!
//! Source: PICA200 brief, sections 4, 5 and 11.

mod float24;
mod float32;
mod quick;
mod vector;

pub use float24::Float24;
pub use float32::Float32;
pub(crate) use quick::Quick;
pub use vector::{LITP_LIMIT, compare, evaluate, litp, truncate};

use std::fmt;

/// Arithmetic used to run a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Precision {
    /// Hardware: every result is a float24, there is no negative zero, subnormals are flushed.
    #[default]
    Float24,
    /// Emulators: results stay `f32`, with negative zeros and subnormals.
    Float32,
}

impl Precision {
    /// Both, the hardware's first.
    pub const ALL: [Precision; 2] = [Precision::Float24, Precision::Float32];

    /// Converts a value to register format: see [`Arithmetic::load`].
    #[must_use]
    pub fn load(self, value: f32) -> f32 {
        match self {
            Precision::Float24 => Float24::load(value),
            Precision::Float32 => Float32::load(value),
        }
    }

    /// [Loads](Arithmetic::load) every value; true if arithmetic instructions flush any of them.
    pub fn load_all(self, values: &mut [f32]) -> bool {
        match self {
            Precision::Float24 => float24::load_all(values),
            Precision::Float32 => {
                values.iter_mut().for_each(|value| *value = Float32::load(*value));
                false
            }
        }
    }

    /// [Loads](Arithmetic::load) values into `places`.
    pub(crate) fn load_from(self, values: &[f32], places: &mut [f32]) {
        match self {
            Precision::Float24 => {
                places.copy_from_slice(values);
                float24::load_all(places);
            }
            Precision::Float32 => {
                places.copy_from_slice(values);
                // One check of all values is faster than a choice for each.
                if values.iter().fold(false, |nan, value| nan | value.is_nan()) {
                    places.iter_mut().for_each(|place| *place = Float32::load(*place));
                }
            }
        }
    }

    /// `float24` or `float32`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Precision::Float24 => "float24",
            Precision::Float32 => "float32",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Operations on single values. Operands are values that a register can hold: results of
/// [`load`](Arithmetic::load) or one of these functions.
pub trait Arithmetic: Copy + Default + fmt::Debug + 'static {
    /// Precision of this arithmetic.
    const PRECISION: Precision;

    /// Converts an external value to register format: rounded, NaN canonicalised.
    fn load(value: f32) -> f32;

    /// Negated operand. The result is an operand rather than a register value: a NaN may have its
    /// sign set.
    fn negate(value: f32) -> f32;

    /// MOV: the value, NaN canonicalised.
    fn copy(value: f32) -> f32;

    /// Operand as seen by an arithmetic instruction: subnormals are zero if the precision flushes
    /// them.
    fn operand(value: f32) -> f32;

    /// ADD: `a + b`.
    fn add(a: f32, b: f32) -> f32;

    /// MUL: `a * b`. Zero times infinity is zero; NaN times anything is NaN.
    fn mul(a: f32, b: f32) -> f32;

    /// RCP: `1 / a`.
    fn rcp(a: f32) -> f32;

    /// RSQ: `1 / sqrt(a)`.
    fn rsq(a: f32) -> f32;

    /// EX2: two to the power of `a`.
    fn ex2(a: f32) -> f32;

    /// LG2: the binary logarithm.
    fn lg2(a: f32) -> f32;

    /// MAD: the product, rounded, plus `c`.
    #[inline]
    fn mad(a: f32, b: f32, c: f32) -> f32 {
        Self::add(Self::mul(a, b), c)
    }

    /// FLR: the largest integer not above `a`.
    #[inline]
    fn floor(a: f32) -> f32 {
        Self::copy(Self::operand(a).floor())
    }

    /// MAX: `a > b ? a : b`, so a NaN in `a` is dropped and one in `b` is kept.
    #[inline]
    fn max(a: f32, b: f32) -> f32 {
        Self::copy(if a > b { a } else { b })
    }

    /// MIN: `a < b ? a : b`.
    #[inline]
    fn min(a: f32, b: f32) -> f32 {
        Self::copy(if a < b { a } else { b })
    }

    /// SGE: 1 when `a >= b`, else 0.
    #[inline]
    fn sge(a: f32, b: f32) -> f32 {
        f32::from(u8::from(Self::operand(a) >= Self::operand(b)))
    }

    /// SLT: 1 when `a < b`, else 0.
    #[inline]
    fn slt(a: f32, b: f32) -> f32 {
        f32::from(u8::from(Self::operand(a) < Self::operand(b)))
    }

    /// DP3: the first three products, summed in order.
    #[inline]
    fn dp3(a: [f32; 4], b: [f32; 4]) -> f32 {
        let sum = Self::add(0.0, Self::mul(a[0], b[0]));
        let sum = Self::add(sum, Self::mul(a[1], b[1]));
        Self::add(sum, Self::mul(a[2], b[2]))
    }

    /// DP4: the four products, summed in order.
    #[inline]
    fn dp4(a: [f32; 4], b: [f32; 4]) -> f32 {
        Self::add(Self::dp3(a, b), Self::mul(a[3], b[3]))
    }

    /// DPH: DP4 with the last component of `a` replaced by 1.
    #[inline]
    fn dph(a: [f32; 4], b: [f32; 4]) -> f32 {
        Self::dp4([a[0], a[1], a[2], 1.0], b)
    }
}
