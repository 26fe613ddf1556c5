//! Converts root constants: a uniform block at [`ROOT`] while a shader is edited, push constants in the SPIR-V that is written.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::adapt::{bind, move_variables, undecorate};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, At, Id, Module};

use super::prepare::ROOT_NAME;
use super::rules;
use crate::shader::{ROOT, Shader};

/// Gives the block that packs call their root constants the place that such a block has elsewhere: OpenGL's code has it as a block like
/// any other.
pub fn make_root(shader: &mut Shader) {
    let mut module = (*shader.module).clone();
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
    if places.is_empty() {
        return;
    }
    bind(&mut module, &places);
    if let Some(reflection) = module.bytes().and_then(|bytes| glassbox_spirv::reflect(&bytes).ok()) {
        shader.module = Arc::new(module);
        shader.reflection = Arc::new(reflection);
        shader.is_of_file = false;
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
        bind(module, &places);
    }
}

/// Moves the block to push constants.
///
/// # Errors
/// A pointer into the block is passed on.
pub(super) fn to_push_constants(module: &mut Module, variable: Id) -> Result<(), Vec<Diagnostic>> {
    undecorate(module, |id, kind| {
        id == variable && matches!(kind, decoration::DESCRIPTOR_SET | decoration::BINDING)
    });
    move_to(module, &HashSet::from_iter([variable]), storage::PUSH_CONSTANT)
}

/// Moves variables to another storage class.
///
/// # Errors
/// A pointer into one of them is passed on.
pub(super) fn move_to(
    module: &mut Module,
    variables: &HashSet<Id>,
    class: u32,
) -> Result<(), Vec<Diagnostic>> {
    move_variables(module, variables, class).map_err(|_| {
        let message =
            "a pointer to an input, an output or root constants is passed on, expected only loads and stores";
        vec![Diagnostic::new(&rules::CONSTRUCT, Location::default(), message).help(rules::CONSTRUCT.cure)]
    })
}
