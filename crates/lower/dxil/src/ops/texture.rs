//! Textures: samples, gathers, loads, stores, sizes.

use glassbox_dxil::ir::ValueId;
use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::resource::{Kind, Shape};
use glassbox_lower_directx::texture::{self, Level, Sample, Texel, integer_coordinate};
use glassbox_lower_directx::{Outcome, arithmetic, rules, samples};
use glassbox_spirv::build::{Id, op};
use glassbox_spirv::module::Type;

use super::Call;
use crate::resources::Resource;
use crate::writer::{Part, Value, Writer};

/// Some values as one number or vector of a type of numbers.
fn joined(w: &mut Writer<'_>, scalar: Id, values: &[ValueId]) -> Outcome<Id> {
    let mut parts = Vec::new();
    for value in values {
        let id = w.id(*value)?;
        parts.push(arithmetic::bits_as(&mut w.b, scalar, id));
    }
    match parts.as_slice() {
        [one] => Ok(*one),
        parts => {
            let ty = w.b.vector(scalar, parts.len().clamp(2, 4) as u32);
            if parts.iter().all(|part| w.b.is_constant(*part)) {
                return Ok(w.b.constant_composite(ty, parts));
            }
            Ok(w.b.value(op::COMPOSITE_CONSTRUCT, ty, parts))
        }
    }
}

/// Coordinates of floats, from the argument at an index.
fn coordinate(w: &mut Writer<'_>, call: &Call<'_>, first: usize, count: u32) -> Outcome<Id> {
    let float = w.b.float();
    let values = call.arguments.get(first..first + count as usize).unwrap_or_default();
    if values.is_empty() {
        return Err(w.refuse(&rules::SHAPE, "found a texture operation without a coordinate".to_owned()));
    }
    joined(w, float, values)
}

/// Coordinates of integers, from the first of some values.
pub(super) fn whole_coordinate(w: &mut Writer<'_>, kind: Kind, values: &[ValueId]) -> Outcome<Id> {
    let int = w.b.int();
    let count = kind.coordinates() as usize;
    let Some(values) = values.get(..count) else {
        return Err(w.refuse(&rules::SHAPE, "found a texture operation without a coordinate".to_owned()));
    };
    debug_assert_eq!(integer_coordinate(&mut w.b, Kind::TEXTURE_1D), int);
    joined(w, int, values)
}

/// Offsets in texels: none if all of them are 0 or not stated.
fn offset(w: &mut Writer<'_>, kind: Kind, values: &[ValueId]) -> Outcome<Option<Id>> {
    if matches!(kind, Kind::TEXTURE_CUBE | Kind::TEXTURE_CUBE_ARRAY | Kind::TYPED_BUFFER) {
        return Ok(None);
    }
    let Some(values) = values.get(..kind.dimensions() as usize) else { return Ok(None) };
    if values.iter().all(|value| w.is_undefined(*value) || w.fixed(*value) == Some(0)) {
        return Ok(None);
    }
    let int = w.b.int();
    joined(w, int, values).map(Some)
}

/// An argument that may be left out.
fn optional(w: &mut Writer<'_>, call: &Call<'_>, index: usize) -> Outcome<Option<Id>> {
    match call.arguments.get(index) {
        Some(value) if !w.is_undefined(*value) => w.id(*value).map(Some),
        _ => Ok(None),
    }
}

/// A texture that is sampled.
fn sampled(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<(texture::Texture, Id, Kind)> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let kind = w.view(resource).kind;
    if !kind.is_image() || kind == Kind::TYPED_BUFFER || kind.is_multisampled() {
        let what = crate::resources::article(kind);
        let message = format!("found {} of {what}, expected a texture", super::name(call.number));
        return Err(w.refuse(&rules::SHAPE, message));
    }
    let texture = w.texture(resource)?;
    let sampler = w.load_opaque(w.argument(call, 1)?)?;
    Ok((texture, sampler, kind))
}

