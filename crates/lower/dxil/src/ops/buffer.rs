//! Buffers: constants, bytes, structures; counters and atomics.

use glassbox_dxil::ir::{Type, TypeId, ValueId};
use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::resource::{Kind, Shape};
use glassbox_lower_directx::{Outcome, arithmetic, rules, structures};
use glassbox_spirv::build::value::{capability, scope};
use glassbox_spirv::build::{Id, Memory, op};

use super::Call;
use super::members::{element_places, load_members, store_members, with_residency};
use crate::resources::Resource;
use crate::survey::Word;
use crate::writer::{Part, Value, Writer};

/// Type of the members of a result, and how many there are that are numbers.
fn members(w: &Writer<'_>, call: &Call<'_>) -> Outcome<(TypeId, usize)> {
    let types = &w.source.program.module.types;
    match types.fields(call.ty) {
        Some(fields) => match fields.first() {
            Some(first) => Ok((*first, fields.iter().filter(|field| *field == first).count())),
            None => Err(w.refuse(&rules::SHAPE, "found a result without members".to_owned())),
        },
        None => Ok((call.ty, 1)),
    }
}

pub(super) fn load_constants(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    if let Some((layout, variable)) = w.members(resource.view) {
        let row = w.argument(call, 1)?;
        let found = crate::rows::places(w.source, w.body(), &layout, row, (call.ty, call.used));
        if let Some(found) = found {
            let (member, _) = members(w, call)?;
            return load_members(w, &found, &variable, (resource, member));
        }
    }
    let (variable, is_float) = w.constants(resource.view)?;
    let row = w.operand(call, 1)?;
    let scalar = if is_float { w.b.float() } else { w.b.uint() };
    let ty = w.b.vector(scalar, 4);
    let zero = w.b.constant_uint(0);
    let place = variable.pointer(&mut w.b, resource.choice, &[zero, row], ty);
    let row = w.b.value(op::LOAD, ty, &[place]);
    let (member, count) = members(w, call)?;
    let wanted = w.ty(member)?;
    let bits = w.b.width(wanted);
    // Minimum precision has a word for each number.
    let mut parts = Vec::new();
    for index in 0..count as u32 {
        if call.used & 1 << index == 0 {
            parts.push(Part::Resident(None));
            continue;
        }
        let word =
            |w: &mut Writer<'_>, index| w.b.value_with(op::COMPOSITE_EXTRACT, scalar, &[row], &[index]);
        parts.push(match bits {
            64 => {
                let halves = [word(w, index * 2), word(w, index * 2 + 1)];
                Part::Id(joined(w, wanted, halves))
            }
            16 => {
                let both = word(w, index / 2);
                Part::Id(half_of(w, wanted, both, index % 2))
            }
            _ if wanted == scalar => Part::Component(row, index, scalar),
            _ => {
                let word = word(w, index);
                Part::Id(arithmetic::bits_as(&mut w.b, wanted, word))
            }
        });
    }
    Ok(Value::Parts(parts.into()))
}

/// Two words as a number of 64 bits.
fn joined(w: &mut Writer<'_>, wanted: Id, words: [Id; 2]) -> Id {
    let uint = w.b.uint();
    let words = words.map(|word| arithmetic::bits_as(&mut w.b, uint, word));
    let pair = w.b.vector(uint, 2);
    let both = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &words);
    w.b.value(op::BITCAST, wanted, &[both])
}

/// Half of a word as a number of 16 bits.
fn half_of(w: &mut Writer<'_>, wanted: Id, word: Id, half: u32) -> Id {
    let uint = w.b.uint();
    let word = arithmetic::bits_as(&mut w.b, uint, word);
    let word = if half == 1 { arithmetic::in_elements(&mut w.b, word, 16) } else { word };
    let short = arithmetic::unsigned(&mut w.b, wanted);
    let narrow = w.b.value(op::U_CONVERT, short, &[word]);
    arithmetic::bits_as(&mut w.b, wanted, narrow)
}

/// The half of a word that the second bit of a byte says.
fn half_at(w: &mut Writer<'_>, word: Id, byte: Id) -> Id {
    let uint = w.b.uint();
    let (two, sixteen) = (arithmetic::masked(&mut w.b, byte, 2), w.b.constant_uint(16));
    let first = arithmetic::times(&mut w.b, two, 8);
    w.b.value(op::BIT_FIELD_U_EXTRACT, uint, &[word, first, sixteen])
}

