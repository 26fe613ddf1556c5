//! Arithmetic with the results that Direct3D defines.
//!
//! Operands are scalars or vectors; both operands of an operation have the same type. Constants are looked at, so that what cannot go wrong is not
//! guarded.

use glassbox_spirv::build::{Builder, ByZero, FieldRange, Guarded, Id, Saturation, Signedness, glsl, op};
use glassbox_spirv::module::Type;

/// A constant float of a type of floats.
pub fn float(b: &mut Builder, ty: Id, value: f64) -> Id {
    let bits = match b.width(ty) {
        16 => u64::from(half_bits(value)),
        64 => value.to_bits(),
        _ => u64::from((value as f32).to_bits()),
    };
    b.constant_splat(ty, bits)
}

/// Bits of the nearest half towards zero; the numbers that are asked for are exact.
fn half_bits(value: f64) -> u16 {
    let bits = (value as f32).to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xFF) as i32 - 112;
    match exponent {
        ..=0 => sign,
        31.. => sign | 0x7C00,
        exponent => sign | (exponent as u16) << 10 | (bits >> 13 & 0x3FF) as u16,
    }
}

/// The type of unsigned integers as wide as another type.
pub fn unsigned(b: &mut Builder, ty: Id) -> Id {
    let width = b.width(ty);
    let scalar = b.int_type(width, Signedness::Unsigned);
    match b.components(ty) {
        Some(count) => b.vector(scalar, count),
        None => scalar,
    }
}

fn type_of(b: &mut Builder, value: Id) -> Id {
    match b.type_of(value) {
        Some(ty) => ty,
        None => b.uint(),
    }
}

/// The bits of a value as another type of the same size.
pub fn bits_as(b: &mut Builder, ty: Id, value: Id) -> Id {
    if b.type_of(value) == Some(ty) {
        return value;
    }
    match (b.bits(value), b.component_type(ty)) {
        // Bits of a constant are another constant.
        (Some(bits), None) if is_number(b, value) => b.constant_bits(ty, bits),
        _ => b.value(op::BITCAST, ty, &[value]),
    }
}

fn is_number(b: &Builder, value: Id) -> bool {
    b.is_constant(value)
        && b.type_of(value)
            .is_some_and(|ty| matches!(b.what(ty), Some(Type::Int { .. } | Type::Float { .. })))
}

/// A float between 0 and 1; 0 for what is no number.
pub fn saturate(b: &mut Builder, value: Id) -> Id {
    let ty = type_of(b, value);
    let (zero, one) = (float(b, ty, 0.0), float(b, ty, 1.0));
    b.extended_instruction(glsl::N_CLAMP, ty, &[value, zero, one])
}

/// A float as an integer: towards zero, the nearest integer of the type where it has none such, and 0 for what is no number.
pub fn float_to_int(b: &mut Builder, value: Id, ty: Id, sign: Signedness) -> Id {
    let from = type_of(b, value);
    b.float_to_int([from, ty], sign, value, Saturation::Integer)
}

/// A shift by the low bits of its amount, as many as number the bits of a value.
pub fn shift(b: &mut Builder, opcode: u16, value: Id, amount: Id) -> Id {
    let (ty, amounts) = (type_of(b, value), type_of(b, amount));
    Guarded::shift(b, opcode, ty, value, (amount, amounts))
}

/// The low bits of a number.
pub fn masked(b: &mut Builder, value: Id, mask: u64) -> Id {
    let ty = type_of(b, value);
    match b.bits(value) {
        Some(bits) if bits & !mask == 0 => value,
        Some(bits) => b.constant_splat(ty, bits & mask),
        None => {
            let mask = b.constant_splat(ty, mask);
            b.value(op::BITWISE_AND, ty, &[value, mask])
        }
    }
}

/// A quotient of integers: all bits are set where the divisor is 0, and that of the least number and -1 is that number.
pub fn quotient(b: &mut Builder, sign: Signedness, left: Id, right: Id) -> Id {
    let ty = type_of(b, left);
    Guarded::quotient(b, ty, sign, [left, right], ByZero::AllOnes)
}

