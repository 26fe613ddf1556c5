//! Rounding of results, and of values from outside.

use glassbox_spirv::build::Id;

use super::{Basic, INFINITE, NOT_A_NUMBER, SIGN, exponent, is_infinite, to_float, unary};
use crate::code::Code;

/// The highest bit of a number that is not zero, as not every version of every language has a function for it: it is the exponent of the
/// number as a float. Without the bit behind it no rounding changes that exponent.
fn top(code: &mut Code, value: Id) -> Id {
    let half = code.shr(value, 1u32);
    let inverse = code.xor(half, u32::MAX);
    let alone = code.and(value, inverse);
    let float = to_float(code, alone);
    let bits = code.unsigned(float);
    let exponent = code.shr(bits, 23u32);
    code.sub(exponent, 127u32)
}

/// A number without its lowest bits, as many as `count`, rounded to the nearest, ties to even.
fn rounded(code: &mut Code, whole: Id, count: Id) -> Id {
    let kept = code.shr(whole, count);
    let bit = code.shl(1u32, count);
    let mask = code.sub(bit, 1u32);
    let rest = code.and(whole, mask);
    let half = code.shr(bit, 1u32);
    let above = code.above(rest, half);
    let is_tie = code.equal(rest, half);
    let odd = code.and(kept, 1u32);
    let is_odd = code.equal(odd, 1u32);
    let up = code.both(is_tie, is_odd);
    let up = code.either(above, up);
    let up = code.flag(up);
    code.add(kept, up)
}

/// The float24 nearest to a number of 31 bits whose bit 30 stands for two to the power of `exponent` - 127. Its last bit may stand for
/// everything below it.
pub(super) fn round(code: &mut Code) -> Id {
    let (uint, int) = (code.types.uint, code.types.int);
    let parameters = [("sign", uint), ("exponent", int), ("significand", uint)];
    let (function, values) = code.function("f24_round", uint, &parameters);
    let [sign, exponent, significand] = values[..] else { return function };
    let is_zero = code.equal(significand, 0u32);
    code.give_if(is_zero, 0u32);
    let highest = top(code, significand);
    let shift = code.sub(30u32, highest);
    let whole = code.shl(significand, shift);
    let fourteen = code.uint(14);
    let kept = rounded(code, whole, fourteen);
    let carry = code.shr(kept, 17u32);
    let (shift, carry) = (code.signed(shift), code.signed(carry));
    let power = code.sub(exponent, shift);
    let power = code.add(power, carry);
    let is_small = code.s_below(power, 65i32);
    code.give_if(is_small, 0u32);
    let is_large = code.s_above(power, 190i32);
    let infinity = code.or(sign, INFINITE);
    code.give_if(is_large, infinity);
    // A carry leaves only zeros behind.
    let mantissa = code.and(kept, 0xFFFFu32);
    let mantissa = code.shl(mantissa, 7u32);
    let power = code.unsigned(power);
    let power = code.shl(power, 23u32);
    let result = code.or(sign, power);
    let result = code.or(result, mantissa);
    code.give(result);
    function
}

/// A value from outside as a register holds it: the nearest pattern, subnormal ones included.
fn load(code: &mut Code, basic: &Basic) -> Id {
    let (function, value) = unary(code, "f24_load", code.types.uint);
    let power = exponent(code, value);
    let is_nan = basic.is_nan(code, value);
    code.give_if(is_nan, NOT_A_NUMBER);
    let infinite = is_infinite(code, value);
    code.give_if(infinite, value);
    let sign = code.and(value, SIGN);
    let mantissa = code.and(value, 0x7F_FFFFu32);
    let whole = code.or(mantissa, 0x80_0000u32);
    let is_normal = code.at_least(power, 65u32);
    code.when(is_normal, |code| {
        let significand = code.shl(whole, 7u32);
        let power = code.signed(power);
        let result = basic.round(code, [sign, power, significand]);
        code.give(result);
    });
    // A subnormal pattern has its lowest bit at 2^-78; half of that is rounded to it or to zero.
    let is_nothing = code.below(power, 48u32);
    code.give_if(is_nothing, 0u32);
    let shift = code.sub(72u32, power);
    let kept = rounded(code, whole, shift);
    let is_zero = code.equal(kept, 0u32);
    code.give_if(is_zero, 0u32);
    let highest = top(code, kept);
    let power = code.add(highest, 49u32);
    let power = code.shl(power, 23u32);
    let left = code.sub(23u32, highest);
    let mantissa = code.shl(kept, left);
    let mantissa = code.and(mantissa, 0x7F_FFFFu32);
    let result = code.or(sign, power);
    let result = code.or(result, mantissa);
    code.give(result);
    function
}

/// Four values from outside.
pub(super) fn load4(code: &mut Code, basic: &Basic) -> Id {
    let load = load(code, basic);
    let (uint, uint4) = (code.types.uint, code.types.uint4);
    let (function, values) = code.function("f24_load4", uint4, &[("a", uint4)]);
    let parts: Vec<Id> = (0..4)
        .map(|component| {
            let part = code.part(values[0], component);
            code.call(load, uint, &[part])
        })
        .collect();
    let result = code.construct(uint4, &parts);
    code.give(result);
    function
}
