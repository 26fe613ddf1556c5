//! Moves, which keep the bits and the type of what they move.

use glassbox_lower_directx::Outcome;
use glassbox_spirv::build::{Id, op};

use crate::part::{Part, Ty};
use crate::registers::untraced;
use crate::uses::Slot;
use crate::writer::Writer;

pub(super) fn mov(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let parts = w.moved(1, &mask)?;
    let saturates = w.source.instructions.get(w.index).is_some_and(|found| found.saturates());
    if saturates {
        let value = w.gather(&parts, Ty::Float);
        return w.result(0, &mask, value, Ty::Float);
    }
    w.put(0, &mask, &parts)
}

/// The type in which two moved values are chosen from: that which both have.
fn common(left: &[Part], right: &[Part]) -> Ty {
    let mut has_float = false;
    let mut all_bool = true;
    for part in left.iter().chain(right) {
        match part {
            Part::Bits(bits) => all_bool &= *bits == 0 || *bits == u32::MAX,
            Part::Value { ty: Ty::Float, .. } => {
                has_float = true;
                all_bool = false;
            }
            Part::Value { ty: Ty::Bool, .. } => {}
            // What the first time does not know yet may be a float.
            Part::Value { from: Some(_), .. } => all_bool = false,
            Part::Value { .. } => return Ty::Uint,
        }
    }
    let has_value = left.iter().chain(right).any(|part| matches!(part, Part::Value { .. }));
    match (has_float, all_bool && has_value) {
        (true, _) => Ty::Float,
        (false, true) => Ty::Bool,
        (false, false) if has_value => Ty::Uint,
        // Numbers that look like floats are read as such.
        _ if looks_like_floats(left) && looks_like_floats(right) => Ty::Float,
        _ => Ty::Uint,
    }
}

fn looks_like_floats(parts: &[Part]) -> bool {
    use glassbox_dxbc::number::{Look, Release, look};
    let is_float = |part: &Part| match part {
        Part::Bits(bits) => *bits == 0 || look(*bits, Release::V10) == Look::Float,
        Part::Value { .. } => true,
    };
    parts.iter().all(is_float) && parts.iter().any(|part| *part != Part::Bits(0))
}

/// Chooses between two values by the bits of a condition.
fn choose(w: &mut Writer<'_>, condition: Id, left: &[Part], right: &[Part]) -> Vec<Part> {
    let ty = common(left, right);
    let is_unknown = ty == Ty::Uint;
    let slots: Vec<Option<Slot>> =
        left.iter().zip(right).map(|(left, right)| both(w, *left, *right)).collect();
    let plain = |parts: &[Part]| -> Vec<Part> {
        parts.iter().map(|part| if is_unknown { untraced(*part) } else { *part }).collect()
    };
    let (yes, no) = (plain(left), plain(right));
    let (yes, no) = (w.gather(&yes, ty), w.gather(&no, ty));
    let vector = ty.vector(&mut w.b, left.len());
    let value = w.b.value(op::SELECT, vector, &[condition, yes, no]);
    let mut parts = Part::of(value, ty, left.len());
    for (part, slot) in parts.iter_mut().zip(slots) {
        if let (Part::Value { from, .. }, true) = (part, is_unknown) {
            *from = slot;
        }
    }
    parts
}

/// What the uses of a choice are uses of, if nothing else says its type.
fn both(w: &mut Writer<'_>, left: Part, right: Part) -> Option<Slot> {
    let slot = |part: Part| match part {
        Part::Value { from, .. } => from,
        Part::Bits(_) => None,
    };
    match (slot(left), slot(right)) {
        (Some(left), Some(right)) => {
            w.uses.copy(right, left);
            Some(left)
        }
        (one, None) | (None, one) => one,
    }
}

pub(super) fn movc(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let condition = w.value(1, &mask, Ty::Bool)?;
    let (yes, no) = (w.moved(2, &mask)?, w.moved(3, &mask)?);
    let parts = choose(w, condition, &yes, &no);
    let saturates = w.source.instructions.get(w.index).is_some_and(|found| found.saturates());
    if saturates {
        let value = w.gather(&parts, Ty::Float);
        return w.result(0, &mask, value, Ty::Float);
    }
    w.put(0, &mask, &parts)
}

/// Two moves, each from what the other one is not from.
pub(super) fn swapc(w: &mut Writer<'_>) -> Outcome<()> {
    let mut results = Vec::new();
    for (place, [yes, no]) in [(0, [4, 3]), (1, [3, 4])] {
        if w.is_null(place) {
            continue;
        }
        let mask = w.mask(place)?;
        let condition = w.value(2, &mask, Ty::Bool)?;
        let (yes, no) = (w.moved(yes, &mask)?, w.moved(no, &mask)?);
        results.push((place, choose(w, condition, &yes, &no), mask));
    }
    for (place, parts, mask) in results {
        w.put(place, &mask, &parts)?;
    }
    Ok(())
}
