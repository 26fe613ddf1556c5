//! Operations on bits. Those on what comparisons give stay comparisons.

use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::{Signedness, op};

use super::components;
use super::float::each;
use crate::part::{Part, Ty};
use crate::writer::Writer;

pub(super) fn shift(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    components(w, 2, Ty::Uint, Ty::Uint, |w, _, ids| arithmetic::shift(&mut w.b, opcode, ids[0], ids[1]))
}

fn is_truth(parts: &[Part]) -> bool {
    parts.iter().all(|part| matches!(part, Part::Value { ty: Ty::Bool, .. }))
}

/// The bits that all parts have, if they are known and as one value.
fn bits(parts: &[Part]) -> Option<Vec<u32>> {
    let bits = |part: &Part| match part {
        Part::Bits(bits) => Some(*bits),
        Part::Value { .. } => None,
    };
    parts.iter().map(bits).collect()
}

/// Truth and bits are those bits or none.
pub(super) fn and(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let (left, right) = (w.moved(1, &mask)?, w.moved(2, &mask)?);
    for (truth, other) in [(&left, &right), (&right, &left)] {
        if !is_truth(truth) || is_truth(other) || !has_no_modifiers(w) {
            continue;
        }
        let ty = match bits(other) {
            Some(_) => type_of(other),
            None if other.iter().all(|part| matches!(part, Part::Value { ty: Ty::Float, .. })) => Ty::Float,
            None => Ty::Uint,
        };
        let (condition, value) = (w.gather(truth, Ty::Bool), w.gather(other, ty));
        let vector = ty.vector(&mut w.b, mask.len());
        let zero = w.b.constant_splat(vector, 0);
        let chosen = w.b.value(op::SELECT, vector, &[condition, value, zero]);
        return w.result(0, &mask, chosen, ty);
    }
    logical(w, op::BITWISE_AND, op::LOGICAL_AND)
}

/// Bits that look like floats are floats.
fn type_of(parts: &[Part]) -> Ty {
    use glassbox_dxbc::number::{Look, Release, look};
    let is_float = |part: &Part| matches!(part, Part::Bits(bits) if look(*bits, Release::V10) == Look::Float);
    if parts.iter().all(is_float) { Ty::Float } else { Ty::Uint }
}

fn has_no_modifiers(w: &Writer<'_>) -> bool {
    let instruction = w.source.instructions.get(w.index);
    instruction.is_some_and(|found| {
        found
            .operands()
            .flatten()
            .all(|operand| operand.modifier.is_none_or(|modifier| modifier.modifier() == 0))
    })
}

pub(super) fn logical(w: &mut Writer<'_>, opcode: u16, of_truth: u16) -> Outcome<()> {
    let mask = w.mask(0)?;
    if has_no_modifiers(w) {
        let (left, right) = (w.moved(1, &mask)?, w.moved(2, &mask)?);
        if is_truth(&left) && is_truth(&right) {
            let (left, right) = (w.gather(&left, Ty::Bool), w.gather(&right, Ty::Bool));
            let ty = Ty::Bool.vector(&mut w.b, mask.len());
            let value = w.b.value(of_truth, ty, &[left, right]);
            return w.result(0, &mask, value, Ty::Bool);
        }
    }
    components(w, 2, Ty::Uint, Ty::Uint, |w, ty, ids| w.b.value(opcode, ty, ids))
}

pub(super) fn not(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let parts = w.moved(1, &mask)?;
    if is_truth(&parts) && has_no_modifiers(w) {
        let value = w.gather(&parts, Ty::Bool);
        let ty = Ty::Bool.vector(&mut w.b, mask.len());
        let value = w.b.value(op::LOGICAL_NOT, ty, &[value]);
        return w.result(0, &mask, value, Ty::Bool);
    }
    components(w, 1, Ty::Uint, Ty::Uint, |w, ty, ids| w.b.value(op::NOT, ty, ids))
}

pub(super) fn first_high(w: &mut Writer<'_>, sign: Signedness) -> Outcome<()> {
    components(w, 1, Ty::Uint, Ty::Uint, |w, _, ids| arithmetic::first_bit_high(&mut w.b, ids[0], sign))
}

/// Width, offset, value.
pub(super) fn extract(w: &mut Writer<'_>, sign: Signedness) -> Outcome<()> {
    each(w, 3, Ty::Uint, Ty::Uint, |w, ids| arithmetic::extract_bits(&mut w.b, ids[2], ids[0], ids[1], sign))
}

/// Width, offset, value, base.
pub(super) fn insert(w: &mut Writer<'_>) -> Outcome<()> {
    each(w, 4, Ty::Uint, Ty::Uint, |w, ids| arithmetic::insert_bits(&mut w.b, ids[3], ids[2], ids[0], ids[1]))
}
