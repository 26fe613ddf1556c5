//! Amplification and mesh shaders.

use glassbox_lower_directx::Outcome;
use glassbox_lower_directx::rules;
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::build::{Id, op};

use glassbox_dxil::ir::TypeId;

use super::Call;
use crate::memory::Pointer;
use crate::writer::{Value, Writer};

pub(super) fn counts(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let counts = w.ids(call.arguments)?;
    w.b.effect(op::SET_MESH_OUTPUTS_EXT, &counts);
    Ok(Value::None)
}

/// The variable of the vertices of primitives: its type has as many numbers as a primitive has vertices.
fn index_variable(w: &mut Writer<'_>) -> (Id, Id, u32) {
    let mesh = w.chosen.entry.properties.mesh;
    let (vertices, most) =
        mesh.map_or((3, 1), |mesh| (if mesh.topology == 1 { 2 } else { 3 }, mesh.max_primitives));
    let uint = w.b.uint();
    let ty = w.b.vector(uint, vertices);
    let number = match vertices {
        2 => built_in::PRIMITIVE_LINE_INDICES_EXT,
        _ => built_in::PRIMITIVE_TRIANGLE_INDICES_EXT,
    };
    if let Some(known) = w.payloads.get(&(storage_class::OUTPUT, ty)) {
        return (*known, ty, vertices);
    }
    let array = w.b.array(ty, most.max(1), None);
    let pointer = w.b.pointer(storage_class::OUTPUT, array);
    let id = w.b.global(pointer, storage_class::OUTPUT);
    w.b.decorate(id, decoration::BUILT_IN, &[number]);
    w.interface.push(id);
    w.payloads.insert((storage_class::OUTPUT, ty), id);
    (id, ty, vertices)
}

pub(super) fn indices(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (variable, ty, count) = index_variable(w);
    let primitive = w.operand(call, 0)?;
    let mut parts = Vec::new();
    for index in 0..count as usize {
        parts.push(w.operand(call, 1 + index)?);
    }
    let all = w.b.value(op::COMPOSITE_CONSTRUCT, ty, &parts);
    let pointer = w.b.pointer(storage_class::OUTPUT, ty);
    let place = w.b.value(op::ACCESS_CHAIN, pointer, &[variable, primitive]);
    w.b.effect(op::STORE, &[place, all]);
    Ok(Value::None)
}

/// The variable that a payload is passed in.
fn payload_variable(w: &mut Writer<'_>, of: TypeId) -> Outcome<Pointer> {
    let ty = w.ty(of)?;
    let class = storage_class::TASK_PAYLOAD_WORKGROUP_EXT;
    let id = match w.payloads.get(&(class, ty)) {
        Some(known) => *known,
        None => {
            let pointer = w.b.pointer(class, ty);
            let id = w.b.global(pointer, class);
            w.b.name(id, "payload");
            w.interface.push(id);
            w.payloads.insert((class, ty), id);
            id
        }
    };
    Ok(Pointer::whole(id, class, of))
}

pub(super) fn payload(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let types = &w.source.program.module.types;
    match types.pointee(call.ty) {
        Some(of) => Ok(Value::Pointer(payload_variable(w, of)?)),
        None => Err(w.refuse(&rules::SHAPE, "found a payload that is no address".to_owned())),
    }
}

pub(super) fn store_vertex(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    super::interface::store_of(w, call, false)
}

pub(super) fn store_primitive(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    super::interface::store_of(w, call, true)
}

/// Starts mesh shaders, which ends the function.
pub(super) fn dispatch(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let mut operands = w.ids(call.arguments.get(..3).unwrap_or_default())?;
    let given = w.pointer(w.argument(call, 3)?)?;
    let ty = w.ty(given.ty)?;
    let passed = payload_variable(w, given.ty)?;
    let content = w.b.value(op::LOAD, ty, &[given.id]);
    w.b.effect(op::STORE, &[passed.id, content]);
    operands.push(passed.id);
    w.b.end_with(op::EMIT_MESH_TASKS_EXT, operands.into_iter().map(Id::operand));
    Ok(Value::None)
}
