//! Checks the elements of signatures.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Validator, a_shader, kind, shown};
use super::packing::Registers;
use super::semantics::{self, Meaning, meaning};
use super::{List, Subject, rules, stages};
use crate::shader::entry::Entry;
use crate::shader::signature::{Element, semantic};

/// Semantics that only signatures name.
pub(super) mod other {
    pub(in super::super) const RENDER_TARGET_INDEX: u8 = 4;
    pub(in super::super) const VIEWPORT_INDEX: u8 = 5;
    pub(in super::super) const CLIP_DISTANCE: u8 = 6;
    pub(in super::super) const CULL_DISTANCE: u8 = 7;
    pub(in super::super) const CONTROL_POINT_ID: u8 = 8;
    pub(in super::super) const IS_FRONT_FACE: u8 = 13;
    pub(in super::super) const COVERAGE: u8 = 14;
    pub(in super::super) const INNER_COVERAGE: u8 = 15;
    pub(in super::super) const TARGET: u8 = 16;
    pub(in super::super) const STENCIL_REF: u8 = 20;
    pub(in super::super) const TESS_FACTOR: u8 = 25;
    pub(in super::super) const INSIDE_TESS_FACTOR: u8 = 26;
    pub(in super::super) const BARYCENTRICS: u8 = 28;
    pub(in super::super) const SHADING_RATE: u8 = 29;
    pub(in super::super) const CULL_PRIMITIVE: u8 = 30;
}

/// Number of streams.
const STREAMS: usize = 4;
/// Longest name of a semantic.
const MAX_NAME: usize = 64;
/// Number of render targets.
const TARGETS: u32 = 8;

/// Checks the signatures of all entry points.
pub(super) fn check(validator: &mut Validator<'_>) {
    for (index, entry, shader) in validator.entry_points() {
        if (7..=12).contains(&shader) {
            stages::ray(validator, index, entry);
            continue;
        }
        for (list, elements) in lists(entry) {
            signature(validator, index, shader, list, elements);
        }
        stages::modes(validator, index, entry, shader);
        match shader {
            kind::PIXEL => stages::pixel(validator, index, entry),
            kind::GEOMETRY => stages::geometry(validator, index, entry),
            kind::MESH => stages::mesh(validator, index, entry),
            kind::COMPUTE | kind::AMPLIFICATION | kind::NODE => {
                stages::without(validator, index, entry, shader)
            }
            _ => {}
        }
    }
}

pub(super) fn lists(entry: &Entry) -> [(List, &[Element]); 3] {
    let signatures = &entry.signatures;
    [
        (List::Inputs, &signatures.inputs),
        (List::Outputs, &signatures.outputs),
        (List::Patches, &signatures.patches),
    ]
}

fn list_name(list: List, shader: u32) -> &'static str {
    match list {
        List::Inputs => "input",
        List::Outputs => "output",
        List::Patches if shader == kind::MESH => "primitive output",
        List::Patches => "patch constant",
    }
}

fn is_float(component: u8) -> bool {
    matches!(component, 8..=16)
}

fn is_small_float(component: u8) -> bool {
    matches!(component, 8 | 9 | 11..=14)
}

fn is_integer(component: u8) -> bool {
    matches!(component, 1..=7)
}

/// True for modes that interpolate.
fn interpolates(mode: u8) -> bool {
    matches!(mode, 2..=7)
}

/// True for the modes without perspective.
fn ignores_perspective(mode: u8) -> bool {
    matches!(mode, 4 | 5 | 7)
}

