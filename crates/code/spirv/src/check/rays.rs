//! Checks instructions on ray queries.

use super::{Checker, rules};
use crate::grammar::op;
use crate::module::At;

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
}