/// A number of a constant buffer by its byte.
pub(super) fn load_constant(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (variable, is_float) = w.constants(resource.view)?;
    let byte = w.operand(call, 1)?;
    let scalar = if is_float { w.b.float() } else { w.b.uint() };
    let wanted = w.ty(call.ty)?;
    let zero = w.b.constant_uint(0);
    let word = |w: &mut Writer<'_>, byte: Id| {
        let row = arithmetic::in_elements(&mut w.b, byte, 4);
        let column = arithmetic::in_elements(&mut w.b, byte, 2);
        let column = arithmetic::masked(&mut w.b, column, 3);
        let place = variable.pointer(&mut w.b, resource.choice, &[zero, row, column], scalar);
        w.b.value(op::LOAD, scalar, &[place])
    };
    let value = match w.b.width(wanted) {
        64 => {
            let four = w.b.constant_uint(4);
            let next = arithmetic::add(&mut w.b, byte, four);
            let words = [word(w, byte), word(w, next)];
            joined(w, wanted, words)
        }
        32 => {
            let word = word(w, byte);
            arithmetic::bits_as(&mut w.b, wanted, word)
        }
        _ => {
            let both = word(w, byte);
            let uint = w.b.uint();
            let both = arithmetic::bits_as(&mut w.b, uint, both);
            let half = half_at(w, both, byte);
            half_of(w, wanted, half, 0)
        }
    };
    Ok(Value::Id(value))
}

/// Where what is accessed begins.
#[derive(Clone, Copy)]
struct Start {
    /// The element, in buffers that are arrays of structures.
    element: Option<Id>,
    /// The byte in it, or in the buffer.
    byte: Id,
}

fn start(w: &mut Writer<'_>, resource: Resource, index: ValueId, offset: ValueId) -> Outcome<Start> {
    let (kind, stride) = (w.view(resource).kind, w.view(resource).stride);
    let index = w.id(index)?;
    let uint = w.b.uint();
    let has_offset = !w.is_undefined(offset);
    let offset = if has_offset { w.id(offset)? } else { w.b.constant(uint, 0) };
    let byte = match kind {
        Kind::STRUCTURED_BUFFER if w.has_structures(resource.view) => {
            return Ok(Start { element: Some(index), byte: offset });
        }
        Kind::STRUCTURED_BUFFER => {
            let first = arithmetic::times(&mut w.b, index, stride.max(1));
            arithmetic::add(&mut w.b, first, offset)
        }
        Kind::TBUFFER => arithmetic::times(&mut w.b, index, 16),
        _ if !has_offset => index,
        _ => arithmetic::add(&mut w.b, index, offset),
    };
    Ok(Start { element: None, byte })
}

/// A pointer to a word some words behind a start, and its type.
fn pointer(
    w: &mut Writer<'_>,
    resource: Resource,
    start: Start,
    (word, log2, further): (Word, u32, u32),
) -> Outcome<(Id, Id)> {
    let (variable, ty) = w.words(resource.view, word)?;
    let first = arithmetic::in_elements(&mut w.b, start.byte, log2);
    let further = w.b.constant_uint(further);
    let index = arithmetic::add(&mut w.b, first, further);
    let stride = w.view(resource).stride;
    let zero = w.b.constant_uint(0);
    let place = match start.element {
        Some(element) => {
            let word = structures::Word { element, index };
            word.pointer(&mut w.b, &variable, resource.choice, ty, stride)
        }
        None => variable.pointer(&mut w.b, resource.choice, &[zero, index], ty),
    };
    Ok((place, ty))
}

/// A number of a buffer, `column` numbers behind a start.
fn read(w: &mut Writer<'_>, resource: Resource, start: Start, column: u32, wanted: Id) -> Outcome<Id> {
    let bits = w.b.width(wanted);
    let one = |w: &mut Writer<'_>, word: Word, log2: u32, further: u32| -> Outcome<Id> {
        let (place, ty) = pointer(w, resource, start, (word, log2, further))?;
        Ok(w.b.value(op::LOAD, ty, &[place]))
    };
    match bits {
        64 => {
            let words = [one(w, Word::Bits32, 2, column * 2)?, one(w, Word::Bits32, 2, column * 2 + 1)?];
            Ok(joined(w, wanted, words))
        }
        16 if w.has_halves(resource.view) => {
            let two = w.b.constant_uint(column * 2);
            let byte = arithmetic::add(&mut w.b, start.byte, two);
            let uint = w.b.uint();
            let start = Start { byte, ..start };
            let (place, ty) = pointer(w, resource, start, (Word::Bits32, 2, 0))?;
            let both = w.b.value(op::LOAD, ty, &[place]);
            let both = arithmetic::bits_as(&mut w.b, uint, both);
            let half = half_at(w, both, byte);
            Ok(half_of(w, wanted, half, 0))
        }
        16 => {
            let word = one(w, Word::Bits16, 1, column)?;
            Ok(arithmetic::bits_as(&mut w.b, wanted, word))
        }
        _ => {
            let word = one(w, Word::Bits32, 2, column)?;
            Ok(arithmetic::bits_as(&mut w.b, wanted, word))
        }
    }
}

