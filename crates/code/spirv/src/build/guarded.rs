//! Operations with a result for all operands, where those of SPIR-V leave some open: quotients and remainders of integers,
//! shifts, floats as integers, the lesser of what is not a number, fields of bits.
//!
//! Languages define these results in different ways; [`ByZero`], [`Saturation`], [`OfNan`] and [`FieldRange`] list them with
//! the languages. Operands that are constants are not guarded where they are harmless.
//!
//! ```
//! use glassbox_spirv::build::{Builder, ByZero, Guarded, Saturation, Signedness, VERSION_1_5, op};
//!
//! let mut module = Builder::new(VERSION_1_5);
//! let (uint, float) = (module.uint(), module.float());
//! let signature = module.function_type(uint, &[uint, uint, float]);
//! module.begin_function(uint, signature);
//! let [a, b] = [uint, uint].map(|ty| module.parameter(ty));
//! let x = module.parameter(float);
//! // udiv, ishl and ftou of Direct3D.
//! let quotient = module.quotient(uint, Signedness::Unsigned, [a, b], ByZero::AllOnes);
//! let shifted = module.shift(op::SHIFT_LEFT_LOGICAL, uint, quotient, (b, uint));
//! let whole = module.float_to_int([float, uint], Signedness::Unsigned, x, Saturation::Integer);
//! let sum = module.value(op::I_ADD, uint, &[shifted, whole]);
//! module.return_value(sum);
//! ```

use super::{Builder, Id, Signedness, glsl, op};

/// What a quotient and a remainder are where the divisor is zero. The lowest number by −1 is the lowest number, with a
/// remainder of 0, in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByZero {
    /// Those by one: the dividend, and 0. WGSL.
    One,
    /// The quotient is that by −1, or by the greatest unsigned number; the remainder is the dividend. SkSL.
    MinusOne,
    /// All bits of both are set. Direct3D.
    AllOnes,
}

/// What integer a float is that is too small or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saturation {
    /// The least or greatest number of the integer type, and 0 if it is not a number. Direct3D, SkSL.
    Integer,
    /// The least or greatest number that both types have; any number if it is not a number. WGSL.
    Both,
}

/// What the lesser or greater of two floats is if one is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfNan {
    /// The other one. Direct3D.
    Other,
    /// The second one, whichever is not a number. SkSL.
    Second,
}

/// Which bits a field has that reaches past the last bit. What lies past it does not belong to the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldRange {
    /// Offsets past the last bit give fields without bits. WGSL.
    Clamped,
    /// Of offset and count, only the bits count that number the bits of a value. Direct3D.
    Masked,
}

/// Writes the operations. [`Builder`] does, into the open block; what writes elsewhere, or notes what it wrote, implements
/// the first three methods.
///
/// Types are scalars or vectors of any width. Whether an integer has a sign is told apart from its type, since the
/// operations take both; only quotients and remainders without sign need types without.
pub trait Guarded {
    /// The module.
    fn builder(&mut self) -> &mut Builder;

