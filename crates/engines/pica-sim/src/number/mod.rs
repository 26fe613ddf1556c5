//! Arithmetic: what each operation gives for given values.
//!
//! A value is an `f32` in both precisions, because every float24 is exactly an `f32`. [`Float24`] is the hardware's
//! arithmetic, [`Float32`] that of the emulators; both implement [`Arithmetic`], so that an engine is written once.
//!
//! The engines compute with the short forms of `quick.rs`, which give the same bits or say that they do not know.
//!
//! What is decided here and not published:
//!
//! * Rounding. The hardware's rounding of sums and products is unknown; [`Float24`] takes the exact result to the nearest
//!   float24, ties to even. A result is flushed when it is below the smallest normal number after rounding.
//! * Order of dot products: the products are summed from the first component on, beginning with zero, and each
//!   product and each sum is rounded.
//! * "Arithmetic instructions", which flush subnormal operands, are all but CMP, MAX, MIN and MOV.
//! * MAX and MIN follow the formula of the instruction table, so `max(0, -inf)` is 0. One hardware measurement says -inf,
//!   which no formula in use gives; the question is open.
//! * A NaN is always the pattern 0x7FC00000 when it is in a register, whatever made it.
//!
//! Facts: PICA200 brief, sections 4, 5 and 11.

mod float24;
mod float32;
mod quick;
mod vector;

pub use float24::Float24;
pub use float32::Float32;
pub(crate) use quick::Quick;
pub use vector::{LITP_LIMIT, compare, evaluate, litp, truncate};

use std::fmt;

/// Which arithmetic a program runs with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Precision {
    /// The hardware's: every result is a float24, there is no negative zero, subnormal numbers are flushed.
    #[default]
    Float24,
    /// The emulators': results stay `f32`, with negative zeros and subnormal numbers.
    Float32,
}

impl Precision {
    /// Both, the hardware's first.
    pub const ALL: [Precision; 2] = [Precision::Float24, Precision::Float32];

    /// The value as a register holds it: see [`Arithmetic::load`].
    #[must_use]
    pub fn load(self, value: f32) -> f32 {
        match self {
            Precision::Float24 => Float24::load(value),
            Precision::Float32 => Float32::load(value),
        }
    }

    /// [Loads](Arithmetic::load) every value; true when one of them is a number that arithmetic instructions flush.
    pub fn load_all(self, values: &mut [f32]) -> bool {
        match self {
            Precision::Float24 => float24::load_all(values),
            Precision::Float32 => {
                values.iter_mut().for_each(|value| *value = Float32::load(*value));
                false
            }
        }
    }

    /// [Loads](Arithmetic::load) values from elsewhere.
    pub(crate) fn load_from(self, values: &[f32], places: &mut [f32]) {
        match self {
            Precision::Float24 => {
                places.copy_from_slice(values);
                float24::load_all(places);
            }
            Precision::Float32 => {
                places.copy_from_slice(values);
                // A look at all of them is shorter than choosing for each.
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

/// The operations on single values. Operands are values that a register can hold: what [`load`](Arithmetic::load) or one
/// of these functions gave.
pub trait Arithmetic: Copy + Default + fmt::Debug + 'static {
    /// The precision that this is.
    const PRECISION: Precision;

    /// A value from outside as a register holds it: rounded to the format, NaN made canonical.
    fn load(value: f32) -> f32;

    /// The negated operand. What it gives is an operand and not yet a register's value: a NaN may have its sign set.
    fn negate(value: f32) -> f32;

    /// MOV: the value, with NaN made canonical.
    fn copy(value: f32) -> f32;

    /// The operand as an arithmetic instruction sees it: subnormal numbers are zero where the precision flushes them.
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

    /// FLR: the largest integer that is not above `a`.
    #[inline]
    fn floor(a: f32) -> f32 {
        Self::copy(Self::operand(a).floor())
    }

    /// MAX: `a > b ? a : b`, so a NaN in `a` is dropped and one in `b` is not.
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

    /// DP3: the first three products, summed from the first on.
    #[inline]
    fn dp3(a: [f32; 4], b: [f32; 4]) -> f32 {
        let sum = Self::add(0.0, Self::mul(a[0], b[0]));
        let sum = Self::add(sum, Self::mul(a[1], b[1]));
        Self::add(sum, Self::mul(a[2], b[2]))
    }

    /// DP4: the four products, summed from the first on.
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

/// The canonical pattern for a NaN, the value itself for anything else.
#[inline]
fn canonical(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value }
}