/// Writes a number as [`read`] reads it.
fn write(w: &mut Writer<'_>, resource: Resource, start: Start, column: u32, value: Id) -> Outcome<()> {
    let Some(given) = w.b.type_of(value) else { return Ok(()) };
    let bits = w.b.width(given);
    let one = |w: &mut Writer<'_>, word: Word, log2: u32, further: u32, value: Id| -> Outcome<()> {
        let (place, ty) = pointer(w, resource, start, (word, log2, further))?;
        let value = arithmetic::bits_as(&mut w.b, ty, value);
        w.b.effect(op::STORE, &[place, value]);
        Ok(())
    };
    match bits {
        64 => {
            let uint = w.b.uint();
            let pair = w.b.vector(uint, 2);
            let both = w.b.value(op::BITCAST, pair, &[value]);
            for half in 0..2 {
                let word = w.b.value_with(op::COMPOSITE_EXTRACT, uint, &[both], &[half]);
                one(w, Word::Bits32, 2, column * 2 + half, word)?;
            }
            Ok(())
        }
        16 => one(w, Word::Bits16, 1, column, value),
        _ => one(w, Word::Bits32, 2, column, value),
    }
}

pub(super) fn load(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (index, offset) = (w.argument(call, 1)?, w.argument(call, 2)?);
    if w.view(resource).kind == Kind::TYPED_BUFFER {
        return super::texture::load_texel(w, call, resource, index);
    }
    let (member, count) = members(w, call)?;
    if let Some((layout, variable)) = w.structures(resource.view) {
        let place = (resource, [index, offset], call.used & 0xF);
        if let Some(found) = element_places(w, &layout, place, member) {
            let value = load_members(w, &found, &variable, (resource, member))?;
            return Ok(with_residency(value));
        }
    }
    let start = start(w, resource, index, offset)?;
    let wanted = w.ty(member)?;
    let mut parts = Vec::new();
    // The last member says whether all was there.
    let numbers = count.min(4) as u32;
    for column in 0..numbers {
        let is_used = call.used & 1 << column != 0;
        parts.push(if is_used {
            Part::Id(read(w, resource, start, column, wanted)?)
        } else {
            Part::Resident(None)
        });
    }
    parts.push(Part::Resident(None));
    Ok(Value::Parts(parts.into()))
}

pub(super) fn store(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (index, offset) = (w.argument(call, 1)?, w.argument(call, 2)?);
    let mask = w.argument(call, 7)?;
    let mask = w.expect_fixed(mask, "mask of components")?;
    if w.view(resource).kind == Kind::TYPED_BUFFER {
        let values = call.arguments.get(3..7).unwrap_or_default();
        return super::texture::store_texel(w, resource, &[index], values, None);
    }
    if let Some((layout, variable)) = w.structures(resource.view) {
        let member = w.type_of(w.argument(call, 3)?)?;
        let place = (resource, [index, offset], mask & 0xF);
        if let Some(found) = element_places(w, &layout, place, member) {
            let values = call.arguments.get(3..7).unwrap_or_default();
            return store_members(w, &found, values, &variable, resource);
        }
    }
    let start = start(w, resource, index, offset)?;
    for column in 0..4 {
        if mask & 1 << column != 0 {
            let value = w.operand(call, 3 + column as usize)?;
            write(w, resource, start, column, value)?;
        }
    }
    Ok(Value::None)
}

pub(super) fn load_vector(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (index, offset) = (w.argument(call, 1)?, w.argument(call, 2)?);
    let start = start(w, resource, index, offset)?;
    let (member, _) = members(w, call)?;
    let columns = w.columns(member);
    let vector = w.ty(member)?;
    let scalar = w.b.component_type(vector).unwrap_or(vector);
    let parts =
        (0..columns).map(|column| read(w, resource, start, column, scalar)).collect::<Outcome<Vec<Id>>>()?;
    let whole = match parts.as_slice() {
        [one] => *one,
        parts => w.b.value(op::COMPOSITE_CONSTRUCT, vector, parts),
    };
    Ok(Value::Parts([Part::Id(whole), Part::Resident(None)].into()))
}

pub(super) fn store_vector(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (index, offset) = (w.argument(call, 1)?, w.argument(call, 2)?);
    let start = start(w, resource, index, offset)?;
    let value = w.argument(call, 3)?;
    let columns = w.columns(w.type_of(value)?);
    let vector = w.type_id(value)?;
    let value = w.id(value)?;
    let scalar = w.b.component_type(vector).unwrap_or(vector);
    for column in 0..columns {
        let one = match columns {
            1 => value,
            _ => w.b.value_with(op::COMPOSITE_EXTRACT, scalar, &[value], &[column]),
        };
        write(w, resource, start, column, one)?;
    }
    Ok(Value::None)
}

