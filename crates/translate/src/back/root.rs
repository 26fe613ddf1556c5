//! Converts root constants: a uniform block at [`ROOT`] while a shader is edited, push constants in the SPIR-V that is written.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, At, Id, Module};

use super::edit;
use super::prepare::ROOT_NAME;
use crate::shader::{ROOT, Shader};

/// Gives the block that packs call their root constants the place that such a block has elsewhere: OpenGL's code has it as a block like
/// any other.
pub fn make_root(shader: &mut Shader) {
    let Ok(mut module) = Module::from_words(&shader.words) else {
        return;
    };
    let annotations = Annotations::of(&module);
    let is_root = |at: &&At| {
        let variable = module.get(**at);
        let is_block = variable.opcode == op::VARIABLE && module.word(**at, 0) == storage::UNIFORM;
        let block = module.pointer(variable.ty).map(|(pointee, _)| pointee).filter(|_| is_block);
        let names = [Some(variable.result), block].map(|id| annotations.name(id?));
        is_block && names.iter().flatten().any(|name| *name == ROOT_NAME)
    };
    let found = module.globals.iter().filter(is_root);
    let places: HashMap<Id, _> = found.map(|at| (module.get(*at).result, ROOT)).collect();
    if !places.is_empty() {
        edit::bind(&mut module, &places);
        shader.words = module.words().map_or_else(|| shader.words.clone(), Arc::from);
    }
}

/// Moves push constants, which modules of Vulkan have, to a uniform block.
pub(super) fn to_block(module: &mut Module) {
    let mut places = HashMap::new();
    let globals: Vec<At> = module.globals.clone();
    for at in globals {
        let opcode = module.opcode(at);
        if matches!(opcode, op::TYPE_POINTER | op::VARIABLE) && module.word(at, 0) == storage::PUSH_CONSTANT {
            module.set_word(at, 0, storage::UNIFORM);
            if opcode == op::VARIABLE {
                places.insert(module.get(at).result, ROOT);
            }
        }
    }
    if !places.is_empty() {
        edit::bind(module, &places);
    }
}

/// Moves the block to push constants.
///
/// # Errors
/// A pointer into the block is passed on.
pub(super) fn to_push_constants(module: &mut Module, variable: Id) -> Result<(), Box<Diagnostic>> {
    let variables = HashSet::from([variable]);
    edit::undecorate(module, &variables, |kind| {
        matches!(kind, decoration::DESCRIPTOR_SET | decoration::BINDING)
    });
    edit::move_to(module, &variables, storage::PUSH_CONSTANT)
}
