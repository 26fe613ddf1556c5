//! Writes the arithmetic of the PICA200 as functions on integers.
//!
//! Operands and results are the bits of `f32` numbers, each of which is exactly a float24: one bit of sign, seven of
//! exponent, sixteen of mantissa. Nothing is computed with floats, which compilers for GPUs may contract, reorder and flush, taking for
//! granted that there is no NaN.
//!
//! Results are those of `glassbox-pica-sim`: rounded to the nearest, ties to even (the hardware's rounding is not known); below the smallest
//! normal number, 2^-62, they are +0; there is no negative zero and one NaN.
//!
//! | module | holds |
//! | --- | --- |
//! | `rounding` | rounding of results and of values from outside |
//! | `sums` | ADD, MUL, MAD, DP3, DP4, DPH |
//! | `order` | comparisons, MAX, MIN, SGE, SLT, FLR, MOVA, LITP |
//! | `reciprocal` | RCP, RSQ |
//! | `exponential` | EX2, LG2 |

mod exponential;
mod order;
mod reciprocal;
mod rounding;
mod sums;

use glassbox_spirv::build::{Id, op};

use crate::code::Code;

const NOT_A_NUMBER: u32 = 0x7FC0_0000;
const INFINITE: u32 = 0x7F80_0000;
const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7FFF_FFFF;
/// 2^-62.
const SMALLEST: u32 = 0x2080_0000;
/// 1.
pub(crate) const ONE: u32 = 0x3F80_0000;

/// The functions of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float24 {
    /// Value from outside, as a register holds it; four at once.
    pub(crate) load4: Id,
    /// MOV.
    pub(crate) copy: Id,
    pub(crate) negate: Id,
    /// An operand as arithmetic instructions see it: subnormal numbers are zero.
    pub(crate) operand: Id,
    pub(crate) add: Id,
    pub(crate) mul: Id,
    pub(crate) mad: Id,
    pub(crate) dp3: Id,
    pub(crate) dp4: Id,
    pub(crate) dph: Id,
    pub(crate) equal: Id,
    pub(crate) less: Id,
    pub(crate) less_equal: Id,
    pub(crate) max: Id,
    pub(crate) min: Id,
    pub(crate) sge: Id,
    pub(crate) slt: Id,
    pub(crate) floor: Id,
    /// MOVA.
    pub(crate) truncate: Id,
    /// LITP without its flags.
    pub(crate) litp: Id,
    pub(crate) rcp: Id,
    pub(crate) rsq: Id,
    pub(crate) ex2: Id,
    pub(crate) lg2: Id,
}

impl Float24 {
    /// Writes the functions.
    pub(crate) fn write(code: &mut Code) -> Float24 {
        let is_nan = {
            let (function, value) = unary(code, "f24_is_nan", code.types.bool);
            let magnitude = code.and(value, MAGNITUDE);
            let result = code.above(magnitude, INFINITE);
            code.give(result);
            function
        };
        let basic =
            Basic { is_nan, copy: copy(code, is_nan), operand: operand(code), round: rounding::round(code) };
        let Basic { copy, operand, .. } = basic;
        let negate = negate(code);
        let load4 = rounding::load4(code, &basic);
        let add = sums::add(code, &basic);
        let mul = sums::mul(code, &basic);
        let dp3 = sums::dp3(code, add, mul);
        let table = exponential::table(code);
        let order = order::order(code);
        let [equal, less, less_equal] = order::comparisons(code, &basic, order);
        let [max, min] = order::extremes(code, &basic, less);
        let [sge, slt] = order::sets(code, &basic, less, less_equal);
        Float24 {
            load4,
            copy,
            negate,
            operand,
            add,
            mul,
            mad: sums::mad(code, add, mul),
            dp3,
            dp4: sums::dp4(code, "f24_dp4", [add, mul, dp3], false),
            dph: sums::dp4(code, "f24_dph", [add, mul, dp3], true),
            equal,
            less,
            less_equal,
            max,
            min,
            sge,
            slt,
            floor: order::floor(code, &basic),
            truncate: order::truncate(code, &basic),
            litp: order::litp(code, &basic, max, min),
            rcp: reciprocal::rcp(code, &basic),
            rsq: reciprocal::rsq(code, &basic),
            ex2: exponential::ex2(code, &basic, table),
            lg2: exponential::lg2(code, &basic, table),
        }
    }
}

/// The functions that others are made of.
struct Basic {
    is_nan: Id,
    copy: Id,
    operand: Id,
    round: Id,
}

impl Basic {
    /// An operand as arithmetic instructions see it.
    fn operand(&self, code: &mut Code, value: Id) -> Id {
        code.call(self.operand, code.types.uint, &[value])
    }

