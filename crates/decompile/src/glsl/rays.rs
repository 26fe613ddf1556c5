//! Spells what rays, ray queries, and task and mesh shaders have.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Id;

use super::Glsl;
use super::features::NEVER;
use crate::interface::Passed;
use crate::refusal::Reason;
use crate::text::{ANY, Asked, CALLABLE, PAYLOADS, POSTFIX, Sign, Writer, joined, query_value};
use crate::tree::{Kind, Node, Var};

/// Extension of the stages of ray tracing.
pub(super) const TRACING: &str = "GL_EXT_ray_tracing";
/// Extension of queries in any stage.
pub(super) const QUERY: &str = "GL_EXT_ray_query";
/// Extension of task and mesh shaders.
pub(super) const MESH: &str = "GL_EXT_mesh_shader";
/// Extension of scenes that move.
pub(super) const MOTION: &str = "GL_NV_ray_tracing_motion_blur";
/// Extension that gives the vertices of triangles.
pub(super) const POSITIONS: &str = "GL_EXT_ray_tracing_position_fetch";

/// Words for the flags of rays. Source: GL_EXT_ray_tracing.
const FLAGS: [(u64, &str); 10] = [
    (0x1, "gl_RayFlagsOpaqueEXT"),
    (0x2, "gl_RayFlagsNoOpaqueEXT"),
    (0x4, "gl_RayFlagsTerminateOnFirstHitEXT"),
    (0x8, "gl_RayFlagsSkipClosestHitShaderEXT"),
    (0x10, "gl_RayFlagsCullBackFacingTrianglesEXT"),
    (0x20, "gl_RayFlagsCullFrontFacingTrianglesEXT"),
    (0x40, "gl_RayFlagsCullOpaqueEXT"),
    (0x80, "gl_RayFlagsCullNoOpaqueEXT"),
    (SKIP_TRIANGLES, "gl_RayFlagsSkipTrianglesEXT"),
    (SKIP_AABBS, "gl_RayFlagsSkipAABBEXT"),
];
const SKIP_TRIANGLES: u64 = 0x100;
const SKIP_AABBS: u64 = 0x200;
/// Extension that has the two last flags.
const CULLING: &str = "GL_EXT_ray_flags_primitive_culling";

impl Writer<'_, '_, Glsl> {
    /// Requires an extension for rays; refuses them where the version has it not.
    pub(super) fn require_rays(&mut self, extension: &'static str) {
        if self.language.features.is_vulkan() && self.language.features.has(460, NEVER) {
            self.language.features.require(extension);
        } else {
            self.refuse(Reason::Instruction, "rays need GLSL 460 for Vulkan");
        }
    }

    /// Name of the type of acceleration structures.
    pub(super) fn acceleration_structure(&mut self) -> String {
        self.require_rays(if self.stage.is_ray_tracing() { TRACING } else { QUERY });
        "accelerationStructureEXT".to_owned()
    }

    /// Numbers the variables that rays and calls pass.
    pub(super) fn number_passed(&mut self, used: &[Var]) {
        let numbers = self.passed_numbers(used, PAYLOADS);
        let calls = self.passed_numbers(used, CALLABLE);
        self.language.passed.extend(numbers.into_iter().chain(calls));
    }

    /// Declaration of a variable that a shader passes to another.
    pub(super) fn passed(&mut self, var: Var, passed: Passed, name: &str) -> String {
        let word = match passed {
            Passed::TaskPayload => "taskPayloadSharedEXT",
            Passed::RayPayload => "rayPayloadEXT",
            Passed::IncomingRayPayload => "rayPayloadInEXT",
            Passed::HitAttribute => "hitAttributeEXT",
            Passed::CallableData => "callableDataEXT",
            Passed::IncomingCallableData => "callableDataInEXT",
        };
        let number = self.language.passed.get(&var);
        let layout = number.map_or(String::new(), |number| joined!("layout(location = ", number, ") "));
        joined!(layout, word, " ", self.declarator(self.tree.variable(var).ty, name), ";\n")
    }

    /// Writes an operation of rays or of mesh shaders; false if it is none.
    pub(super) fn ray(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        match opcode {
            op::SET_MESH_OUTPUTS_EXT => self.unsigned_call("SetMeshOutputsEXT", operands),
            op::EMIT_MESH_TASKS_EXT => {
                self.unsigned_call("EmitMeshTasksEXT", operands.get(..3).unwrap_or_default());
            }
            op::TRACE_RAY_KHR => self.trace("traceRayEXT", operands),
            op::TRACE_RAY_MOTION_NV => {
                self.language.features.require(MOTION);
                self.trace("traceRayMotionNV", operands);
            }
            op::EXECUTE_CALLABLE_KHR => {
                self.out.push_str("executeCallableEXT(");
                self.integer(operands[0], Sign::Unsigned, ANY);
                self.out.push_str(", ");
                self.passed_number(operands[1], "callableDataEXT");
                self.out.push(')');
            }
            op::IGNORE_INTERSECTION_NV => self.out.push_str("ignoreIntersectionEXT"),
            op::TERMINATE_RAY_NV => self.out.push_str("terminateRayEXT"),
            op::REPORT_INTERSECTION_KHR => {
                self.out.push_str("reportIntersectionEXT(");
                self.expr(operands[0], ANY);
                self.out.push_str(", ");
                self.integer(operands[1], Sign::Unsigned, ANY);
                self.out.push(')');
            }
            op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR => {
                let name = self.acceleration_structure();
                self.call(&name, operands);
            }
            _ => return self.ray_query(ty, opcode, operands, needed),
        }
        true
    }

