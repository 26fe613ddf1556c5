//! Numbers: what is more than one instruction.

use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::{Id, Signedness, glsl, op};

use super::Call;
use crate::writer::{Part, Value, Writer};

pub(super) fn saturate(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let value = w.operand(call, 0)?;
    Ok(Value::Id(arithmetic::saturate(&mut w.b, value)))
}

pub(super) fn is_finite(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (truth, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let parts = [op::IS_NAN, op::IS_INF].map(|opcode| w.b.value(opcode, truth, &[value]));
    let either = w.b.value(op::LOGICAL_OR, truth, &parts);
    Ok(Value::Id(w.b.value(op::LOGICAL_NOT, truth, &[either])))
}

pub(super) fn is_normal(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let truth = w.ty(call.ty)?;
    let value = w.argument(call, 0)?;
    let float = w.type_id(value)?;
    let value = w.id(value)?;
    let bits = arithmetic::unsigned(&mut w.b, float);
    let exponent = match w.b.width(float) {
        16 => 0x7C00,
        64 => 0x7FF0_0000_0000_0000,
        _ => 0x7F80_0000,
    };
    let word = arithmetic::bits_as(&mut w.b, bits, value);
    let (mask, zero) = (w.b.constant_splat(bits, exponent), w.b.constant_splat(bits, 0));
    let found = w.b.value(op::BITWISE_AND, bits, &[word, mask]);
    let is_small = w.b.value(op::I_EQUAL, truth, &[found, zero]);
    let is_large = w.b.value(op::I_EQUAL, truth, &[found, mask]);
    let either = w.b.value(op::LOGICAL_OR, truth, &[is_small, is_large]);
    Ok(Value::Id(w.b.value(op::LOGICAL_NOT, truth, &[either])))
}

/// The halves of a number of 64 bits: low, high.
fn halves(w: &mut Writer<'_>, value: Id) -> [Id; 2] {
    let uint = w.b.uint();
    let pair = w.b.vector(uint, 2);
    let both = w.b.value(op::BITCAST, pair, &[value]);
    [0, 1].map(|index| w.b.value_with(op::COMPOSITE_EXTRACT, uint, &[both], &[index]))
}

pub(super) fn reverse_bits(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let uint = w.b.uint();
    Ok(Value::Id(match w.b.width(ty) {
        64 => {
            let [low, high] = halves(w, value).map(|half| w.b.value(op::BIT_REVERSE, uint, &[half]));
            let pair = w.b.vector(uint, 2);
            let both = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &[high, low]);
            w.b.value(op::BITCAST, ty, &[both])
        }
        16 => {
            let wide = w.b.value(op::U_CONVERT, uint, &[value]);
            let reversed = w.b.value(op::BIT_REVERSE, uint, &[wide]);
            let shifted = arithmetic::in_elements(&mut w.b, reversed, 16);
            w.b.value(op::U_CONVERT, ty, &[shifted])
        }
        _ => w.b.value(op::BIT_REVERSE, ty, &[value]),
    }))
}

pub(super) fn count_bits(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let from = w.type_id(w.argument(call, 0)?)?;
    Ok(Value::Id(match w.b.width(from) {
        64 => {
            let [low, high] = halves(w, value).map(|half| w.b.value(op::BIT_COUNT, ty, &[half]));
            w.b.value(op::I_ADD, ty, &[low, high])
        }
        16 => {
            let wide = w.b.value(op::U_CONVERT, ty, &[value]);
            w.b.value(op::BIT_COUNT, ty, &[wide])
        }
        _ => w.b.value(op::BIT_COUNT, ty, &[value]),
    }))
}

