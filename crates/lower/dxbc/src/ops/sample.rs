//! Samples and gathers of textures.

use glassbox_dxbc::extended::Extended;
use glassbox_dxbc::{Opcode, Selection};
use glassbox_lower_directx::resource::{Kind, Shape};
use glassbox_lower_directx::texture::{self, Level, Sample, Texel, Texture};
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::{Id, op};

use crate::part::{Part, Ty};
use crate::writer::Writer;

/// Places of the operands of a sample or gather: those with a code have one destination more.
struct Places {
    code: Option<usize>,
    coordinate: usize,
    offset: Option<usize>,
    texture: usize,
    sampler: usize,
    /// The first of what follows.
    rest: usize,
}

fn places(opcode: Opcode) -> Places {
    let has_code = opcode.info().is_some_and(|info| info.mnemonic.ends_with("_s"));
    let has_offset = matches!(
        opcode,
        Opcode::GATHER4_PO | Opcode::GATHER4_PO_C | Opcode::GATHER4_PO_S | Opcode::GATHER4_PO_C_S
    );
    let coordinate = 1 + usize::from(has_code);
    let texture = coordinate + 1 + usize::from(has_offset);
    Places {
        code: has_code.then_some(1),
        coordinate,
        offset: has_offset.then_some(coordinate + 1),
        texture,
        sampler: texture + 1,
        rest: texture + 2,
    }
}

/// A texture that is sampled, and its coordinate.
fn sampled(w: &mut Writer<'_>, places: &Places) -> Outcome<(Texture, Ty, Kind, Id, Id)> {
    let resource = w.resource(places.texture)?;
    let (texture, ty) = w.texture(resource)?;
    let kind = texture.image.kind;
    if kind == Kind::TYPED_BUFFER || kind.is_multisampled() {
        let message = "found a sample of a buffer or of a texture with samples".to_owned();
        return Err(w.refuse(&rules::SHAPE, message));
    }
    let sampler = w.sampler(places.sampler)?;
    let components: Vec<u8> = (0..kind.coordinates() as u8).collect();
    let coordinate = w.value(places.coordinate, &components, Ty::Float)?;
    Ok((texture, ty, kind, sampler, coordinate))
}

/// Offsets in texels that the instruction states, as many as the texture has axes.
pub(super) fn offset(w: &mut Writer<'_>, kind: Kind) -> Option<Id> {
    let instruction = w.source.instructions.get(w.index)?;
    let offsets = instruction.extended().find_map(|word| match Extended::read(word) {
        Extended::Offsets(offsets) => Some(offsets),
        _ => None,
    })?;
    if matches!(kind, Kind::TEXTURE_CUBE | Kind::TEXTURE_CUBE_ARRAY | Kind::TYPED_BUFFER) {
        return None;
    }
    let stated = offsets.get(..kind.dimensions() as usize)?;
    if stated.iter().all(|offset| *offset == 0) {
        return None;
    }
    let parts: Vec<Part> = stated.iter().map(|offset| Part::Bits(i32::from(*offset) as u32)).collect();
    Some(w.gather(&parts, Ty::Int))
}

/// Writes the components of a texel, and whether all of it was there.
pub(super) fn write(
    w: &mut Writer<'_>,
    texel: &Texel,
    ty: Ty,
    texture: usize,
    code: Option<usize>,
) -> Outcome<()> {
    let mask = w.mask(0)?;
    if !w.is_null(0) {
        if texel.is_scalar {
            let part = Part::Value { id: texel.value, index: None, ty, from: None };
            put(w, &mask, &vec![part; mask.len()], ty)?;
        } else {
            let all = Part::of(texel.value, ty, 4);
            let picked = w.picked(texture, &mask)?;
            let parts: Vec<Part> = picked.iter().map(|component| all[usize::from(component & 3)]).collect();
            put(w, &mask, &parts, ty)?;
        }
    }
    match (code, texel.code) {
        (Some(place), Some(code)) if !w.is_null(place) => {
            let mask = w.mask(place)?;
            let part = Part::Value { id: code, index: None, ty: Ty::Uint, from: None };
            w.put(place, &mask, &vec![part; mask.len()])
        }
        _ => Ok(()),
    }
}

fn put(w: &mut Writer<'_>, mask: &[u8], parts: &[Part], ty: Ty) -> Outcome<()> {
    let saturates = w.source.instructions.get(w.index).is_some_and(|found| found.saturates());
    match ty {
        Ty::Float if saturates => {
            let value = w.gather(parts, ty);
            w.result(0, mask, value, ty)
        }
        _ => w.put(0, mask, parts),
    }
}

fn asks(w: &Writer<'_>, places: &Places) -> bool {
    places.code.is_some_and(|place| !w.is_null(place))
}

