//! EX2 and LG2, which are exact but for the rounding: products of factors 1 + 2^-k, on 64 bits.
//!
//! A power of two is the product of the factors whose logarithms add up to the exponent; a logarithm is the sum of those whose product is the
//! number. Each factor occurs once at most, and what is left after the last one is so small that it is its own logarithm, in other units.
//! The results are within 2^-45 of the exact ones, and no float24 has a result that close to the middle of two others: for every
//! number the simulator, which computes with 53 bits, gives the same bits.

use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::storage_class;

use super::{
    Basic, INFINITE, MAGNITUDE, NOT_A_NUMBER, ONE, SIGN, Wide, exponent, is_negative, significand, sticky,
    unary, wide_add, wide_at_least, wide_shr, wide_sub,
};
use crate::code::Code;

/// Number of factors.
const FACTORS: u32 = 31;

/// The binary logarithms of 1 + 2^-k, for k from 1 on, in units of 2^-64: upper and lower word.
const LOGARITHMS: [[u32; 2]; FACTORS as usize] = [
    [0x95C0_1A39, 0xFBD6_87A0],
    [0x5269_E12F, 0x346E_2BF9],
    [0x2B80_3473, 0xF7AD_0F3F],
    [0x1663_F6FA, 0xC913_167D],
    [0x0B5D_69BA, 0xC77E_C399],
    [0x05B9_E5A1, 0x70B4_8A63],
    [0x02DF_CA16, 0xDDE1_0A30],
    [0x0170_9C46, 0xD7AA_C775],
    [0x00B8_7C1F, 0xF853_AB26],
    [0x005C_4994, 0xDD0F_D150],
    [0x002E_27AC, 0x5EF2_AF86],
    [0x0017_148E, 0xC2A1_BFC9],
    [0x000B_8A75, 0x88FD_29B2],
    [0x0005_C546, 0x4EC5_F4D7],
    [0x0002_E2A6, 0x0A00_5C96],
    [0x0001_7153, 0xBDA8_F822],
    [0x0000_B8AA, 0x0CFE_DCB1],
    [0x0000_5C55, 0x120A_0C46],
    [0x0000_2E2A, 0x8BE7_AE57],
    [0x0000_1715, 0x46AC_8150],
    [0x0000_0B8A, 0xA384_6B34],
    [0x0000_05C5, 0x51CD_C03D],
    [0x0000_02E2, 0xA8E9_C2C7],
    [0x0000_0171, 0x5475_9A0E],
    [0x0000_00B8, 0xAA3A_FB32],
    [0x0000_005C, 0x551D_8923],
    [0x0000_002E, 0x2A8E_C774],
    [0x0000_0017, 0x1547_6473],
    [0x0000_000B, 0x8AA3_B268],
    [0x0000_0005, 0xC551_D93F],
    [0x0000_0002, 0xE2A8_ECA3],
];

/// The natural logarithm of 2, in units of 2^-16.
const LN_2: u32 = 45_426;

/// Its reciprocal, in units of 2^-15.
const LOG_E: u32 = 47_274;

/// 2^-20: the power of two of anything smaller is next to 1.
const TINY: u32 = 107;

/// A wide integer in two variables.
#[derive(Clone, Copy)]
struct Cell([Id; 2]);

impl Cell {
    fn new(code: &mut Code, names: [&str; 2]) -> Cell {
        let uint = code.types.uint;
        Cell(names.map(|name| code.local(name, uint)))
    }

    fn load(self, code: &mut Code) -> Wide {
        let uint = code.types.uint;
        self.0.map(|variable| code.load(uint, variable))
    }

    fn store(self, code: &mut Code, value: Wide) {
        for (variable, value) in self.0.into_iter().zip(value) {
            code.store(variable, value);
        }
    }
}

/// The table of logarithms.
pub(super) fn table(code: &mut Code) -> Id {
    let uint = code.types.uint;
    let pair = code.b.vector(uint, 2);
    let rows = LOGARITHMS.map(|row| {
        let words = row.map(|word| code.uint(word));
        code.b.constant_composite(pair, &words)
    });
    let array = code.b.array(pair, FACTORS, None);
    let values = code.b.constant_composite(array, &rows);
    code.private("f24_logarithms", array, Some(values))
}

/// The logarithm of the factor of a number.
fn logarithm(code: &mut Code, table: Id, factor: Id) -> Wide {
    let uint = code.types.uint;
    let pair = code.b.vector(uint, 2);
    let row = code.sub(factor, 1u32);
    let place = code.place(storage_class::PRIVATE, pair, table, &[row]);
    let row = code.load(pair, place);
    [code.part(row, 0), code.part(row, 1)]
}

