//! Curves: trigonometry, powers, logarithms.
//!
//! Those that programs use most are the approximations that Skia's processor back end computes, so that pictures agree with
//! it to the last bit: a fifth-degree polynomial for sines, a ninth-degree one for tangents, a fourth-degree one for the arc
//! tangent, the arc sine of Abramowitz and Stegun (4.4.45), and Mineiro's rational forms of the binary logarithm and power.
//! Their errors are stated at each; `docs/sksl/evaluator.md` has them in a table. The others are exact to a unit in the last
//! place or two.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_8, PI};

use super::float::floor_of;
use super::{bits, float};

/// `((c[0] x + c[1]) x + …)`
#[inline(always)]
fn polynomial<const N: usize>(x: f32, coefficients: [f32; N]) -> f32 {
    coefficients[1..].iter().fold(coefficients[0], |sum, coefficient| sum * x + coefficient)
}

/// The sine of a part of a turn, at most a quarter to either side. Exact at twelfths of a turn.
#[inline(always)]
fn sine_of_turn(turn: f32) -> f32 {
    let square = turn * turn;
    turn * ((square * 74.438_89 + -41.169_37) * square + 6.282_308_6)
}

const PER_RADIAN: f32 = 1.0 / (2.0 * PI);

/// The sine; off by at most 0.0002.
#[inline(always)]
pub(crate) fn sine(x: u32) -> u32 {
    let turn = float(x) * -PER_RADIAN + 0.25;
    let turn = 0.25 - (turn - floor_of(turn + 0.5)).abs();
    bits(sine_of_turn(turn))
}

/// The cosine; off by at most 0.0002.
#[inline(always)]
pub(crate) fn cosine(x: u32) -> u32 {
    let turn = float(x) * PER_RADIAN;
    let turn = 0.25 - (turn - floor_of(turn + 0.5)).abs();
    bits(sine_of_turn(turn))
}

/// The tangent. Beyond an eighth of π the identity of the tangent of a sum keeps the polynomial where it is good.
#[inline(always)]
pub(crate) fn tangent(x: u32) -> u32 {
    let turn = float(x) * (1.0 / PI) + 0.5;
    let angle = (turn - floor_of(turn)) * PI - FRAC_PI_2;
    let size = angle.abs();
    let is_far = size > FRAC_PI_8;
    let near = if is_far { size - FRAC_PI_4 } else { size };
    let square = near * near;
    let series = polynomial(square, [62.0 / 2835.0, 17.0 / 315.0, 2.0 / 15.0, 1.0 / 3.0, 1.0]) * near;
    let quotient = (1.0 + series) / (1.0 - series);
    let value = if is_far { quotient } else { series };
    bits(if angle < 0.0 { -value } else { value })
}

#[inline(always)]
fn arc_sine_of(x: f32) -> f32 {
    let size = x.abs();
    let curve = polynomial(size, [-0.018_729_3, 0.074_261_0, -0.212_114_4, 1.570_728_8]);
    let value = FRAC_PI_2 - (1.0 - size).sqrt() * curve;
    if x < 0.0 { -value } else { value }
}

/// The arc sine; off by at most 0.00007.
#[inline(always)]
pub(crate) fn arc_sine(x: u32) -> u32 {
    bits(arc_sine_of(float(x)))
}

/// The arc cosine; off by at most 0.00007.
#[inline(always)]
pub(crate) fn arc_cosine(x: u32) -> u32 {
    bits(FRAC_PI_2 - arc_sine_of(float(x)))
}

/// The arc tangent of 0 to 1.
#[inline(always)]
fn arc_tangent_of_unit(x: f32) -> f32 {
    polynomial(x, [0.141_300_26, -0.343_128_35, -0.016_172_9, 1.003_769_8, -0.000_147_582_42])
}

/// The arc tangent; off by at most 0.00023.
#[inline(always)]
pub(crate) fn arc_tangent(x: u32) -> u32 {
    let x = float(x);
    let size = x.abs();
    let is_steep = size > 1.0;
    let unit = arc_tangent_of_unit(if is_steep { 1.0 / size } else { size });
    let value = if is_steep { FRAC_PI_2 - unit } else { unit };
    bits(if x < 0.0 { -value } else { value })
}

/// The angle of a direction; off by at most 0.00023, and not a number for the direction (0, 0).
#[inline(always)]
pub(crate) fn arc_tangent_of_two(y: u32, x: u32) -> u32 {
    let (y, x) = (float(y), float(x));
    let is_steep = y.abs() > x.abs();
    let slope = if is_steep { x / y } else { y / x };
    let unit = arc_tangent_of_unit(slope.abs());
    let angle = if is_steep { FRAC_PI_2 - unit } else { unit };
    let angle = if slope < 0.0 { -angle } else { angle };
    let left = if y >= 0.0 { PI } else { -PI };
    let is_left = if y >= 0.0 { x < 0.0 } else { x <= 0.0 };
    bits(if is_left { angle + left } else { angle })
}

/// The binary logarithm; off by at most 0.00015. Of numbers that are not positive it is a number without meaning.
#[inline(always)]
pub(crate) fn logarithm(x: u32) -> u32 {
    let exponent = (x as i32) as f32 * (1.0 / INTEGERS);
    let mantissa = float((x & 0x007f_ffff) | 0x3f00_0000);
    bits(exponent - 124.225_52 - 1.498_030_3 * mantissa - 1.725_88 / (0.352_088_72 + mantissa))
}

/// Two to the power of a number; off by at most 0.00007 of the value.
#[inline(always)]
pub(crate) fn power_of_two(x: u32) -> u32 {
    let x = float(x);
    let fraction = x - floor_of(x);
    let estimate = x + 121.274_055 - fraction * 1.490_129_1 + 27.728_024 / (4.842_525_5 - fraction);
    let scaled = estimate * INTEGERS;
    let low = if scaled > 0.0 { scaled } else { 0.0 };
    let limited = if low < INFINITY { low } else { INFINITY };
    // The limits hold it between 0 and the bits of infinity; only results near zero still have a fraction.
    super::float::round_of(limited) as i32 as u32
}

/// How much one step of a float's exponent counts among its bits.
const INTEGERS: f32 = 8_388_608.0;

/// The bits of infinity, as a number.
const INFINITY: f32 = 2_139_095_040.0;

/// `x` to the power of `y`; 0 and 1 stay whatever the power.
#[inline(always)]
pub(crate) fn power(x: u32, y: u32) -> u32 {
    let value = float(x);
    let product = float(logarithm(x)) * float(y);
    let power = power_of_two(bits(product));
    if value == 0.0 || value == 1.0 { x } else { power }
}

/// Declares functions that nothing approximates.
macro_rules! exact {
    ($($(#[$meta:meta])* $name:ident = $function:path;)*) => {
        $($(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name(x: u32) -> u32 {
            bits($function(float(x)))
        })*
    };
}

exact! {
    /// The hyperbolic sine.
    hyperbolic_sine = libm::sinhf;
    /// The hyperbolic cosine.
    hyperbolic_cosine = libm::coshf;
    /// The hyperbolic tangent.
    hyperbolic_tangent = libm::tanhf;
    /// The inverse of the hyperbolic sine.
    area_sine = libm::asinhf;
    /// The inverse of the hyperbolic cosine.
    area_cosine = libm::acoshf;
    /// The inverse of the hyperbolic tangent.
    area_tangent = libm::atanhf;
}