    fn is_nan(&self, code: &mut Code, value: Id) -> Id {
        code.call(self.is_nan, code.types.bool, &[value])
    }

    /// Gives NaN from the open function if the value is one.
    fn pass_nan(&self, code: &mut Code, value: Id) {
        let condition = self.is_nan(code, value);
        code.give_if(condition, NOT_A_NUMBER);
    }

    /// The nearest float24; bit 30 of the significand stands for two to the power of `exponent` - 127.
    fn round(&self, code: &mut Code, [sign, exponent, significand]: [Id; 3]) -> Id {
        code.call(self.round, code.types.uint, &[sign, exponent, significand])
    }
}

/// Begins a function of a number.
fn unary(code: &mut Code, name: &str, result: Id) -> (Id, Id) {
    let uint = code.types.uint;
    let (function, values) = code.function(name, result, &[("a", uint)]);
    (function, values[0])
}

/// Begins a function of two numbers.
fn binary(code: &mut Code, name: &str, result: Id) -> (Id, [Id; 2]) {
    let uint = code.types.uint;
    let (function, values) = code.function(name, result, &[("a", uint), ("b", uint)]);
    (function, [values[0], values[1]])
}

fn copy(code: &mut Code, is_nan: Id) -> Id {
    let (function, value) = unary(code, "f24_copy", code.types.uint);
    let condition = code.call(is_nan, code.types.bool, &[value]);
    let result = code.choose(condition, NOT_A_NUMBER, value);
    code.give(result);
    function
}

fn negate(code: &mut Code) -> Id {
    let (function, value) = unary(code, "f24_negate", code.types.uint);
    let magnitude = code.and(value, MAGNITUDE);
    let is_zero = code.equal(magnitude, 0u32);
    let negated = code.xor(value, SIGN);
    let result = code.choose(is_zero, 0u32, negated);
    code.give(result);
    function
}

fn operand(code: &mut Code) -> Id {
    let (function, value) = unary(code, "f24_operand", code.types.uint);
    let magnitude = code.and(value, MAGNITUDE);
    let is_small = code.below(magnitude, SMALLEST);
    let result = code.choose(is_small, 0u32, value);
    code.give(result);
    function
}

/// The biased exponent of a number.
fn exponent(code: &mut Code, value: Id) -> Id {
    let shifted = code.shr(value, 23u32);
    code.and(shifted, 0xFFu32)
}

/// The seventeen bits of a normal number.
fn significand(code: &mut Code, value: Id) -> Id {
    let shifted = code.shr(value, 7u32);
    let mantissa = code.and(shifted, 0xFFFFu32);
    code.or(mantissa, 0x1_0000u32)
}

fn is_infinite(code: &mut Code, value: Id) -> Id {
    let magnitude = code.and(value, MAGNITUDE);
    code.equal(magnitude, INFINITE)
}

fn is_negative(code: &mut Code, value: Id) -> Id {
    let sign = code.and(value, SIGN);
    code.differs(sign, 0u32)
}

/// An integer of 64 bits in two words, the upper one first.
type Wide = [Id; 2];

/// A sum of two wide integers.
fn wide_add(code: &mut Code, a: Wide, b: Wide) -> Wide {
    let low = code.add(a[1], b[1]);
    let carry = code.below(low, b[1]);
    let carry = code.flag(carry);
    let high = code.add(a[0], b[0]);
    [code.add(high, carry), low]
}

/// A difference of two wide integers.
fn wide_sub(code: &mut Code, a: Wide, b: Wide) -> Wide {
    let borrow = code.below(a[1], b[1]);
    let borrow = code.flag(borrow);
    let low = code.sub(a[1], b[1]);
    let high = code.sub(a[0], b[0]);
    [code.sub(high, borrow), low]
}

/// A wide integer shifted to the right by 1 to 31 bits.
fn wide_shr(code: &mut Code, a: Wide, by: Id) -> Wide {
    let rest = code.sub(32u32, by);
    let (low, carried) = (code.shr(a[1], by), code.shl(a[0], rest));
    let low = code.or(low, carried);
    [code.shr(a[0], by), low]
}

/// Whether a wide integer is at least another.
fn wide_at_least(code: &mut Code, a: Wide, b: Wide) -> Id {
    let (above, same) = (code.above(a[0], b[0]), code.equal(a[0], b[0]));
    let low = code.at_least(a[1], b[1]);
    let tie = code.both(same, low);
    code.either(above, tie)
}

/// 1 if any of the bits is set.
fn sticky(code: &mut Code, bits: Id) -> Id {
    let any = code.differs(bits, 0u32);
    code.flag(any)
}

/// The integer that a number without a sign is.
fn to_float(code: &mut Code, value: Id) -> Id {
    code.b.value(op::CONVERT_U_TO_F, code.types.float, &[value])
}