/// Checks one element by itself.
fn element(validator: &mut Validator<'_>, subject: &Subject, shader: u32, list: List, found: &Element) {
    let name = shown(&found.name);
    let meaning = meaning(found.semantic, shader, list);
    let report = |validator: &mut Validator<'_>, rule, message: String| {
        validator.report(rule, subject.clone(), message);
    };
    if found.name.is_empty() || found.name.len() > MAX_NAME {
        let message = format!("found a name of {} characters, expected 1 to {MAX_NAME}", found.name.len());
        report(validator, &rules::SEMANTIC, message);
    }
    let Some(system) = semantics::name(found.semantic) else {
        let message = format!("found semantic kind {} on {name}, expected 0 to 32", found.semantic);
        return report(validator, &rules::SEMANTIC, message);
    };
    if found.semantic != semantic::ARBITRARY && semantics::named(&found.name) != Some(found.semantic) {
        report(
            validator,
            &rules::SEMANTIC,
            format!("found the name {name}, expected {system} as its kind says"),
        );
    }
    if !is_integer(found.component_type) && !is_float(found.component_type) {
        let message = format!("found component type {} on {name}, expected 1 to 16", found.component_type);
        report(validator, &rules::ELEMENT_TYPE, message);
    }
    if is_integer(found.component_type) && interpolates(found.interpolation) {
        let message = format!("found an interpolated integer {name}, expected `nointerpolation`");
        report(validator, &rules::INTERPOLATION, message);
    }
    if found.interpolation > 7 {
        let message = format!("found interpolation mode {} on {name}, expected 0 to 7", found.interpolation);
        report(validator, &rules::INTERPOLATION, message);
    }
    if !meaning.is_in_signature() {
        let message = format!(
            "found {name} as {} of {}, which does not have it",
            list_name(list, shader),
            a_shader(shader)
        );
        report(validator, &rules::SEMANTIC, message);
    } else if meaning.is_packed() != found.place.is_some() {
        let message = match found.place {
            None => format!("found {name} in no register, expected a row and column"),
            Some((row, column)) => {
                format!("found {name} in row {row}, column {column}, expected no register")
            }
        };
        report(validator, &rules::ALLOCATION, message);
    }
    if let Some(expected) = expected_type(found) {
        report(validator, &rules::ELEMENT_TYPE, format!("found another type on {name}, expected {expected}"));
    }
    if found.semantic == other::BARYCENTRICS && !interpolates(found.interpolation) {
        report(
            validator,
            &rules::INTERPOLATION,
            format!("found no interpolation on {name}, expected a linear mode"),
        );
    }
    let is_stream = shader == kind::GEOMETRY && list == List::Outputs;
    if found.stream > 0 && !is_stream {
        let message =
            format!("found stream {} on {name}, expected 0 outside of geometry outputs", found.stream);
        report(validator, &rules::STREAM, message);
    }
    index(validator, subject, found, meaning);
}

/// The type that a system value must have and does not.
fn expected_type(found: &Element) -> Option<&'static str> {
    let one = found.columns == 1;
    let float = is_small_float(found.component_type);
    let unsigned = matches!(found.component_type, 3 | 5);
    let (holds, expected) = match found.semantic {
        semantic::DEPTH | semantic::DEPTH_LESS_EQUAL | semantic::DEPTH_GREATER_EQUAL => {
            (float && one, "float")
        }
        other::COVERAGE | other::INNER_COVERAGE | other::CONTROL_POINT_ID => {
            (found.component_type == 5 && one, "uint")
        }
        semantic::POSITION => (float && found.columns == 4, "float4"),
        other::TARGET => {
            (!matches!(found.component_type, 6 | 7 | 10 | 15 | 16), "float, int or uint of 32 bits")
        }
        other::CLIP_DISTANCE | other::CULL_DISTANCE | other::TESS_FACTOR | other::INSIDE_TESS_FACTOR => {
            (float, "float")
        }
        other::IS_FRONT_FACE => (matches!(found.component_type, 4 | 5) && one, "uint"),
        other::RENDER_TARGET_INDEX
        | other::VIEWPORT_INDEX
        | 1
        | 2
        | 10
        | 11
        | semantic::SAMPLE_INDEX
        | other::STENCIL_REF
        | other::SHADING_RATE => (unsigned && one, "uint"),
        other::CULL_PRIMITIVE => (found.component_type == 1 && one, "bool"),
        other::BARYCENTRICS => (float && found.columns == 3, "float3"),
        _ => return None,
    };
    (!holds).then_some(expected)
}

/// Checks the semantic indices and rows of an element.
fn index(validator: &mut Validator<'_>, subject: &Subject, found: &Element, meaning: Meaning) {
    let name = shown(&found.name);
    let first = found.indices.first().copied().unwrap_or_default();
    let message = match found.semantic {
        other::TARGET => {
            let Some((row, column)) = found.place else { return };
            let follows = (row..).zip(&found.indices).all(|(row, &index)| row == index);
            if !follows {
                format!("found {name} with index {first} in row {row}, expected the same number")
            } else if column != 0 {
                format!("found {name} in column {column}, expected 0")
            } else if row.saturating_add(found.rows) > TARGETS {
                format!("found {name} in row {row}, expected 0 to 7")
            } else {
                return;
            }
        }
        semantic::ARBITRARY => return,
        _ if !meaning.is_in_signature() => return,
        other::BARYCENTRICS if first > 1 => format!("found index {first} on {name}, expected 0 or 1"),
        other::CLIP_DISTANCE | other::CULL_DISTANCE | other::BARYCENTRICS => return,
        _ if first > 0 => format!("found index {first} on {name}, expected 0"),
        other::TESS_FACTOR | other::INSIDE_TESS_FACTOR => return,
        _ if found.rows > 1 => format!("found {} rows of {name}, expected 1", found.rows),
        _ => return,
    };
    validator.report(&rules::INDEX, subject.clone(), message);
}

