//! Spells operations of rays, ray queries, and task and mesh shaders.

use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{ANY, Operation, Sign, Writer, joined};
use crate::tree::{Kind, Node};

/// Words for the flags of rays. Source: the HLSL reference of DirectX Raytracing.
const FLAGS: [(u64, &str); 10] = [
    (0x1, "RAY_FLAG_FORCE_OPAQUE"),
    (0x2, "RAY_FLAG_FORCE_NON_OPAQUE"),
    (0x4, "RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH"),
    (0x8, "RAY_FLAG_SKIP_CLOSEST_HIT_SHADER"),
    (0x10, "RAY_FLAG_CULL_BACK_FACING_TRIANGLES"),
    (0x20, "RAY_FLAG_CULL_FRONT_FACING_TRIANGLES"),
    (0x40, "RAY_FLAG_CULL_OPAQUE"),
    (0x80, "RAY_FLAG_CULL_NON_OPAQUE"),
    (SKIP_TRIANGLES, "RAY_FLAG_SKIP_TRIANGLES"),
    (SKIP_AABBS, "RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES"),
];
const SKIP_TRIANGLES: u64 = 0x100;
const SKIP_AABBS: u64 = 0x200;

/// What a query is asked, by instruction: functions for the candidate and for what was committed, and the sign of the result.
/// Source: the HLSL reference of DirectX Raytracing, `RayQuery`.
const QUESTIONS: [(u16, &str, &str, Sign); 18] = [
    (op::RAY_QUERY_GET_RAY_T_MIN_KHR, "RayTMin", "RayTMin", Sign::Own),
    (op::RAY_QUERY_GET_RAY_FLAGS_KHR, "RayFlags", "RayFlags", Sign::Unsigned),
    (op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR, "WorldRayDirection", "WorldRayDirection", Sign::Own),
    (op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR, "WorldRayOrigin", "WorldRayOrigin", Sign::Own),
    (op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR, "CandidateType", "CommittedStatus", Sign::Unsigned),
    (op::RAY_QUERY_GET_INTERSECTION_T_KHR, "CandidateTriangleRayT", "CommittedRayT", Sign::Own),
    (
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR,
        "CandidateInstanceID",
        "CommittedInstanceID",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR,
        "CandidateInstanceIndex",
        "CommittedInstanceIndex",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR,
        "CandidateInstanceContributionToHitGroupIndex",
        "CommittedInstanceContributionToHitGroupIndex",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR,
        "CandidateGeometryIndex",
        "CommittedGeometryIndex",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR,
        "CandidatePrimitiveIndex",
        "CommittedPrimitiveIndex",
        Sign::Unsigned,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR,
        "CandidateTriangleBarycentrics",
        "CommittedTriangleBarycentrics",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR,
        "CandidateTriangleFrontFace",
        "CommittedTriangleFrontFace",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR,
        "CandidateObjectRayDirection",
        "CommittedObjectRayDirection",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR,
        "CandidateObjectRayOrigin",
        "CommittedObjectRayOrigin",
        Sign::Own,
    ),
    // A column of the module is a row here.
    (
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR,
        "CandidateObjectToWorld4x3",
        "CommittedObjectToWorld4x3",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR,
        "CandidateWorldToObject4x3",
        "CommittedWorldToObject4x3",
        Sign::Own,
    ),
    (
        op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR,
        "CandidateProceduralPrimitiveNonOpaque",
        "CandidateProceduralPrimitiveNonOpaque",
        Sign::Own,
    ),
];

impl Writer<'_, '_, Hlsl> {
    /// Name of the type of scenes.
    pub(super) fn scene_type(&mut self) -> String {
        if !self.stage.is_ray_tracing() {
            self.since(65, Reason::Type, "scenes that rays are traced in");
        }
        "RaytracingAccelerationStructure".to_owned()
    }

    /// Name of the type of queries.
    pub(super) fn query_type(&mut self) -> String {
        self.since(65, Reason::Type, "RayQuery");
        "RayQuery<RAY_FLAG_NONE>".to_owned()
    }

