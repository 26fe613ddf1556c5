//! Ray queries, and rays of pipelines.

use glassbox_spirv::build::{Id, op, value};
use naga::{Expression, Handle, RayPipelineFunction, RayQueryFunction, RayQueryIntersection, TypeInner};

use super::body::Body;
use super::{Said, unexpected};

/// The parts of a ray.
struct Ray {
    flags: Id,
    mask: Id,
    least: Id,
    most: Id,
    origin: Id,
    direction: Id,
}

impl Body<'_, '_> {
    /// The members of a ray's description, as the reader declares it.
    fn ray(&mut self, descriptor: Handle<Expression>) -> Said<Ray> {
        let TypeInner::Struct { members, .. } = self.inner(descriptor) else {
            return unexpected("a ray that is no structure");
        };
        let whole = self.value(descriptor)?;
        let mut parts = Vec::new();
        for (index, member) in (0_u32..).zip(members) {
            let ty = self.writer.ty(member.ty);
            parts.push(self.writer.emit(op::COMPOSITE_EXTRACT, ty, &[whole], &[index]));
        }
        match parts[..] {
            [flags, mask, least, most, origin, direction] => {
                Ok(Ray { flags, mask, least, most, origin, direction })
            }
            _ => unexpected("a ray with other members"),
        }
    }

    pub(super) fn ray_query(&mut self, query: Handle<Expression>, function: &RayQueryFunction) -> Said {
        let variable = self.pointer(query)?;
        match *function {
            RayQueryFunction::Initialize { acceleration_structure, descriptor } => {
                let Ray { flags, mask, least, most, origin, direction } = self.ray(descriptor)?;
                let structure = self.descriptor(acceleration_structure)?;
                let operands = [variable, structure, flags, mask, origin, least, direction, most];
                self.writer.builder.effect(op::RAY_QUERY_INITIALIZE_KHR, &operands);
            }
            RayQueryFunction::Proceed { result } => {
                let ty = self.writer.builder.bool();
                let id = self.writer.builder.value(op::RAY_QUERY_PROCEED_KHR, ty, &[variable]);
                self.keep(result, id);
            }
            RayQueryFunction::GenerateIntersection { hit_t } => {
                let hit = self.value(hit_t)?;
                self.writer.builder.effect(op::RAY_QUERY_GENERATE_INTERSECTION_KHR, &[variable, hit]);
            }
            RayQueryFunction::ConfirmIntersection => {
                self.writer.builder.effect(op::RAY_QUERY_CONFIRM_INTERSECTION_KHR, &[variable]);
            }
            RayQueryFunction::Terminate => {
                self.writer.builder.effect(op::RAY_QUERY_TERMINATE_KHR, &[variable]);
            }
        }
        Ok(())
    }

    /// `traceRay`.
    pub(super) fn trace_ray(&mut self, function: &RayPipelineFunction) -> Said {
        let RayPipelineFunction::TraceRay { acceleration_structure, descriptor, payload } = *function;
        let Ray { flags, mask, least, most, origin, direction } = self.ray(descriptor)?;
        let structure = self.descriptor(acceleration_structure)?;
        let payload = self.pointer(payload)?;
        let zero = self.writer.builder.constant_uint(0);
        let operands = [structure, flags, mask, zero, zero, zero, origin, least, direction, most, payload];
        self.writer.builder.effect(op::TRACE_RAY_KHR, &operands);
        Ok(())
    }

    fn which(&mut self, is_committed: bool) -> Id {
        use value::ray_query_intersection as which;
        self.writer.builder.constant_uint(if is_committed {
            which::RAY_QUERY_COMMITTED_INTERSECTION_KHR
        } else {
            which::RAY_QUERY_CANDIDATE_INTERSECTION_KHR
        })
    }

    /// `rayQueryGetVertexPositions`.
    pub(super) fn vertex_positions(
        &mut self,
        handle: Handle<Expression>,
        query: Handle<Expression>,
        is_committed: bool,
    ) -> Said<Id> {
        let variable = self.pointer(query)?;
        let which = self.which(is_committed);
        let ty = self.type_of(handle);
        self.writer.builder.capability(value::capability::RAY_QUERY_POSITION_FETCH_KHR);
        self.writer.builder.extension("SPV_KHR_ray_tracing_position_fetch");
        let opcode = op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR;
        Ok(self.writer.builder.value(opcode, ty, &[variable, which]))
    }

