//! Sums and products.

use glassbox_spirv::build::Id;

use super::{
    Basic, INFINITE, MAGNITUDE, NOT_A_NUMBER, ONE, SIGN, binary, exponent, is_infinite, is_negative, sticky,
};
use crate::code::Code;

/// Gives NaN if one of two operands is no number.
fn pass_nans(code: &mut Code, basic: &Basic, a: Id, b: Id) {
    let (a, b) = (basic.is_nan(code, a), basic.is_nan(code, b));
    let condition = code.either(a, b);
    code.give_if(condition, NOT_A_NUMBER);
}

/// Significand with six bits below it.
fn lengthened(code: &mut Code, value: Id) -> Id {
    let mantissa = code.and(value, 0x7F_FFFFu32);
    let whole = code.or(mantissa, 0x80_0000u32);
    code.shl(whole, 6u32)
}

/// ADD.
pub(super) fn add(code: &mut Code, basic: &Basic) -> Id {
    let (function, [left, right]) = binary(code, "f24_add", code.types.uint);
    let (a, b) = (basic.operand(code, left), basic.operand(code, right));
    pass_nans(code, basic, a, b);
    let (a_infinite, b_infinite) = (is_infinite(code, a), is_infinite(code, b));
    code.when(a_infinite, |code| {
        let differ = code.differs(a, b);
        let opposed = code.both(b_infinite, differ);
        let sum = code.choose(opposed, NOT_A_NUMBER, a);
        code.give(sum);
    });
    let a_zero = code.equal(a, 0u32);
    let is_b = code.either(b_infinite, a_zero);
    code.give_if(is_b, b);
    let b_zero = code.equal(b, 0u32);
    code.give_if(b_zero, a);
    let (a_magnitude, b_magnitude) = (code.and(a, MAGNITUDE), code.and(b, MAGNITUDE));
    let swapped = code.below(a_magnitude, b_magnitude);
    let (large, small) = (code.choose(swapped, b, a), code.choose(swapped, a, b));
    let power = exponent(code, large);
    let other = exponent(code, small);
    let distance = code.sub(power, other);
    let is_far = code.above(distance, 30u32);
    let distance = code.choose(is_far, 30u32, distance);
    let (first, second) = (lengthened(code, large), lengthened(code, small));
    let bit = code.shl(1u32, distance);
    let mask = code.sub(bit, 1u32);
    let lost = code.and(second, mask);
    let lost = sticky(code, lost);
    let shifted = code.shr(second, distance);
    let shifted = code.or(shifted, lost);
    let signs = code.xor(a, b);
    let opposed = is_negative(code, signs);
    let (sum, difference) = (code.add(first, shifted), code.sub(first, shifted));
    let sum = code.choose(opposed, difference, sum);
    let sign = code.and(large, SIGN);
    let power = code.signed(power);
    let power = code.add(power, 1i32);
    let result = basic.round(code, [sign, power, sum]);
    code.give(result);
    function
}

/// MUL: zero times infinity is zero.
pub(super) fn mul(code: &mut Code, basic: &Basic) -> Id {
    let (function, [left, right]) = binary(code, "f24_mul", code.types.uint);
    let (a, b) = (basic.operand(code, left), basic.operand(code, right));
    pass_nans(code, basic, a, b);
    let (a_zero, b_zero) = (code.equal(a, 0u32), code.equal(b, 0u32));
    let is_zero = code.either(a_zero, b_zero);
    code.give_if(is_zero, 0u32);
    let signs = code.xor(a, b);
    let sign = code.and(signs, SIGN);
    let (a_infinite, b_infinite) = (is_infinite(code, a), is_infinite(code, b));
    let infinite = code.either(a_infinite, b_infinite);
    let infinity = code.or(sign, INFINITE);
    code.give_if(infinite, infinity);
    let (a_power, b_power) = (exponent(code, a), exponent(code, b));
    let power = code.add(a_power, b_power);
    let power = code.signed(power);
    let power = code.sub(power, 126i32);
    // (2^16 + m) * (2^16 + n) has up to 34 bits: the upper 18 and the lower 16.
    let [m, n] = [a, b].map(|value| {
        let shifted = code.shr(value, 7u32);
        code.and(shifted, 0xFFFFu32)
    });
    let low = code.mul(m, n);
    let high = code.add(m, n);
    let high = code.add(high, 0x1_0000u32);
    let carried = code.shr(low, 16u32);
    let high = code.add(high, carried);
    let rest = code.and(low, 0xFFFFu32);
    let lost = code.and(rest, 7u32);
    let lost = sticky(code, lost);
    let high = code.shl(high, 13u32);
    let rest = code.shr(rest, 3u32);
    let product = code.or(high, rest);
    let product = code.or(product, lost);
    let result = basic.round(code, [sign, power, product]);
    code.give(result);
    function
}

/// MAD: the product is rounded too.
pub(super) fn mad(code: &mut Code, add: Id, mul: Id) -> Id {
    let uint = code.types.uint;
    let (function, values) = code.function("f24_mad", uint, &[("a", uint), ("b", uint), ("c", uint)]);
    let product = code.call(mul, uint, &values[..2]);
    let sum = code.call(add, uint, &[product, values[2]]);
    code.give(sum);
    function
}

/// DP3: the products in order, each product and each sum rounded.
pub(super) fn dp3(code: &mut Code, add: Id, mul: Id) -> Id {
    let (uint, uint4) = (code.types.uint, code.types.uint4);
    let (function, values) = code.function("f24_dp3", uint, &[("a", uint4), ("b", uint4)]);
    let products: Vec<Id> = (0..3)
        .map(|component| {
            let (a, b) = (code.part(values[0], component), code.part(values[1], component));
            code.call(mul, uint, &[a, b])
        })
        .collect();
    let sum = code.call(add, uint, &[products[0], products[1]]);
    let sum = code.call(add, uint, &[sum, products[2]]);
    code.give(sum);
    function
}

/// DP4, or DPH, in which the last component of the first operand is one.
pub(super) fn dp4(code: &mut Code, name: &str, [add, mul, dp3]: [Id; 3], homogeneous: bool) -> Id {
    let (uint, uint4) = (code.types.uint, code.types.uint4);
    let (function, values) = code.function(name, uint, &[("a", uint4), ("b", uint4)]);
    let sum = code.call(dp3, uint, &values);
    let a = if homogeneous { code.uint(ONE) } else { code.part(values[0], 3) };
    let b = code.part(values[1], 3);
    let product = code.call(mul, uint, &[a, b]);
    let sum = code.call(add, uint, &[sum, product]);
    code.give(sum);
    function
}
