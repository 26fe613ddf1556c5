//! A module whose inputs and outputs are variables of its own, so that a writer without the stage can write the rest.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::reflect::{EntryPoint, TypeId, TypeKind};

use crate::back::refusal::Refusal;
use crate::back::words::string;
use crate::instructions::{Code, Instruction};
use crate::khronos::names::Names;
use crate::khronos::rules;
use crate::shader::Stage;

const CONTROL_BARRIER: u16 = 224;
const MEMORY_BARRIER: u16 = 225;
const EMIT_STREAM_VERTEX: u16 = 220;
const END_STREAM_PRIMITIVE: u16 = 221;

const RELAXED_PRECISION: u32 = 0;
const VERTEX: u32 = 0;

/// Turns inputs and outputs into private variables. Tessellation stages become vertex stages with nothing to read or write.
///
/// The result gives the variables' names in the finished text, by id.
///
/// # Errors
/// The stage waits for others, or writes several streams.
pub(super) fn make(
    code: &mut Code,
    (reflection, entry): (&Reflection, &EntryPoint),
    names: &mut Names,
    stage: Stage,
) -> Result<BTreeMap<u32, String>, Refusal> {
    refuse_what_waits(code, stage)?;
    let mut globals = BTreeMap::new();
    let mut structures = BTreeSet::new();
    for &id in &entry.interface {
        let Some(variable) = reflection.variable(id) else {
            continue;
        };
        let prefix = match variable.class {
            storage::INPUT => "in",
            storage::OUTPUT => "out",
            _ => continue,
        };
        let plain: String = variable
            .name
            .as_deref()
            .unwrap_or_default()
            .trim_start_matches("gl_")
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<&str>>()
            .join("_");
        let mut name = format!("{prefix}_{plain}");
        while plain.is_empty() || globals.values().any(|other| *other == name) {
            name = format!("{prefix}_{plain}{id}");
            if !globals.values().any(|other| *other == name) {
                break;
            }
        }
        let stand_in = names.stand_in(&name);
        code.rename(id, &stand_in);
        globals.insert(id, name);
        if let Some(structure) = block(reflection, variable.ty) {
            structures.insert(structure);
        }
    }
    for &structure in &structures {
        name_members(code, reflection, structure);
    }
    let ids: BTreeSet<u32> =
        structures.iter().filter_map(|ty| reflection.types.get(ty.0 as usize)).map(|ty| ty.id).collect();
    code.list.retain(|one| match one.opcode {
        op::DECORATE if globals.contains_key(&one.word(0)) => one.word(1) == RELAXED_PRECISION,
        op::DECORATE if ids.contains(&one.word(0)) => one.word(1) != decoration::BLOCK,
        op::MEMBER_DECORATE if ids.contains(&one.word(0)) => one.word(2) == RELAXED_PRECISION,
        op::EXECUTION_MODE => stage == Stage::Geometry,
        _ => true,
    });
    for one in &mut code.list {
        match one.opcode {
            op::ENTRY_POINT => {
                let model = if stage == Stage::Geometry { one.word(0) } else { VERTEX };
                one.words = [&[model, one.word(1)], string("main").as_slice()].concat();
            }
            op::TYPE_POINTER => private(one.words.get_mut(1)),
            op::VARIABLE => private(one.words.get_mut(2)),
            _ => {}
        }
    }
    Ok(globals)
}

fn private(class: Option<&mut u32>) {
    if let Some(class) = class
        && matches!(*class, storage::INPUT | storage::OUTPUT)
    {
        *class = storage::PRIVATE;
    }
}

fn refuse_what_waits(code: &Code, stage: Stage) -> Result<(), Refusal> {
    let mut inside = false;
    for one in &code.list {
        inside |= one.opcode == op::FUNCTION;
        let what = match one.opcode {
            op::VARIABLE if !inside && one.words.len() > 3 && stage == Stage::TessellationControl => {
                "has a global variable with a value from the start, which the function for the patch would set once for all points"
            }
            CONTROL_BARRIER | MEMORY_BARRIER => {
                "waits with barrier(), and the points of a patch run one after another in the part of a hull shader that \
                 HLSL gives to the patch"
            }
            EMIT_STREAM_VERTEX | END_STREAM_PRIMITIVE => "writes to a stream by number, expected one stream",
            _ => continue,
        };
        return Err(Refusal::new(&rules::CONSTRUCT, format!("the {stage} shader {what}")));
    }
    Ok(())
}

/// The block that a variable holds, by itself or once for each vertex.
fn block(reflection: &Reflection, ty: TypeId) -> Option<TypeId> {
    let inner = match reflection.ty(ty) {
        TypeKind::Array { element, .. } => *element,
        _ => ty,
    };
    matches!(reflection.ty(inner), TypeKind::Struct { block: true, .. }).then_some(inner)
}

/// Gives a block and its members names that no language reserves: `m0`, `m1`.
fn name_members(code: &mut Code, reflection: &Reflection, structure: TypeId) {
    let Some(id) = reflection.types.get(structure.0 as usize).map(|ty| ty.id) else {
        return;
    };
    code.list.retain(|one| one.opcode != op::MEMBER_NAME || one.word(0) != id);
    code.rename(id, &format!("Block{id}"));
    let at = code.list.iter().position(|one| one.opcode == op::NAME && one.word(0) == id).unwrap_or(0);
    let members = reflection.members(structure).len() as u32;
    let named = (0..members).map(|member| {
        let mut words = vec![id, member];
        words.extend(string(&format!("m{member}")));
        Instruction::new(op::MEMBER_NAME, words)
    });
    code.list.splice(at..at, named);
}
