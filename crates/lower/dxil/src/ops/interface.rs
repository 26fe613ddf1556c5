//! Inputs and outputs.

use glassbox_core::stage::Stage;
use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::interface::{Component, Port};
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::built_in;
use glassbox_spirv::build::{Id, glsl, op};

use super::Call;
use super::texture::converted;
use crate::writer::{Value, Writer};

/// A signature.
#[derive(Clone, Copy)]
enum Which {
    Inputs,
    Outputs,
    Patches,
}

/// The variable of an element, by the number that the first argument has.
fn port(w: &Writer<'_>, call: &Call<'_>, which: Which) -> Outcome<Port> {
    let number = w.argument(call, 0)?;
    let number = w.expect_fixed(number, "number of an element")?;
    let signatures = &w.chosen.entry.signatures;
    let (ports, elements) = match which {
        Which::Inputs => (&w.ports.inputs, &signatures.inputs),
        Which::Outputs => (&w.ports.outputs, &signatures.outputs),
        Which::Patches => (&w.ports.patches, &signatures.patches),
    };
    let found = elements.iter().position(|element| element.id == number);
    found.and_then(|index| ports.get(index).copied().flatten()).ok_or_else(|| {
        let message = format!(
            "found element {number} in {}, which the signature does not have",
            super::name(call.number)
        );
        w.refuse(&rules::SHAPE, message)
    })
}

/// Row and column of the second and third argument.
fn component(w: &mut Writer<'_>, call: &Call<'_>, vertex: Option<Id>) -> Outcome<Component> {
    let (row, column) = (w.argument(call, 1)?, w.argument(call, 2)?);
    Ok(Component { row: w.id(row)?, column: w.component_index(column)?, vertex })
}

fn load(w: &mut Writer<'_>, call: &Call<'_>, port: Port, vertex: Option<Id>) -> Outcome<Value> {
    let at = component(w, call, vertex)?;
    let value = port.load(&mut w.b, at);
    let ty = w.ty(call.ty)?;
    Ok(Value::Id(converted(w, value, ty)))
}

fn store(w: &mut Writer<'_>, call: &Call<'_>, port: Port, vertex: Option<Id>) -> Outcome<Value> {
    let at = component(w, call, vertex)?;
    let value = w.operand(call, 3)?;
    let ty = port.ty(&mut w.b);
    let value = converted(w, value, ty);
    port.store(&mut w.b, at, value);
    Ok(Value::None)
}

pub(super) fn load_input(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Inputs)?;
    let vertex = w.argument(call, 3)?;
    let has_vertices = matches!(
        w.chosen.stage,
        Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry
    );
    let vertex = if has_vertices && !w.is_undefined(vertex) { Some(w.id(vertex)?) } else { None };
    load(w, call, port, vertex)
}

pub(super) fn attribute_at_vertex(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Inputs)?;
    let vertex = w.argument(call, 3)?;
    let vertex = w.component_index(vertex)?;
    load(w, call, port, Some(vertex))
}

pub(super) fn store_output(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Outputs)?;
    let vertex = match w.chosen.stage {
        Stage::TessellationControl => {
            let uint = w.b.uint();
            Some(w.built_in(built_in::INVOCATION_ID, uint))
        }
        _ => None,
    };
    store(w, call, port, vertex)
}

pub(super) fn load_control_point(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    // In a domain shader they are inputs, in a hull shader the outputs of its first phase.
    let which = if w.chosen.stage == Stage::TessellationControl { Which::Outputs } else { Which::Inputs };
    let port = port(w, call, which)?;
    let vertex = w.operand(call, 3)?;
    load(w, call, port, Some(vertex))
}

pub(super) fn load_patch_constant(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Patches)?;
    load(w, call, port, None)
}

pub(super) fn store_patch_constant(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Patches)?;
    store(w, call, port, None)
}

/// Writes an output of a vertex or primitive of a mesh shader.
pub(super) fn store_of(w: &mut Writer<'_>, call: &Call<'_>, is_primitive: bool) -> Outcome<Value> {
    let which = if is_primitive { Which::Patches } else { Which::Outputs };
    let port = port(w, call, which)?;
    let index = w.operand(call, 4)?;
    store(w, call, port, Some(index))
}

