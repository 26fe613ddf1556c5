//! Ray queries.

use glassbox_dxil::operation::opcode as o;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use super::Call;
use crate::writer::{Value, Writer};

/// What is asked of a query: the instruction, and whether it is about the candidate or the committed hit.
#[rustfmt::skip]
static QUESTIONS: &[(u32, u16, Option<u32>)] = &[
    (o::RAY_QUERY_CANDIDATE_OBJECT_TO_WORLD3X4, op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_WORLD_TO_OBJECT3X4, op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4, op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4, op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR, COMMITTED),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_FRONT_FACE, op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE, op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR, COMMITTED),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS, op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS, op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR, COMMITTED),
    (o::RAY_QUERY_RAY_FLAGS, op::RAY_QUERY_GET_RAY_FLAGS_KHR, None),
    (o::RAY_QUERY_WORLD_RAY_ORIGIN, op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR, None),
    (o::RAY_QUERY_WORLD_RAY_DIRECTION, op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR, None),
    (o::RAY_QUERY_RAY_T_MIN, op::RAY_QUERY_GET_RAY_T_MIN_KHR, None),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_RAY_T, op::RAY_QUERY_GET_INTERSECTION_T_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_RAY_T, op::RAY_QUERY_GET_INTERSECTION_T_KHR, COMMITTED),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_INDEX, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_ID, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_GEOMETRY_INDEX, op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_PRIMITIVE_INDEX, op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_OBJECT_RAY_ORIGIN, op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR, CANDIDATE),
    (o::RAY_QUERY_CANDIDATE_OBJECT_RAY_DIRECTION, op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_INSTANCE_INDEX, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_INSTANCE_ID, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_GEOMETRY_INDEX, op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX, op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN, op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR, COMMITTED),
    (o::RAY_QUERY_COMMITTED_OBJECT_RAY_DIRECTION, op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR, COMMITTED),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR, CANDIDATE),
    (o::RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR, COMMITTED),
];

/// `Intersection` of a candidate and of what was committed.
const CANDIDATE: Option<u32> = Some(0);
const COMMITTED: Option<u32> = Some(1);

pub(super) fn allocate(w: &mut Writer<'_>, _: &Call<'_>) -> Outcome<Value> {
    let ty = w.b.ray_query();
    let pointer = w.b.pointer(storage_class::FUNCTION, ty);
    Ok(Value::Query(w.b.variable(pointer)))
}

fn query(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Id> {
    match w.value(w.query_value(call)?)? {
        Value::Query(query) => Ok(query),
        _ => Err(w.refuse(&rules::RESOURCE, "found a ray query that is made nowhere".to_owned())),
    }
}

pub(super) fn initialize(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let query = query(w, call)?;
    let scene = w.load_opaque(w.argument(call, 1)?)?;
    let mut operands = vec![query, scene, w.operand(call, 2)?, w.operand(call, 3)?];
    // Flags that the type of the query has are added to those of the call.
    if let Some(flags) = w.query_flags(w.query_value(call)?).filter(|flags| *flags != 0) {
        let uint = w.b.uint();
        let flags = w.b.constant(uint, flags);
        operands[2] = w.b.value(op::BITWISE_OR, uint, &[operands[2], flags]);
    }
    operands.push(super::ray::three(w, call, 4)?);
    operands.push(w.operand(call, 7)?);
    operands.push(super::ray::three(w, call, 8)?);
    operands.push(w.operand(call, 11)?);
    w.b.effect(op::RAY_QUERY_INITIALIZE_KHR, &operands);
    Ok(Value::None)
}

pub(super) fn proceed(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let (ty, query) = (w.ty(call.ty)?, query(w, call)?);
    Ok(Value::Id(w.b.value(op::RAY_QUERY_PROCEED_KHR, ty, &[query])))
}

pub(super) fn finish(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let mut operands = vec![query(w, call)?];
    let opcode = match call.number {
        o::RAY_QUERY_ABORT => op::RAY_QUERY_TERMINATE_KHR,
        o::RAY_QUERY_COMMIT_NON_OPAQUE_TRIANGLE_HIT => op::RAY_QUERY_CONFIRM_INTERSECTION_KHR,
        _ => {
            operands.push(w.operand(call, 1)?);
            op::RAY_QUERY_GENERATE_INTERSECTION_KHR
        }
    };
    w.b.effect(opcode, &operands);
    Ok(Value::None)
}

/// Asks something of a query.
fn ask(w: &mut Writer<'_>, call: &Call<'_>, ty: Id) -> Outcome<Id> {
    let query = query(w, call)?;
    let Some((_, opcode, which)) = QUESTIONS.iter().find(|row| row.0 == call.number) else {
        return Err(w.refuse(&rules::OPERATION, format!("found {}", super::name(call.number))));
    };
    let mut operands = vec![query];
    operands.extend(which.map(|which| w.b.constant_uint(which)));
    Ok(w.b.value(*opcode, ty, &operands))
}

pub(super) fn scalar(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let which = match call.number {
        o::RAY_QUERY_CANDIDATE_TYPE => 0,
        o::RAY_QUERY_COMMITTED_STATUS => 1,
        o::RAY_QUERY_CANDIDATE_PROCEDURAL_PRIMITIVE_NON_OPAQUE => {
            let query = query(w, call)?;
            let opcode = op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR;
            let is_opaque = w.b.value(opcode, ty, &[query]);
            return Ok(Value::Id(w.b.value(op::LOGICAL_NOT, ty, &[is_opaque])));
        }
        _ => return Ok(Value::Id(ask(w, call, ty)?)),
    };
    let query = query(w, call)?;
    let which = w.b.constant_uint(which);
    Ok(Value::Id(w.b.value(op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR, ty, &[query, which])))
}

/// A component of a vector, by the argument at an index.
fn component(w: &mut Writer<'_>, call: &Call<'_>, index: usize) -> Outcome<u32> {
    w.expect_fixed(w.argument(call, index)?, "component")
}

pub(super) fn vector(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let is_barycentric = matches!(
        call.number,
        o::RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS | o::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS
    );
    let vector = w.b.vector(ty, if is_barycentric { 2 } else { 3 });
    let all = ask(w, call, vector)?;
    let index = component(w, call, 1)?;
    Ok(Value::Id(w.b.value_with(op::COMPOSITE_EXTRACT, ty, &[all], &[index])))
}

pub(super) fn matrix(w: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let ty = w.ty(call.ty)?;
    let column = w.b.vector(ty, 3);
    let matrix = w.b.matrix(column, 4);
    let all = ask(w, call, matrix)?;
    let (row, column) = (component(w, call, 1)?, component(w, call, 2)?);
    Ok(Value::Id(w.b.value_with(op::COMPOSITE_EXTRACT, ty, &[all], &[column, row])))
}

impl Writer<'_> {
    /// The allocation of the query that an operation works on.
    fn query_value(&self, call: &Call<'_>) -> Outcome<glassbox_dxil::ir::ValueId> {
        let value = self.argument(call, 0)?;
        let picked = self.picked(value).and_then(|number| self.survey.queries.get(number as usize));
        Ok(picked.map_or(value, |(_, value)| *value))
    }

    /// Flags that the allocation of a query states.
    fn query_flags(&self, query: glassbox_dxil::ir::ValueId) -> Option<u32> {
        let body = self.body();
        let program = &self.source.program;
        let made = body.instruction(program.maker(body, query)?)?;
        program.unsigned(body, program.operation(body, made)?.argument(1)?)
    }
}
