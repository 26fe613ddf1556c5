//! Capabilities for arithmetic on small numbers, which a module that only keeps them in memory can do without.

use std::collections::BTreeSet;

use glassbox_spirv::build::{op, value::capability, value::storage_class};
use glassbox_spirv::module::{At, Module, Type};

/// Removes the capabilities for arithmetic on numbers of 8 and 16 bits that nothing needs: memory has capabilities of its own.
pub(super) fn remove_unneeded(module: &mut Module) {
    let small = [capability::INT8, capability::INT16, capability::FLOAT16];
    let has_small = module
        .globals
        .iter()
        .any(|at| module.opcode(*at) == op::CAPABILITY && small.contains(&module.word(*at, 0)));
    if !has_small {
        return;
    }
    let mut needed = without_memory(module);
    let small_types: Vec<Option<u32>> = (0..module.bound()).map(|id| arithmetic(module, id as u32)).collect();
    for at in module.walk() {
        note(module, at, &small_types, &mut needed);
    }
    module.retain(|module, at| {
        let is_small = module.opcode(at) == op::CAPABILITY && small.contains(&module.word(at, 0));
        !is_small || needed.contains(&module.word(at, 0))
    });
}

/// Capabilities that are needed in any case, since no capability for memory allows the types.
fn without_memory(module: &Module) -> BTreeSet<u32> {
    use capability as cap;
    let declared: BTreeSet<u32> = module
        .globals
        .iter()
        .filter(|at| module.opcode(**at) == op::CAPABILITY)
        .map(|at| module.word(*at, 0))
        .collect();
    let has = |any: &[u32]| any.iter().any(|one| declared.contains(one));
    let has_16 = has(&[
        cap::STORAGE_BUFFER16_BIT_ACCESS,
        cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
        cap::STORAGE_PUSH_CONSTANT16,
        cap::STORAGE_INPUT_OUTPUT16,
        cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR,
    ]);
    let has_8 = has(&[
        cap::STORAGE_BUFFER8_BIT_ACCESS,
        cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
        cap::STORAGE_PUSH_CONSTANT8,
        cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR,
    ]);
    let of_16 = [cap::INT16, cap::FLOAT16].into_iter().filter(|_| !has_16);
    of_16.chain([cap::INT8].into_iter().filter(|_| !has_8)).collect()
}

/// Notes the capabilities that an instruction needs for the numbers that it computes with.
fn note(module: &Module, at: At, small_types: &[Option<u32>], needed: &mut BTreeSet<u32>) {
    let opcode = module.opcode(at);
    let instruction = module.get(at);
    match opcode {
        op::LOAD
        | op::STORE
        | op::ACCESS_CHAIN
        | op::F_CONVERT
        | op::S_CONVERT
        | op::U_CONVERT
        | op::COPY_OBJECT
        | op::COPY_MEMORY
        | op::NAME
        | op::LABEL => {}
        op::VARIABLE => {
            if let Some((pointee, class)) = module.pointer(instruction.ty)
                && matches!(
                    class,
                    storage_class::FUNCTION | storage_class::PRIVATE | storage_class::WORKGROUP
                )
                && !is_block(module, pointee)
            {
                note_parts(module, pointee, needed);
            }
        }
        _ => {
            needed.extend(small_types[instruction.ty as usize]);
            for id in module.used_ids(at) {
                needed.extend(small_types[module.type_of(id) as usize]);
            }
        }
    }
}

/// Whether a structure is a block, whose layout is stated.
fn is_block(module: &Module, ty: u32) -> bool {
    let is_decoration = |at: &At| {
        module.opcode(*at) == op::DECORATE
            && module.word(*at, 0) == ty
            && module.word(*at, 1) == glassbox_spirv::build::value::decoration::BLOCK
    };
    module.globals.iter().any(is_decoration)
}

/// The capability for arithmetic on the components of a type.
fn arithmetic(module: &Module, ty: u32) -> Option<u32> {
    match module.scalar(ty)? {
        Type::Int { width: 8, .. } => Some(capability::INT8),
        Type::Int { width: 16, .. } => Some(capability::INT16),
        Type::Float { width: 16, encoding: None } => Some(capability::FLOAT16),
        _ => None,
    }
}

/// Notes the capabilities for all numbers in a type.
fn note_parts(module: &Module, ty: u32, needed: &mut BTreeSet<u32>) {
    let mut waiting = vec![ty];
    let mut seen = BTreeSet::new();
    while let Some(ty) = waiting.pop() {
        if !seen.insert(ty) {
            continue;
        }
        needed.extend(arithmetic(module, ty));
        if let Some(at) = module.definition(ty) {
            waiting.extend(module.type_parts(at));
        }
    }
}
