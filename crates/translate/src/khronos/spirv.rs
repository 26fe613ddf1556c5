//! A module with other registers: sets by class, root constants as push constants, and the version of the target.

use std::collections::BTreeSet;

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::decoration;

use super::refusal::Refusal;
use super::resources::Resource;
use super::{root, rules};
use crate::back::spirv::set;
use crate::instructions::Code;
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
            format!("the module is SPIR-V {major}.{minor}, the target takes {}.{}", version.0, version.1),
        ));
    }
    for resource in resources {
        if resource.place == ROOT {
            root::to_push_constants(&mut code, resource.id)?;
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
        let name = one.words.iter().skip(2).position(|word| word.to_le_bytes().contains(&0));
        let first = name.map_or(one.words.len(), |at| at + 3);
        let listed: BTreeSet<u32> = one.words.iter().skip(first).copied().collect();
        one.words.extend(globals.iter().filter(|global| !listed.contains(global)));
    }
}