/// True if it is asked whether all texels were there.
fn asks(call: &Call<'_>) -> bool {
    call.used & 1 << 4 != 0
}

pub(super) fn sample(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (texture, sampler, kind) = sampled(w, call)?;
    let coordinate_id = coordinate(w, call, 2, kind.coordinates())?;
    let offset = offset(w, kind, call.arguments.get(6..9).unwrap_or_default())?;
    if offset.is_some_and(|offset| !w.b.is_constant(offset)) {
        let message = format!("found {} with an offset that is computed", super::name(call.number));
        return Err(w.refuse(&rules::OPERATION, message).help("state the offset as a number"));
    }
    let axes = kind.dimensions();
    let gradient = |w: &mut Writer<'_>, first: usize| -> Outcome<Level> {
        Ok(Level::Gradient([coordinate(w, call, first, axes)?, coordinate(w, call, first + 3, axes)?]))
    };
    let zero = |w: &mut Writer<'_>| {
        let float = w.b.float();
        Level::Explicit(w.b.constant(float, 0))
    };
    // What is compared with comes first, then the level, then its least value.
    let (level, reference, clamp) = match call.number {
        o::SAMPLE => (Level::Implicit, None, 9),
        o::SAMPLE_BIAS => (Level::Bias(w.operand(call, 9)?), None, 10),
        o::SAMPLE_LEVEL => (Level::Explicit(w.operand(call, 9)?), None, usize::MAX),
        o::SAMPLE_GRAD => (gradient(w, 9)?, None, 15),
        o::SAMPLE_CMP => (Level::Implicit, Some(9), 10),
        o::SAMPLE_CMP_LEVEL_ZERO => (zero(w), Some(9), usize::MAX),
        o::SAMPLE_CMP_LEVEL => (Level::Explicit(w.operand(call, 10)?), Some(9), usize::MAX),
        o::SAMPLE_CMP_BIAS => (Level::Bias(w.operand(call, 10)?), Some(9), 11),
        _ => (gradient(w, 10)?, Some(9), 16),
    };
    let reference = match reference {
        Some(index) => Some(w.operand(call, index)?),
        None => None,
    };
    let clamp = optional(w, call, clamp)?;
    let sample = Sample { coordinate: coordinate_id, level, reference, offset, clamp, feedback: asks(call) };
    let texel = texture.sample(&mut w.b, sampler, &sample);
    members(w, call, &texel)
}

pub(super) fn gather(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (texture, sampler, kind) = sampled(w, call)?;
    let coordinate = coordinate(w, call, 2, kind.coordinates())?;
    let offset = offset(w, kind, call.arguments.get(6..8).unwrap_or_default())?;
    let channel = w.argument(call, 8)?;
    let channel = w.expect_fixed(channel, "channel of a gather")?;
    let reference = match call.number {
        o::TEXTURE_GATHER_CMP => Some(w.operand(call, 9)?),
        _ => None,
    };
    let sample =
        Sample { coordinate, level: Level::Implicit, reference, offset, clamp: None, feedback: asks(call) };
    let texel = texture.gather(&mut w.b, sampler, channel.min(3), &sample);
    members(w, call, &texel)
}

pub(super) fn load(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let kind = w.view(resource).kind;
    let texture = w.texture(resource)?;
    let coordinate = whole_coordinate(w, kind, call.arguments.get(2..5).unwrap_or_default())?;
    let offset = offset(w, kind, call.arguments.get(5..8).unwrap_or_default())?;
    let level = optional(w, call, 1)?;
    let texel = texture.fetch(&mut w.b, coordinate, level, offset, asks(call));
    members(w, call, &texel)
}

/// A texel of a buffer.
pub(super) fn load_texel(
    w: &mut Writer<'_>,
    call: &Call<'_>,
    resource: Resource,
    index: ValueId,
) -> Outcome<Value> {
    let texture = w.texture(resource)?;
    let coordinate = whole_coordinate(w, Kind::TYPED_BUFFER, &[index])?;
    let texel = texture.fetch(&mut w.b, coordinate, None, None, asks(call));
    members(w, call, &texel)
}

