//! Checks instructions that trace rays or start meshes, and those on ray queries.

use super::shapes::{Holder, Scalar, Shape};
use super::{Checker, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::storage_class as class;
use crate::module::{At, Id, Type};

/// Checks that operand 0 is a ray query.
pub(super) fn query(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let id = module.word(at, 0);
    let pointee = module.pointer(module.type_of(id)).map_or(0, |pointer| pointer.0);
    let place = matches!(
        module.opcode_of(id),
        op::VARIABLE | op::FUNCTION_PARAMETER | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN
    );
    let holds = module.opcode_of(pointee) == op::TYPE_RAY_QUERY_KHR && place;
    if !c.expect(
        holds,
        &rules::RAY_OBJECT,
        (at, 0),
        "a variable, parameter or part of one that is a ray query",
    ) {
        return;
    }
    let takes_intersection = matches!(
        module.opcode(at),
        op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR | op::RAY_QUERY_GET_INTERSECTION_T_KHR
            ..=op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR
                | op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR
                | op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR
                | op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR
                | op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR
    );
    if takes_intersection {
        let intersection = module.word(at, 1);
        let holds = c.is_int32(module.type_of(intersection)) && c.is_constant(intersection);
        c.expect(holds, &rules::OPERAND_CONSTANT, (at, 1), "a constant of 32 bits");
    }
    let (first, operands): (usize, &[Operand]) = match module.opcode(at) {
        op::RAY_QUERY_INITIALIZE_KHR => (1, &RAY),
        op::RAY_QUERY_GENERATE_INTERSECTION_KHR => (1, &[Operand::Float]),
        _ => (0, &[]),
    };
    if check_operands(c, at, first, operands) {
        result(c, at);
    }
}

/// What an operand has to be.
#[derive(Clone, Copy)]
enum Operand {
    Scene,
    Int,
    Unsigned,
    Float,
    Float3,
    Payload,
    CallableData,
    TaskPayload,
}

/// A ray of a query: scene, flags, mask, origin, least distance, direction, greatest distance.
const RAY: [Operand; 7] = {
    use Operand::{Float, Float3, Int, Scene};
    [Scene, Int, Int, Float3, Float, Float3, Float]
};

/// A ray that runs shaders: as [`RAY`], with offset, stride and miss index behind the mask, and the payload at the end.
const TRACED: [Operand; 11] = {
    use Operand::{Float, Float3, Int, Payload, Scene};
    [Scene, Int, Int, Int, Int, Int, Float3, Float, Float3, Float, Payload]
};

/// Numbers of workgroups, and a payload.
const TASKS: [Operand; 4] = {
    use Operand::{TaskPayload, Unsigned};
    [Unsigned, Unsigned, Unsigned, TaskPayload]
};

/// Checks an instruction that traces a ray, reports a hit, calls a shader, starts meshes or says how much a mesh has.
pub(super) fn trace(c: &mut Checker<'_>, at: At) {
    let operands: &[Operand] = match c.module.opcode(at) {
        op::EMIT_MESH_TASKS_EXT => &TASKS[..c.module.operands(at).len().min(TASKS.len())],
        op::SET_MESH_OUTPUTS_EXT => &TASKS[..2],
        op::TRACE_RAY_KHR => &TRACED,
        op::EXECUTE_CALLABLE_KHR => &[Operand::Unsigned, Operand::CallableData],
        op::REPORT_INTERSECTION_KHR => {
            let holds = c.is_bool_scalar(c.module.get(at).ty);
            if !c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), "a boolean") {
                return;
            }
            &[Operand::Float, Operand::Unsigned]
        }
        _ => return,
    };
    check_operands(c, at, 0, operands);
}

/// Reports the first operand, from the given one on, that is not what it has to be. True if there is none.
fn check_operands(c: &mut Checker<'_>, at: At, first: usize, operands: &[Operand]) -> bool {
    (first..).zip(operands).all(|(index, operand)| {
        let id = c.module.word(at, index);
        let (holds, expected) = operand.is_met(c, id);
        c.expect(holds, &rules::OPERAND_TYPE, (at, index), expected)
    })
}

