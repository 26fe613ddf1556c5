//! Floats: arithmetic, comparison, rounding, conversion.

use super::{bits, float, truth};

/// Declares functions of two floats.
macro_rules! binary {
    ($($(#[$meta:meta])* $name:ident($x:ident, $y:ident) = $value:expr;)*) => {
        $($(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name($x: u32, $y: u32) -> u32 {
            let ($x, $y) = (float($x), float($y));
            bits($value)
        })*
    };
}

binary! {
    /// `x + y`
    add(x, y) = x + y;
    /// `x - y`
    subtract(x, y) = x - y;
    /// `x * y`
    multiply(x, y) = x * y;
    /// `x / y`; by zero it is infinite, 0 / 0 is not a number.
    divide(x, y) = x / y;
    /// The lesser; `y` when one of them is not a number.
    min(x, y) = if x < y { x } else { y };
    /// The greater; `y` when one of them is not a number.
    max(x, y) = if x > y { x } else { y };
}

/// Declares comparisons of two floats.
macro_rules! comparison {
    ($($(#[$meta:meta])* $name:ident($x:ident, $y:ident) = $value:expr;)*) => {
        $($(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name($x: u32, $y: u32) -> u32 {
            let ($x, $y) = (float($x), float($y));
            truth($value)
        })*
    };
}

comparison! {
    /// `x < y`
    less(x, y) = x < y;
    /// `x <= y`
    less_equal(x, y) = x <= y;
    /// `x == y`
    equal(x, y) = x == y;
    /// `x != y`
    not_equal(x, y) = x != y;
}

/// Declares functions of one float.
macro_rules! unary {
    ($($(#[$meta:meta])* $name:ident($x:ident) = $value:expr;)*) => {
        $($(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name($x: u32) -> u32 {
            let $x = float($x);
            bits($value)
        })*
    };
}

unary! {
    /// `-x`
    negate(x) = -x;
    /// The absolute value.
    absolute(x) = x.abs();
    /// The square root.
    square_root(x) = x.sqrt();
    /// The greatest integer that is not greater.
    floor(x) = floor_of(x);
    /// The least integer that is not less.
    ceil(x) = -floor_of(-x);
    /// The integer next to it towards zero.
    truncate(x) = floor_of(x.abs()).copysign(x);
    /// The nearest integer, the even one of two.
    round_even(x) = round_of(x);
}

/// `a * b + c`, rounded twice.
#[inline(always)]
pub(crate) fn multiply_add(a: u32, b: u32, c: u32) -> u32 {
    bits(float(a) * float(b) + float(c))
}

/// `a * b - c`, rounded twice.
#[inline(always)]
pub(crate) fn multiply_subtract(a: u32, b: u32, c: u32) -> u32 {
    bits(float(a) * float(b) - float(c))
}

/// `c - a * b`, rounded twice.
#[inline(always)]
pub(crate) fn subtract_product(a: u32, b: u32, c: u32) -> u32 {
    bits(float(c) - float(a) * float(b))
}

/// `min(max(x, low), high)`
#[inline(always)]
pub(crate) fn clamp(x: u32, low: u32, high: u32) -> u32 {
    min(max(x, low), high)
}

/// From here on every float is an integer.
const INTEGERS: f32 = 8_388_608.0;

/// The nearest integer. Adding a number whose last bit counts one rounds; this compiles to vector code on every processor,
/// which the library's function does not.
#[inline(always)]
pub(crate) fn round_of(x: f32) -> f32 {
    let size = x.abs();
    let rounded = (size + INTEGERS - INTEGERS).copysign(x);
    if size < INTEGERS { rounded } else { x }
}

#[inline(always)]
pub(crate) fn floor_of(x: f32) -> f32 {
    let rounded = round_of(x);
    let above = if rounded > x { 1.0 } else { 0.0 };
    rounded - above
}

/// A float as a signed integer, towards zero; the nearest that there is, and 0 for what is not a number.
#[inline(always)]
pub(crate) fn to_int(x: u32) -> u32 {
    float(x) as i32 as u32
}

/// A float as an unsigned integer, in the same way.
#[inline(always)]
pub(crate) fn to_uint(x: u32) -> u32 {
    float(x) as u32
}

/// A signed integer as a float.
#[inline(always)]
pub(crate) fn from_int(x: u32) -> u32 {
    bits(x as i32 as f32)
}

/// An unsigned integer as a float.
#[inline(always)]
pub(crate) fn from_uint(x: u32) -> u32 {
    bits(x as f32)
}

/// The fraction of `frexp`, at least one half and less than one; zeros, infinities and what is not a number stay.
#[inline(always)]
pub(crate) fn mantissa(x: u32) -> u32 {
    bits(libm::frexpf(float(x)).0)
}

/// The exponent of `frexp`; 0 for zeros, infinities and what is not a number.
#[inline(always)]
pub(crate) fn exponent(x: u32) -> u32 {
    let value = float(x);
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    libm::frexpf(value).1 as u32
}

/// `x` times two to the power of an integer.
#[inline(always)]
pub(crate) fn scale(x: u32, power: u32) -> u32 {
    bits(libm::ldexpf(float(x), power as i32))
}
