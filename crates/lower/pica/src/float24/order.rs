//! Comparisons and what follows from them; the largest integer, the index of MOVA.

use glassbox_spirv::build::{Id, op};

use super::{Basic, MAGNITUDE, ONE, SIGN, binary, exponent, is_negative, unary};
use crate::code::Code;

/// LITP clamps its second component to this magnitude, 128 - 2^-8.
const LITP_LIMIT: u32 = 0x42FF_FE00;

/// Numbers in the order of their values; both zeros are equal.
pub(super) fn order(code: &mut Code) -> Id {
    let (function, value) = unary(code, "f24_order", code.types.int);
    let magnitude = code.and(value, MAGNITUDE);
    let magnitude = code.signed(magnitude);
    let negative = code.same(op::S_NEGATE, &[magnitude]);
    let is_negative = is_negative(code, value);
    let result = code.choose(is_negative, negative, magnitude);
    code.give(result);
    function
}

/// Equal, less, less or equal: false for what is not a number.
pub(super) fn comparisons(code: &mut Code, basic: &Basic, order: Id) -> [Id; 3] {
    let kinds = [("f24_eq", op::I_EQUAL), ("f24_lt", op::S_LESS_THAN), ("f24_le", op::S_LESS_THAN_EQUAL)];
    kinds.map(|(name, opcode)| {
        let (bool, int) = (code.types.bool, code.types.int);
        let (function, [a, b]) = binary(code, name, bool);
        let (a_nan, b_nan) = (basic.is_nan(code, a), basic.is_nan(code, b));
        let any = code.either(a_nan, b_nan);
        let (a, b) = (code.call(order, int, &[a]), code.call(order, int, &[b]));
        let holds = code.b.value(opcode, bool, &[a, b]);
        let numbers = code.not(any);
        let result = code.both(numbers, holds);
        code.give(result);
        function
    })
}

/// MAX and MIN: the second operand unless the first is beyond it.
pub(super) fn extremes(code: &mut Code, basic: &Basic, less: Id) -> [Id; 2] {
    [("f24_max", false), ("f24_min", true)].map(|(name, is_min)| {
        let (function, [a, b]) = binary(code, name, code.types.uint);
        let operands = if is_min { [a, b] } else { [b, a] };
        let condition = code.call(less, code.types.bool, &operands);
        let result = code.choose(condition, a, b);
        let result = code.call(basic.copy, code.types.uint, &[result]);
        code.give(result);
        function
    })
}

/// SGE and SLT.
pub(super) fn sets(code: &mut Code, basic: &Basic, less: Id, less_equal: Id) -> [Id; 2] {
    [("f24_sge", true), ("f24_slt", false)].map(|(name, is_sge)| {
        let (function, [a, b]) = binary(code, name, code.types.uint);
        let (a, b) = (basic.operand(code, a), basic.operand(code, b));
        let (comparison, operands) = if is_sge { (less_equal, [b, a]) } else { (less, [a, b]) };
        let condition = code.call(comparison, code.types.bool, &operands);
        let result = code.choose(condition, ONE, 0u32);
        code.give(result);
        function
    })
}

/// FLR: the fraction of a number below 2^23 is cut off, and a negative number with one goes down by one.
pub(super) fn floor(code: &mut Code, basic: &Basic) -> Id {
    let (function, value) = unary(code, "f24_flr", code.types.uint);
    let a = basic.operand(code, value);
    basic.pass_nan(code, a);
    let power = exponent(code, a);
    let is_whole = code.at_least(power, 150u32);
    code.give_if(is_whole, a);
    let negative = is_negative(code, a);
    let is_fraction = code.below(power, 127u32);
    code.when(is_fraction, |code| {
        // Not a choice between 0 and -1: one driver in use (Mesa 22.3) makes a negated float of it, and the zero negative.
        let is_something = code.differs(a, 0u32);
        let down = code.both(negative, is_something);
        let down = code.flag(down);
        let mask = code.sub(0u32, down);
        let result = code.and(mask, SIGN | ONE);
        code.give(result);
    });
    let integers = code.sub(power, 127u32);
    let mask = code.shr(0x7F_FFFFu32, integers);
    let inverse = code.xor(mask, u32::MAX);
    let cut = code.and(a, inverse);
    let fraction = code.and(a, mask);
    let has_fraction = code.differs(fraction, 0u32);
    let down = code.both(negative, has_fraction);
    // Adding one in the last place of the integer part may carry into the exponent, as it should.
    let step = code.add(mask, 1u32);
    let step = code.choose(down, step, 0u32);
    let result = code.add(cut, step);
    code.give(result);
    function
}

/// MOVA: toward zero. Beyond 2^16 no index has a meaning, so nothing is lost by stopping there.
pub(super) fn truncate(code: &mut Code, basic: &Basic) -> Id {
    let (function, value) = unary(code, "f24_truncate", code.types.int);
    let is_nan = basic.is_nan(code, value);
    code.give_if(is_nan, 0i32);
    let negative = is_negative(code, value);
    let magnitude = code.and(value, MAGNITUDE);
    let is_large = code.at_least(magnitude, 0x4780_0000u32);
    code.when(is_large, |code| {
        let result = code.choose(negative, -65536i32, 65536i32);
        code.give(result);
    });
    let float = code.types.float;
    let float = code.bits(value, float);
    let result = code.b.value(op::CONVERT_F_TO_S, code.types.int, &[float]);
    code.give(result);
    function
}

/// LITP.
pub(super) fn litp(code: &mut Code, basic: &Basic, max: Id, min: Id) -> Id {
    let (uint, uint4) = (code.types.uint, code.types.uint4);
    let (function, values) = code.function("f24_litp", uint4, &[("a", uint4)]);
    let [x, y, w] = [0, 1, 3].map(|component| {
        let part = code.part(values[0], component);
        basic.operand(code, part)
    });
    let (low, high, zero) = (code.uint(SIGN | LITP_LIMIT), code.uint(LITP_LIMIT), code.uint(0));
    let y = code.call(max, uint, &[y, low]);
    let y = code.call(min, uint, &[y, high]);
    let (x, w) = (code.call(max, uint, &[x, zero]), code.call(max, uint, &[w, zero]));
    let result = code.construct(uint4, &[x, y, zero, w]);
    code.give(result);
    function
}
