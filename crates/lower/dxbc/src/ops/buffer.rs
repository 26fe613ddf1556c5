//! Buffers of bytes and of structures, shared memory, counters, barriers.

use glassbox_dxbc::Opcode;
use glassbox_dxbc::extended::SyncFlags;
use glassbox_dxbc::names::OperandType;
use glassbox_lower_directx::{Outcome, arithmetic};
use glassbox_spirv::build::value::{memory_semantics as semantics, scope};
use glassbox_spirv::build::{Id, Memory, op};

use crate::part::{Part, Ty};
use crate::resources::{Resource, Spot, Words};
use crate::writer::Writer;

/// What an instruction accesses: a byte, of an element where there are structures.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub(super) element: Option<Id>,
    pub(super) byte: Id,
}

/// The address that begins at an operand.
fn address(w: &mut Writer<'_>, place: usize, is_structured: bool) -> Outcome<Address> {
    let first = w.value(place, &[0], Ty::Uint)?;
    if !is_structured {
        return Ok(Address { element: None, byte: first });
    }
    let byte = w.value(place + 1, &[0], Ty::Uint)?;
    Ok(Address { element: Some(first), byte })
}

/// The first word of an address.
pub(super) fn spot(w: &mut Writer<'_>, words: &Words, address: Address) -> Spot {
    let word = arithmetic::in_elements(&mut w.b, address.byte, 2);
    match address.element {
        Some(element) if words.has_structures => Spot { element: Some(element), word },
        Some(element) => {
            let first = arithmetic::times(&mut w.b, element, words.stride.unwrap_or(4) / 4);
            Spot { element: None, word: arithmetic::add(&mut w.b, first, word) }
        }
        None => Spot { element: None, word },
    }
}

/// The view that an address is in, with the element and the byte in it, if it is an element of a view.
pub(super) fn element_of(
    w: &mut Writer<'_>,
    place: usize,
    address: Address,
) -> Outcome<Option<(Resource, (Id, Id))>> {
    let is_shared = w.operand(place)?.operand_type() == OperandType::GROUP_SHARED;
    let Some(element) = address.element.filter(|_| !is_shared) else { return Ok(None) };
    Ok(Some((w.resource(place)?, (element, address.byte))))
}

fn nth(w: &mut Writer<'_>, first: Spot, number: u8) -> Spot {
    let number = w.b.constant_uint(u32::from(number));
    Spot { word: arithmetic::add(&mut w.b, first.word, number), ..first }
}

pub(super) fn load(w: &mut Writer<'_>) -> Outcome<()> {
    let opcode = w.opcode();
    let has_code = matches!(opcode, Opcode::LD_RAW_S | Opcode::LD_STRUCTURED_S);
    let is_structured = matches!(opcode, Opcode::LD_STRUCTURED | Opcode::LD_STRUCTURED_S);
    let first = 1 + usize::from(has_code);
    let buffer = first + 1 + usize::from(is_structured);
    let address = address(w, first, is_structured)?;
    let mask = w.mask(0)?;
    let picked = w.picked(buffer, &mask)?;
    let members = match element_of(w, buffer, address)? {
        Some((resource, element)) => w.load_element(resource, element, &picked)?,
        None => None,
    };
    let parts = match members {
        Some(parts) => parts,
        None => load_words(w, buffer, address, &picked)?,
    };
    w.put(0, &mask, &parts)?;
    if has_code && !w.is_null(1) {
        // Memory of Vulkan is always there for those who may read it.
        let mask = w.mask(1)?;
        w.put(1, &mask, &vec![Part::Bits(u32::MAX); mask.len()])?;
    }
    Ok(())
}

fn load_words(w: &mut Writer<'_>, buffer: usize, address: Address, picked: &[u8]) -> Outcome<Vec<Part>> {
    let words = w.words(buffer)?;
    let first = spot(w, &words, address);
    let scalar = words.ty.scalar(&mut w.b);
    let mut known: [Option<Id>; 4] = [None; 4];
    let mut parts = Vec::new();
    for component in picked {
        let slot = usize::from(component & 3);
        let id = match known[slot] {
            Some(id) => id,
            None => {
                let index = nth(w, first, component & 3);
                let place = w.word(&words, index);
                w.b.value(op::LOAD, scalar, &[place])
            }
        };
        known[slot] = Some(id);
        parts.push(Part::Value { id, index: None, ty: words.ty, from: Some(words.slot) });
    }
    Ok(parts)
}

