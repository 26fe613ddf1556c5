//! Arithmetic of integers, which have no sign of their own.

use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::{Builder, Guarded, Id, Signedness, glsl, op};

use super::components;
use crate::part::Ty;
use crate::writer::Writer;

pub(super) fn mad(w: &mut Writer<'_>) -> Outcome<()> {
    components(w, 3, Ty::Uint, Ty::Uint, |w, ty, ids| {
        let product = w.b.value(op::I_MUL, ty, &ids[..2]);
        w.b.value(op::I_ADD, ty, &[product, ids[2]])
    })
}

/// Both sources, in the components that an operand writes.
fn sources(w: &mut Writer<'_>, place: usize) -> Outcome<(Vec<u8>, Id, Id, Id)> {
    let mask = w.mask(place)?;
    let (left, right) = (w.value(2, &mask, Ty::Uint)?, w.value(3, &mask, Ty::Uint)?);
    let ty = Ty::Uint.vector(&mut w.b, mask.len());
    Ok((mask, left, right, ty))
}

/// Both halves of a product: the high one first.
pub(super) fn multiply(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    let mut results = Vec::new();
    if !w.is_null(0) {
        let (mask, left, right, ty) = sources(w, 0)?;
        let both = w.b.structure(&[ty, ty]);
        let product = w.b.value(opcode, both, &[left, right]);
        results.push((0, mask, w.b.value_with(op::COMPOSITE_EXTRACT, ty, &[product], &[1])));
    }
    if !w.is_null(1) {
        let (mask, left, right, ty) = sources(w, 1)?;
        results.push((1, mask, w.b.value(op::I_MUL, ty, &[left, right])));
    }
    finish(w, results)
}

fn finish(w: &mut Writer<'_>, results: Vec<(usize, Vec<u8>, Id)>) -> Outcome<()> {
    for (place, mask, value) in results {
        w.result(place, &mask, value, Ty::Uint)?;
    }
    Ok(())
}

/// Quotient and remainder.
pub(super) fn divide(w: &mut Writer<'_>) -> Outcome<()> {
    let mut results = Vec::new();
    type Divide = fn(&mut Builder, Signedness, Id, Id) -> Id;
    let divisions: [Divide; 2] = [arithmetic::quotient, arithmetic::remainder];
    for (place, divide) in divisions.into_iter().enumerate() {
        if w.is_null(place) {
            continue;
        }
        let (mask, left, right, _) = sources(w, place)?;
        results.push((place, mask, divide(&mut w.b, Signedness::Unsigned, left, right)));
    }
    finish(w, results)
}

/// A sum or difference with its carry, 0 or 1.
pub(super) fn carry(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    let mut results = Vec::new();
    for (place, member) in [(0, 0), (1, 1)] {
        if w.is_null(place) {
            continue;
        }
        let (mask, left, right, ty) = sources(w, place)?;
        let both = w.b.structure(&[ty, ty]);
        let result = w.b.value(opcode, both, &[left, right]);
        results.push((place, mask, w.b.value_with(op::COMPOSITE_EXTRACT, ty, &[result], &[member])));
    }
    finish(w, results)
}

/// Adds the differences of four bytes; bytes of the reference that are 0 do not count.
pub(super) fn sum_of_differences(w: &mut Writer<'_>) -> Outcome<()> {
    super::float::each(w, 3, Ty::Uint, Ty::Uint, |w, ids| {
        let (uint, truth) = (w.b.uint(), w.b.bool());
        let zero = w.b.constant(uint, 0);
        let width = w.b.constant(uint, 8);
        let mut sum = ids[2];
        for byte in 0..4 {
            let offset = w.b.constant(uint, byte * 8);
            let [reference, source] =
                [ids[0], ids[1]].map(|id| w.b.value(op::BIT_FIELD_U_EXTRACT, uint, &[id, offset, width]));
            let most = w.b.extended_instruction(glsl::U_MAX, uint, &[reference, source]);
            let least = w.b.extended_instruction(glsl::U_MIN, uint, &[reference, source]);
            let difference = w.b.value(op::I_SUB, uint, &[most, least]);
            let is_masked = w.b.value(op::I_EQUAL, truth, &[reference, zero]);
            let counted = w.b.value(op::SELECT, uint, &[is_masked, zero, difference]);
            sum = w.b.value(op::I_ADD, uint, &[sum, counted]);
        }
        sum
    })
}