/// What is known of one stream while its elements are checked.
struct Stream {
    registers: Registers,
    names: BTreeMap<Vec<u8>, BTreeSet<u32>>,
    system: BTreeSet<u8>,
    clip_rows: BTreeSet<u32>,
    clip_components: u32,
}

/// Checks the elements of a signature together.
fn signature(validator: &mut Validator<'_>, entry: usize, shader: u32, list: List, elements: &[Element]) {
    let has_minimum = validator.has_minimum_precision();
    let new = || Stream {
        registers: Registers::new(has_minimum),
        names: BTreeMap::new(),
        system: BTreeSet::new(),
        clip_rows: BTreeSet::new(),
        clip_components: 0,
    };
    let mut streams: [Option<Stream>; STREAMS] = [const { None }; STREAMS];
    let mut targets = 0u32;
    let mut depth = false;
    let mut barycentrics: Vec<bool> = Vec::new();
    for (position, found) in elements.iter().enumerate() {
        let subject = Subject::Element(entry, list, position);
        element(validator, &subject, shader, list, found);
        let name = shown(&found.name);
        let is_stream = shader == kind::GEOMETRY && list == List::Outputs;
        let stream = if is_stream { found.stream as usize } else { 0 };
        let Some(stream) = streams.get_mut(stream) else { continue };
        let stream = stream.get_or_insert_with(new);
        let indices = stream.names.entry(found.name.to_ascii_uppercase()).or_default();
        if let Some(twice) = found.indices.iter().find(|&&index| !indices.insert(index)) {
            let message = format!("found {name} with index {twice} twice, expected different indices");
            validator.report(&rules::INDEX, subject, message);
            return;
        }
        let mut report = |rule, message: String| {
            validator.report(rule, subject.clone(), message);
        };
        match found.semantic {
            other::TARGET => {
                let row = found.place.map_or(0, |(row, _)| row);
                if row.saturating_add(found.rows) <= TARGETS {
                    let mask = ((1 << found.rows) - 1) << row;
                    if targets & mask != 0 {
                        report(
                            &rules::INDEX,
                            format!("found render target {row} twice, expected different ones"),
                        );
                    }
                    targets |= mask;
                }
                if found.rows > 1 {
                    report(
                        &rules::INDEX,
                        format!("found {name} as an array, expected one element for each target"),
                    );
                }
                continue;
            }
            semantic::ARBITRARY => {}
            other::CLIP_DISTANCE | other::CULL_DISTANCE => {
                let row = found.place.map_or(u32::MAX, |(row, _)| row);
                stream.clip_rows.extend((0..found.rows).map(|index| row.wrapping_add(index)));
                stream.clip_components += u32::from(found.columns);
                if stream.clip_rows.len() > 2 {
                    report(
                        &rules::INDEX,
                        format!(
                            "found clip and cull distances in {} rows, expected at most 2",
                            stream.clip_rows.len()
                        ),
                    );
                }
                if stream.clip_components > 8 {
                    report(
                        &rules::INDEX,
                        format!(
                            "found {} clip and cull distances, expected at most 8",
                            stream.clip_components
                        ),
                    );
                }
            }
            semantic::DEPTH | semantic::DEPTH_LESS_EQUAL | semantic::DEPTH_GREATER_EQUAL => {
                if std::mem::replace(&mut depth, true) {
                    report(&rules::INDEX, format!("found {name} beside another depth, expected one"));
                }
            }
            other::BARYCENTRICS => {
                let flat = ignores_perspective(found.interpolation);
                if barycentrics.contains(&flat) {
                    report(
                        &rules::INDEX,
                        format!("found {name} twice with the same perspective, expected one of each"),
                    );
                }
                barycentrics.push(flat);
            }
            system => {
                if !stream.system.insert(system) {
                    report(&rules::INDEX, format!("found {name} twice, expected one"));
                }
            }
        }
        let meaning = meaning(found.semantic, shader, list);
        if meaning.is_packed()
            && let Err(conflict) = stream.registers.place(found, meaning)
        {
            let (row, column) = found.place.unwrap_or_default();
            let message = format!(
                "found {name} at row {row}, column {column} with {} rows of {} columns, {}",
                found.rows,
                found.columns,
                conflict.words()
            );
            report(&rules::PACKING, message);
        }
    }
    let reads_view = validator.status.get(entry).is_some_and(|status| status.reads_view);
    if reads_view && shader == kind::PIXEL && list == List::Inputs {
        let [first, ..] = &streams;
        if first.as_ref().is_some_and(|first| !first.registers.has_room_for_generated()) {
            let message = "found inputs in all rows, expected a free component for the view id";
            validator.report(&rules::VIEW_ID_SLOT, Subject::Entry(entry), message);
        }
    }
}
