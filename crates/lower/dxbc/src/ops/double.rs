//! Arithmetic of doubles, which are two components each, the low half first.

use glassbox_lower_directx::{Outcome, arithmetic as exact, rules};
use glassbox_spirv::build::{Guarded, Id, Signedness, op};

use crate::part::{Part, Ty};
use crate::writer::Writer;

/// Doubles of the components that an operand writes, and pairs of components of each.
fn pairs(w: &Writer<'_>, place: usize) -> Outcome<Vec<[u8; 2]>> {
    let mask = w.mask(place)?;
    let (pairs, rest) = mask.as_chunks::<2>();
    match rest {
        [] => Ok(pairs.to_vec()),
        _ => Err(w.refuse(&rules::SHAPE, "found half a double".to_owned())),
    }
}

/// A double that an operand has in a place: 0 or 1.
fn source(w: &mut Writer<'_>, place: usize, number: usize) -> Outcome<Id> {
    use glassbox_dxbc::names::OperandType;
    let double = w.b.float_type(64);
    let operand = w.operand(place)?;
    if operand.operand_type() == OperandType::IMMEDIATE64 {
        let words: Vec<u32> = operand.immediates().collect();
        let low = words.get(number * 2).or(words.first()).copied().unwrap_or(0);
        let high = words.get(number * 2 + 1).or(words.get(1)).copied().unwrap_or(0);
        return Ok(w.b.constant_bits(double, u64::from(high) << 32 | u64::from(low)));
    }
    let modifier = operand.modifier.map_or(0, |modifier| modifier.modifier());
    let first = number as u8 * 2;
    let bits = w.bits_of(place, &[first, first + 1])?;
    let mut value = w.b.value(op::BITCAST, double, &[bits]);
    if modifier & 2 != 0 {
        value = w.b.extended_instruction(glassbox_spirv::build::glsl::F_ABS, double, &[value]);
    }
    if modifier & 1 != 0 {
        value = w.b.value(op::F_NEGATE, double, &[value]);
    }
    Ok(value)
}

/// Computes doubles out of doubles.
fn each(
    w: &mut Writer<'_>,
    sources: std::ops::Range<usize>,
    mut make: impl FnMut(&mut Writer<'_>, Id, &[Id]) -> Id,
) -> Outcome<()> {
    let double = w.b.float_type(64);
    let (mut mask, mut parts) = (Vec::new(), Vec::new());
    for (number, pair) in pairs(w, 0)?.into_iter().enumerate() {
        let mut ids = Vec::new();
        for place in sources.clone() {
            ids.push(source(w, place, number)?);
        }
        let value = make(w, double, &ids);
        let value = saturated(w, value);
        parts.extend(halves(w, value));
        mask.extend(pair);
    }
    w.put(0, &mask, &parts)
}

fn saturated(w: &mut Writer<'_>, value: Id) -> Id {
    let saturates = w.source.instructions.get(w.index).is_some_and(|found| found.saturates());
    if saturates { exact::saturate(&mut w.b, value) } else { value }
}

fn halves(w: &mut Writer<'_>, value: Id) -> Vec<Part> {
    let pair = Ty::Uint.vector(&mut w.b, 2);
    let bits = w.b.value(op::BITCAST, pair, &[value]);
    Part::of(bits, Ty::Uint, 2)
}

pub(super) fn arithmetic(w: &mut Writer<'_>, opcode: u16, count: usize) -> Outcome<()> {
    each(w, 1..count + 1, |w, ty, ids| {
        let value = w.b.value(opcode, ty, ids);
        w.exact(value)
    })
}

pub(super) fn extended(w: &mut Writer<'_>, instruction: u32, count: usize) -> Outcome<()> {
    each(w, 1..count + 1, |w, ty, ids| w.b.extended_instruction(instruction, ty, ids))
}

pub(super) fn reciprocal(w: &mut Writer<'_>) -> Outcome<()> {
    each(w, 1..2, |w, ty, ids| {
        let one = exact::float(&mut w.b, ty, 1.0);
        w.b.value(op::F_DIV, ty, &[one, ids[0]])
    })
}

pub(super) fn mov(w: &mut Writer<'_>) -> Outcome<()> {
    each(w, 1..2, |_, _, ids| ids[0])
}

/// Chooses doubles by one component each.
pub(super) fn movc(w: &mut Writer<'_>) -> Outcome<()> {
    let conditions: Vec<Id> = (0..pairs(w, 0)?.len())
        .map(|number| w.value(1, &[number as u8 * 2], Ty::Bool))
        .collect::<Outcome<_>>()?;
    let mut next = conditions.into_iter();
    each(w, 2..4, |w, ty, ids| match next.next() {
        Some(condition) => w.b.value(op::SELECT, ty, &[condition, ids[0], ids[1]]),
        None => ids[0],
    })
}

/// One component of the result for each double.
fn narrowed(
    w: &mut Writer<'_>,
    sources: usize,
    to: Ty,
    mut make: impl FnMut(&mut Writer<'_>, Id, &[Id]) -> Id,
) -> Outcome<()> {
    let mask = w.mask(0)?;
    let ty = to.scalar(&mut w.b);
    let mut parts = Vec::new();
    for number in 0..mask.len().min(2) {
        let mut ids = Vec::new();
        for place in 1..=sources {
            ids.push(source(w, place, number)?);
        }
        let id = make(w, ty, &ids);
        parts.push(Part::Value { id, index: None, ty: to, from: None });
    }
    w.put(0, &mask, &parts)
}

pub(super) fn compare(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    narrowed(w, 2, Ty::Bool, |w, ty, ids| w.b.value(opcode, ty, ids))
}

pub(super) fn to_float(w: &mut Writer<'_>) -> Outcome<()> {
    narrowed(w, 1, Ty::Float, |w, ty, ids| {
        let value = saturated(w, ids[0]);
        w.b.value(op::F_CONVERT, ty, &[value])
    })
}

pub(super) fn to_integer(w: &mut Writer<'_>, sign: Signedness) -> Outcome<()> {
    narrowed(w, 1, Ty::Uint, |w, ty, ids| exact::float_to_int(&mut w.b, ids[0], ty, sign))
}

/// A double for each component of the source.
pub(super) fn from_number(w: &mut Writer<'_>, opcode: u16, from: Ty) -> Outcome<()> {
    let double = w.b.float_type(64);
    let (mut mask, mut parts) = (Vec::new(), Vec::new());
    for (number, pair) in pairs(w, 0)?.into_iter().enumerate() {
        let value = w.value(1, &[number as u8], from)?;
        let value = w.b.value(opcode, double, &[value]);
        parts.extend(halves(w, value));
        mask.extend(pair);
    }
    w.put(0, &mask, &parts)
}