    fn unsigned_call(&mut self, name: &str, operands: &[Node]) {
        self.out.push_str(name);
        self.out.push('(');
        for (index, operand) in operands.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.integer(*operand, Sign::Unsigned, ANY);
        }
        self.out.push(')');
    }

    /// Writes the arguments of a ray from its flags on, up to this operand.
    fn ray_arguments(&mut self, operands: &[Node], unsigned: usize) {
        let start = self.out.len();
        self.ray_flags(operands[0], &FLAGS, "gl_RayFlagsNoneEXT");
        let flags = &self.out[start..];
        if flags.contains("SkipTriangles") || flags.contains("SkipAABB") {
            self.language.features.require(CULLING);
        }
        for (index, operand) in operands.iter().enumerate().skip(1) {
            self.out.push_str(", ");
            if index < unsigned {
                self.integer(*operand, Sign::Unsigned, ANY)
            } else {
                self.expr(*operand, ANY)
            }
        }
    }

    fn trace(&mut self, name: &str, operands: &[Node]) {
        let &[scene, ref ray @ .., payload] = operands else { return };
        self.out.push_str(&joined!(name, "("));
        self.expr(scene, ANY);
        self.out.push_str(", ");
        self.ray_arguments(ray, 5);
        self.out.push_str(", ");
        self.passed_number(payload, "rayPayloadEXT");
        self.out.push(')');
    }

    /// Writes the number of what is passed, as a variable that this word declares.
    fn passed_number(&mut self, place: Node, word: &'static str) {
        let number = match self.tree.kind(place) {
            Kind::Variable(var) => self.language.passed.get(&var).copied(),
            Kind::Constant(id) => {
                self.module.constant_u32(id).map(|number| self.passed_without(number, word))
            }
            _ => None,
        };
        match number {
            Some(number) => self.out.push_str(&number.to_string()),
            None => self.refuse(Reason::Instruction, "a ray passes a part of a variable"),
        }
    }

    /// Number of a variable that the older extension did not need: one is declared, since this one needs it.
    fn passed_without(&mut self, stated: u32, word: &'static str) -> u32 {
        if let Some(number) = self.language.passed_without.get(&(word, stated)) {
            return *number;
        }
        let taken = || self.language.passed.values().chain(self.language.passed_without.values());
        let is_free = taken().all(|number| *number != stated);
        let number = if is_free { stated } else { taken().max().map_or(0, |last| last.saturating_add(1)) };
        self.language.passed_without.insert((word, stated), number);
        let name = self.names.take("unused");
        self.table_text.push_str(&format!("layout(location = {number}) {word} uint {name};\n"));
        number
    }

    /// Writes an operation of a ray query; false if it is none.
    fn ray_query(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let name = match opcode {
            op::RAY_QUERY_INITIALIZE_KHR => {
                self.require_rays(QUERY);
                self.out.push_str("rayQueryInitializeEXT(");
                self.arguments(&operands[..2]);
                self.out.push_str(", ");
                self.ray_arguments(&operands[2..], 2);
                self.out.push(')');
                return true;
            }
            op::RAY_QUERY_TERMINATE_KHR => "rayQueryTerminateEXT",
            op::RAY_QUERY_GENERATE_INTERSECTION_KHR => "rayQueryGenerateIntersectionEXT",
            op::RAY_QUERY_CONFIRM_INTERSECTION_KHR => "rayQueryConfirmIntersectionEXT",
            op::RAY_QUERY_PROCEED_KHR => "rayQueryProceedEXT",
            _ => return self.ray_query_value(ty, opcode, operands, needed),
        };
        self.require_rays(QUERY);
        self.call(name, operands);
        true
    }

    fn ray_query_value(&mut self, ty: Id, opcode: u16, operands: &[Node], needed: u8) -> bool {
        let Some((name, asked)) = query_value(opcode) else { return false };
        self.require_rays(QUERY);
        let committed = match asked {
            Asked::Either if self.is_committed(operands) => ", true",
            Asked::Either => ", false",
            Asked::Query | Asked::Candidate => "",
        };
        if opcode == op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR {
            self.language.features.require(POSITIONS);
            let holder = self.names.take("positions");
            let declared = self.declarator(ty, &holder);
            let query = self.capture(|w| w.expr(operands[0], ANY));
            self.before.push(joined!(declared, ";"));
            self.before.push(joined!("rayQueryGet", name, "EXT(", query, committed, ", ", holder, ");"));
            self.out.push_str(&holder);
            return true;
        }
        let computed = match opcode {
            op::RAY_QUERY_GET_RAY_FLAGS_KHR
            | op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR
            | op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR => {
                Sign::Unsigned
            }
            op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR
            | op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR
            | op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR
            | op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR => Sign::Signed,
            _ => Sign::Own,
        };
        self.as_type(ty, computed, needed, POSTFIX, |w| {
            w.out.push_str(&joined!("rayQueryGet", name, "EXT("));
            w.expr(operands[0], ANY);
            w.out.push_str(committed);
            w.out.push(')');
        });
        true
    }

    /// True for inputs and outputs of whole primitives.
    pub(super) fn is_per_primitive(&self, var: Var) -> bool {
        let id = self.tree.variable(var).id;
        let block = crate::interface::element(self.module, self.tree.variable(var).ty);
        self.annotations.has(id, decoration::PER_PRIMITIVE_EXT)
            || self.annotations.member_decoration(block, 0, decoration::PER_PRIMITIVE_EXT).is_some()
    }
}