pub(super) fn store(w: &mut Writer<'_>) -> Outcome<()> {
    let is_structured = w.opcode() == Opcode::STORE_STRUCTURED;
    note_write(w, 0)?;
    let address = address(w, 1, is_structured)?;
    let source = 2 + usize::from(is_structured);
    let mask = w.mask(0)?;
    let parts = w.moved(source, &mask)?;
    if let Some((resource, element)) = element_of(w, 0, address)? {
        let untraced: Vec<Part> = parts.iter().map(|part| crate::registers::untraced(*part)).collect();
        if w.store_element(resource, element, (&mask, &untraced))? {
            return Ok(());
        }
    }
    let words = w.words(0)?;
    let first = spot(w, &words, address);
    for (component, part) in mask.iter().zip(parts) {
        w.note_copy(part, words.slot);
        let index = nth(w, first, *component);
        let place = w.word(&words, index);
        let value = w.scalar(crate::registers::untraced(part), words.ty);
        w.b.effect(op::STORE, &[place, value]);
    }
    Ok(())
}

/// Notes that the buffer of an operand is written.
pub(super) fn note_write(w: &mut Writer<'_>, place: usize) -> Outcome<()> {
    if w.operand(place)?.operand_type() == OperandType::UNORDERED_ACCESS_VIEW {
        let resource = w.resource(place)?;
        w.note(resource.id, |usage| usage.is_written = true);
    }
    Ok(())
}

/// `bufinfo`: texels, bytes, or structures and the size of one.
pub(super) fn size(w: &mut Writer<'_>) -> Outcome<()> {
    let resource = w.resource(1)?;
    let mask = w.mask(0)?;
    let mut all = [Part::Bits(0); 4];
    let part = |id: Id| Part::Value { id, index: None, ty: Ty::Uint, from: None };
    if w.is_typed(resource) {
        let (texture, _) = w.texture(resource)?;
        all = [part(texture.size(&mut w.b, None)); 4];
    } else {
        let words = w.words_of(resource)?;
        let length = w.length(&words)?;
        match words.stride {
            Some(stride) if words.has_structures => {
                all[0] = part(length);
                all[1] = Part::Bits(stride);
            }
            Some(stride) => {
                let each = w.b.constant_uint((stride / 4).max(1));
                let uint = w.b.uint();
                let count = w.b.value(op::U_DIV, uint, &[length, each]);
                all[0] = part(count);
                all[1] = Part::Bits(stride);
            }
            None => all = [part(arithmetic::times(&mut w.b, length, 4)); 4],
        }
    }
    let picked = w.picked(1, &mask)?;
    let parts: Vec<Part> = picked.iter().map(|component| all[usize::from(component & 3)]).collect();
    w.put(0, &mask, &parts)
}

/// The counter before it is counted up, or after it is counted down.
pub(super) fn count(w: &mut Writer<'_>, is_up: bool) -> Outcome<()> {
    let resource = w.resource(1)?;
    let pointer = w.counter(resource)?;
    let uint = w.b.uint();
    let one = w.b.constant_uint(1);
    let memory = Memory { pointer, scope: scope::DEVICE, semantics: 0 };
    let mut id = w.b.atomic(if is_up { op::ATOMIC_I_ADD } else { op::ATOMIC_I_SUB }, uint, memory, &[one]);
    if !is_up {
        id = w.b.value(op::I_SUB, uint, &[id, one]);
    }
    let mask = w.mask(0)?;
    w.put(0, &mask, &vec![Part::Value { id, index: None, ty: Ty::Uint, from: None }; mask.len()])
}

/// Barriers: which memory they order, and whether the threads of the group wait.
pub(super) fn sync(w: &mut Writer<'_>) -> Outcome<()> {
    let flags =
        w.source.instructions.get(w.index).and_then(|found| found.sync_flags()).unwrap_or(SyncFlags(0));
    let has = |flag: SyncFlags| flags.0 & flag.0 != 0;
    let mut mask = 0;
    if has(SyncFlags::GROUP_MEMORY) {
        mask |= semantics::WORKGROUP_MEMORY;
    }
    let is_global = has(SyncFlags::GLOBAL_VIEWS);
    if has(SyncFlags::GROUP_VIEWS) || is_global {
        mask |= semantics::UNIFORM_MEMORY | semantics::IMAGE_MEMORY;
    }
    if mask != 0 {
        mask |= semantics::ACQUIRE_RELEASE;
    }
    let memory = if is_global { scope::DEVICE } else { scope::WORKGROUP };
    if has(SyncFlags::THREADS) {
        w.b.control_barrier(scope::WORKGROUP, memory, mask);
    } else if mask != 0 {
        w.b.memory_barrier(memory, mask);
    }
    Ok(())
}
