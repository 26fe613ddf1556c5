//! Checks operations on signatures, and that entry points write their system values whole.

use super::arguments::{constant, range};
use super::calls::place;
use super::context::{Call, Status, Validator, is_undefined, kind, shown};
use super::{List, Subject, rules};
use crate::analysis::opcode;
use crate::shader::entry::Entry;
use crate::shader::signature::{Element, semantic};

/// Semantic kind of render targets.
const TARGET: u8 = 16;
/// Number of output streams.
const STREAMS: i64 = 4;

/// Checks an operation that reads or writes signatures, or belongs to one stage.
pub(super) fn check(validator: &mut Validator<'_>, call: &Call<'_>) {
    match call.code {
        opcode::LOAD_INPUT
        | opcode::STORE_OUTPUT
        | opcode::EVAL_SNAPPED..=opcode::INNER_COVERAGE
        | opcode::EMIT_STREAM..=opcode::EMIT_THEN_CUT_STREAM
        | opcode::LOAD_OUTPUT_CONTROL_POINT
        | opcode::DOMAIN_LOCATION..=opcode::OUTPUT_CONTROL_POINT_ID
        | opcode::ATTRIBUTE_AT_VERTEX
        | opcode::VIEW_ID
        | opcode::STORE_VERTEX_OUTPUT
        | opcode::STORE_PRIMITIVE_OUTPUT => {}
        _ => return,
    }
    let Some((entry, is_patch)) = validator.role(call.function).signatures() else {
        return place(validator, call, "an entry point");
    };
    let shader = validator.shader;
    let Some(found) = shader.entries.get(entry) else { return };
    let signatures = &found.signatures;
    match call.code {
        opcode::LOAD_INPUT => {
            access(validator, call, &signatures.inputs, (entry, List::Inputs));
            vertex(validator, call, found);
        }
        opcode::STORE_OUTPUT | opcode::STORE_VERTEX_OUTPUT => {
            access(validator, call, &signatures.outputs, (entry, List::Outputs));
        }
        opcode::STORE_PRIMITIVE_OUTPUT => {
            access(validator, call, &signatures.patches, (entry, List::Patches));
        }
        opcode::STORE_PATCH_CONSTANT if !is_patch => place(validator, call, "a patch-constant function"),
        opcode::STORE_PATCH_CONSTANT => {
            let hulls = validator.role(call.function).hulls.clone();
            for hull in hulls {
                if let Some(found) = shader.entries.get(hull) {
                    access(validator, call, &found.signatures.patches, (hull, List::Patches));
                }
            }
        }
        opcode::LOAD_OUTPUT_CONTROL_POINT => {
            if !is_patch && call.kind == kind::HULL {
                place(validator, call, "a patch-constant function");
            }
            let elements = if call.kind == kind::DOMAIN { &signatures.inputs } else { &signatures.outputs };
            access(validator, call, elements, (entry, List::Inputs));
        }
        opcode::OUTPUT_CONTROL_POINT_ID if is_patch => {
            place(validator, call, "the entry point of a hull shader")
        }
        opcode::DOMAIN_LOCATION => domain_location(validator, call, found),
        opcode::EVAL_SNAPPED | opcode::EVAL_SAMPLE_INDEX | opcode::EVAL_CENTROID => {
            if let Some(element) = access(validator, call, &signatures.inputs, (entry, List::Inputs)) {
                evaluated(validator, call, element);
            }
        }
        opcode::ATTRIBUTE_AT_VERTEX => {
            let element = access(validator, call, &signatures.inputs, (entry, List::Inputs));
            if let Some(element) = element.filter(|element| element.interpolation != 1) {
                let message = format!(
                    "found {} of {}, expected `nointerpolation` on it",
                    call.operation.name,
                    shown(&element.name)
                );
                validator.report(&rules::INTERPOLATION, call.subject(), message);
            }
        }
        opcode::EMIT_STREAM | opcode::CUT_STREAM | opcode::EMIT_THEN_CUT_STREAM => {
            stream(validator, call, found);
        }
        _ => {}
    }
    let Some(status) = validator.status.get_mut(entry) else { return };
    match call.code {
        opcode::COVERAGE => status.reads_coverage = true,
        opcode::INNER_COVERAGE => status.reads_inner_coverage = true,
        opcode::VIEW_ID => status.reads_view = true,
        _ => return,
    }
    let both = status.reads_coverage && status.reads_inner_coverage;
    if both && call.code != opcode::VIEW_ID {
        let message = "found reads of coverage and of inner coverage, expected one of them";
        validator.report(&rules::COVERAGE, call.subject(), message);
    }
}

/// Checks element, row and column of an access, arguments 1 to 3, and notes what is written.
fn access<'e>(
    validator: &mut Validator<'_>,
    call: &Call<'_>,
    elements: &'e [Element],
    (entry, list): (usize, List),
) -> Option<&'e Element> {
    let Some(id) = call.integer(1) else {
        constant(validator, call, 1);
        return None;
    };
    let position = usize::try_from(id).ok().filter(|&id| id < elements.len());
    let Some((position, element)) = position.and_then(|id| Some((id, elements.get(id)?))) else {
        let expected = match elements.len() {
            0 => "no access, as the signature is empty".to_owned(),
            count => format!("0 to {}", count - 1),
        };
        range(validator, call, 1, &id.to_string(), &expected);
        return None;
    };
    if let Some(row) = call.integer(2).filter(|row| !(0..i64::from(element.rows)).contains(row)) {
        range(validator, call, 2, &row.to_string(), &format!("0 to {}", element.rows - 1));
    }
    let Some(column) = call.integer(3) else {
        constant(validator, call, 3);
        return Some(element);
    };
    // One column past the last is what the validator lets pass.
    if !(0..=i64::from(element.columns)).contains(&column) {
        range(validator, call, 3, &column.to_string(), &format!("0 to {}", element.columns - 1));
        return Some(element);
    }
    if let Some(status) = validator.status.get_mut(entry) {
        status.write(list, position, element, column as u32);
    }
    Some(element)
}