impl Operand {
    /// True if a value is this, and what it has to be.
    fn is_met(self, c: &Checker<'_>, id: Id) -> (bool, &'static str) {
        let module = c.module;
        let ty = module.type_of(id);
        let floats = |count| {
            let shape = c.shape(ty).filter(|shape| shape.is_plain() && shape.is_float() && shape.width == 32);
            shape.is_some_and(|shape| shape.count == count)
        };
        let variable = |classes: [u32; 2]| {
            module.opcode_of(id) == op::VARIABLE
                && module.pointer(ty).is_some_and(|(_, class)| classes.contains(&class))
        };
        match self {
            Operand::Scene => {
                (module.ty(ty) == Some(Type::AccelerationStructure), "an acceleration structure")
            }
            Operand::Int => (c.is_int32(ty), "an integer of 32 bits"),
            Operand::Unsigned => {
                let holds = matches!(module.ty(ty), Some(Type::Int { width: 32, signed: false }));
                (holds, "an unsigned integer of 32 bits")
            }
            Operand::Float => (floats(1), "a float of 32 bits"),
            Operand::Float3 => (floats(3), "a vector of 3 floats of 32 bits"),
            Operand::Payload => {
                let holds = variable([class::RAY_PAYLOAD_KHR, class::INCOMING_RAY_PAYLOAD_KHR]);
                (holds, "a variable in RayPayloadKHR or IncomingRayPayloadKHR")
            }
            Operand::CallableData => {
                let holds = variable([class::CALLABLE_DATA_KHR, class::INCOMING_CALLABLE_DATA_KHR]);
                (holds, "a variable in CallableDataKHR or IncomingCallableDataKHR")
            }
            Operand::TaskPayload => {
                let holds = variable([class::TASK_PAYLOAD_WORKGROUP_EXT; 2]);
                (holds, "a variable in TaskPayloadWorkgroupEXT")
            }
        }
    }
}

/// Checks the type of what a query says.
fn result(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let ty = module.get(at).ty;
    let is_float = |shape: &Shape| shape.scalar == Scalar::Float && shape.width == 32;
    let is_int = |shape: &Shape| shape.is_scalar() && shape.is_int() && shape.width == 32;
    let floats = |count| move |shape: &Shape| is_float(shape) && shape.is_plain() && shape.count == count;
    let of_columns = matches!(module.ty(ty), Some(Type::Matrix { count: 4, .. }));
    let shape = c.shape(ty);
    let (holds, expected) = match module.opcode(at) {
        op::RAY_QUERY_PROCEED_KHR
        | op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR
        | op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR => (c.is_bool_scalar(ty), "a boolean"),
        op::RAY_QUERY_GET_RAY_T_MIN_KHR | op::RAY_QUERY_GET_INTERSECTION_T_KHR => {
            (shape.as_ref().is_some_and(floats(1)), "a float of 32 bits")
        }
        op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR
        | op::RAY_QUERY_GET_RAY_FLAGS_KHR
        | op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR
        | op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR
        | op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR
        | op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR
        | op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR => {
            (shape.as_ref().is_some_and(is_int), "an integer of 32 bits")
        }
        op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR => {
            (shape.as_ref().is_some_and(floats(2)), "a vector of 2 floats of 32 bits")
        }
        op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR
        | op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR
        | op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR
        | op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR => {
            (shape.as_ref().is_some_and(floats(3)), "a vector of 3 floats of 32 bits")
        }
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR
        | op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR => {
            let rows = shape
                .is_some_and(|shape| shape.holder == Holder::Matrix && is_float(&shape) && shape.count == 3);
            (rows && of_columns, "a matrix of 4 columns of 3 floats of 32 bits")
        }
        _ => return,
    };
    c.expect(holds, &rules::RESULT_MISMATCH, (at, TYPE), expected);
}
