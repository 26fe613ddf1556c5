//! Checks how operations use resources.

use super::context::{Call, Validator};
use super::handles::{Handles, Properties};
use super::{buffers, rules};
use crate::analysis::opcode;
use crate::shader::resource::{Class, kind};

/// Kinds of textures.
pub(super) mod texture {
    pub(in super::super) const ONE: u32 = 1;
    pub(in super::super) const TWO: u32 = 2;
    pub(in super::super) const TWO_MULTISAMPLED: u32 = 3;
    pub(in super::super) const THREE: u32 = 4;
    pub(in super::super) const CUBE: u32 = 5;
    pub(in super::super) const ONE_ARRAY: u32 = 6;
    pub(in super::super) const TWO_ARRAY: u32 = 7;
    pub(in super::super) const TWO_MULTISAMPLED_ARRAY: u32 = 8;
    pub(in super::super) const CUBE_ARRAY: u32 = 9;
}

/// Name of a resource kind in messages.
pub(super) fn kind_name(kind: u32) -> &'static str {
    const NAMES: [&str; 19] = [
        "an unknown resource",
        "Texture1D",
        "Texture2D",
        "Texture2DMS",
        "Texture3D",
        "TextureCube",
        "Texture1DArray",
        "Texture2DArray",
        "Texture2DMSArray",
        "TextureCubeArray",
        "a typed buffer",
        "a raw buffer",
        "a structured buffer",
        "a constant buffer",
        "a sampler",
        "a texture buffer",
        "an acceleration structure",
        "FeedbackTexture2D",
        "FeedbackTexture2DArray",
    ];
    NAMES.get(kind as usize).copied().unwrap_or("an unknown resource")
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Srv => "an SRV",
        Class::Uav => "a UAV",
        Class::Cbv => "a constant buffer",
        Class::Sampler => "a sampler",
    }
}

/// Numbers of a kind of texture: coordinates, offsets, coordinates without the array index.
fn dimensions(kind: u32) -> (usize, usize, usize) {
    match kind {
        texture::ONE => (1, 1, 1),
        texture::TWO => (2, 2, 2),
        texture::TWO_MULTISAMPLED => (2, 2, 0),
        texture::THREE => (3, 3, 3),
        texture::CUBE => (3, 0, 3),
        texture::ONE_ARRAY => (2, 1, 1),
        texture::TWO_ARRAY => (3, 2, 2),
        texture::TWO_MULTISAMPLED_ARRAY => (3, 2, 0),
        texture::CUBE_ARRAY => (4, 0, 3),
        _ => (0, 0, 0),
    }
}

/// Component types that filters work on: floats of 16 and 32 bits.
fn is_sampled(component: u32) -> bool {
    matches!(component, 8 | 9 | 11..=14)
}

/// First coordinate, and first offset of an operation that samples.
const COORDINATES: usize = 3;
const OFFSETS: usize = 7;

/// Checks an operation that uses resources.
pub(super) fn check(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    match call.code {
        opcode::SAMPLE | opcode::SAMPLE_BIAS | opcode::SAMPLE_LEVEL | opcode::SAMPLE_GRAD => {
            sample(validator, call, handles, false)
        }
        opcode::SAMPLE_CMP
        | opcode::SAMPLE_CMP_LEVEL_ZERO
        | opcode::SAMPLE_CMP_LEVEL
        | opcode::SAMPLE_CMP_GRAD
        | opcode::SAMPLE_CMP_BIAS => sample(validator, call, handles, true),
        opcode::TEXTURE_GATHER => gather(validator, call, handles, false),
        opcode::TEXTURE_GATHER_CMP => gather(validator, call, handles, true),
        opcode::CALCULATE_LOD => level(validator, call, handles),
        opcode::TEXTURE_LOAD => texture_load(validator, call, handles),
        opcode::TEXTURE_STORE => texture_store(validator, call, handles),
        opcode::BUFFER_LOAD => buffers::buffer_load(validator, call, handles),
        opcode::BUFFER_STORE => buffers::buffer_store(validator, call, handles),
        opcode::RAW_BUFFER_LOAD | opcode::RAW_BUFFER_VECTOR_LOAD => {
            buffers::raw_load(validator, call, handles)
        }
        opcode::RAW_BUFFER_STORE | opcode::RAW_BUFFER_VECTOR_STORE => {
            buffers::raw_store(validator, call, handles)
        }
        opcode::C_BUFFER_LOAD | opcode::C_BUFFER_LOAD_LEGACY => {
            buffers::constant_buffer(validator, call, handles)
        }
        opcode::BUFFER_UPDATE_COUNTER => buffers::counter(validator, call, handles),
        opcode::GET_DIMENSIONS => buffers::get_dimensions(validator, call, handles),
        opcode::CHECK_ACCESS_FULLY_MAPPED => buffers::status(validator, call),
        opcode::ATOMIC_BIN_OP | opcode::ATOMIC_COMPARE_EXCHANGE => {
            if let Some(found) = handle(validator, call, handles, 1) {
                class(validator, call, found, &[Class::Uav]);
            }
        }
        opcode::TRACE_RAY | opcode::HIT_OBJECT_TRACE_RAY => {
            if let Some(found) = handle(validator, call, handles, 1)
                && found.kind != kind::ACCELERATION_STRUCTURE
            {
                wrong_kind(validator, call, found);
            }
        }
        _ => {}
    }
}