pub(super) fn evaluate(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let port = port(w, call, Which::Inputs)?;
    let at = component(w, call, None)?;
    let (whole, ty) = port.whole(&mut w.b, at.row);
    w.b.capability(glassbox_spirv::build::value::capability::INTERPOLATION_FUNCTION);
    let value = match call.number {
        o::EVAL_CENTROID => w.extended(ty, glsl::INTERPOLATE_AT_CENTROID, &[whole]),
        o::EVAL_SAMPLE_INDEX => {
            let (int, sample) = (w.b.int(), w.operand(call, 3)?);
            let sample = arithmetic::bits_as(&mut w.b, int, sample);
            w.extended(ty, glsl::INTERPOLATE_AT_SAMPLE, &[whole, sample])
        }
        _ => {
            // Offsets are sixteenths of a pixel, of which the low four bits count.
            let (float, int) = (w.b.float(), w.b.int());
            let mut parts = Vec::new();
            for index in [3, 4] {
                let steps = w.operand(call, index)?;
                let steps = arithmetic::bits_as(&mut w.b, int, steps);
                let (zero, four) = (w.b.constant_uint(0), w.b.constant_uint(4));
                let steps = w.b.value(op::BIT_FIELD_S_EXTRACT, int, &[steps, zero, four]);
                let steps = w.b.value(op::CONVERT_S_TO_F, float, &[steps]);
                let sixteenth = arithmetic::float(&mut w.b, float, 0.0625);
                parts.push(w.b.value(op::F_MUL, float, &[steps, sixteenth]));
            }
            let pair = w.b.vector(float, 2);
            let offset = w.b.value(op::COMPOSITE_CONSTRUCT, pair, &parts);
            w.extended(ty, glsl::INTERPOLATE_AT_OFFSET, &[whole, offset])
        }
    };
    let scalar = w.b.component_type(ty).unwrap_or(ty);
    let one = match (w.b.components(ty), w.b.bits(at.column)) {
        (Some(_), Some(column)) => w.b.value_with(op::COMPOSITE_EXTRACT, scalar, &[value], &[column as u32]),
        (Some(_), None) => w.b.value(op::VECTOR_EXTRACT_DYNAMIC, scalar, &[value, at.column]),
        (None, _) => value,
    };
    let wanted = w.ty(call.ty)?;
    Ok(Value::Id(converted(w, one, wanted)))
}

pub(super) fn coverage(w: &mut Writer<'_>, _: &Call<'_>) -> Outcome<Value> {
    let uint = w.b.uint();
    let masks = w.b.array(uint, 1, None);
    let zero = w.b.constant_uint(0);
    let variable = w.built_ins.variable(&mut w.b, built_in::SAMPLE_MASK, masks, &mut w.interface);
    let pointer = w.b.pointer(glassbox_spirv::build::value::storage_class::INPUT, uint);
    let place = w.b.value(op::ACCESS_CHAIN, pointer, &[variable, zero]);
    Ok(Value::Id(w.b.value(op::LOAD, uint, &[place])))
}

pub(super) fn inner_coverage(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (truth, ty) = (w.b.bool(), w.ty(call.ty)?);
    let is_covered = w.built_in(built_in::FULLY_COVERED_EXT, truth);
    let (one, zero) = (w.b.constant_splat(ty, 1), w.b.constant_splat(ty, 0));
    Ok(Value::Id(w.b.value(op::SELECT, ty, &[is_covered, one, zero])))
}

pub(super) fn domain_location(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let vector = w.b.vector(ty, 3);
    let component = w.argument(call, 0)?;
    let component = w.component_index(component)?;
    let value = w.built_ins.component(&mut w.b, (built_in::TESS_COORD, vector), component, &mut w.interface);
    Ok(Value::Id(value))
}

/// The number of the primitive, which a signature may have a variable of.
pub(super) fn primitive(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    Ok(Value::Id(w.built_in(built_in::PRIMITIVE_ID, ty)))
}

pub(super) fn emit(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let stream = w.argument(call, 0)?;
    let stream = w.expect_fixed(stream, "stream")?;
    let has_streams = w.has_streams();
    let number = w.b.constant_uint(stream);
    let (emits, cuts) = (call.number != o::CUT_STREAM, call.number != o::EMIT_STREAM);
    for (does, plain, of_stream) in [
        (emits, op::EMIT_VERTEX, op::EMIT_STREAM_VERTEX),
        (cuts, op::END_PRIMITIVE, op::END_STREAM_PRIMITIVE),
    ] {
        match (does, has_streams) {
            (true, true) => w.b.effect(of_stream, &[number]),
            (true, false) => w.b.effect(plain, &[]),
            _ => {}
        }
    }
    Ok(Value::None)
}
