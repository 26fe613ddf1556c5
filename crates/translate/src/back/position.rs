//! Converts positions from the clip space of the source to that of the target.
//!
//! Texts are changed as they are written. In a module the position is changed where it leaves the stage: in front of every vertex that a
//! geometry shader emits, and wherever the entry point of another stage returns. What it was is not read again: after a vertex is
//! emitted, outputs are undefined.

use glassbox_decompile::{DepthRange, YAxis};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, storage_class as storage};
use glassbox_spirv::module::{At, Declarations, Id, Module, Operand};
use glassbox_spirv::reflect::TypeKind;

use super::ClipSpace;
use super::interface::variables;
use super::prepare::Prepared;
use crate::output::Target;
use crate::shader::Stage;

/// The clip space of a target.
pub(crate) const fn of(target: Target) -> ClipSpace {
    match target {
        Target::Glsl(_) => ClipSpace::OpenGl,
        Target::Spirv(..) => ClipSpace::Vulkan,
        Target::Wgsl | Target::Hlsl(..) | Target::Msl(..) => ClipSpace::WebGpu,
    }
}

/// What takes positions from one clip space to another.
#[must_use]
pub fn change(from: ClipSpace, to: ClipSpace) -> (YAxis, DepthRange) {
    let is_flipped = (from == ClipSpace::Vulkan) != (to == ClipSpace::Vulkan);
    let depth = match (from == ClipSpace::OpenGl, to == ClipSpace::OpenGl) {
        (false, true) => DepthRange::ToMinusOneToOne,
        (true, false) => DepthRange::ToZeroToOne,
        _ => DepthRange::Keep,
    };
    (if is_flipped { YAxis::Flip } else { YAxis::Keep }, depth)
}

/// True for stages whose positions may be those that are drawn.
pub(super) const fn gives_positions(stage: Stage) -> bool {
    matches!(stage, Stage::Vertex | Stage::TessellationEvaluation | Stage::Geometry)
}

/// Ids that the change is written with.
struct Ids {
    float: Id,
    vector: Id,
    pointer: Id,
    /// The constant of the depth's change.
    factor: Id,
    variable: Id,
    /// The constant that chooses the member, where the position is one.
    member: Option<Id>,
}

/// Converts the position in a module that writes one.
pub(crate) fn convert(prepared: &mut Prepared, (y_axis, depth): (YAxis, DepthRange)) {
    if (y_axis, depth) == (YAxis::Keep, DepthRange::Keep) || !gives_positions(prepared.stage) {
        return;
    }
    let reflection = &prepared.reflection;
    let Some(entry) = reflection.entry_points.first() else { return };
    let found = variables(reflection, entry, storage::OUTPUT).find_map(|variable| {
        if variable.built_in == Some(built_in::POSITION) {
            return Some((variable.id, None));
        }
        let TypeKind::Struct { members, .. } = reflection.ty(variable.ty) else {
            return None;
        };
        let member = members.iter().position(|member| member.built_in == Some(built_in::POSITION))?;
        Some((variable.id, Some(member as u32)))
    });
    let Some((variable, member)) = found else { return };
    let function = entry.function;
    let module = &mut prepared.module;
    let ids = ids(module, variable, member, depth);
    let mut functions = std::mem::take(&mut module.functions);
    for of in &mut functions {
        for block in &mut of.blocks {
            let mut body = Vec::with_capacity(block.body.len());
            for at in std::mem::take(&mut block.body) {
                let leaves = match (prepared.stage, module.opcode(at)) {
                    (Stage::Geometry, op::EMIT_VERTEX | op::EMIT_STREAM_VERTEX) => true,
                    (Stage::Geometry, _) => false,
                    (_, opcode) => opcode == op::RETURN && of.id == function,
                };
                if leaves {
                    change_position(module, &mut body, &ids, (y_axis, depth));
                }
                body.push(at);
            }
            block.body = body;
        }
    }
    module.functions = functions;
}

/// Finds or declares what is needed.
fn ids(module: &mut Module, variable: Id, member: Option<u32>, depth: DepthRange) -> Ids {
    let mut known = Declarations::of(module);
    let mut get = |what: (u16, Id), operands: &[Operand]| known.get(module, what, operands);
    let float = get((op::TYPE_FLOAT, 0), &[Operand::Literal(32)]);
    let vector = get((op::TYPE_VECTOR, 0), &[Operand::Id(float), Operand::Literal(4)]);
    let pointer = get((op::TYPE_POINTER, 0), &[Operand::Literal(storage::OUTPUT), Operand::Id(vector)]);
    let factor = if depth == DepthRange::ToMinusOneToOne { 2.0f32 } else { 0.5 };
    let factor = get((op::CONSTANT, float), &[Operand::Literal(factor.to_bits())]);
    let member = member.map(|member| {
        let int = get((op::TYPE_INT, 0), &[Operand::Literal(32), Operand::Literal(1)]);
        get((op::CONSTANT, int), &[Operand::Literal(member)])
    });
    Ids { float, vector, pointer, factor, variable, member }
}

fn change_position(module: &mut Module, body: &mut Vec<At>, ids: &Ids, (y_axis, depth): (YAxis, DepthRange)) {
    let mut put = |opcode: u16, ty: Id, used: &[Id], part: Option<u32>| {
        let id = module.new_id();
        let operands = used.iter().copied().map(Operand::Id).chain(part.map(Operand::Literal));
        body.push(module.add(opcode, ty, id, operands));
        id
    };
    let place = match ids.member {
        Some(member) => put(op::ACCESS_CHAIN, ids.pointer, &[ids.variable, member], None),
        None => ids.variable,
    };
    let mut position = put(op::LOAD, ids.vector, &[place], None);
    if y_axis == YAxis::Flip {
        let y = put(op::COMPOSITE_EXTRACT, ids.float, &[position], Some(1));
        let y = put(op::F_NEGATE, ids.float, &[y], None);
        position = put(op::COMPOSITE_INSERT, ids.vector, &[y, position], Some(1));
    }
    if depth != DepthRange::Keep {
        let z = put(op::COMPOSITE_EXTRACT, ids.float, &[position], Some(2));
        let w = put(op::COMPOSITE_EXTRACT, ids.float, &[position], Some(3));
        let z = if depth == DepthRange::ToMinusOneToOne {
            let double = put(op::F_MUL, ids.float, &[z, ids.factor], None);
            put(op::F_SUB, ids.float, &[double, w], None)
        } else {
            let sum = put(op::F_ADD, ids.float, &[z, w], None);
            put(op::F_MUL, ids.float, &[sum, ids.factor], None)
        };
        position = put(op::COMPOSITE_INSERT, ids.vector, &[z, position], Some(2));
    }
    body.push(module.add_ids(op::STORE, 0, 0, &[place, position]));
}