/// Resource of a handle argument.
pub(super) fn handle(
    validator: &mut Validator<'_>,
    call: &Call<'_>,
    handles: &mut Handles,
    index: usize,
) -> Option<Properties> {
    handles.resource(validator, call, call.argument(index)?)
}

/// Reports another class than the operation works on.
pub(super) fn class(
    validator: &mut Validator<'_>,
    call: &Call<'_>,
    found: Properties,
    expected: &[Class],
) -> bool {
    if expected.contains(&found.class) {
        return true;
    }
    let names: Vec<&str> = expected.iter().map(|&class| class_name(class)).collect();
    let message = format!(
        "found {} on {}, expected {}",
        call.operation.name,
        class_name(found.class),
        names.join(" or ")
    );
    validator.report(&rules::CLASS, call.subject(), message);
    false
}

pub(super) fn wrong_kind(validator: &mut Validator<'_>, call: &Call<'_>, found: Properties) {
    let message =
        format!("found {} on {}, which it does not work on", call.operation.name, kind_name(found.kind));
    validator.report(&rules::KIND, call.subject(), message);
}

/// Checks the sampler of an operation.
fn sampler(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles, compares: bool) {
    let Some(found) = handle(validator, call, handles, 2) else { return };
    if found.class != Class::Sampler {
        class(validator, call, found, &[Class::Sampler]);
    } else if found.compares_or_counts != compares {
        let modes = ["a default sampler", "a comparison sampler"];
        let [expected, other] = if compares { [modes[1], modes[0]] } else { modes };
        let message = format!("found {} with {other}, expected {expected}", call.operation.name);
        validator.report(&rules::SAMPLER_MODE, call.subject(), message);
    }
}

/// Checks which of the coordinates from argument `first` on are defined.
fn coordinates(validator: &mut Validator<'_>, call: &Call<'_>, first: usize, of: usize, expected: usize) {
    let wrong = (0..of).find(|&index| call.is_undefined(first + index) == (index < expected));
    if wrong.is_some() {
        let defined = (0..of).filter(|&index| !call.is_undefined(first + index)).count();
        let message = format!("found {defined} coordinates of {}, expected {expected}", call.operation.name);
        validator.report(&rules::COORDINATES, call.subject(), message);
    }
}

/// Checks the offsets from argument `first` on.
fn offsets(validator: &mut Validator<'_>, call: &Call<'_>, first: usize, of: usize, expected: usize) {
    let has_offsets = !call.is_undefined(first);
    let mut message = None;
    for index in 0..of {
        let at = first + index;
        if index > 0 && index >= expected {
            if !call.is_undefined(at) {
                message
                    .get_or_insert(format!("found more than {expected} offsets of {}", call.operation.name));
            }
            continue;
        }
        if !has_offsets {
            continue;
        }
        if index > 0 && call.is_undefined(at) {
            message.get_or_insert(format!("found fewer than {expected} offsets of {}", call.operation.name));
        } else if !validator.model_is(7) {
            match call.integer(at) {
                Some(-8..=7) => {}
                Some(offset) => {
                    message.get_or_insert(format!("found offset {offset}, expected -8 to 7"));
                }
                None => {
                    message.get_or_insert(
                        "found a computed offset, expected a constant before shader model 6.7".to_owned(),
                    );
                }
            }
        }
    }
    if let Some(message) = message {
        validator.report(&rules::OFFSETS, call.subject(), message);
    }
}

fn sample(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles, compares: bool) {
    sampler(validator, call, handles, compares);
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv]) {
        return;
    }
    let is_texture = (texture::ONE..=texture::CUBE_ARRAY).contains(&found.kind);
    let is_multisampled = matches!(found.kind, texture::TWO_MULTISAMPLED | texture::TWO_MULTISAMPLED_ARRAY);
    if !is_texture || is_multisampled || compares && found.kind == texture::THREE {
        return wrong_kind(validator, call, found);
    }
    let takes_integers = validator.model_is(7) && !compares && matches!(found.component, 2..=5);
    if !is_sampled(found.component) && !takes_integers {
        let message = format!(
            "found {} on components of type {}, expected floats",
            call.operation.name, found.component
        );
        validator.report(&rules::SAMPLED_TYPE, call.subject(), message);
    }
    let (coordinate_count, offset_count, _) = dimensions(found.kind);
    coordinates(validator, call, COORDINATES, 4, coordinate_count);
    offsets(validator, call, OFFSETS, 3, offset_count);
}