pub(super) fn store(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let kind = w.view(resource).kind;
    let coordinates = call.arguments.get(1..4).unwrap_or_default();
    let coordinates = coordinates.get(..kind.coordinates() as usize).unwrap_or_default();
    let values = call.arguments.get(4..8).unwrap_or_default();
    let sample = match call.number {
        o::TEXTURE_STORE_SAMPLE => Some(w.operand(call, 9)?),
        _ => None,
    };
    store_texel(w, resource, coordinates, values, sample)
}

/// Writes a texel: the components that are not stated do not exist in the format.
pub(super) fn store_texel(
    w: &mut Writer<'_>,
    resource: Resource,
    coordinates: &[ValueId],
    values: &[ValueId],
    sample: Option<Id>,
) -> Outcome<Value> {
    let kind = w.view(resource).kind;
    let texture = w.texture(resource)?;
    let coordinate = whole_coordinate(w, kind, coordinates)?;
    let component = texture.image.component;
    let mut parts = Vec::new();
    for value in values {
        let id = if w.is_undefined(*value) { w.undefined(component) } else { w.id(*value)? };
        parts.push(converted(w, id, component));
    }
    if parts.len() != 4 {
        return Err(w.refuse(&rules::SHAPE, "found a store of other than four components".to_owned()));
    }
    let vector = w.b.vector(component, 4);
    let texel = w.b.value(op::COMPOSITE_CONSTRUCT, vector, &parts);
    texture.store(&mut w.b, coordinate, texel, sample);
    Ok(Value::None)
}

/// A number of one width as one of another, of the same kind.
pub(super) fn converted(w: &mut Writer<'_>, id: Id, to: Id) -> Id {
    let Some(from) = w.b.type_of(id) else { return id };
    if from == to {
        return id;
    }
    let same = w.b.width(from) == w.b.width(to);
    let is_float = |ty| matches!(w.b.what(ty), Some(Type::Float { .. }));
    let is_signed = |ty| matches!(w.b.what(ty), Some(Type::Int { signed: true, .. }));
    match (is_float(from), is_float(to)) {
        _ if same => arithmetic::bits_as(&mut w.b, to, id),
        (true, true) => w.b.value(op::F_CONVERT, to, &[id]),
        (false, false) if is_signed(from) || is_signed(to) => w.b.value(op::S_CONVERT, to, &[id]),
        (false, false) => w.b.value(op::U_CONVERT, to, &[id]),
        // Nothing writes a float where integers are.
        _ => w.undefined(to),
    }
}

/// The members of a result out of a texel.
fn members(w: &mut Writer<'_>, call: &Call<'_>, texel: &Texel) -> Outcome<Value> {
    let types = &w.source.program.module.types;
    let Some(first) = types.fields(call.ty).and_then(|fields| fields.first().copied()) else {
        return Err(w.refuse(&rules::SHAPE, "found a texture operation without members".to_owned()));
    };
    let wanted = w.ty(first)?;
    let mut parts = Vec::new();
    for index in 0..4 {
        let part = match (texel.is_scalar, texel.component == wanted) {
            (true, true) => Part::Id(texel.value),
            (true, false) => Part::Id(converted(w, texel.value, wanted)),
            (false, true) => Part::Component(texel.value, index, wanted),
            (false, false) if call.used & 1 << index == 0 => Part::Resident(None),
            (false, false) => {
                let one = w.b.value_with(op::COMPOSITE_EXTRACT, texel.component, &[texel.value], &[index]);
                Part::Id(converted(w, one, wanted))
            }
        };
        parts.push(part);
    }
    parts.push(Part::Resident(texel.code));
    Ok(Value::Parts(parts.into()))
}

