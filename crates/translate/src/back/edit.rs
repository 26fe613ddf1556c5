//! Edits of modules that several files of this folder share.

use std::collections::{HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{At, Id, Module, Operand};

use super::rules;
use crate::shader::Place;

/// Adds decorations of variables.
pub(super) fn decorate(module: &mut Module, decorations: &[(Id, u32, Option<u32>)]) {
    let add = |&(id, kind, value): &(Id, u32, Option<u32>)| {
        let operands = [Operand::Id(id), Operand::Literal(kind)].into_iter();
        module.add(op::DECORATE, 0, 0, operands.chain(value.map(Operand::Literal)))
    };
    let added: Vec<At> = decorations.iter().map(add).collect();
    module.place_globals(&added);
}

/// Removes the decorations of some variables for which `is_gone` holds.
pub(super) fn undecorate(module: &mut Module, ids: &HashSet<Id>, is_gone: impl Fn(u32) -> bool) {
    let globals = std::mem::take(&mut module.globals);
    let stays = |at: &At| {
        module.opcode(*at) != op::DECORATE
            || !ids.contains(&module.word(*at, 0))
            || !is_gone(module.word(*at, 1))
    };
    module.globals = globals.into_iter().filter(stays).collect();
}

/// Removes the semantics that a source in HLSL had: stages come from several compilers, and locations join them.
pub(super) fn drop_semantics(module: &mut Module) {
    let is_kept = |at: &At| match module.opcode(*at) {
        op::DECORATE_STRING => module.word(*at, 1) != decoration::USER_SEMANTIC,
        op::MEMBER_DECORATE_STRING => module.word(*at, 2) != decoration::USER_SEMANTIC,
        _ => true,
    };
    module.globals = module.globals.iter().copied().filter(is_kept).collect();
}

/// States set and binding of resources, in place of those that they have.
pub(super) fn bind(module: &mut Module, places: &HashMap<Id, Place>) {
    let ids: HashSet<Id> = places.keys().copied().collect();
    undecorate(module, &ids, |kind| matches!(kind, decoration::DESCRIPTOR_SET | decoration::BINDING));
    let mut places: Vec<(Id, Place)> = places.iter().map(|(id, place)| (*id, *place)).collect();
    places.sort_unstable();
    let decorations = places.into_iter().flat_map(|(id, place)| {
        [(id, decoration::DESCRIPTOR_SET, Some(place.set)), (id, decoration::BINDING, Some(place.binding))]
    });
    decorate(module, &decorations.collect::<Vec<_>>());
}

/// Moves variables to another storage class, with every pointer into them.
///
/// # Errors
/// A pointer is passed on, so that its type would have to change where it goes.
pub(super) fn move_to(
    module: &mut Module,
    variables: &HashSet<Id>,
    class: u32,
) -> Result<(), Box<Diagnostic>> {
    if variables.is_empty() {
        return Ok(());
    }
    // Pointer types, and what each becomes.
    let mut twins: HashMap<Id, Id> = HashMap::new();
    let mut pointers = variables.clone();
    let all: Vec<At> = module.walk().collect();
    for at in all {
        let instruction = module.get(at);
        let is_base = match instruction.opcode {
            op::VARIABLE => variables.contains(&instruction.result),
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT => {
                pointers.contains(&module.word(at, 0))
            }
            op::FUNCTION_CALL | op::PHI | op::SELECT => {
                if module.used_ids(at).any(|id| pointers.contains(&id)) {
                    let message = "a pointer to an input, an output or root constants is passed on, expected only loads and stores";
                    let finding = Diagnostic::new(&rules::CONSTRUCT, Location::default(), message);
                    return Err(Box::new(finding.help(rules::CONSTRUCT.cure)));
                }
                false
            }
            _ => false,
        };
        if !is_base {
            continue;
        }
        let twin = *twins.entry(instruction.ty).or_insert_with(|| module.new_id());
        module.set_type(at, twin);
        if instruction.opcode == op::VARIABLE {
            module.set_word(at, 0, class);
        }
        pointers.insert(instruction.result);
    }
    let mut globals = Vec::with_capacity(module.globals.len() + twins.len());
    for at in std::mem::take(&mut module.globals) {
        globals.push(at);
        if let Some(twin) =
            twins.get(&module.get(at).result).filter(|_| module.opcode(at) == op::TYPE_POINTER)
        {
            let pointee = module.word(at, 1);
            globals.push(module.add(
                op::TYPE_POINTER,
                0,
                *twin,
                [Operand::Literal(class), Operand::Id(pointee)],
            ));
        }
    }
    module.globals = globals;
    Ok(())
}