pub(super) fn sample(w: &mut Writer<'_>) -> Outcome<()> {
    let opcode = w.opcode();
    let places = places(opcode);
    let resource = w.resource(places.texture)?;
    let is_compared = matches!(
        opcode,
        Opcode::SAMPLE_C | Opcode::SAMPLE_C_LZ | Opcode::SAMPLE_C_LZ_S | Opcode::SAMPLE_C_CL_S
    );
    w.note(resource.id, |usage| {
        usage.is_compared |= is_compared;
        usage.is_sampled |= !is_compared;
    });
    let (texture, ty, kind, sampler, coordinate) = sampled(w, &places)?;
    let axes: Vec<u8> = (0..kind.dimensions() as u8).collect();
    let rest = places.rest;
    let (level, clamp) = match opcode {
        Opcode::SAMPLE | Opcode::SAMPLE_C => (Level::Implicit, None),
        Opcode::SAMPLE_CL_S => (Level::Implicit, Some(rest)),
        Opcode::SAMPLE_C_CL_S => (Level::Implicit, Some(rest + 1)),
        Opcode::SAMPLE_B => (Level::Bias(w.value(rest, &[0], Ty::Float)?), None),
        Opcode::SAMPLE_B_CL_S => (Level::Bias(w.value(rest, &[0], Ty::Float)?), Some(rest + 1)),
        Opcode::SAMPLE_L | Opcode::SAMPLE_L_S => (Level::Explicit(w.value(rest, &[0], Ty::Float)?), None),
        Opcode::SAMPLE_D | Opcode::SAMPLE_D_CL_S => {
            let both = [w.value(rest, &axes, Ty::Float)?, w.value(rest + 1, &axes, Ty::Float)?];
            (Level::Gradient(both), (opcode == Opcode::SAMPLE_D_CL_S).then_some(rest + 2))
        }
        _ => {
            let float = w.b.float();
            (Level::Explicit(w.b.constant(float, 0)), None)
        }
    };
    let reference = if is_compared { Some(w.value(rest, &[0], Ty::Float)?) } else { None };
    let clamp = match clamp {
        Some(place) if !w.is_null(place) => Some(w.value(place, &[0], Ty::Float)?),
        _ => None,
    };
    let offset = offset(w, kind);
    let feedback = asks(w, &places);
    let wanted = Sample { coordinate, level, reference, offset, clamp, feedback };
    let texel = texture.sample(&mut w.b, sampler, &wanted);
    write(w, &texel, ty, places.texture, places.code)
}

pub(super) fn gather(w: &mut Writer<'_>) -> Outcome<()> {
    let opcode = w.opcode();
    let places = places(opcode);
    let resource = w.resource(places.texture)?;
    let is_compared = matches!(
        opcode,
        Opcode::GATHER4_C | Opcode::GATHER4_C_S | Opcode::GATHER4_PO_C | Opcode::GATHER4_PO_C_S
    );
    w.note(resource.id, |usage| {
        usage.is_compared |= is_compared;
        usage.is_sampled |= !is_compared;
    });
    let (texture, ty, kind, sampler, coordinate) = sampled(w, &places)?;
    let reference = if is_compared { Some(w.value(places.rest, &[0], Ty::Float)?) } else { None };
    let offset = match places.offset {
        Some(place) => Some(computed_offset(w, place)?),
        None => offset(w, kind),
    };
    let channel = match w.operand(places.sampler)?.selection() {
        Selection::One(channel) => u32::from(channel),
        Selection::Swizzle(swizzle) => u32::from(swizzle[0]),
        _ => 0,
    };
    let feedback = asks(w, &places);
    let wanted = Sample { coordinate, level: Level::Implicit, reference, offset, clamp: None, feedback };
    let texel = texture.gather(&mut w.b, sampler, channel, &wanted);
    write(w, &texel, ty, places.texture, places.code)
}

/// Offsets that are computed: their low six bits, which have a sign.
fn computed_offset(w: &mut Writer<'_>, place: usize) -> Outcome<Id> {
    let mut parts = Vec::new();
    let int = w.b.int();
    for component in 0..2 {
        let value = w.value(place, &[component], Ty::Int)?;
        let (zero, six) = (w.b.constant_uint(0), w.b.constant_uint(6));
        let id = match w.b.bits(value) {
            Some(bits) => w.b.constant(int, (((bits as u32) << 26) as i32 >> 26) as u32),
            None => w.b.value(op::BIT_FIELD_S_EXTRACT, int, &[value, zero, six]),
        };
        parts.push(Part::Value { id, index: None, ty: Ty::Int, from: None });
    }
    Ok(w.gather(&parts, Ty::Int))
}

/// Level of detail: clamped, and not.
pub(super) fn level(w: &mut Writer<'_>) -> Outcome<()> {
    let resource = w.resource(2)?;
    w.note(resource.id, |usage| usage.is_sampled = true);
    let (texture, _) = w.texture(resource)?;
    let sampler = w.sampler(3)?;
    let components: Vec<u8> = (0..texture.image.kind.dimensions() as u8).collect();
    let coordinate = w.value(1, &components, Ty::Float)?;
    let mask = w.mask(0)?;
    let mut parts = Vec::new();
    for component in w.picked(2, &mask)? {
        parts.push(match component {
            0 | 1 => {
                let id = texture.level(&mut w.b, sampler, coordinate, component == 0);
                Part::Value { id, index: None, ty: Ty::Float, from: None }
            }
            _ => Part::Bits(0),
        });
    }
    put(w, &mask, &parts, Ty::Float)
}

/// Whether all texels were there, from a code.
pub(super) fn is_resident(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let code = w.value(1, &[0], Ty::Uint)?;
    let id = texture::is_resident(&mut w.b, code);
    let part = Part::Value { id, index: None, ty: Ty::Bool, from: None };
    w.put(0, &mask, &vec![part; mask.len()])
}