pub(super) fn is_resident(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let code = match w.value(w.argument(call, 0)?)? {
        Value::Resident(None) => return Ok(Value::Id(w.b.constant_bool(true))),
        Value::Resident(Some(code)) => code,
        _ => {
            let (uint, code) = (w.b.uint(), w.operand(call, 0)?);
            arithmetic::bits_as(&mut w.b, uint, code)
        }
    };
    Ok(Value::Id(texture::is_resident(&mut w.b, code)))
}

pub(super) fn level(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (texture, sampler, kind) = sampled(w, call)?;
    let coordinate = coordinate(w, call, 2, kind.dimensions())?;
    let clamped = w.argument(call, 5)?;
    let is_clamped = w.expect_fixed(clamped, "choice of a level")? != 0;
    Ok(Value::Id(texture.level(&mut w.b, sampler, coordinate, is_clamped)))
}

pub(super) fn size(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let (kind, stride) = (w.view(resource).kind, w.view(resource).stride);
    let uint = w.b.uint();
    let zero = Part::Id(w.b.constant(uint, 0));
    if !kind.is_image() {
        let (variable, word) = match w.structures(resource.view) {
            Some((_, variable)) => (variable, uint),
            None => w.any_words(resource.view)?,
        };
        let bytes = w.b.width(word) / 8;
        let block = variable.pointer(&mut w.b, resource.choice, &[], variable.ty);
        let words = w.b.value_with(op::ARRAY_LENGTH, uint, &[block], &[0]);
        let length = match kind {
            Kind::STRUCTURED_BUFFER if w.has_structures(resource.view) => words,
            Kind::STRUCTURED_BUFFER => {
                let words_each = w.b.constant(uint, (stride / bytes).max(1));
                w.b.value(op::U_DIV, uint, &[words, words_each])
            }
            _ => arithmetic::times(&mut w.b, words, bytes),
        };
        return Ok(Value::Parts([Part::Id(length), zero.clone(), zero.clone(), zero].into()));
    }
    let texture = w.texture(resource)?;
    let level = optional(w, call, 1)?;
    let size = texture.size(&mut w.b, level);
    let mut parts: Vec<Part> = match w.b.type_of(size).and_then(|ty| w.b.components(ty)) {
        Some(count) => (0..count).map(|index| Part::Component(size, index, uint)).collect(),
        None => vec![Part::Id(size)],
    };
    parts.resize(3, zero.clone());
    let asks_levels = call.used & 1 << 3 != 0;
    parts.push(match texture.levels(&mut w.b).filter(|_| asks_levels) {
        Some(levels) => Part::Id(levels),
        None => zero,
    });
    Ok(Value::Parts(parts.into()))
}

pub(super) fn target_samples(w: &mut Writer<'_>, _: &Call<'_>) -> Outcome<Value> {
    Ok(Value::Id(w.built_ins.target_samples(&mut w.b)))
}

pub(super) fn target_sample_position(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let count = w.built_ins.target_samples(&mut w.b);
    position(w, call, count, 0)
}

/// Where a sample of a texture is.
pub(super) fn sample_position(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let resource = w.resource(w.argument(call, 0)?)?;
    let count = if w.view(resource).kind.is_image() { w.texture(resource)?.levels(&mut w.b) } else { None };
    let Some(count) = count.filter(|_| w.view(resource).kind.is_multisampled()) else {
        let message = "found the samples of a texture that has none".to_owned();
        return Err(w.refuse(&rules::SHAPE, message));
    };
    position(w, call, count, 1)
}

/// The parts of the place of the sample that an argument numbers.
fn position(w: &mut Writer<'_>, call: &Call<'_>, count: Id, index: usize) -> Outcome<Value> {
    let sample = w.id(w.argument(call, index)?)?;
    let place = samples::position(&mut w.b, count, sample);
    let float = w.b.float();
    Ok(Value::Parts([0, 1].map(|part| Part::Component(place, part, float)).into()))
}