    /// `rayQueryGetCommittedIntersection` and `rayQueryGetCandidateIntersection`: what is hit, and only what that has.
    pub(super) fn intersection(
        &mut self,
        handle: Handle<Expression>,
        query: Handle<Expression>,
        is_committed: bool,
    ) -> Said<Id> {
        let TypeInner::Struct { members, .. } = self.inner(handle) else {
            return unexpected("an intersection that is no structure");
        };
        let variable = self.pointer(query)?;
        let which = self.which(is_committed);
        let ty = self.type_of(handle);
        let class = value::storage_class::FUNCTION;
        let to_whole = self.writer.builder.pointer(class, ty);
        let found = self.writer.builder.variable(to_whole);
        let null = self.writer.builder.constant_null(ty);
        self.writer.builder.effect(op::STORE, &[found, null]);
        let types: Vec<Id> = members.iter().map(|member| self.writer.ty(member.ty)).collect();
        let uint = self.writer.builder.uint();
        let kind =
            self.writer.builder.value(op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR, uint, &[variable, which]);
        let kind = if is_committed { kind } else { self.candidate(kind) };
        let put = |body: &mut Self, index: u32, id: Id| {
            let Some(ty) = types.get(index as usize) else { return };
            let pointer = body.writer.builder.pointer(class, *ty);
            let index = body.writer.builder.constant_uint(index);
            let to = body.writer.builder.value(op::ACCESS_CHAIN, pointer, &[found, index]);
            body.writer.builder.effect(op::STORE, &[to, id]);
        };
        put(self, 0, kind);
        let get = |body: &mut Self, index: u32, opcode: u16| {
            let ty = types.get(index as usize).copied().unwrap_or(uint);
            body.writer.builder.value(opcode, ty, &[variable, which])
        };
        let truth = self.writer.builder.bool();
        let none = self.writer.builder.constant_uint(RayQueryIntersection::None as u32);
        let triangle = self.writer.builder.constant_uint(RayQueryIntersection::Triangle as u32);
        let is_hit = self.writer.builder.value(op::I_NOT_EQUAL, truth, &[kind, none]);
        let [hit, end, inside, rest] = [(); 4].map(|()| self.writer.builder.id());
        self.writer.builder.select_block(is_hit, hit, end, end);
        self.writer.builder.open(hit);
        for (index, opcode) in [
            (2, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR),
            (3, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR),
            (4, op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR),
            (5, op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR),
            (6, op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR),
            (9, op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR),
            (10, op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR),
        ] {
            let id = get(self, index, opcode);
            put(self, index, id);
        }
        if is_committed {
            let id = get(self, 1, op::RAY_QUERY_GET_INTERSECTION_T_KHR);
            put(self, 1, id);
        }
        let is_triangle = self.writer.builder.value(op::I_EQUAL, truth, &[kind, triangle]);
        self.writer.builder.select_block(is_triangle, inside, rest, rest);
        self.writer.builder.open(inside);
        if !is_committed {
            let id = get(self, 1, op::RAY_QUERY_GET_INTERSECTION_T_KHR);
            put(self, 1, id);
        }
        for (index, opcode) in [
            (7, op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR),
            (8, op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR),
        ] {
            let id = get(self, index, opcode);
            put(self, index, id);
        }
        self.writer.builder.open(rest);
        self.writer.builder.open(end);
        Ok(self.writer.builder.value(op::LOAD, ty, &[found]))
    }

    /// The kind of a candidate: SPIR-V counts these differently.
    fn candidate(&mut self, kind: Id) -> Id {
        let (uint, truth) = (self.writer.builder.uint(), self.writer.builder.bool());
        let zero = self.writer.builder.constant_uint(0);
        let triangle = self.writer.builder.constant_uint(RayQueryIntersection::Triangle as u32);
        let aabb = self.writer.builder.constant_uint(RayQueryIntersection::Aabb as u32);
        let is_triangle = self.writer.builder.value(op::I_EQUAL, truth, &[kind, zero]);
        self.writer.builder.value(op::SELECT, uint, &[is_triangle, triangle, aabb])
    }
}
