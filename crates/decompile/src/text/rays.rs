//! Lists what languages call parts of ray queries in one way or another, and finds what rays pass.

use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::grammar::op;

use super::{Language, Operation, Sign, Writer, joined};
use crate::tree::{Kind, Node, Var};

/// A value that a ray query gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Of the query, whatever it found.
    Query,
    /// Of the candidate alone.
    Candidate,
    /// Of the candidate or of what was committed.
    Either,
}

/// What an instruction asks of a ray query: its name in words, and of what.
pub(crate) fn query_value(opcode: u16) -> Option<(&'static str, Asked)> {
    Some(match opcode {
        op::RAY_QUERY_GET_RAY_T_MIN_KHR => ("RayTMin", Asked::Query),
        op::RAY_QUERY_GET_RAY_FLAGS_KHR => ("RayFlags", Asked::Query),
        op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR => ("WorldRayDirection", Asked::Query),
        op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR => ("WorldRayOrigin", Asked::Query),
        op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR => {
            ("IntersectionCandidateAABBOpaque", Asked::Candidate)
        }
        op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR => ("IntersectionType", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_T_KHR => ("IntersectionT", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR => {
            ("IntersectionInstanceCustomIndex", Asked::Either)
        }
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR => ("IntersectionInstanceId", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR => {
            ("IntersectionInstanceShaderBindingTableRecordOffset", Asked::Either)
        }
        op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR => ("IntersectionGeometryIndex", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR => ("IntersectionPrimitiveIndex", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR => ("IntersectionBarycentrics", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR => ("IntersectionFrontFace", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR => {
            ("IntersectionObjectRayDirection", Asked::Either)
        }
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR => {
            ("IntersectionObjectRayOrigin", Asked::Either)
        }
        op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR => ("IntersectionObjectToWorld", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR => ("IntersectionWorldToObject", Asked::Either),
        op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR => {
            ("IntersectionTriangleVertexPositions", Asked::Either)
        }
        _ => return None,
    })
}

/// What a query is asked by an instruction: methods for the candidate and for what was committed, and the sign of the result.
pub(crate) type Question = (u16, &'static str, &'static str, Sign);

impl<L: Language> Writer<'_, '_, L> {
    /// Writes flags of rays: the words of a constant's bits, joined; other values as unsigned integers.
    pub(crate) fn ray_flags(&mut self, flags: Node, words: &[(u64, &str)], none: &str) {
        let constant = match self.tree.kind(flags) {
            Kind::Constant(id) if self.tree.variable_of(flags).is_none() => {
                self.module.constant_u32(id).map(u64::from)
            }
            _ => None,
        };
        let known: u64 = words.iter().map(|(bit, _)| bit).sum();
        let Some(bits) = constant.filter(|bits| bits & !known == 0) else {
            return self.integer(flags, Sign::Unsigned, super::ANY);
        };
        let set: Vec<&str> = words.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| *word).collect();
        self.out.push_str(if set.is_empty() { none } else { "" });
        self.out.push_str(&set.join(" | "));
    }

    /// Writes a call of a method.
    pub(crate) fn method(&mut self, object: Node, call: &str) {
        self.expr(object, super::POSTFIX);
        self.out.push('.');
        self.out.push_str(call);
    }

    /// Writes what a query is asked as a call of a method; false for what the table lacks.
    pub(crate) fn query_question(&mut self, questions: &[Question], operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        let Some((_, candidate, committed, sign)) = questions.iter().find(|row| row.0 == opcode) else {
            return false;
        };
        let name = if self.is_committed(operands) { committed } else { candidate };
        let is_opposite = opcode == op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR;
        self.as_type(ty, *sign, needed, super::POSTFIX, |w| {
            w.out.push_str(if is_opposite { "!" } else { "" });
            w.method(operands[0], &joined!(name, "()"));
        });
        true
    }

    /// True if a query is asked about what was committed.
    pub(crate) fn is_committed(&self, operands: &[Node]) -> bool {
        let asked = operands.get(1).map(|node| self.tree.kind(*node));
        matches!(asked, Some(Kind::Constant(id)) if self.module.constant_u32(id) == Some(1))
    }

    /// The query that an operation asks whether the box of its candidate is not opaque.
    pub(crate) fn asks_not_opaque(&self, opcode: u16, operands: &[Node]) -> Option<Node> {
        const OPAQUE: u16 = op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR;
        let &[operand] = operands else { return None };
        match self.tree.kind(operand) {
            Kind::Operation(OPAQUE, span)
                if opcode == op::LOGICAL_NOT && self.tree.variable_of(operand).is_none() =>
            {
                self.tree.operands(span).first().copied()
            }
            _ => None,
        }
    }

    /// Numbers that tell apart what rays, or calls, pass: those that the module states where no two are alike.
    pub(crate) fn passed_numbers(&self, used: &[Var], classes: [u32; 2]) -> Vec<(Var, u32)> {
        let mut taken = std::collections::BTreeSet::new();
        let mut numbers = Vec::new();
        let mut left = Vec::new();
        for &var in used {
            if !self.tree.class(var).is_some_and(|class| classes.contains(&class)) {
                continue;
            }
            match self.value_of(var, decoration::LOCATION) {
                Some(location) if taken.insert(location) => numbers.push((var, location)),
                _ => left.push(var),
            }
        }
        let mut next = 0;
        // What comes in has the first number, by custom.
        left.sort_by_key(|var| self.tree.class(*var) != Some(classes[1]));
        for var in left {
            while !taken.insert(next) {
                next += 1;
            }
            numbers.push((var, next));
        }
        numbers
    }
}

/// Storage classes of the payloads of rays.
pub(crate) const PAYLOADS: [u32; 2] =
    [storage_class::RAY_PAYLOAD_KHR, storage_class::INCOMING_RAY_PAYLOAD_KHR];
/// Storage classes of what callable shaders take.
pub(crate) const CALLABLE: [u32; 2] =
    [storage_class::CALLABLE_DATA_KHR, storage_class::INCOMING_CALLABLE_DATA_KHR];
