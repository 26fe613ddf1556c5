//! Removes offsets from structures outside of blocks: some writers state them for every structure, and a text would have to keep to them.

use std::collections::HashSet;

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::module::{At, Id, Module, Type};

/// Removes offsets and strides of types that are part of no block.
pub(super) fn remove(module: &mut Module) {
    let kept = in_blocks(module);
    let is_layout = |kind: u32| {
        matches!(
            kind,
            decoration::OFFSET
                | decoration::ARRAY_STRIDE
                | decoration::MATRIX_STRIDE
                | decoration::ROW_MAJOR
                | decoration::COL_MAJOR
        )
    };
    let stays = |at: &At| match module.opcode(*at) {
        op::DECORATE => kept.contains(&module.word(*at, 0)) || !is_layout(module.word(*at, 1)),
        op::MEMBER_DECORATE => kept.contains(&module.word(*at, 0)) || !is_layout(module.word(*at, 2)),
        _ => true,
    };
    module.globals = module.globals.iter().copied().filter(stays).collect();
}

/// The types of blocks, with all that they consist of.
fn in_blocks(module: &Module) -> HashSet<Id> {
    let is_memory =
        |class: u32| matches!(class, storage::UNIFORM | storage::STORAGE_BUFFER | storage::PUSH_CONSTANT);
    let variables = module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE);
    let mut open: Vec<Id> = variables
        .filter_map(|at| match module.ty(module.get(*at).ty) {
            Some(Type::Pointer { class, pointee }) if is_memory(class) => Some(pointee),
            _ => None,
        })
        .collect();
    let mut found = HashSet::new();
    while let Some(ty) = open.pop() {
        if !found.insert(ty) {
            continue;
        }
        match module.ty(ty) {
            Some(Type::Struct { members }) => open.extend(members),
            Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => open.push(element),
            _ => {}
        }
    }
    found
}
