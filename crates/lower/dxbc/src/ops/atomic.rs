//! Atomic operations on views and shared memory.

use glassbox_dxbc::names::OperandType;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::scope;
use glassbox_spirv::build::{Id, Memory, op};

use super::buffer::{Address, element_of, note_write, spot};
use super::texture::coordinate;
use crate::part::{Part, Ty};
use crate::resources::Words;
use crate::writer::Writer;

/// Memory that is changed.
struct Target {
    pointer: Id,
    ty: Ty,
    is_shared: bool,
}

/// The memory of an operand at the address of the next.
fn target(w: &mut Writer<'_>, opcode: u16, place: usize) -> Outcome<Target> {
    let address = place + 1;
    note_write(w, place)?;
    if w.operand(place)?.operand_type() != OperandType::GROUP_SHARED {
        let resource = w.resource(place)?;
        w.note(resource.id, |usage| usage.has_atomics = true);
        if w.is_typed(resource) {
            let kind = w.kind(resource)?;
            let at = coordinate(w, address, kind)?;
            let (pointer, ty) = w.texel_pointer(resource, at)?;
            if ty == Ty::Float && opcode != op::ATOMIC_EXCHANGE {
                let message = "found an operation on floats, which texels have for integers only".to_owned();
                return Err(w.refuse(&rules::OPERATION, message));
            }
            return Ok(Target { pointer, ty, is_shared: false });
        }
    }
    let first = w.value(address, &[0], Ty::Uint)?;
    let at = if w.is_structured(place)? {
        Address { element: Some(first), byte: w.value(address, &[1], Ty::Uint)? }
    } else {
        Address { element: None, byte: first }
    };
    if let Some((resource, element)) = element_of(w, place, at)?
        && let Some((pointer, ty)) = w.element_pointer(resource, element, opcode)?
    {
        return Ok(Target { pointer, ty, is_shared: false });
    }
    let words: Words = w.words(place)?;
    w.uses.change(words.slot, opcode);
    let spot = spot(w, &words, at);
    let pointer = w.word(&words, spot);
    Ok(Target { pointer, ty: words.ty, is_shared: Writer::is_shared(&words) })
}

/// Changes memory; gives what it held.
fn change(w: &mut Writer<'_>, opcode: u16, place: usize) -> Outcome<(Id, Ty)> {
    let Target { pointer, ty, is_shared } = target(w, opcode, place)?;
    let scope = if is_shared { scope::WORKGROUP } else { scope::DEVICE };
    let scalar = ty.scalar(&mut w.b);
    let value = w.value(place + 2, &[0], ty)?;
    if opcode == op::ATOMIC_COMPARE_EXCHANGE {
        let new = w.value(place + 3, &[0], ty)?;
        let (scope, none) = (w.b.constant_uint(scope), w.b.constant_uint(0));
        return Ok((w.b.value(opcode, scalar, &[pointer, scope, none, none, new, value]), ty));
    }
    let memory = Memory { pointer, scope, semantics: 0 };
    Ok((w.b.atomic(opcode, scalar, memory, &[value]), ty))
}

pub(super) fn plain(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    change(w, opcode, 0).map(|_| ())
}

pub(super) fn returning(w: &mut Writer<'_>, opcode: u16) -> Outcome<()> {
    let (id, ty) = change(w, opcode, 1)?;
    let mask = w.mask(0)?;
    w.put(0, &mask, &vec![Part::Value { id, index: None, ty, from: None }; mask.len()])
}
