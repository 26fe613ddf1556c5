//! A module with other registers: sets by class, root constants as push constants, and the version of the target.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};

use super::refusal::Refusal;
use super::resources::Resource;
use super::rules;
use crate::back::spirv::set;
use crate::instructions::{Code, Instruction};
use crate::shader::ROOT;

/// The first version whose entry points list every global variable, not only inputs and outputs.
const LISTS_ALL: (u8, u8) = (1, 4);

/// The words for a target of this version.
///
/// # Errors
/// The module is newer than the target, or passes root constants on in a way that has no form as push constants.
pub(super) fn write(mut code: Code, resources: &[Resource], version: (u8, u8)) -> Result<Vec<u32>, Refusal> {
    if code.version() > version {
        let (major, minor) = code.version();
        return Err(Refusal::new(
            &rules::VERSION,
            format!(
                "the module is SPIR-V {major}.{minor}, the target takes {}.{}",
                version.0, version.1
            ),
        ));
    }
    for resource in resources {
        if resource.place == ROOT {
            push_constants(&mut code, resource.id)?;
        } else {
            register(&mut code, resource);
        }
    }
    code.set_version(version);
    if version >= LISTS_ALL {
        list_variables(&mut code);
    }
    Ok(code.write())
}

/// States set and binding.
fn register(code: &mut Code, resource: &Resource) {
    let set = set(resource.slot.class);
    for one in &mut code.list {
        if one.opcode != op::DECORATE || one.word(0) != resource.id {
            continue;
        }
        let value = match one.word(1) {
            decoration::DESCRIPTOR_SET => set,
            decoration::BINDING => u32::from(resource.slot.register),
            _ => continue,
        };
        if let Some(word) = one.words.get_mut(2) {
            *word = value;
        }
    }
}

/// Moves a uniform block to the storage class of push constants, with every pointer into it.
fn push_constants(code: &mut Code, variable: u32) -> Result<(), Refusal> {
    code.list.retain(|one| {
        one.opcode != op::DECORATE
            || one.word(0) != variable
            || !matches!(one.word(1), decoration::DESCRIPTOR_SET | decoration::BINDING)
    });
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

/// Names every global variable in every entry point.
fn list_variables(code: &mut Code) {
    let globals: Vec<u32> = code
        .list
        .iter()
        .take_while(|one| one.opcode != op::FUNCTION)
        .filter(|one| one.opcode == op::VARIABLE)
        .map(|one| one.word(1))
        .collect();
    for one in code.list.iter_mut().filter(|one| one.opcode == op::ENTRY_POINT) {
        // Model and function, then the name up to the word with its zero.
        let name = one
            .words
            .iter()
            .skip(2)
            .position(|word| word.to_le_bytes().contains(&0));
        let first = name.map_or(one.words.len(), |at| at + 3);
        let listed: BTreeSet<u32> = one.words.iter().skip(first).copied().collect();
        one.words
            .extend(globals.iter().filter(|global| !listed.contains(global)));
    }
}
