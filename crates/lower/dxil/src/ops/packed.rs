//! Bytes and halves packed in words.

use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::Outcome;
use glassbox_spirv::build::{Id, glsl, op};

use super::Call;
use super::texture::converted;
use crate::writer::{Part, Value, Writer};

/// A byte of a word, with its sign or without.
fn byte(w: &mut Writer<'_>, word: Id, index: u32, is_signed: bool) -> Id {
    let uint = w.b.uint();
    let (first, eight) = (w.b.constant_uint(index * 8), w.b.constant_uint(8));
    let opcode = if is_signed { op::BIT_FIELD_S_EXTRACT } else { op::BIT_FIELD_U_EXTRACT };
    w.b.value(opcode, uint, &[word, first, eight])
}

pub(super) fn dot_bytes(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let [mut sum, left, right] = [w.operand(call, 0)?, w.operand(call, 1)?, w.operand(call, 2)?];
    let is_signed = call.number == o::DOT4_ADD_I8_PACKED;
    for index in 0..4 {
        let (a, b) = (byte(w, left, index, is_signed), byte(w, right, index, is_signed));
        let product = w.b.value(op::I_MUL, ty, &[a, b]);
        sum = w.b.value(op::I_ADD, ty, &[sum, product]);
    }
    Ok(Value::Id(sum))
}

pub(super) fn dot_halves(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let ids = w.ids(call.arguments)?;
    let [sum, ax, ay, bx, by] = *ids.as_slice() else {
        return super::unsayable(w, call);
    };
    // Products and sums are of 32 bits.
    let [ax, ay, bx, by] = [ax, ay, bx, by].map(|half| converted(w, half, ty));
    let pair = w.b.vector(ty, 2);
    let left = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &[ax, ay]);
    let right = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &[bx, by]);
    let dot = w.b.value(op::DOT, ty, &[left, right]);
    Ok(Value::Id(w.b.value(op::F_ADD, ty, &[sum, dot])))
}

/// A sum of differences of bytes, without those whose reference is 0.
pub(super) fn masked_differences(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, truth) = (w.ty(call.ty)?, w.b.bool());
    let [reference, source, mut sum] = [w.operand(call, 0)?, w.operand(call, 1)?, w.operand(call, 2)?];
    let zero = w.b.constant_splat(ty, 0);
    for index in 0..4 {
        let (a, b) = (byte(w, reference, index, false), byte(w, source, index, false));
        let difference = w.b.value(op::I_SUB, ty, &[a, b]);
        let distance = w.extended(ty, glsl::S_ABS, &[difference]);
        let is_masked = w.b.value(op::I_EQUAL, truth, &[a, zero]);
        let counted = w.b.value(op::SELECT, ty, &[is_masked, zero, distance]);
        sum = w.b.value(op::I_ADD, ty, &[sum, counted]);
    }
    Ok(Value::Id(sum))
}

pub(super) fn unpack(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let is_signed = w.expect_fixed(w.argument(call, 0)?, "way to unpack")? == 1;
    let word = w.operand(call, 1)?;
    let types = &w.source.program.module.types;
    let Some(first) = types.fields(call.ty).and_then(|fields| fields.first().copied()) else {
        return super::unsayable(w, call);
    };
    let wanted = w.ty(first)?;
    let parts = [0, 1, 2, 3].map(|index| {
        let one = byte(w, word, index, is_signed);
        match w.b.width(wanted) {
            16 if is_signed => Part::Id(w.b.value(op::S_CONVERT, wanted, &[one])),
            _ => Part::Id(converted(w, one, wanted)),
        }
    });
    Ok(Value::Parts(parts.into()))
}

pub(super) fn pack(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let mode = w.expect_fixed(w.argument(call, 0)?, "way to pack")?;
    let uint = w.b.uint();
    let mut word = w.b.constant(uint, 0);
    for index in 0..4 {
        let value = w.operand(call, 1 + index as usize)?;
        let ty = w.type_id(w.argument(call, 1 + index as usize)?)?;
        let value = match w.b.width(ty) {
            16 => w.b.value(op::S_CONVERT, uint, &[value]),
            _ => value,
        };
        // As it is, between 0 and 255, between -128 and 127.
        let value = match mode {
            1 => {
                let (low, high) = (w.b.constant(uint, 0), w.b.constant(uint, 255));
                w.extended(uint, glsl::S_CLAMP, &[value, low, high])
            }
            2 => {
                let (low, high) = (w.b.constant(uint, -128_i32 as u32), w.b.constant(uint, 127));
                w.extended(uint, glsl::S_CLAMP, &[value, low, high])
            }
            _ => value,
        };
        let (first, eight) = (w.b.constant_uint(index * 8), w.b.constant_uint(8));
        word = w.b.value(op::BIT_FIELD_INSERT, uint, &[word, value, first, eight]);
    }
    Ok(Value::Id(word))
}
