//! Spells ray queries.

use glassbox_spirv::grammar::op;

use super::Msl;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, SUM, Sign, Writer};
use crate::tree::Node;

/// Version that has queries first, times ten.
const VERSION: u16 = 24;

/// What a query is asked, by instruction: functions for the candidate and for what was committed, and the sign of the result.
/// Source: Metal Shading Language Specification, section 6.18.
const QUESTIONS: [(u16, &str, &str, Sign); 15] = [
    (op::RAY_QUERY_GET_RAY_T_MIN_KHR, "get_ray_min_distance", "get_ray_min_distance", Sign::Own),
    (
        op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR,
        "get_world_space_ray_direction",
        "get_world_space_ray_direction",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR,
        "get_world_space_ray_origin",
        "get_world_space_ray_origin",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_T_KHR,
        "get_candidate_triangle_distance",
        "get_committed_distance",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR,
        "get_candidate_user_instance_id",
        "get_committed_user_instance_id",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR,
        "get_candidate_instance_id",
        "get_committed_instance_id",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR,
        "get_candidate_geometry_id",
        "get_committed_geometry_id",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR,
        "get_candidate_primitive_id",
        "get_committed_primitive_id",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR,
        "get_candidate_triangle_barycentric_coord",
        "get_committed_triangle_barycentric_coord",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR,
        "is_candidate_triangle_front_facing",
        "is_committed_triangle_front_facing",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR,
        "get_candidate_ray_direction",
        "get_committed_ray_direction",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR,
        "get_candidate_ray_origin",
        "get_committed_ray_origin",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR,
        "get_candidate_object_to_world_transform",
        "get_committed_object_to_world_transform",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR,
        "get_candidate_world_to_object_transform",
        "get_committed_world_to_object_transform",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR,
        "is_candidate_non_opaque_bounding_box",
        "is_candidate_non_opaque_bounding_box",
        Sign::Own,
    ),
];

impl Writer<'_, '_, Msl> {
    /// Name of the type of scenes.
    pub(super) fn scene_type(&mut self) -> String {
        self.check_rays();
        "raytracing::acceleration_structure<raytracing::instancing>".to_owned()
    }

    /// Name of the type of queries.
    pub(super) fn query_type(&mut self) -> String {
        self.check_rays();
        "raytracing::intersection_query<raytracing::instancing, raytracing::triangle_data>".to_owned()
    }

    fn check_rays(&mut self) {
        if self.language.version < VERSION {
            self.refuse(Reason::Type, "ray queries need MSL 2.4");
        }
        self.language.traces = true;
    }

    /// Writes an operation of a ray query; false if it is none.
    pub(super) fn ray(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, .. } = operation;
        if let Some(query) = self.asks_not_opaque(opcode, operands) {
            self.method(query, "is_candidate_non_opaque_bounding_box()");
            return true;
        }
        match opcode {
            op::RAY_QUERY_INITIALIZE_KHR => self.start_query(operands),
            op::RAY_QUERY_TERMINATE_KHR => self.method(operands[0], "abort()"),
            op::RAY_QUERY_CONFIRM_INTERSECTION_KHR => {
                self.method(operands[0], "commit_triangle_intersection()");
            }
            op::RAY_QUERY_PROCEED_KHR => self.method(operands[0], "next()"),
            op::RAY_QUERY_GENERATE_INTERSECTION_KHR => {
                self.method(operands[0], "commit_bounding_box_intersection(");
                self.expr(operands[1], ANY);
                self.out.push(')');
            }
            op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR => self.kind_of_hit(operation),
            op::RAY_QUERY_GET_RAY_FLAGS_KHR => {
                self.refuse(Reason::Instruction, "a query of MSL does not give the flags of its ray");
            }
            op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR => {
                self.refuse(Reason::Instruction, "MSL has no tables of shaders that rays run");
            }
            _ => return self.query_question(&QUESTIONS, operation),
        }
        true
    }

    fn start_query(&mut self, operands: &[Node]) {
        let &[query, scene, flags, mask, origin, least, direction, most] = operands else { return };
        self.require_helper("ray_flags");
        self.method(query, "reset(raytracing::ray(");
        self.arguments(&[origin, direction, least, most]);
        self.out.push_str("), ");
        self.expr(scene, ANY);
        self.out.push_str(", ");
        self.integer(mask, Sign::Unsigned, ANY);
        self.out.push_str(", ray_flags(");
        self.integer(flags, Sign::Unsigned, ANY);
        self.out.push_str("))");
    }

    /// Writes what a query found as a number. Candidates count from zero in the module, and from one in Metal.
    fn kind_of_hit(&mut self, operation: &Operation<'_>) {
        let &Operation { ty, operands, needed, .. } = operation;
        if self.is_committed(operands) {
            return self.as_type(ty, Sign::Unsigned, needed, POSTFIX, |w| {
                w.out.push_str("uint(");
                w.method(operands[0], "get_committed_intersection_type())");
            });
        }
        self.as_type(ty, Sign::Unsigned, needed, SUM, |w| {
            w.out.push_str("uint(");
            w.method(operands[0], "get_candidate_intersection_type()) - 1u");
        });
    }
}
