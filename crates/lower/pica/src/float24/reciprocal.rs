//! RCP and RSQ: a division in two steps, and a root bit by bit.

use glassbox_spirv::build::Id;

use super::{
    Basic, INFINITE, NOT_A_NUMBER, SIGN, exponent, is_infinite, is_negative, significand, sticky, unary,
};
use crate::code::Code;

/// RCP.
pub(super) fn rcp(code: &mut Code, basic: &Basic) -> Id {
    let (function, value) = unary(code, "f24_rcp", code.types.uint);
    let a = basic.operand(code, value);
    basic.pass_nan(code, a);
    let is_zero = code.equal(a, 0u32);
    code.give_if(is_zero, INFINITE);
    let infinite = is_infinite(code, a);
    code.give_if(infinite, 0u32);
    let divisor = significand(code, a);
    // 2^45 divided in two steps of fourteen and more bits.
    let first = code.div(0x8000_0000u32, divisor);
    let remainder = code.rem(0x8000_0000u32, divisor);
    let remainder = code.shl(remainder, 14u32);
    let second = code.div(remainder, divisor);
    let rest = code.rem(remainder, divisor);
    let lost = sticky(code, rest);
    let quotient = code.shl(first, 14u32);
    let quotient = code.or(quotient, second);
    let quotient = code.or(quotient, lost);
    let sign = code.and(a, SIGN);
    let power = exponent(code, a);
    let power = code.signed(power);
    let power = code.sub(255i32, power);
    let result = basic.round(code, [sign, power, quotient]);
    code.give(result);
    function
}

/// RSQ. The root is found bit by bit, so that it is the nearest float24 too.
pub(super) fn rsq(code: &mut Code, basic: &Basic) -> Id {
    let fits = fits(code);
    let (function, value) = unary(code, "f24_rsq", code.types.uint);
    let (uint, bool) = (code.types.uint, code.types.bool);
    let (root, bit) = (code.local("root", uint), code.local("bit", uint));
    let a = basic.operand(code, value);
    basic.pass_nan(code, a);
    let is_zero = code.equal(a, 0u32);
    code.give_if(is_zero, INFINITE);
    let negative = is_negative(code, a);
    code.give_if(negative, NOT_A_NUMBER);
    let infinite = code.equal(a, INFINITE);
    code.give_if(infinite, 0u32);
    let power = exponent(code, a);
    // An even exponent in front of 4^half; 127 is odd.
    let odd = code.xor(power, 1u32);
    let odd = code.and(odd, 1u32);
    // The number is m / 2^16 * 4^half, with m from 2^16 up to below 2^18.
    let m = significand(code, a);
    let m = code.shl(m, odd);
    let even = code.sub(power, odd);
    // 127 + 2 * half, and from it 64 + half.
    let half = code.add(even, 1u32);
    let half = code.shr(half, 1u32);
    // The largest root with root^2 * m <= 2^52, so that root / 2^18 is at most 1 / sqrt(m / 2^16).
    let zero = code.uint(0);
    let first = code.uint(0x4_0000);
    code.store(root, zero);
    code.store(bit, first);
    code.repeat(
        |code| {
            let now = code.load(uint, bit);
            code.differs(now, 0u32)
        },
        |code| {
            let (so_far, now) = (code.load(uint, root), code.load(uint, bit));
            let trial = code.or(so_far, now);
            let holds = code.call(fits, bool, &[trial, m]);
            code.when(holds, |code| code.store(root, trial));
        },
        |code| {
            let now = code.load(uint, bit);
            let next = code.shr(now, 1u32);
            code.store(bit, next);
        },
    );
    let found = code.load(uint, root);
    // Only a power of four has an exact root; everything else lies strictly between two candidates.
    let inexact = code.differs(m, 0x1_0000u32);
    let lost = code.flag(inexact);
    let found = code.shl(found, 11u32);
    let found = code.or(found, lost);
    let half = code.signed(half);
    let power = code.sub(192i32, half);
    let sign = code.uint(0);
    let result = basic.round(code, [sign, power, found]);
    code.give(result);
    function
}

/// Whether root^2 * m <= 2^52, for roots below 2^19 and m below 2^18.
fn fits(code: &mut Code) -> Id {
    let (uint, bool) = (code.types.uint, code.types.bool);
    let (function, values) = code.function("f24_root_fits", bool, &[("root", uint), ("m", uint)]);
    let halves = |code: &mut Code, value: Id| (code.and(value, 0xFFFFu32), code.shr(value, 16u32));
    let (low, high) = halves(code, values[0]);
    let (tail, middle) = halves(code, values[1]);
    // root * m = p2 * 2^32 + p1 * 2^16 + p0, times root once more.
    let product = code.mul(low, tail);
    let (p0, carry) = halves(code, product);
    let (cross, other) = (code.mul(low, middle), code.mul(high, tail));
    let sum = code.add(cross, other);
    let sum = code.add(sum, carry);
    let (p1, carry) = halves(code, sum);
    let p2 = code.mul(high, middle);
    let p2 = code.add(p2, carry);
    let s0 = code.mul(p0, low);
    let (word0, carry) = halves(code, s0);
    let s1 = code.mul(p1, low);
    let s1 = code.add(s1, carry);
    let (rest, carry) = halves(code, s1);
    let other = code.mul(p0, high);
    let s1 = code.add(other, rest);
    let (word1, carry_1) = halves(code, s1);
    let s2 = code.mul(p2, low);
    let s2 = code.add(s2, carry);
    let s2 = code.add(s2, carry_1);
    let other = code.mul(p1, high);
    let s2 = code.add(s2, other);
    let (word2, carry) = halves(code, s2);
    let s3 = code.mul(p2, high);
    let s3 = code.add(s3, carry);
    let nibble = code.and(word2, 0xFu32);
    let rest = code.or(word0, word1);
    let rest = code.or(rest, nibble);
    let top = code.shl(s3, 12u32);
    let upper = code.shr(word2, 4u32);
    let top = code.or(top, upper);
    let below = code.below(top, 0x1_0000u32);
    let equal = code.equal(top, 0x1_0000u32);
    let exact = code.equal(rest, 0u32);
    let tie = code.both(equal, exact);
    let result = code.either(below, tie);
    code.give(result);
    function
}
