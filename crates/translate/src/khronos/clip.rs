//! Positions from the source's clip space to the target's, in the last stage before rasterization.
//!
//! The position is changed where it leaves the stage: in front of every vertex that a geometry shader emits, and wherever the entry point of another
//! stage returns. What it was is not read again: after a vertex is emitted, outputs are undefined.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::{EntryPoint, TypeKind};

use super::interface::{builtin, variables};
use crate::back::position::{Change, Depth};
use crate::instructions::{Code, Instruction};
use crate::shader::Stage;

const EMIT_VERTEX: u16 = 218;
const RETURN: u16 = 253;

/// Ids that the change is written with.
struct Ids {
    float: u32,
    vector: u32,
    pointer: u32,
    /// The constant of the depth's change.
    factor: u32,
    variable: u32,
    /// The constant that chooses the member, where the position is one.
    member: Option<u32>,
}

/// Converts the position of the stage, if it writes one.
pub(super) fn convert(
    code: &mut Code,
    (reflection, entry): (&Reflection, &EntryPoint),
    stage: Stage,
    change: Change,
) {
    if change == Change::NOTHING {
        return;
    }
    let found = variables(reflection, entry, storage::OUTPUT).find_map(|variable| {
        if variable.built_in == Some(builtin::POSITION) {
            return Some((variable.id, None));
        }
        let TypeKind::Struct { members, .. } = reflection.ty(variable.ty) else {
            return None;
        };
        let member = members.iter().position(|member| member.built_in == Some(builtin::POSITION))?;
        Some((variable.id, Some(member as u32)))
    });
    let Some((variable, member)) = found else { return };
    let ids = ids(code, variable, member, change);
    let mut list = Vec::with_capacity(code.list.len());
    let mut function = 0;
    for one in std::mem::take(&mut code.list) {
        if one.opcode == op::FUNCTION {
            function = one.word(1);
        }
        let leaves = match stage {
            Stage::Geometry => one.opcode == EMIT_VERTEX,
            _ => one.opcode == RETURN && function == entry.function,
        };
        if leaves {
            change_position(code, &mut list, &ids, change);
        }
        list.push(one);
    }
    code.list = list;
}

/// Finds or declares what is needed.
fn ids(code: &mut Code, variable: u32, member: Option<u32>, change: Change) -> Ids {
    let float = code.declared(op::TYPE_FLOAT, 0, &[32]);
    let vector = code.declared(op::TYPE_VECTOR, 0, &[float, 4]);
    let pointer = code.declared(op::TYPE_POINTER, 0, &[storage::OUTPUT, vector]);
    let factor = if change.depth == Depth::Widen { 2.0f32 } else { 0.5 };
    let factor = code.declared(op::CONSTANT, float, &[factor.to_bits()]);
    let member = member.map(|member| {
        let int = code.declared(op::TYPE_INT, 0, &[32, 1]);
        code.declared(op::CONSTANT, int, &[member])
    });
    Ids { float, vector, pointer, factor, variable, member }
}

fn change_position(code: &mut Code, list: &mut Vec<Instruction>, ids: &Ids, change: Change) {
    let mut put = |opcode: u16, ty: u32, operands: &[u32]| {
        let id = code.fresh();
        list.push(Instruction::new(opcode, [&[ty, id], operands].concat()));
        id
    };
    let place = match ids.member {
        Some(member) => put(op::ACCESS_CHAIN, ids.pointer, &[ids.variable, member]),
        None => ids.variable,
    };
    let mut position = put(op::LOAD, ids.vector, &[place]);
    if change.flip {
        let y = put(op::COMPOSITE_EXTRACT, ids.float, &[position, 1]);
        let y = put(op::F_NEGATE, ids.float, &[y]);
        position = put(op::COMPOSITE_INSERT, ids.vector, &[y, position, 1]);
    }
    if change.depth != Depth::Keep {
        let z = put(op::COMPOSITE_EXTRACT, ids.float, &[position, 2]);
        let w = put(op::COMPOSITE_EXTRACT, ids.float, &[position, 3]);
        let z = if change.depth == Depth::Widen {
            let double = put(op::F_MUL, ids.float, &[z, ids.factor]);
            put(op::F_SUB, ids.float, &[double, w])
        } else {
            let sum = put(op::F_ADD, ids.float, &[z, w]);
            put(op::F_MUL, ids.float, &[sum, ids.factor])
        };
        position = put(op::COMPOSITE_INSERT, ids.vector, &[z, position, 2]);
    }
    list.push(Instruction::new(op::STORE, vec![place, position]));
}