impl Status {
    fn write(&mut self, list: List, position: usize, element: &Element, column: u32) {
        let columns = match list {
            List::Inputs => return,
            List::Outputs => &mut self.outputs,
            List::Patches => &mut self.patches,
        };
        if let Some(columns) = columns.get_mut(position) {
            *columns |= 1 << column;
        }
        if list == List::Outputs
            && element.semantic == semantic::POSITION
            && let Some(mask) = self.position.get_mut(element.stream as usize)
        {
            *mask |= 1 << column;
        }
    }
}

/// Number of vertices of an input primitive.
pub(super) fn vertices(primitive: u32) -> u32 {
    match primitive {
        1..=3 => primitive,
        6 => 4,
        7 => 6,
        8..=39 => primitive - 7,
        _ => 0,
    }
}

/// Checks the vertex of an input.
fn vertex(validator: &mut Validator<'_>, call: &Call<'_>, entry: &Entry) {
    const VERTEX: usize = 4;
    let Some(value) = call.argument(VERTEX) else { return };
    if matches!(call.kind, kind::VERTEX | kind::PIXEL) {
        if !is_undefined(call.scope, value) {
            let message = "found a vertex of an input that has none, expected `undef`";
            validator.report(&rules::RANGE, call.subject(), message);
        }
        return;
    }
    let Some(vertex) = call.integer(VERTEX) else { return };
    let properties = &entry.properties;
    let count = match call.kind {
        kind::GEOMETRY => properties.geometry.map_or(0, |geometry| vertices(geometry.input_primitive)),
        kind::DOMAIN => properties.domain.map_or(0, |domain| domain.control_points),
        kind::HULL => properties.hull.map_or(0, |hull| hull.input_control_points),
        _ => return place(validator, call, "a vertex, hull, domain, geometry or pixel shader"),
    };
    if !(0..i64::from(count)).contains(&vertex) {
        let expected = match count {
            0 => "no vertex".to_owned(),
            count => format!("0 to {}", count - 1),
        };
        range(validator, call, VERTEX, &vertex.to_string(), &expected);
    }
}

fn domain_location(validator: &mut Validator<'_>, call: &Call<'_>, entry: &Entry) {
    const QUAD: u32 = 3;
    let Some(component) = call.integer(1) else { return constant(validator, call, 1) };
    let count = match entry.properties.domain.map(|domain| domain.domain) {
        Some(1 | 2) => 3,
        Some(QUAD) => 2,
        _ => return,
    };
    if !(0..count).contains(&component) {
        range(validator, call, 1, &component.to_string(), &format!("0 to {} in this domain", count - 1));
    }
}

/// Checks an input that is evaluated elsewhere.
fn evaluated(validator: &mut Validator<'_>, call: &Call<'_>, element: &Element) {
    let name = shown(&element.name);
    if !(2..=7).contains(&element.interpolation) {
        let message =
            format!("found {} of {name}, expected a linear interpolation of it", call.operation.name);
        validator.report(&rules::INTERPOLATION, call.subject(), message);
    }
    if element.semantic == semantic::POSITION {
        let message = format!("found {} of {name}, which cannot be evaluated elsewhere", call.operation.name);
        validator.report(&rules::PLACE, call.subject(), message);
    }
}

fn stream(validator: &mut Validator<'_>, call: &Call<'_>, entry: &Entry) {
    let Some(geometry) = entry.properties.geometry.filter(|_| call.kind == kind::GEOMETRY) else {
        return place(validator, call, "a geometry shader");
    };
    let Some(stream) = call.integer(1) else { return };
    if (0..STREAMS).contains(&stream) && geometry.streams & 1 << stream != 0 {
        return;
    }
    let active: Vec<String> = (0..4)
        .filter(|stream| geometry.streams & 1 << stream != 0)
        .map(|stream| stream.to_string())
        .collect();
    range(validator, call, 1, &stream.to_string(), &format!("an active stream, {}", active.join(" or ")));
}

/// Checks that entry points write their system values whole, after their code was read.
pub(super) fn outputs(validator: &mut Validator<'_>) {
    for (index, entry, shader) in validator.entry_points() {
        let Some(status) = validator.status.get(index).cloned() else { continue };
        let signatures = &entry.signatures;
        let (list, elements, written) = match shader {
            kind::HULL => (List::Patches, &signatures.patches, &status.patches),
            _ => (List::Outputs, &signatures.outputs, &status.outputs),
        };
        for (place, (element, &mask)) in elements.iter().zip(written).enumerate() {
            let whole = (1 << element.columns) - 1;
            if mask != whole && !matches!(element.semantic, semantic::ARBITRARY | TARGET) {
                let missing: String = ['x', 'y', 'z', 'w']
                    .into_iter()
                    .enumerate()
                    .filter(|(column, _)| whole & !mask & 1 << column != 0)
                    .map(|(_, letter)| letter)
                    .collect();
                let message = match missing.as_str() {
                    "" => format!("found writes past the columns of {}", shown(&element.name)),
                    missing => format!(
                        "found no write of {missing} of {}, expected all components",
                        shown(&element.name)
                    ),
                };
                validator.report(&rules::INCOMPLETE, Subject::Element(index, list, place), message);
            }
        }
    }
}