pub(super) fn first_bit(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, mut value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let from = w.type_id(w.argument(call, 0)?)?;
    let width = w.b.width(from);
    let sign = if call.number == o::FIRSTBIT_S_HI { Signedness::Signed } else { Signedness::Unsigned };
    if width == 64 {
        return Ok(Value::Id(first_bit_of_two(w, call.number, value, ty)));
    }
    if width == 16 {
        let opcode = if sign == Signedness::Signed { op::S_CONVERT } else { op::U_CONVERT };
        value = w.b.value(opcode, ty, &[value]);
    }
    if call.number == o::FIRSTBIT_LO {
        return Ok(Value::Id(w.extended(ty, glsl::FIND_I_LSB, &[value])));
    }
    let found = arithmetic::first_bit_high(&mut w.b, value, sign);
    if width != 16 {
        return Ok(Value::Id(found));
    }
    // Counted from the top of 16 bits.
    let truth = w.b.bool();
    let (none, sixteen) = (w.b.constant(ty, u32::MAX), w.b.constant(ty, 16));
    let is_none = w.b.value(op::I_EQUAL, truth, &[found, none]);
    let counted = w.b.value(op::I_SUB, ty, &[found, sixteen]);
    Ok(Value::Id(w.b.value(op::SELECT, ty, &[is_none, none, counted])))
}

/// The first bit of a number of 64 bits: of one half, or else of the other.
fn first_bit_of_two(w: &mut Writer<'_>, number: u32, value: Id, ty: Id) -> Id {
    let truth = w.b.bool();
    let (none, width) = (w.b.constant(ty, u32::MAX), w.b.constant(ty, 32));
    let [low, mut high] = halves(w, value);
    let mut low_word = low;
    if number == o::FIRSTBIT_S_HI {
        // Bits that differ from the sign are those that are set after turning negative numbers over.
        let int = w.b.constant(ty, 31);
        let sign = w.b.value(op::SHIFT_RIGHT_ARITHMETIC, ty, &[high, int]);
        high = w.b.value(op::BITWISE_XOR, ty, &[high, sign]);
        low_word = w.b.value(op::BITWISE_XOR, ty, &[low, sign]);
    }
    let find = |w: &mut Writer<'_>, word| match number {
        o::FIRSTBIT_LO => w.extended(ty, glsl::FIND_I_LSB, &[word]),
        _ => arithmetic::first_bit_high(&mut w.b, word, Signedness::Unsigned),
    };
    let (first, second) = if number == o::FIRSTBIT_LO { (low_word, high) } else { (high, low_word) };
    let (first, second) = (find(w, first), find(w, second));
    let moved = w.b.value(op::I_ADD, ty, &[second, width]);
    let is_second_none = w.b.value(op::I_EQUAL, truth, &[second, none]);
    let second = w.b.value(op::SELECT, ty, &[is_second_none, none, moved]);
    let is_first_none = w.b.value(op::I_EQUAL, truth, &[first, none]);
    w.b.value(op::SELECT, ty, &[is_first_none, second, first])
}

/// Two members of a result that is a structure.
fn pair(w: &mut Writer<'_>, opcode: u16, left: Id, right: Id) -> Outcome<[Id; 2]> {
    let uint = w.b.uint();
    let both = w.b.structure(&[uint, uint]);
    let result = w.b.value(opcode, both, &[left, right]);
    Ok([0, 1].map(|index| w.b.value_with(op::COMPOSITE_EXTRACT, uint, &[result], &[index])))
}

pub(super) fn wide_product(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (left, right) = (w.operand(call, 0)?, w.operand(call, 1)?);
    let opcode = if call.number == o::I_MUL { op::S_MUL_EXTENDED } else { op::U_MUL_EXTENDED };
    let [low, high] = pair(w, opcode, left, right)?;
    Ok(Value::Parts([Part::Id(high), Part::Id(low)].into()))
}

pub(super) fn divide(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (left, right) = (w.operand(call, 0)?, w.operand(call, 1)?);
    let quotient = arithmetic::quotient(&mut w.b, Signedness::Unsigned, left, right);
    let remainder = arithmetic::remainder(&mut w.b, Signedness::Unsigned, left, right);
    Ok(Value::Parts([Part::Id(quotient), Part::Id(remainder)].into()))
}