/// A remainder of integers with the sign of the dividend: all bits are set where the divisor is 0.
pub fn remainder(b: &mut Builder, sign: Signedness, left: Id, right: Id) -> Id {
    let ty = type_of(b, left);
    Guarded::remainder(b, ty, sign, [left, right], ByZero::AllOnes)
}

/// Bits of a 32-bit integer from `offset` on, as many as `count`; both count modulo 32, and bits past the last are none.
pub fn extract_bits(b: &mut Builder, value: Id, count: Id, offset: Id, sign: Signedness) -> Id {
    let ty = type_of(b, value);
    let opcode = match sign {
        Signedness::Signed => op::BIT_FIELD_S_EXTRACT,
        Signedness::Unsigned => op::BIT_FIELD_U_EXTRACT,
    };
    b.bit_field(opcode, ty, &[value], [offset, count], FieldRange::Masked)
}

/// `base` with the low bits of another value from `offset` on.
pub fn insert_bits(b: &mut Builder, base: Id, value: Id, count: Id, offset: Id) -> Id {
    let ty = type_of(b, base);
    b.bit_field(op::BIT_FIELD_INSERT, ty, &[base, value], [offset, count], FieldRange::Masked)
}

/// The highest bit that is set, or differs from the sign, counted from the top; all bits are set if there is none.
pub fn first_bit_high(b: &mut Builder, value: Id, sign: Signedness) -> Id {
    let ty = type_of(b, value);
    let instruction = match sign {
        Signedness::Signed => glsl::FIND_S_MSB,
        Signedness::Unsigned => glsl::FIND_U_MSB,
    };
    let found = b.extended_instruction(instruction, ty, &[value]);
    let condition = b.bool_like(ty);
    let (none, last) = (b.constant_splat(ty, u64::from(u32::MAX)), b.constant_splat(ty, 31));
    let is_none = b.value(op::I_EQUAL, condition, &[found, none]);
    let counted = b.value(op::I_SUB, ty, &[last, found]);
    b.value(op::SELECT, ty, &[is_none, none, counted])
}

/// The low half of a word as a 32-bit float.
pub fn half_to_float(b: &mut Builder, word: Id) -> Id {
    let float = b.float();
    let pair = b.vector(float, 2);
    let both = b.extended_instruction(glsl::UNPACK_HALF2X16, pair, &[word]);
    b.value_with(op::COMPOSITE_EXTRACT, float, &[both], &[0])
}

/// A 32-bit float as a half, in the low half of a word.
pub fn float_to_half(b: &mut Builder, value: Id) -> Id {
    let (float, uint) = (b.float(), b.uint());
    let pair = b.vector(float, 2);
    let zero = b.constant(float, 0);
    let both = b.value(op::COMPOSITE_CONSTRUCT, pair, &[value, zero]);
    b.extended_instruction(glsl::PACK_HALF2X16, uint, &[both])
}

/// An integer sum: of the numbers if they are constants.
pub fn add(b: &mut Builder, left: Id, right: Id) -> Id {
    let ty = type_of(b, left);
    match (b.bits(left), b.bits(right)) {
        (Some(0), _) => right,
        (_, Some(0)) => left,
        (Some(left), Some(right)) => b.constant_splat(ty, left.wrapping_add(right)),
        _ => b.value(op::I_ADD, ty, &[left, right]),
    }
}

/// An integer product with a number.
pub fn times(b: &mut Builder, value: Id, factor: u32) -> Id {
    let ty = type_of(b, value);
    match b.bits(value) {
        _ if factor == 1 => value,
        Some(bits) => b.constant_splat(ty, bits.wrapping_mul(u64::from(factor))),
        None => {
            let factor = b.constant_splat(ty, u64::from(factor));
            b.value(op::I_MUL, ty, &[value, factor])
        }
    }
}

/// A number of bytes as one of elements of `1 << log2` bytes.
pub fn in_elements(b: &mut Builder, bytes: Id, log2: u32) -> Id {
    let ty = type_of(b, bytes);
    match b.bits(bytes) {
        _ if log2 == 0 => bytes,
        Some(bits) => b.constant_splat(ty, (bits & u64::from(u32::MAX)) >> log2),
        None => {
            let log2 = b.constant_splat(ty, u64::from(log2));
            b.value(op::SHIFT_RIGHT_LOGICAL, ty, &[bytes, log2])
        }
    }
}
