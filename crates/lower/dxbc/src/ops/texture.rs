//! Texels by their place, and what is asked about textures.

use glassbox_dxbc::Opcode;
use glassbox_dxbc::extended::SizeReturn;
use glassbox_dxbc::names::OperandType;
use glassbox_lower_directx::resource::{Kind, Shape};
use glassbox_lower_directx::{Outcome, arithmetic, rules, samples};
use glassbox_spirv::build::{Id, glsl, op};

use super::sample::{offset, write};
use crate::part::{Part, Ty};
use crate::writer::Writer;

/// A coordinate of integers.
pub(super) fn coordinate(w: &mut Writer<'_>, place: usize, kind: Kind) -> Outcome<Id> {
    let components: Vec<u8> = (0..kind.coordinates() as u8).collect();
    w.value(place, &components, Ty::Int)
}

/// `ld` and its kin.
pub(super) fn load(w: &mut Writer<'_>) -> Outcome<()> {
    let opcode = w.opcode();
    let has_code = matches!(opcode, Opcode::LD_S | Opcode::LDMS_S | Opcode::LD_UAV_TYPED_S);
    let first = 1 + usize::from(has_code);
    let resource = w.resource(first + 1)?;
    w.note(resource.id, |usage| usage.is_sampled = true);
    let (texture, ty) = w.texture(resource)?;
    let kind = texture.image.kind;
    let at = coordinate(w, first, kind)?;
    let level = match opcode {
        Opcode::LDMS | Opcode::LDMS_S => Some(w.value(first + 2, &[0], Ty::Int)?),
        Opcode::LD | Opcode::LD_S if kind != Kind::TYPED_BUFFER && !kind.is_multisampled() => {
            Some(w.value(first, &[3], Ty::Int)?)
        }
        _ => None,
    };
    let offset = offset(w, kind);
    let asks = has_code && !w.is_null(1);
    let texel = texture.fetch(&mut w.b, at, level, offset, asks);
    write(w, &texel, ty, first + 1, has_code.then_some(1))
}

/// Writes a texel of an unordered view.
pub(super) fn store(w: &mut Writer<'_>) -> Outcome<()> {
    let resource = w.resource(0)?;
    w.note(resource.id, |usage| usage.is_written = true);
    let (texture, ty) = w.texture(resource)?;
    let at = coordinate(w, 1, texture.image.kind)?;
    let value = w.value(2, &crate::operand::ALL, ty)?;
    texture.store(&mut w.b, at, value, None);
    Ok(())
}

/// `resinfo`: the size of a level, then the number of levels.
pub(super) fn size(w: &mut Writer<'_>) -> Outcome<()> {
    let resource = w.resource(2)?;
    let (texture, _) = w.texture(resource)?;
    let level = w.value(1, &[0], Ty::Int)?;
    let form = w.source.instructions.get(w.index).and_then(|found| found.size_return());
    let size = texture.size(&mut w.b, Some(level));
    let count = w.b.type_of(size).and_then(|ty| w.b.components(ty)).unwrap_or(1) as usize;
    let mut all = Part::of(size, Ty::Uint, count);
    all.resize(3, Part::Bits(0));
    let mask = w.mask(0)?;
    let picked = w.picked(2, &mask)?;
    let levels = if picked.contains(&3) { texture.levels(&mut w.b) } else { None };
    all.push(match levels {
        Some(id) => Part::Value { id, index: None, ty: Ty::Uint, from: None },
        None => Part::Bits(0),
    });
    // The number of layers and of levels is never a reciprocal.
    let sides = count - usize::from(texture.image.kind.is_arrayed());
    let mut parts = Vec::new();
    for component in picked {
        let part = all[usize::from(component & 3)];
        let is_side = usize::from(component) < sides;
        parts.push(sized(w, part, form, is_side));
    }
    w.put(0, &mask, &parts)
}