    /// Writes an operation of rays or of mesh shaders; false if it is none.
    pub(super) fn ray(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, .. } = operation;
        if let Some(query) = self.asks_not_opaque(opcode, operands) {
            self.method(query, "CandidateProceduralPrimitiveNonOpaque()");
            return true;
        }
        match opcode {
            op::SET_MESH_OUTPUTS_EXT => {
                let is_plain = self.in_entry() && self.indent == 1;
                if !is_plain || std::mem::replace(&mut self.language.dispatches, true) {
                    let what =
                        "HLSL calls SetMeshOutputCounts once, outside of conditions; do so at the start";
                    self.refuse(Reason::Control, what);
                }
                self.out.push_str("SetMeshOutputCounts(");
                self.unsigned_list(operands);
                self.out.push(')');
            }
            op::EMIT_MESH_TASKS_EXT => self.dispatch(operands),
            op::TRACE_RAY_KHR => self.trace(operands),
            op::EXECUTE_CALLABLE_KHR => {
                self.out.push_str("CallShader(");
                self.integer(operands[0], Sign::Unsigned, ANY);
                self.pass(operands[1]);
            }
            op::REPORT_INTERSECTION_KHR => self.report(operands),
            op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR => {
                self.refuse(Reason::Instruction, "HLSL makes no scene of an address; bind the scene");
            }
            op::IGNORE_INTERSECTION_NV => self.end_ray("IgnoreHit()"),
            op::TERMINATE_RAY_NV => self.end_ray("AcceptHitAndEndSearch()"),
            op::RAY_QUERY_INITIALIZE_KHR => self.start_query(operands),
            op::RAY_QUERY_TERMINATE_KHR => self.method(operands[0], "Abort()"),
            op::RAY_QUERY_CONFIRM_INTERSECTION_KHR => {
                self.method(operands[0], "CommitNonOpaqueTriangleHit()");
            }
            op::RAY_QUERY_PROCEED_KHR => self.method(operands[0], "Proceed()"),
            op::RAY_QUERY_GENERATE_INTERSECTION_KHR => {
                self.method(operands[0], "CommitProceduralPrimitiveHit(");
                self.expr(operands[1], ANY);
                self.out.push(')');
            }
            _ => return self.query_question(&QUESTIONS, operation),
        }
        true
    }

    fn unsigned_list(&mut self, operands: &[Node]) {
        for (index, operand) in operands.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.integer(*operand, Sign::Unsigned, ANY);
        }
    }

    /// Writes the call that starts the mesh shaders of a task.
    fn dispatch(&mut self, operands: &[Node]) {
        let is_last = self.in_entry() && self.indent == 1;
        if !is_last || std::mem::replace(&mut self.language.dispatches, true) {
            self.refuse(
                Reason::Control,
                "HLSL calls DispatchMesh once, outside of conditions; emit the tasks at the end",
            );
        }
        self.out.push_str("DispatchMesh(");
        self.unsigned_list(operands.get(..3).unwrap_or_default());
        match operands.get(3) {
            Some(payload) => self.pass(*payload),
            None => {
                let name = self.nothing_passed("groupshared");
                self.out.push_str(&joined!(", ", name, ")"));
            }
        }
    }

    /// Writes the last argument of a call: what it passes.
    fn pass(&mut self, place: Node) {
        match self.tree.kind(place) {
            Kind::Variable(var) => {
                let name = self.passed_name(var);
                self.out.push_str(&joined!(", ", name, ")"));
            }
            Kind::Constant(_) => {
                self.refuse(
                    Reason::Instruction,
                    "a ray passes a number that no variable has; declare the variable",
                );
            }
            _ => self.refuse(Reason::Instruction, "a call passes a part of a variable"),
        }
    }

    /// A description of a ray, which stands before the statement: origin, least distance, direction, largest distance.
    fn ray_description(&mut self, parts: &[Node]) -> String {
        let name = self.names.take("ray");
        let parts: Vec<String> = parts.iter().map(|part| self.capture(|w| w.expr(*part, ANY))).collect();
        self.before.push(joined!("RayDesc ", name, " = {", parts.join(", "), "};"));
        name.to_string()
    }

    fn trace(&mut self, operands: &[Node]) {
        let &[scene, flags, ref numbers @ .., _, _, _, _, payload] = operands else { return };
        let ray = self.ray_description(&operands[6..10]);
        self.out.push_str("TraceRay(");
        self.expr(scene, ANY);
        self.out.push_str(", ");
        self.flags(flags);
        self.out.push_str(", ");
        self.unsigned_list(numbers);
        self.out.push_str(&joined!(", ", ray));
        self.pass(payload);
    }

    fn flags(&mut self, flags: Node) {
        let start = self.out.len();
        self.ray_flags(flags, &FLAGS, "RAY_FLAG_NONE");
        if self.out[start..].contains("RAY_FLAG_SKIP_TRIANGLES")
            || self.out[start..].contains("RAY_FLAG_SKIP_PROCEDURAL")
        {
            self.since(65, Reason::Instruction, "rays that skip triangles or procedural primitives");
        }
    }

    fn start_query(&mut self, operands: &[Node]) {
        let &[query, scene, flags, mask, ..] = operands else { return };
        let ray = self.ray_description(&operands[4..8]);
        self.method(query, "TraceRayInline(");
        self.expr(scene, ANY);
        self.out.push_str(", ");
        self.flags(flags);
        self.out.push_str(", ");
        self.integer(mask, Sign::Unsigned, ANY);
        self.out.push_str(&joined!(", ", ray, ")"));
    }

    fn report(&mut self, operands: &[Node]) {
        self.out.push_str("ReportHit(");
        self.expr(operands[0], ANY);
        self.out.push_str(", ");
        self.integer(operands[1], Sign::Unsigned, ANY);
        let attributes = match self.hit_attributes() {
            Some(name) => name,
            None => self.nothing_passed("static").to_string(),
        };
        self.out.push_str(&joined!(", ", attributes, ")"));
    }

    /// Writes a call that ends an any-hit shader; what it changed is given back before.
    pub(super) fn end_ray(&mut self, call: &str) {
        if self.in_entry() {
            let lines = self.last_copies();
            self.insert_lines(&lines);
        } else if self.stage == Stage::AnyHit && call.starts_with("Accept") {
            self.refuse(
                Reason::Control,
                "a function besides the entry point ends the search of a ray; inline it",
            );
        }
        self.out.push_str(call);
    }

    /// Writes the value of a built-in variable that is a function: as its type in the module.
    pub(super) fn as_module_type(&mut self, text: &str, ty: Id) -> String {
        if self.stage.is_ray_tracing() && self.sign(ty) == Sign::Signed {
            return joined!(self.type_text(ty), "(", text, ")");
        }
        text.to_owned()
    }
}
