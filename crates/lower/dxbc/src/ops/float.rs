//! Arithmetic of floats and their conversions.

use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::{Guarded, Id, Signedness, glsl, op};

use super::components;
use crate::part::{Part, Ty};
use crate::writer::Writer;

/// A product and a sum; the program does not say that they are rounded once.
pub(super) fn mad(w: &mut Writer<'_>) -> Outcome<()> {
    components(w, 3, Ty::Float, Ty::Float, |w, ty, ids| {
        let product = w.b.value(op::F_MUL, ty, &ids[..2]);
        w.exact(product);
        let sum = w.b.value(op::F_ADD, ty, &[product, ids[2]]);
        w.exact(sum)
    })
}

/// A dot product, in each component of the result.
pub(super) fn dot(w: &mut Writer<'_>, count: u8) -> Outcome<()> {
    let mask = w.mask(0)?;
    let all: Vec<u8> = (0..count).collect();
    let (left, right) = (w.value(1, &all, Ty::Float)?, w.value(2, &all, Ty::Float)?);
    let float = w.b.float();
    let value = w.b.value(op::DOT, float, &[left, right]);
    let value = w.exact(value);
    repeated(w, 0, &mask, value)
}

/// Writes a float to all components of a mask.
fn repeated(w: &mut Writer<'_>, place: usize, mask: &[u8], value: Id) -> Outcome<()> {
    let saturates = w.source.instructions.get(w.index).is_some_and(|found| found.saturates());
    let value = if saturates { arithmetic::saturate(&mut w.b, value) } else { value };
    let part = Part::Value { id: value, index: None, ty: Ty::Float, from: None };
    w.put(place, mask, &vec![part; mask.len()])
}

pub(super) fn reciprocal(w: &mut Writer<'_>) -> Outcome<()> {
    components(w, 1, Ty::Float, Ty::Float, |w, ty, ids| {
        let one = arithmetic::float(&mut w.b, ty, 1.0);
        let value = w.b.value(op::F_DIV, ty, &[one, ids[0]]);
        w.exact(value)
    })
}

pub(super) fn sincos(w: &mut Writer<'_>) -> Outcome<()> {
    let mut results = Vec::new();
    for (place, instruction) in [(0, glsl::SIN), (1, glsl::COS)] {
        if w.is_null(place) {
            continue;
        }
        let mask = w.mask(place)?;
        let angle = w.value(2, &mask, Ty::Float)?;
        let ty = Ty::Float.vector(&mut w.b, mask.len());
        let value = w.b.extended_instruction(instruction, ty, &[angle]);
        results.push((place, mask, value));
    }
    for (place, mask, value) in results {
        w.result(place, &mask, value, Ty::Float)?;
    }
    Ok(())
}

pub(super) fn to_integer(w: &mut Writer<'_>, sign: Signedness) -> Outcome<()> {
    components(w, 1, Ty::Float, Ty::Uint, |w, ty, ids| arithmetic::float_to_int(&mut w.b, ids[0], ty, sign))
}

/// Component by component, for instructions that take numbers only.
pub(super) fn each(
    w: &mut Writer<'_>,
    sources: usize,
    from: Ty,
    to: Ty,
    mut make: impl FnMut(&mut Writer<'_>, &[Id]) -> Id,
) -> Outcome<()> {
    let mask = w.mask(0)?;
    let mut parts = Vec::new();
    for component in &mask {
        let mut ids = Vec::with_capacity(sources);
        for place in 1..=sources {
            ids.push(w.value(place, &[*component], from)?);
        }
        parts.push(Part::Value { id: make(w, &ids), index: None, ty: to, from: None });
    }
    if to == Ty::Float {
        let value = w.gather(&parts, to);
        return w.result(0, &mask, value, to);
    }
    w.put(0, &mask, &parts)
}

pub(super) fn to_half(w: &mut Writer<'_>) -> Outcome<()> {
    each(w, 1, Ty::Float, Ty::Uint, |w, ids| arithmetic::float_to_half(&mut w.b, ids[0]))
}

pub(super) fn from_half(w: &mut Writer<'_>) -> Outcome<()> {
    each(w, 1, Ty::Uint, Ty::Float, |w, ids| arithmetic::half_to_float(&mut w.b, ids[0]))
}