/// Runs code for each factor.
fn for_each_factor(code: &mut Code, inside: impl FnOnce(&mut Code, Id)) {
    let uint = code.types.uint;
    let factor = code.local("k", uint);
    let one = code.uint(1);
    code.store(factor, one);
    code.repeat(
        |code| {
            let now = code.load(uint, factor);
            code.below(now, FACTORS + 1)
        },
        |code| {
            let now = code.load(uint, factor);
            inside(code, now);
        },
        |code| {
            let now = code.load(uint, factor);
            let next = code.add(now, 1u32);
            code.store(factor, next);
        },
    );
}

/// A product with the factor of a number: the value and what it is shifted by added.
fn grown(code: &mut Code, value: Wide, factor: Id) -> Wide {
    let added = wide_shr(code, value, factor);
    wide_add(code, value, added)
}

/// The negative of an integer with a fraction of 64 bits.
fn negated(code: &mut Code, whole: Id, fraction: Wide) -> (Id, Wide) {
    let zero = code.uint(0);
    let rest = code.or(fraction[0], fraction[1]);
    let borrow = sticky(code, rest);
    let fraction = wide_sub(code, [zero, zero], fraction);
    let whole = code.sub(zero, whole);
    (code.sub(whole, borrow), fraction)
}

/// EX2.
pub(super) fn ex2(code: &mut Code, basic: &Basic, table: Id) -> Id {
    let split = split(code);
    let (function, value) = unary(code, "f24_ex2", code.types.uint);
    let uint = code.types.uint;
    let fraction = Cell::new(code, ["rest_high", "rest_low"]);
    let power = Cell::new(code, ["power_high", "power_low"]);
    basic.pass_nan(code, value);
    let magnitude = code.and(value, MAGNITUDE);
    let negative = is_negative(code, value);
    let positive = code.not(negative);
    let is_large = code.at_least(magnitude, 0x4280_0000u32);
    let is_large = code.both(positive, is_large);
    code.give_if(is_large, INFINITE);
    // Below -63 it is nothing.
    let is_low = code.at_least(magnitude, 0x427C_0000u32);
    let is_low = code.both(negative, is_low);
    code.give_if(is_low, 0u32);
    let exponent = exponent(code, value);
    let is_tiny = code.below(exponent, TINY);
    code.give_if(is_tiny, ONE);
    let parts_type = code.b.vector(uint, 3);
    let parts = code.call(split, parts_type, &[value]);
    let [whole, high, low] = [0, 1, 2].map(|part| code.part(parts, part));
    fraction.store(code, [high, low]);
    let (one, zero) = (code.uint(0x4000_0000), code.uint(0));
    power.store(code, [one, zero]);
    for_each_factor(code, |code, factor| {
        let logarithm = logarithm(code, table, factor);
        let rest = fraction.load(code);
        let fits = wide_at_least(code, rest, logarithm);
        code.when(fits, |code| {
            let less = wide_sub(code, rest, logarithm);
            fraction.store(code, less);
            let now = power.load(code);
            let grown = grown(code, now, factor);
            power.store(code, grown);
        });
    });
    // What is left is below 2^-30: 16 bits of it, in units of 2^-46, times the natural logarithm of 2.
    let [high, low] = fraction.load(code);
    let (high, low) = (code.shl(high, 14u32), code.shr(low, 18u32));
    let rest = code.or(high, low);
    let rest = code.mul(rest, LN_2);
    let rest = code.shr(rest, 16u32);
    let product = power.load(code);
    let factor = code.shr(product[0], 15u32);
    let rest = code.mul(factor, rest);
    let rest = code.shl(rest, 1u32);
    let [high, low] = wide_add(code, product, [zero, rest]);
    let lost = sticky(code, low);
    let significand = code.or(high, lost);
    let whole = code.signed(whole);
    let exponent = code.add(whole, 127i32);
    let result = basic.round(code, [zero, exponent, significand]);
    code.give(result);
    function
}

/// A function that gives the largest integer not above a number between -64 and 64, and the fraction of 64 bits, upper word first.
fn split(code: &mut Code) -> Id {
    let uint = code.types.uint;
    let parts = code.b.vector(uint, 3);
    let (function, value) = unary(code, "f24_split", parts);
    let (exponent, whole) = (exponent(code, value), significand(code, value));
    // The significand stands this far from the end of the fraction: 28 to 53 bits.
    let left = code.sub(exponent, 79u32);
    let is_low = code.below(left, 32u32);
    // Shifts by 32 and more have no result, so each is masked where it is not taken.
    let by = code.and(left, 31u32);
    let inverse = code.sub(32u32, by);
    let inverse = code.and(inverse, 31u32);
    let (shifted, carried) = (code.shl(whole, by), code.shr(whole, inverse));
    let low = code.choose(is_low, shifted, 0u32);
    let high = code.choose(is_low, carried, shifted);
    let is_fraction = code.below(left, 48u32);
    let right = code.sub(64u32, left);
    let right = code.and(right, 31u32);
    let integer = code.shr(whole, right);
    let integer = code.choose(is_fraction, 0u32, integer);
    let (opposite, [opposite_high, opposite_low]) = negated(code, integer, [high, low]);
    let negative = is_negative(code, value);
    let integer = code.choose(negative, opposite, integer);
    let high = code.choose(negative, opposite_high, high);
    let low = code.choose(negative, opposite_low, low);
    let result = code.construct(parts, &[integer, high, low]);
    code.give(result);
    function
}

