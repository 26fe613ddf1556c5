//! Turns `Uniform` blocks decorated with `BufferBlock` into `StorageBuffer` blocks.

use std::collections::HashMap;

use super::error::{VersionError, VersionErrorKind};
use crate::grammar::op;
use crate::grammar::value::{decoration, storage_class as storage};
use crate::module::{Annotations, At, Id, Module, Operand, Type, Users};

pub(super) fn to_storage_buffers(module: &mut Module) -> Result<(), VersionError> {
    let is_buffer =
        |at: &At| module.opcode(*at) == op::DECORATE && module.word(*at, 1) == decoration::BUFFER_BLOCK;
    let decorations: Vec<At> = module.globals.iter().copied().filter(is_buffer).collect();
    if decorations.is_empty() {
        return Ok(());
    }
    let pointers = pointers(module)?;
    let mut types = HashMap::new();
    for at in pointers {
        let ty = module.get(at).ty;
        let Some((pointee, _)) = module.pointer(ty) else { continue };
        let buffer = *types.entry(ty).or_insert_with(|| pointer_type(module, ty, pointee));
        module.set_type(at, buffer);
        if module.opcode(at) == op::VARIABLE {
            module.set_word(at, 0, storage::STORAGE_BUFFER);
        }
    }
    for at in decorations {
        module.set_word(at, 1, decoration::BLOCK);
    }
    Ok(())
}

/// Instructions whose results point into buffers: the variables, then what is computed from them.
fn pointers(module: &Module) -> Result<Vec<At>, VersionError> {
    let annotations = Annotations::of(module);
    let users = Users::of(module);
    let mut found: Vec<At> = module
        .globals
        .iter()
        .copied()
        .filter(|at| {
            let block = module.pointer(module.get(*at).ty).filter(|pointer| pointer.1 == storage::UNIFORM);
            let block = block.map(|(pointee, _)| element(module, pointee));
            module.opcode(*at) == op::VARIABLE
                && block.is_some_and(|block| annotations.has(block, decoration::BUFFER_BLOCK))
        })
        .collect();
    let mut seen = vec![false; module.count()];
    found.iter().for_each(|at| seen[*at as usize] = true);
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for &user in users.get(module.get(at).result) {
            match module.opcode(user) {
                op::FUNCTION_CALL | op::PHI | op::SELECT => {
                    return Err(VersionError::at(module, user, VersionErrorKind::Pointer));
                }
                _ if module.pointer(module.get(user).ty).is_some_and(|one| one.1 == storage::UNIFORM)
                    && !std::mem::replace(&mut seen[user as usize], true) =>
                {
                    found.push(user);
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

/// Type of the elements of arrays of blocks.
fn element(module: &Module, mut ty: Id) -> Id {
    // Arrays of arrays are rare; each level is one earlier type.
    for _ in 0..16 {
        match module.ty(ty) {
            Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => ty = element,
            _ => break,
        }
    }
    ty
}

/// A new pointer type, declared after the old one.
fn pointer_type(module: &mut Module, old: Id, pointee: Id) -> Id {
    let id = module.new_id();
    let operands = [Operand::Literal(storage::STORAGE_BUFFER), Operand::Id(pointee)];
    let at = module.add(op::TYPE_POINTER, 0, id, operands);
    let definition = module.definition(old);
    let index = module.globals.iter().position(|at| Some(*at) == definition).map_or(0, |index| index + 1);
    module.globals.insert(index, at);
    id
}