fn gather(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles, compares: bool) {
    sampler(validator, call, handles, compares);
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv]) {
        return;
    }
    let is_flat = matches!(found.kind, texture::TWO | texture::TWO_ARRAY);
    if !is_flat && !matches!(found.kind, texture::CUBE | texture::CUBE_ARRAY) {
        return wrong_kind(validator, call, found);
    }
    coordinates(validator, call, COORDINATES, 4, dimensions(found.kind).0);
    let [first, second] = [OFFSETS, OFFSETS + 1].map(|index| !call.is_undefined(index));
    let message = match (is_flat, first, second) {
        (true, true, false) => "found one offset of a gather, expected two",
        (false, true, _) | (false, _, true) => "found offsets of a gather on a cube, expected none",
        _ => return,
    };
    validator.report(&rules::OFFSETS, call.subject(), message);
}

fn level(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    sampler(validator, call, handles, false);
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv]) {
        return;
    }
    let (_, _, expected) = dimensions(found.kind);
    if expected == 0 {
        return wrong_kind(validator, call, found);
    }
    coordinates(validator, call, COORDINATES, 3, expected);
}

fn texture_load(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    const LEVEL: usize = 2;
    const FIRST_OFFSET: usize = 6;
    let Some(found) = handle(validator, call, handles, 1) else { return };
    if !class(validator, call, found, &[Class::Srv, Class::Uav]) {
        return;
    }
    let is_multisampled = matches!(found.kind, texture::TWO_MULTISAMPLED | texture::TWO_MULTISAMPLED_ARRAY);
    let is_texture = matches!(
        found.kind,
        texture::ONE | texture::TWO | texture::THREE | texture::ONE_ARRAY | texture::TWO_ARRAY
    );
    if !is_multisampled && !is_texture {
        return wrong_kind(validator, call, found);
    }
    let has_level = !call.is_undefined(LEVEL);
    if is_multisampled && !has_level {
        let message = format!("found no sample index for {}, expected one", kind_name(found.kind));
        validator.report(&rules::MIP_LEVEL, call.subject(), message);
    } else if found.class == Class::Uav && has_level && !is_multisampled {
        let message = "found a mip level of a UAV, expected `undef`";
        validator.report(&rules::MIP_LEVEL, call.subject(), message);
    }
    let has_offset = (0..3).any(|index| !call.is_undefined(FIRST_OFFSET + index));
    if found.class == Class::Uav && has_offset {
        validator.report(
            &rules::OFFSETS,
            call.subject(),
            "found offsets of a load from a UAV, expected none",
        );
    } else {
        offsets(validator, call, FIRST_OFFSET, 3, dimensions(found.kind).1);
    }
}

fn texture_store(validator: &mut Validator<'_>, call: &Call<'_>, handles: &mut Handles) {
    let Some(found) = handle(validator, call, handles, 1) else { return };
    class(validator, call, found, &[Class::Uav]);
    if !stored(validator, call, 5, true) {
        return;
    }
    let is_texture = (texture::ONE..=texture::TWO_MULTISAMPLED_ARRAY).contains(&found.kind);
    if !is_texture || found.kind == texture::CUBE {
        wrong_kind(validator, call, found);
    }
}

/// Compares the mask of a store with its values, of which the first is argument `first`. False if there is no mask.
pub(super) fn stored(validator: &mut Validator<'_>, call: &Call<'_>, first: usize, is_typed: bool) -> bool {
    let mask_argument = first + 4;
    let Some(mask) = call.integer(mask_argument) else {
        super::arguments::constant(validator, call, mask_argument);
        return false;
    };
    let mask = mask & 0xFF;
    let values =
        (0..4).filter(|&index| !call.is_undefined(first + index)).fold(0, |mask, index| mask | 1 << index);
    let message = if is_typed && mask != 15 {
        format!("found write mask {mask:#x} of a typed store, expected 0xf")
    } else if !matches!(mask, 1 | 3 | 7 | 15) {
        format!("found write mask {mask:#x}, expected x, xy, xyz or xyzw")
    } else if mask & !values != 0 {
        format!("found write mask {mask:#x} and values for {values:#x}, expected a value for each component")
    } else if mask != values {
        format!("found write mask {mask:#x} and values for {values:#x}, expected the same")
    } else {
        return true;
    };
    validator.report(&rules::STORE, call.subject(), message);
    true
}

/// Checks the second coordinate of a buffer access: only structures have an offset.
pub(super) fn second_coordinate(
    validator: &mut Validator<'_>,
    call: &Call<'_>,
    index: usize,
    found: Properties,
) {
    let (has_offset, expected) = (!call.is_undefined(index), found.kind == kind::STRUCTURED_BUFFER);
    if has_offset != expected {
        let [count, expected] = [has_offset, expected].map(|has| if has { 2 } else { 1 });
        let message = format!(
            "found {count} coordinates of {} on {}, expected {expected}",
            call.operation.name,
            kind_name(found.kind)
        );
        validator.report(&rules::COORDINATES, call.subject(), message);
    }
}
