//! Root constants of a module: a uniform block at [`ROOT`] while a shader is changed, push constants in SPIR-V that is written.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};

use super::refusal::Refusal;
use super::rules;
use super::words::bytes;
use crate::back::ROOT_NAME;
use crate::instructions::{Code, Instruction};
use crate::shader::{ROOT, Shader};

/// Gives the block that packs call their root constants the place that such a block has elsewhere.
pub(super) fn mark(shader: &mut Shader) {
    let Ok(reflection) = glassbox_spirv::reflect(&bytes(&shader.words)) else {
        return;
    };
    let Ok(mut code) = Code::read(&shader.words) else {
        return;
    };
    for variable in &reflection.variables {
        let type_name = match reflection.types.get(variable.ty.0 as usize) {
            Some(ty) => ty.name.as_deref(),
            None => None,
        };
        let is_named = [variable.name.as_deref(), type_name].contains(&Some(ROOT_NAME));
        if is_named && variable.class == storage::UNIFORM {
            put(&mut code, variable.id);
        }
    }
    shader.words = code.write();
}

/// Moves push constants, which modules of Vulkan have, to a uniform block.
pub(super) fn from_push_constants(code: &mut Code) {
    let mut blocks = Vec::new();
    for one in &mut code.list {
        let place = match one.opcode {
            op::TYPE_POINTER => 1,
            op::VARIABLE => 2,
            _ => continue,
        };
        if one.word(place) != storage::PUSH_CONSTANT {
            continue;
        }
        if one.opcode == op::VARIABLE {
            blocks.push(one.word(1));
        }
        if let Some(class) = one.words.get_mut(place) {
            *class = storage::UNIFORM;
        }
    }
    for block in blocks {
        put(code, block);
    }
}

/// States the place of root constants.
fn put(code: &mut Code, variable: u32) {
    leave(code, variable);
    let stated = [(decoration::DESCRIPTOR_SET, ROOT.set), (decoration::BINDING, ROOT.binding)];
    let annotations = stated.map(|(kind, value)| Instruction::new(op::DECORATE, vec![variable, kind, value]));
    let at = code.first_type();
    code.list.splice(at..at, annotations);
}

/// Takes set and binding away.
fn leave(code: &mut Code, variable: u32) {
    code.list.retain(|one| {
        one.opcode != op::DECORATE
            || one.word(0) != variable
            || !matches!(one.word(1), decoration::DESCRIPTOR_SET | decoration::BINDING)
    });
}

/// Moves a uniform block to the storage class of push constants, with every pointer into it.
///
/// # Errors
/// A pointer into the block is passed on, so that its type would have to change where it goes.
pub(super) fn to_push_constants(code: &mut Code, variable: u32) -> Result<(), Refusal> {
    leave(code, variable);
    // Pointers of the old class to the same types, by id: what each becomes.
    let mut twins: BTreeMap<u32, u32> = BTreeMap::new();
    let mut pointers = BTreeSet::from([variable]);
    let list = std::mem::take(&mut code.list);
    let mut changed = Vec::with_capacity(list.len());
    for mut one in list {
        match one.opcode {
            op::VARIABLE if one.word(1) == variable => {
                retype(code, &mut twins, &mut one);
                if let Some(class) = one.words.get_mut(2) {
                    *class = storage::PUSH_CONSTANT;
                }
            }
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT
                if pointers.contains(&one.word(2)) =>
            {
                retype(code, &mut twins, &mut one);
                pointers.insert(one.word(1));
            }
            op::FUNCTION_CALL | op::PHI | op::SELECT
                if one.words.iter().skip(2).any(|word| pointers.contains(word)) =>
            {
                return Err(Refusal::new(
                    &rules::CONSTRUCT,
                    "a pointer to root constants is passed on, expected only loads from it",
                ));
            }
            _ => {}
        }
        changed.push(one);
    }
    code.list = changed;
    for (&old, &new) in &twins {
        let declares = |one: &Instruction| one.opcode == op::TYPE_POINTER && one.word(0) == old;
        if let Some(at) = code.list.iter().position(declares) {
            let target = code.list[at].word(2);
            let twin = Instruction::new(op::TYPE_POINTER, vec![new, storage::PUSH_CONSTANT, target]);
            code.list.insert(at + 1, twin);
        }
    }
    Ok(())
}

/// Gives an instruction whose result is a pointer the twin of its type.
fn retype(code: &mut Code, twins: &mut BTreeMap<u32, u32>, one: &mut Instruction) {
    if let Some(ty) = one.words.first_mut() {
        *ty = *twins.entry(*ty).or_insert_with(|| code.fresh());
    }
}