/// LG2.
pub(super) fn lg2(code: &mut Code, basic: &Basic, table: Id) -> Id {
    let (function, value) = unary(code, "f24_lg2", code.types.uint);
    let sum = Cell::new(code, ["sum_high", "sum_low"]);
    let product = Cell::new(code, ["product_high", "product_low"]);
    let a = basic.operand(code, value);
    basic.pass_nan(code, a);
    let is_zero = code.equal(a, 0u32);
    code.give_if(is_zero, SIGN | INFINITE);
    let negative = is_negative(code, a);
    code.give_if(negative, NOT_A_NUMBER);
    let infinite = code.equal(a, INFINITE);
    code.give_if(infinite, INFINITE);
    let number = significand(code, a);
    let number = code.shl(number, 14u32);
    let (one, zero) = (code.uint(0x4000_0000), code.uint(0));
    sum.store(code, [zero, zero]);
    product.store(code, [one, zero]);
    for_each_factor(code, |code, factor| {
        let now = product.load(code);
        let grown = grown(code, now, factor);
        let fits = wide_at_least(code, [number, zero], grown);
        code.when(fits, |code| {
            product.store(code, grown);
            let so_far = sum.load(code);
            let logarithm = logarithm(code, table, factor);
            let more = wide_add(code, so_far, logarithm);
            sum.store(code, more);
        });
    });
    // What is left, divided by the product: below 2^-30, in units of 2^-46.
    let reached = product.load(code);
    let [_, rest] = wide_sub(code, [number, zero], reached);
    let divisor = code.shr(reached[0], 14u32);
    let rest = code.div(rest, divisor);
    let rest = code.mul(rest, LOG_E);
    let rest = code.shr(rest, 15u32);
    let rest = [code.shr(rest, 14u32), code.shl(rest, 18u32)];
    let so_far = sum.load(code);
    let fraction = wide_add(code, so_far, rest);
    let exponent = exponent(code, a);
    let whole = code.sub(exponent, 127u32);
    let result = rounded(code, basic, whole, fraction);
    code.give(result);
    function
}

/// The float24 nearest to an integer with a sign and its fraction.
fn rounded(code: &mut Code, basic: &Basic, whole: Id, fraction: Wide) -> Id {
    let sign = code.and(whole, SIGN);
    let negative = is_negative(code, whole);
    let (opposite, [opposite_high, opposite_low]) = negated(code, whole, fraction);
    let whole = code.choose(negative, opposite, whole);
    let high = code.choose(negative, opposite_high, fraction[0]);
    let low = code.choose(negative, opposite_low, fraction[1]);
    let has_whole = code.differs(whole, 0u32);
    code.when(has_whole, |code| {
        let integer = code.shl(whole, 24u32);
        let upper = code.shr(high, 8u32);
        let lost = code.and(high, 0xFFu32);
        let lost = code.or(lost, low);
        let result = nearest(code, basic, sign, 133, [integer, upper, lost]);
        code.give(result);
    });
    let is_long = code.at_least(high, 0x10_0000u32);
    code.when(is_long, |code| {
        let upper = code.shr(high, 1u32);
        let lost = code.and(high, 1u32);
        let lost = code.or(lost, low);
        let result = nearest(code, basic, sign, 126, [upper, upper, lost]);
        code.give(result);
    });
    let upper = code.shl(high, 10u32);
    let lower = code.shr(low, 22u32);
    let lost = code.shl(low, 10u32);
    nearest(code, basic, sign, 115, [upper, lower, lost])
}

/// The float24 nearest to two parts of a significand and what is below them.
fn nearest(code: &mut Code, basic: &Basic, sign: Id, exponent: i32, [upper, lower, lost]: [Id; 3]) -> Id {
    let lost = sticky(code, lost);
    let significand = code.or(upper, lower);
    let significand = code.or(significand, lost);
    let exponent = code.int(exponent);
    basic.round(code, [sign, exponent, significand])
}