pub(super) fn carry(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (left, right) = (w.operand(call, 0)?, w.operand(call, 1)?);
    let opcode = if call.number == o::U_ADDC { op::I_ADD_CARRY } else { op::I_SUB_BORROW };
    let [result, over] = pair(w, opcode, left, right)?;
    let (truth, uint) = (w.b.bool(), w.b.uint());
    let zero = w.b.constant(uint, 0);
    let over = w.b.value(op::I_NOT_EQUAL, truth, &[over, zero]);
    Ok(Value::Parts([Part::Id(result), Part::Id(over)].into()))
}

pub(super) fn multiply_add(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let [a, b, c] = [w.operand(call, 0)?, w.operand(call, 1)?, w.operand(call, 2)?];
    if call.number != o::F_MAD {
        let product = w.b.value(op::I_MUL, ty, &[a, b]);
        return Ok(Value::Id(w.b.value(op::I_ADD, ty, &[product, c])));
    }
    let product = w.b.value(op::F_MUL, ty, &[a, b]);
    let sum = w.b.value(op::F_ADD, ty, &[product, c]);
    if call.is_precise {
        w.precise(product);
        w.precise(sum);
    }
    Ok(Value::Id(sum))
}

pub(super) fn extract_bits(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let [count, offset, value] = [w.operand(call, 0)?, w.operand(call, 1)?, w.operand(call, 2)?];
    let sign = if call.number == o::IBFE { Signedness::Signed } else { Signedness::Unsigned };
    Ok(Value::Id(arithmetic::extract_bits(&mut w.b, value, count, offset, sign)))
}

pub(super) fn insert_bits(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let [count, offset, value, base] =
        [w.operand(call, 0)?, w.operand(call, 1)?, w.operand(call, 2)?, w.operand(call, 3)?];
    Ok(Value::Id(arithmetic::insert_bits(&mut w.b, base, value, count, offset)))
}

pub(super) fn dot(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let ids = w.ids(call.arguments)?;
    let (left, right) = ids.split_at(ids.len() / 2);
    let vector = w.b.vector(ty, left.len().clamp(2, 4) as u32);
    let left = w.b.value(op::COMPOSITE_CONSTRUCT, vector, left);
    let right = w.b.value(op::COMPOSITE_CONSTRUCT, vector, right);
    let result = w.b.value(op::DOT, ty, &[left, right]);
    if call.is_precise {
        w.precise(result);
    }
    Ok(Value::Id(result))
}

pub(super) fn make_double(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, uint) = (w.ty(call.ty)?, w.b.uint());
    let parts = [w.operand(call, 0)?, w.operand(call, 1)?];
    let pair = w.b.vector(uint, 2);
    let both = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &parts);
    Ok(Value::Id(w.b.value(op::BITCAST, ty, &[both])))
}

pub(super) fn split_double(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let value = w.operand(call, 0)?;
    let [low, high] = halves(w, value);
    Ok(Value::Parts([Part::Id(low), Part::Id(high)].into()))
}

pub(super) fn reinterpret(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    Ok(Value::Id(arithmetic::bits_as(&mut w.b, ty, value)))
}

pub(super) fn to_half(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let value = w.operand(call, 0)?;
    Ok(Value::Id(arithmetic::float_to_half(&mut w.b, value)))
}

pub(super) fn from_half(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let value = w.operand(call, 0)?;
    Ok(Value::Id(arithmetic::half_to_float(&mut w.b, value)))
}

pub(super) fn double_to_int(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let is_signed = call.number == o::LEGACY_DOUBLE_TO_S_INT32;
    let sign = if is_signed { Signedness::Signed } else { Signedness::Unsigned };
    Ok(Value::Id(arithmetic::float_to_int(&mut w.b, value, ty, sign)))
}

/// A derivative, of floats of 32 bits.
pub(super) fn derivative(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, value) = (w.ty(call.ty)?, w.operand(call, 0)?);
    let opcode = match call.number {
        o::DERIV_COARSE_X => op::DPDX,
        o::DERIV_COARSE_Y => op::DPDY,
        o::DERIV_FINE_X => op::DPDX_FINE,
        _ => op::DPDY_FINE,
    };
    let float = w.b.float();
    let value = super::texture::converted(w, value, float);
    let slope = w.b.value(opcode, float, &[value]);
    Ok(Value::Id(super::texture::converted(w, slope, ty)))
}
