//! Hardware arithmetic: every result is a float24.

use glassbox_pica::float24::{self, Rounding};

use super::float32::canonical;
use super::{Arithmetic, Precision};

/// Hardware arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Float24;

/// Smallest normal float24, 2^-62.
pub(super) const MIN_NORMAL: f32 = f32::from_bits(0x2080_0000);

/// First number beyond the largest float24, 2^64.
pub(super) const OVERFLOW: f64 = 18_446_744_073_709_551_616.0;

/// Bits of that number as an `f32`.
const OVERFLOW_BITS: i32 = (OVERFLOW as f32).to_bits() as i32;

/// Mantissa bits of an `f64` that a float24 lacks.
const DROPPED: u32 = 52 - 16;

/// Rounds a result to the nearest float24, ties to even; below 2^-62 it is +0, from the midpoint
/// above the largest finite number on an infinity.
///
/// Computing a sum, product, quotient or square root of float24 numbers in `f64` does not change
/// the rounded result: 53 bits are more than twice 17 plus two.
#[inline]
fn round(exact: f64) -> f32 {
    let bits = exact.to_bits();
    let odd = bits >> DROPPED & 1;
    let half_below = (1 << (DROPPED - 1)) - 1;
    // A NaN with all mantissa bits set may wrap; it is handled below, from the exact value.
    let rounded = f64::from_bits(bits.wrapping_add(half_below + odd) & !((1 << DROPPED) - 1));
    let magnitude = rounded.abs();
    if exact.is_nan() {
        f32::NAN
    } else if magnitude < f64::from(MIN_NORMAL) {
        0.0
    } else if magnitude >= OVERFLOW {
        f32::INFINITY.copysign(rounded as f32)
    } else {
        rounded as f32
    }
}

/// Number of values that [`load_all`] processes at once.
const LOADED: usize = 8;

/// [Loads](Arithmetic::load) every value; true if one of them is subnormal.
pub(super) fn load_all(values: &mut [f32]) -> bool {
    let mut subnormal = false;
    let (parts, rest) = values.as_chunks_mut::<LOADED>();
    for part in parts {
        let mut other = false;
        let loaded = part.map(|value| {
            let bits = value.to_bits();
            let rounded = (bits + 0x3F + (bits >> 7 & 1)) & !0x7F;
            let magnitude = (rounded & 0x7FFF_FFFF) as i32;
            let normal = (magnitude >= MIN_NORMAL.to_bits() as i32) & (magnitude < OVERFLOW_BITS);
            other |= !normal & (value != 0.0);
            if normal { f32::from_bits(rounded) } else { 0.0 }
        });
        if other {
            subnormal |= load_each(part);
        } else {
            *part = loaded;
        }
    }
    load_each(rest) | subnormal
}

fn load_each(values: &mut [f32]) -> bool {
    for value in &mut *values {
        *value = Float24::load(*value);
    }
    values.iter().any(|&value| value != 0.0 && Float24::operand(value) == 0.0)
}

impl Arithmetic for Float24 {
    const PRECISION: Precision = Precision::Float24;

    /// Nearest pattern, including subnormals; a negative zero becomes zero.
    #[inline]
    fn load(value: f32) -> f32 {
        if value == 0.0 {
            return 0.0;
        }
        // Most values already are normal float24 numbers: no bits beyond the mantissa, an exponent
        // in range.
        let bits = value.to_bits();
        if bits & 0x7F == 0 && (65..=190).contains(&(bits >> 23 & 0xFF)) {
            return value;
        }
        let nearest = float24::decode(float24::encode(value, Rounding::NearestEven));
        canonical(if nearest == 0.0 { 0.0 } else { nearest })
    }

    #[inline]
    fn negate(value: f32) -> f32 {
        // There is no negative zero.
        0.0 - value
    }

    #[inline]
    fn copy(value: f32) -> f32 {
        canonical(value)
    }

    #[inline]
    fn operand(value: f32) -> f32 {
        if value.abs() < MIN_NORMAL { 0.0 } else { value }
    }

    #[inline]
    fn add(a: f32, b: f32) -> f32 {
        round(f64::from(Self::operand(a)) + f64::from(Self::operand(b)))
    }

    #[inline]
    fn mul(a: f32, b: f32) -> f32 {
        let (a, b) = (Self::operand(a), Self::operand(b));
        let zero = a == 0.0 && !b.is_nan() || b == 0.0 && !a.is_nan();
        if zero { 0.0 } else { round(f64::from(a) * f64::from(b)) }
    }

    #[inline]
    fn rcp(a: f32) -> f32 {
        round(1.0 / f64::from(Self::operand(a)))
    }

    #[inline]
    fn rsq(a: f32) -> f32 {
        // Rounds to 53 bits twice; a test over every mantissa shows that this does not change the
        // result.
        round(1.0 / libm::sqrt(f64::from(Self::operand(a))))
    }

    #[inline]
    fn ex2(a: f32) -> f32 {
        round(libm::exp2(f64::from(Self::operand(a))))
    }

    #[inline]
    fn lg2(a: f32) -> f32 {
        round(libm::log2(f64::from(Self::operand(a))))
    }
}