/// A number in the form that a query asks for.
fn sized(w: &mut Writer<'_>, part: Part, form: Option<SizeReturn>, is_side: bool) -> Part {
    if form == Some(SizeReturn::UINT) {
        return part;
    }
    let float = w.b.float();
    let number = w.scalar(part, Ty::Uint);
    let mut id = w.b.value(op::CONVERT_U_TO_F, float, &[number]);
    if form == Some(SizeReturn::RECIPROCAL) && is_side {
        let one = arithmetic::float(&mut w.b, float, 1.0);
        id = w.b.value(op::F_DIV, float, &[one, id]);
    }
    Part::Value { id, index: None, ty: Ty::Float, from: None }
}

/// Number of samples of a texture.
fn sample_count(w: &mut Writer<'_>, place: usize) -> Outcome<Id> {
    if w.operand(place)?.operand_type() == OperandType::RASTERIZER {
        return Ok(w.built_ins.target_samples(&mut w.b));
    }
    let resource = w.resource(place)?;
    let (texture, _) = w.texture(resource)?;
    match texture.levels(&mut w.b).filter(|_| texture.image.kind.is_multisampled()) {
        Some(count) => Ok(count),
        None => {
            let message = "found the samples of a texture that has none".to_owned();
            Err(w.refuse(&rules::SHAPE, message))
        }
    }
}

pub(super) fn samples(w: &mut Writer<'_>) -> Outcome<()> {
    let id = sample_count(w, 1)?;
    let form = w.source.instructions.get(w.index).and_then(|found| found.size_return());
    let count = sized(w, Part::Value { id, index: None, ty: Ty::Uint, from: None }, form, false);
    let mask = w.mask(0)?;
    let picked = w.picked(1, &mask)?;
    let parts: Vec<Part> = picked.iter().map(|one| if *one == 0 { count } else { Part::Bits(0) }).collect();
    w.put(0, &mask, &parts)
}

/// Where a sample is.
pub(super) fn sample_position(w: &mut Writer<'_>) -> Outcome<()> {
    let count = sample_count(w, 1)?;
    let sample = w.value(2, &[0], Ty::Uint)?;
    let value = samples::position(&mut w.b, count, sample);
    let all = Part::of(value, Ty::Float, 2);
    let mask = w.mask(0)?;
    let picked = w.picked(1, &mask)?;
    let parts: Vec<Part> =
        picked.iter().map(|one| all.get(usize::from(*one)).copied().unwrap_or(Part::Bits(0))).collect();
    w.put(0, &mask, &parts)
}

/// An input at another place of the pixel.
pub(super) fn evaluate(w: &mut Writer<'_>) -> Outcome<()> {
    let mask = w.mask(0)?;
    let operand = w.operand(1)?;
    let register = w.number(&operand, 0)?;
    let picked: Vec<u8> = mask.iter().map(|one| crate::operand::swizzled(&operand, *one)).collect();
    let (instruction, argument) = match w.opcode() {
        Opcode::EVAL_CENTROID => (glsl::INTERPOLATE_AT_CENTROID, None),
        Opcode::EVAL_SAMPLE_INDEX => (glsl::INTERPOLATE_AT_SAMPLE, Some(w.value(2, &[0], Ty::Int)?)),
        _ => (glsl::INTERPOLATE_AT_OFFSET, Some(snapped(w)?)),
    };
    let mut parts = Vec::new();
    for component in picked {
        parts.push(w.interpolated(register, component, instruction, argument)?);
    }
    let value = w.gather(&parts, Ty::Float);
    w.result(0, &mask, value, Ty::Float)
}

/// Sixteenths of a pixel, four bits with a sign each, as an offset.
fn snapped(w: &mut Writer<'_>) -> Outcome<Id> {
    let (int, float) = (w.b.int(), w.b.float());
    let mut parts = Vec::new();
    for component in 0..2 {
        let value = w.value(2, &[component], Ty::Int)?;
        let (zero, four) = (w.b.constant_uint(0), w.b.constant_uint(4));
        let low = w.b.value(op::BIT_FIELD_S_EXTRACT, int, &[value, zero, four]);
        let number = w.b.value(op::CONVERT_S_TO_F, float, &[low]);
        let sixteenth = arithmetic::float(&mut w.b, float, 0.0625);
        let id = w.b.value(op::F_MUL, float, &[number, sixteenth]);
        parts.push(Part::Value { id, index: None, ty: Ty::Float, from: None });
    }
    Ok(w.gather(&parts, Ty::Float))
}
