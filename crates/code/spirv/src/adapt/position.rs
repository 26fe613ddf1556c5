//! Converts positions from one clip space to another.
//!
//! The position is changed where it leaves the stage: in front of every vertex that a geometry shader emits, and wherever the entry point
//! of another stage returns. What it was is not read again: after a vertex is emitted, outputs are undefined.

use crate::grammar::op;
use crate::grammar::value::{built_in, execution_model, storage_class as storage};
use crate::module::{At, Declarations, Id, Module, Operand};
use crate::reflect::{EntryPoint, Reflection, TypeKind};

/// What happens to the y axis of positions that a vertex stage gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum YAxis {
    /// Nothing.
    #[default]
    Keep,
    /// It is turned around.
    Flip,
}

/// What happens to the depth of positions that a vertex stage gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthRange {
    /// Nothing.
    #[default]
    Keep,
    /// From -w to w becomes 0 to w.
    ToZeroToOne,
    /// From 0 to w becomes -w to w.
    ToMinusOneToOne,
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

/// Converts the position that an entry point gives, if it is of a stage that gives one. The reflection has to be that of the module, with
/// its ids.
pub fn convert_positions(
    module: &mut Module,
    (reflection, entry): (&Reflection, &EntryPoint),
    (y_axis, depth): (YAxis, DepthRange),
) {
    let is_geometry = entry.model == execution_model::GEOMETRY;
    let gives_positions = is_geometry
        || matches!(entry.model, execution_model::VERTEX | execution_model::TESSELLATION_EVALUATION);
    if (y_axis, depth) == (YAxis::Keep, DepthRange::Keep) || !gives_positions {
        return;
    }
    let found = reflection.interface(entry, storage::OUTPUT).find_map(|variable| {
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
    let ids = ids(module, variable, member, depth);
    let mut functions = std::mem::take(&mut module.functions);
    for of in &mut functions {
        for block in &mut of.blocks {
            let mut body = Vec::with_capacity(block.body.len());
            for at in std::mem::take(&mut block.body) {
                let leaves = match module.opcode(at) {
                    op::EMIT_VERTEX | op::EMIT_STREAM_VERTEX => is_geometry,
                    opcode => !is_geometry && opcode == op::RETURN && of.id == function,
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