pub(super) fn count(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let step = w.argument(call, 1)?;
    let step = w.expect_fixed(step, "step of a counter")? as i8;
    let variable = w.counter(resource.view);
    let uint = w.b.uint();
    let zero = w.b.constant_uint(0);
    let pointer = variable.pointer(&mut w.b, resource.choice, &[zero], uint);
    let memory = Memory { pointer, scope: scope::DEVICE, semantics: 0 };
    let one = w.b.constant(uint, 1);
    // What is given is the number before an increment, and the one after a decrement.
    if step > 0 {
        return Ok(Value::Id(w.b.atomic(op::ATOMIC_I_ADD, uint, memory, &[one])));
    }
    let before = w.b.atomic(op::ATOMIC_I_SUB, uint, memory, &[one]);
    Ok(Value::Id(w.b.value(op::I_SUB, uint, &[before, one])))
}

/// The memory that an atomic operation changes, and the type that it has there.
fn target(w: &mut Writer<'_>, call: &Call<'_>, first: usize, opcode: u16) -> Outcome<(Id, Id)> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let kind = w.view(resource).kind;
    if kind.is_image() {
        let parts = call.arguments.get(first..first + 3).unwrap_or_default();
        let coordinate = super::texture::whole_coordinate(w, kind, parts)?;
        let found = w.texel_pointer(resource, coordinate)?;
        if opcode != op::ATOMIC_EXCHANGE
            && matches!(w.b.what(found.1), Some(glassbox_spirv::module::Type::Float { .. }))
        {
            let message =
                format!("found {} on floats, which texels have for integers only", super::name(call.number));
            return Err(w.refuse(&rules::OPERATION, message));
        }
        if w.b.width(found.1) == 64 {
            w.b.capability(capability::INT64_ATOMICS);
        }
        return Ok(found);
    }
    let (index, offset) = (w.argument(call, first)?, w.argument(call, first + 1)?);
    let is_wide = matches!(w.llvm(call.ty), Some(Type::Integer(64)));
    if is_wide {
        w.b.capability(capability::INT64_ATOMICS);
    }
    if let Some((layout, variable)) = w.structures(resource.view)
        && let Some(found) = element_places(w, &layout, (resource, [index, offset], 1), call.ty)
        && let Some(place) = found.first().cloned().flatten()
    {
        let ids = place.map(|value| w.id(value))?;
        return Ok(ids.pointer(&mut w.b, &variable, resource.choice, true));
    }
    let start = start(w, resource, index, offset)?;
    let word = if is_wide { (Word::Bits64, 3, 0) } else { (Word::Bits32, 2, 0) };
    pointer(w, resource, start, word)
}

pub(super) fn atomic(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let kind = w.argument(call, 1)?;
    let opcode = match w.expect_fixed(kind, "atomic operation")? {
        0 => op::ATOMIC_I_ADD,
        1 => op::ATOMIC_AND,
        2 => op::ATOMIC_OR,
        3 => op::ATOMIC_XOR,
        4 => op::ATOMIC_S_MIN,
        5 => op::ATOMIC_S_MAX,
        6 => op::ATOMIC_U_MIN,
        7 => op::ATOMIC_U_MAX,
        8 => op::ATOMIC_EXCHANGE,
        other => {
            return Err(
                w.refuse(&rules::SHAPE, format!("found the atomic operation {other}, expected 0 to 8"))
            );
        }
    };
    let (pointer, ty) = target(w, call, 2, opcode)?;
    let value = w.operand(call, 5)?;
    let value = arithmetic::bits_as(&mut w.b, ty, value);
    let memory = Memory { pointer, scope: scope::DEVICE, semantics: 0 };
    let old = w.b.atomic(opcode, ty, memory, &[value]);
    let wanted = w.ty(call.ty)?;
    Ok(Value::Id(arithmetic::bits_as(&mut w.b, wanted, old)))
}

pub(super) fn compare_exchange(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    debug_assert_eq!(call.number, o::ATOMIC_COMPARE_EXCHANGE);
    let (pointer, ty) = target(w, call, 1, op::ATOMIC_COMPARE_EXCHANGE)?;
    let [expected, new] = [w.operand(call, 4)?, w.operand(call, 5)?];
    let [expected, new] = [expected, new].map(|value| arithmetic::bits_as(&mut w.b, ty, value));
    let (device, none) = (w.b.constant_uint(scope::DEVICE), w.b.constant_uint(0));
    let operands = [pointer, device, none, none, new, expected];
    let old = w.b.value(op::ATOMIC_COMPARE_EXCHANGE, ty, &operands);
    let wanted = w.ty(call.ty)?;
    Ok(Value::Id(arithmetic::bits_as(&mut w.b, wanted, old)))
}
