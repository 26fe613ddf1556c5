//! Half-precision floats in the bits of a lane.

use super::{bits, float};

/// The nearest half-precision float, in the lower 16 bits.
#[inline(always)]
pub(crate) fn to_half(x: u32) -> u32 {
    let sign = (x >> 16) & 0x8000;
    let size = x & 0x7fff_ffff;
    let half = if size > 0x7f80_0000 {
        0x7e00
    } else if size >= 0x4780_0000 {
        // 65536 and more; what lies between the greatest half and that rounds into the exponent of infinity by itself.
        0x7c00
    } else if size >= 0x3880_0000 {
        let even = (size >> 13) & 1;
        (size - 0x3800_0000 + 0x0fff + even) >> 13
    } else {
        // Adding one half makes the last bit of the sum count as much as the smallest half.
        bits(float(size) + 0.5) - bits(0.5)
    };
    sign | half
}

/// The value of the half-precision float in the lower 16 bits.
#[inline(always)]
pub(crate) fn from_half(x: u32) -> u32 {
    let sign = (x & 0x8000) << 16;
    let exponent = (x >> 10) & 0x1f;
    let fraction = x & 0x03ff;
    let size = match exponent {
        0 => bits(fraction as f32 * (1.0 / 16_777_216.0)),
        31 => 0x7f80_0000 | (fraction << 13),
        _ => ((exponent + 112) << 23) | (fraction << 13),
    };
    sign | size
}
