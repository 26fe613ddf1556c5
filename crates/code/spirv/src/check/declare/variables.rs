//! Checks the decorations that an environment requires of variables: bindings, blocks.

use super::Order;
use super::applied::Decorations;
use super::traits::Trait;
use super::{Checker, Relaxation, rules};
use crate::grammar::value::{built_in, capability as cap, decoration as dec, storage_class as class};
use crate::grammar::{self, op};
use crate::module::{At, Id, Module, Type};

/// Checks every variable of the module.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    let mut pushed = vec![false; module.bound()];
    let facts = checker.facts;
    for at in facts.order.global_variables() {
        if checker.environment.is_vulkan() {
            push_constants(checker, at, &mut pushed);
            heap(checker, at);
            block(checker, at);
            binding(checker, at);
        } else if checker.environment.is_open_gl() {
            binding_in_open_gl(checker, at);
        }
    }
}

/// By id, true for pointer types of variables that are buffers.
pub(super) fn buffers(module: &Module, decorations: &Decorations, order: &Order) -> Vec<bool> {
    let mut pointers = vec![false; module.bound()];
    let classes = [class::UNIFORM, class::STORAGE_BUFFER, class::PHYSICAL_STORAGE_BUFFER];
    for &at in order.variables.iter().filter(|at| classes.contains(&module.word(**at, 0))) {
        let Some(ty) = block_type(module, at) else { continue };
        let is_block = decorations.any(ty, dec::BLOCK);
        let is_buffer = match module.word(at, 0) {
            class::UNIFORM => is_block || decorations.any(ty, dec::BUFFER_BLOCK),
            class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER => is_block,
            _ => false,
        };
        pointers[module.get(at).ty as usize] |= is_buffer;
    }
    pointers
}

/// What a variable holds, one array of it taken off.
fn block_type(module: &Module, at: At) -> Option<Id> {
    let ty = match module.opcode(at) {
        op::VARIABLE => module.pointer(module.get(at).ty)?.0,
        _ => *module.operands(at).get(1)?,
    };
    match module.ty(ty) {
        Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => Some(element),
        _ => Some(ty),
    }
}

fn class_name(storage: u32) -> &'static str {
    grammar::value_name("StorageClass", storage).unwrap_or("?")
}

/// Checks that an entry point uses one block of push constants at most.
fn push_constants(checker: &mut Checker<'_>, at: At, pushed: &mut [bool]) {
    let module = checker.module;
    if module.word(at, 0) != class::PUSH_CONSTANT || checker.has(cap::PUSH_CONSTANT_BANKS_NV) {
        return;
    }
    for function in checker.references(module.get(at).result) {
        if std::mem::replace(&mut pushed[function as usize], true) {
            let message = format!("{} uses a second block of push constants", checker.id(function));
            checker.report(&rules::INTERFACE_SINGLE, at, message);
        }
    }
}

/// Checks the storage class of heaps.
fn heap(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let storage = module.word(at, 0);
    if module.opcode(at) == op::UNTYPED_VARIABLE_KHR
        && storage != class::UNIFORM_CONSTANT
        && checker.is_heap(at)
    {
        let name = grammar::value_name("BuiltIn", built_in::RESOURCE_HEAP_EXT).unwrap_or("?");
        let message = format!("{name} and SamplerHeapEXT are in the storage class UniformConstant");
        checker.report_operand(&rules::BUILT_IN_STORAGE, at, 0, message);
    }
}

/// Checks that a buffer is a block.
fn block(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let storage = module.word(at, 0);
    let is_shared = storage == class::WORKGROUP && checker.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
    let buffers = [class::UNIFORM, class::PUSH_CONSTANT, class::STORAGE_BUFFER];
    if is_shared || !buffers.contains(&storage) {
        return;
    }
    let Some(ty) = block_type(module, at) else { return };
    let is_block = checker.facts.traits.has(ty, Trait::Block);
    let is_buffer_block = checker.facts.traits.has(ty, Trait::BufferBlock);
    let message = if storage == class::STORAGE_BUFFER && is_buffer_block {
        "BufferBlock is of the storage class Uniform"
    } else if is_block || storage == class::UNIFORM && is_buffer_block {
        return;
    } else {
        "what it holds is not a block"
    };
    let message = format!("{} in {}: {message}", checker.id(module.get(at).result), class_name(storage));
    checker.report(&rules::VARIABLE_BLOCK, at, message);
}

/// Checks that a resource has a descriptor set and a binding.
fn binding(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let (id, storage) = (module.get(at).result, module.word(at, 0));
    if storage == class::TILE_IMAGE_EXT && !checker.facts.decorations.any(id, dec::LOCATION) {
        let message = format!("{} has no Location", checker.id(id));
        checker.report(&rules::VARIABLE_BINDING, at, message);
    }
    let resources = [class::UNIFORM, class::UNIFORM_CONSTANT, class::STORAGE_BUFFER];
    if !resources.contains(&storage) || checker.is_heap(at) {
        return;
    }
    let is_open = checker.relaxes(Relaxation::BeforeHlslLegalization);
    if is_open && checker.references(id).is_empty() {
        return;
    }
    for kind in [dec::DESCRIPTOR_SET, dec::BINDING] {
        if !checker.facts.decorations.any(id, kind) {
            let message = format!("{} has no {}", checker.id(id), super::decorations::name(kind));
            checker.report(&rules::VARIABLE_BINDING, at, message);
            return;
        }
    }
}

/// Checks that a block of a buffer has a binding in OpenGL.
fn binding_in_open_gl(checker: &mut Checker<'_>, at: At) {
    let module = checker.module;
    let (id, storage) = (module.get(at).result, module.word(at, 0));
    let has = |kind| checker.facts.decorations.any(id, kind);
    let is_block = match storage {
        class::UNIFORM => has(dec::BLOCK) || has(dec::BUFFER_BLOCK),
        class::STORAGE_BUFFER => has(dec::BLOCK),
        _ => false,
    };
    if is_block && !has(dec::BINDING) && !checker.references(id).is_empty() {
        let message = format!("{} has no Binding", checker.id(id));
        checker.report(&rules::VARIABLE_BINDING, at, message);
    }
}