    /// Emits an instruction with a result; it is of those that specialization constants may be computed with.
    fn instruction(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id;

    /// Emits an instruction of `GLSL.std.450`.
    fn extended_instruction(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id;

    /// `a / b` of integers, towards zero.
    fn quotient(&mut self, ty: Id, sign: Signedness, [a, b]: [Id; 2], by_zero: ByZero) -> Id {
        let opcode = division(sign);
        if is_harmless_divisor(self.builder(), ty, sign, b) {
            return self.instruction(opcode, ty, &[a, b]);
        }
        match (by_zero, sign) {
            (ByZero::One, _) => {
                let (_, b) = safe_divisor(self, ty, sign, [a, b]);
                self.instruction(opcode, ty, &[a, b])
            }
            (ByZero::AllOnes, _) => {
                let (is_zero, b) = safe_divisor(self, ty, sign, [a, b]);
                let quotient = self.instruction(opcode, ty, &[a, b]);
                let ones = self.builder().constant_splat(ty, u64::MAX);
                self.instruction(op::SELECT, ty, &[is_zero, ones, quotient])
            }
            (ByZero::MinusOne, Signedness::Unsigned) => {
                let is_zero = equals(self, ty, b, 0);
                let ones = self.builder().constant_splat(ty, u64::MAX);
                let b = self.instruction(op::SELECT, ty, &[is_zero, ones, b]);
                self.instruction(opcode, ty, &[a, b])
            }
            (ByZero::MinusOne, Signedness::Signed) => {
                let is_zero = equals(self, ty, b, 0);
                let negates = is_also(self, ty, is_zero, b, u64::MAX);
                let one = self.builder().constant_splat(ty, 1);
                let b = self.instruction(op::SELECT, ty, &[negates, one, b]);
                let quotient = self.instruction(opcode, ty, &[a, b]);
                let negated = self.instruction(op::S_NEGATE, ty, &[quotient]);
                self.instruction(op::SELECT, ty, &[negates, negated, quotient])
            }
        }
    }

    /// What remains of `a` when it is divided by `b`, with the sign of `a`.
    fn remainder(&mut self, ty: Id, sign: Signedness, [a, b]: [Id; 2], by_zero: ByZero) -> Id {
        if is_harmless_divisor(self.builder(), ty, sign, b) {
            return plain_remainder(self, ty, sign, [a, b]);
        }
        match by_zero {
            ByZero::One => {
                let (_, b) = safe_divisor(self, ty, sign, [a, b]);
                plain_remainder(self, ty, sign, [a, b])
            }
            ByZero::AllOnes => {
                let (is_zero, b) = safe_divisor(self, ty, sign, [a, b]);
                let remainder = plain_remainder(self, ty, sign, [a, b]);
                let ones = self.builder().constant_splat(ty, u64::MAX);
                self.instruction(op::SELECT, ty, &[is_zero, ones, remainder])
            }
            ByZero::MinusOne => {
                let is_zero = equals(self, ty, b, 0);
                let replaced = match sign {
                    // By one there remains as much as by −1.
                    Signedness::Signed => is_also(self, ty, is_zero, b, u64::MAX),
                    Signedness::Unsigned => is_zero,
                };
                let one = self.builder().constant_splat(ty, 1);
                let safe = self.instruction(op::SELECT, ty, &[replaced, one, b]);
                let remainder = plain_remainder(self, ty, sign, [a, safe]);
                self.instruction(op::SELECT, ty, &[is_zero, a, remainder])
            }
        }
    }

    /// A shift, by one of the opcodes for it, by a count modulo the width. The count may have another type.
    fn shift(&mut self, opcode: u16, ty: Id, value: Id, (count, count_ty): (Id, Id)) -> Id {
        let width = u64::from(self.builder().width(ty));
        let count = if self.builder().all_known(count, &|bits| bits < width) {
            count
        } else {
            let mask = self.builder().constant_splat(count_ty, width - 1);
            self.instruction(op::BITWISE_AND, count_ty, &[count, mask])
        };
        self.instruction(opcode, ty, &[value, count])
    }

    /// A float as an integer, rounded towards zero: `from` and `to` are its types.
    fn float_to_int(
        &mut self,
        [from, to]: [Id; 2],
        sign: Signedness,
        value: Id,
        saturation: Saturation,
    ) -> Id {
        let limits = Limits::of(self.builder(), [from, to], sign);
        let opcode = match sign {
            Signedness::Signed => op::CONVERT_F_TO_S,
            Signedness::Unsigned => op::CONVERT_F_TO_U,
        };
        if saturation == Saturation::Both {
            let [least, most] =
                [limits.least, limits.most].map(|bits| self.builder().constant_splat(from, bits));
            let clamped = self.extended_instruction(glsl::F_CLAMP, from, &[value, least, most]);
            return self.instruction(opcode, to, &[clamped]);
        }
        let truth = self.builder().bool_like(from);
        let [low, high] = [limits.low, limits.high].map(|bits| self.builder().constant_splat(from, bits));
        let is_low = self.instruction(limits.below, truth, &[value, low]);
        let is_high = self.instruction(op::F_ORD_GREATER_THAN_EQUAL, truth, &[value, high]);
        let is_nan = self.instruction(op::IS_NAN, truth, &[value]);
        let outside = self.instruction(op::LOGICAL_OR, truth, &[is_low, is_high]);
        let outside = self.instruction(op::LOGICAL_OR, truth, &[outside, is_nan]);
        let zero = self.builder().constant_splat(from, 0);
        let inside = self.instruction(op::SELECT, from, &[outside, zero, value]);
        let number = self.instruction(opcode, to, &[inside]);
        let greatest = self.builder().constant_splat(to, limits.greatest_integer);
        let number = self.instruction(op::SELECT, to, &[is_high, greatest, number]);
        if sign == Signedness::Unsigned {
            return number;
        }
        let least = self.builder().constant_splat(to, limits.greatest_integer + 1);
        self.instruction(op::SELECT, to, &[is_low, least, number])
    }

    /// The lesser of two floats.
    fn lesser(&mut self, ty: Id, operands: [Id; 2], of_nan: OfNan) -> Id {
        extreme(self, ty, operands, of_nan, (op::F_ORD_LESS_THAN, glsl::N_MIN))
    }

    /// The greater of two floats.
    fn greater(&mut self, ty: Id, operands: [Id; 2], of_nan: OfNan) -> Id {
        extreme(self, ty, operands, of_nan, (op::F_ORD_GREATER_THAN, glsl::N_MAX))
    }

    /// A field of bits, by `OpBitFieldInsert` or one of the opcodes that extract: `values` are the operands before the offset. Offset
    /// and count are 32-bit unsigned numbers for all components.
    fn bit_field(
        &mut self,
        opcode: u16,
        ty: Id,
        values: &[Id],
        [offset, count]: [Id; 2],
        range: FieldRange,
    ) -> Id {
        let width = self.builder().width(ty);
        let [offset, count] = if field_fits(self.builder(), width, [offset, count]) {
            [offset, count]
        } else {
            safe_field(self, width, [offset, count], range)
        };
        let operands: Vec<Id> = values.iter().copied().chain([offset, count]).collect();
        self.instruction(opcode, ty, &operands)
    }
}

impl Guarded for Builder {
    fn builder(&mut self) -> &mut Builder {
        self
    }

    fn instruction(&mut self, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        self.value(opcode, ty, operands)
    }

    fn extended_instruction(&mut self, instruction: u32, ty: Id, operands: &[Id]) -> Id {
        let set = self.import("GLSL.std.450");
        self.extended(ty, set, instruction, operands)
    }
}

fn division(sign: Signedness) -> u16 {
    match sign {
        Signedness::Signed => op::S_DIV,
        Signedness::Unsigned => op::U_DIV,
    }
}

/// True for constants that every number can be divided by.
fn is_harmless_divisor(builder: &Builder, ty: Id, sign: Signedness, divisor: Id) -> bool {
    let mask = ones(builder.width(ty));
    let is_harmless = |bits: u64| bits & mask != 0 && (sign == Signedness::Unsigned || bits & mask != mask);
    builder.all_known(divisor, &is_harmless)
}

fn equals<G: Guarded + ?Sized>(to: &mut G, ty: Id, value: Id, number: u64) -> Id {
    let truth = to.builder().bool_like(ty);
    let number = to.builder().constant_splat(ty, number);
    to.instruction(op::I_EQUAL, truth, &[value, number])
}

/// A condition, or that a value is a number.
fn is_also<G: Guarded + ?Sized>(to: &mut G, ty: Id, condition: Id, value: Id, number: u64) -> Id {
    let truth = to.builder().bool_like(ty);
    let is_number = equals(to, ty, value, number);
    to.instruction(op::LOGICAL_OR, truth, &[condition, is_number])
}

/// Whether the divisor is zero, and the divisor, or one where the quotient is open.
fn safe_divisor<G: Guarded + ?Sized>(to: &mut G, ty: Id, sign: Signedness, [a, b]: [Id; 2]) -> (Id, Id) {
    let one = to.builder().constant_splat(ty, 1);
    let is_zero = equals(to, ty, b, 0);
    let mut is_open = is_zero;
    if sign == Signedness::Signed {
        let truth = to.builder().bool_like(ty);
        let lowest = 1 << (to.builder().width(ty) - 1);
        let is_lowest = equals(to, ty, a, lowest);
        let is_minus_one = equals(to, ty, b, u64::MAX);
        let overflows = to.instruction(op::LOGICAL_AND, truth, &[is_lowest, is_minus_one]);
        is_open = to.instruction(op::LOGICAL_OR, truth, &[is_zero, overflows]);
    }
    (is_zero, to.instruction(op::SELECT, ty, &[is_open, one, b]))
}

/// A remainder by what is neither zero nor overflows.
fn plain_remainder<G: Guarded + ?Sized>(to: &mut G, ty: Id, sign: Signedness, [a, b]: [Id; 2]) -> Id {
    if sign == Signedness::Unsigned {
        return to.instruction(op::U_MOD, ty, &[a, b]);
    }
    // Vulkan leaves remainders of negative numbers open.
    let quotient = to.instruction(op::S_DIV, ty, &[a, b]);
    let product = to.instruction(op::I_MUL, ty, &[quotient, b]);
    to.instruction(op::I_SUB, ty, &[a, product])
}

fn extreme<G: Guarded + ?Sized>(
    to: &mut G,
    ty: Id,
    [a, b]: [Id; 2],
    of_nan: OfNan,
    (comparison, function): (u16, u32),
) -> Id {
    let float = Float::of(to.builder(), ty);
    if of_nan == OfNan::Other || to.builder().all_known(b, &|bits| float.is_number(bits)) {
        return to.extended_instruction(function, ty, &[a, b]);
    }
    let truth = to.builder().bool_like(ty);
    let is_first = to.instruction(comparison, truth, &[a, b]);
    to.instruction(op::SELECT, ty, &[is_first, a, b])
}

fn field_fits(builder: &Builder, width: u32, [offset, count]: [Id; 2]) -> bool {
    let (Some(offset), Some(count)) = (known(builder, offset), known(builder, count)) else { return false };
    offset.saturating_add(count) <= u64::from(width)
}

/// The bits of a scalar constant that no pipeline changes.
fn known(builder: &Builder, id: Id) -> Option<u64> {
    builder.all_known(id, &|_| true).then(|| builder.bits(id)).flatten()
}

/// Offset and count of bits that there are.
fn safe_field<G: Guarded + ?Sized>(
    to: &mut G,
    width: u32,
    [offset, count]: [Id; 2],
    range: FieldRange,
) -> [Id; 2] {
    let uint = to.builder().uint();
    if let (Some(offset), Some(count)) = (known(to.builder(), offset), known(to.builder(), count)) {
        let all = u64::from(width);
        let [offset, count] = match range {
            FieldRange::Clamped => [offset.min(all), count],
            FieldRange::Masked => [offset & (all - 1), count & (all - 1)],
        };
        return [offset, count.min(all - offset)].map(|number| to.builder().constant_uint(number as u32));
    }
    let bits = to.builder().constant_uint(width);
    let [offset, count] = match range {
        FieldRange::Clamped => [to.extended_instruction(glsl::U_MIN, uint, &[offset, bits]), count],
        FieldRange::Masked => {
            let mask = to.builder().constant_uint(width - 1);
            [offset, count].map(|id| to.instruction(op::BITWISE_AND, uint, &[id, mask]))
        }
    };
    let rest = to.instruction(op::I_SUB, uint, &[bits, offset]);
    [offset, to.extended_instruction(glsl::U_MIN, uint, &[count, rest])]
}

/// Layout of the bits of a float.
#[derive(Clone, Copy)]
struct Float {
    width: u32,
    mantissa: u32,
    bias: u32,
}

impl Float {
    /// Of a type of IEEE 754, or of vectors of it.
    fn of(builder: &Builder, ty: Id) -> Float {
        match builder.width(ty) {
            16 => Float { width: 16, mantissa: 10, bias: 15 },
            64 => Float { width: 64, mantissa: 52, bias: 1023 },
            _ => Float { width: 32, mantissa: 23, bias: 127 },
        }
    }

    fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    fn infinity(self) -> u64 {
        u64::from(2 * self.bias + 1) << self.mantissa
    }

    /// Two to a power, or infinity.
    fn power(self, exponent: u32) -> u64 {
        if exponent > self.bias { self.infinity() } else { u64::from(exponent + self.bias) << self.mantissa }
    }

    /// The greatest whole number below two to a power that is not 0.
    fn below_power(self, exponent: u32) -> u64 {
        let Some(last) = exponent.checked_sub(1).filter(|last| *last <= self.bias) else {
            return self.infinity() - 1;
        };
        let count = last.min(self.mantissa);
        self.power(last) | ones(count) << (self.mantissa - count)
    }

    fn is_number(self, bits: u64) -> bool {
        bits & (self.sign() - 1) <= self.infinity()
    }
}

/// The numbers that bound a conversion to integers, as bits.
struct Limits {
    /// The comparison that finds what is too small.
    below: u16,
    low: u64,
    high: u64,
    least: u64,
    most: u64,
    greatest_integer: u64,
}

impl Limits {
    fn of(builder: &Builder, [from, to]: [Id; 2], sign: Signedness) -> Limits {
        let float = Float::of(builder, from);
        let width = builder.width(to);
        let is_signed = sign == Signedness::Signed;
        let exponent = if is_signed { width - 1 } else { width };
        let high = float.power(exponent);
        let is_finite = high != float.infinity();
        let low = if is_signed { float.sign() | high } else { 0 };
        Limits {
            // Only infinity is below what the float has no number for.
            below: if is_signed && !is_finite { op::F_ORD_LESS_THAN_EQUAL } else { op::F_ORD_LESS_THAN },
            low,
            high,
            least: if is_signed && !is_finite { low - 1 } else { low },
            most: float.below_power(exponent),
            greatest_integer: ones(exponent),
        }
    }
}

/// A number of this many ones.
fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count.min(64)).unwrap_or(0)
}
