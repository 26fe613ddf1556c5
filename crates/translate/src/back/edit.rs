//! Edits of modules that several files of this folder share.

use std::collections::{BTreeMap, HashMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{At, Id, Module, Operand};

use super::words::string;
use crate::khronos::rules;
use crate::shader::Place;

/// Puts instructions of one section in their place.
fn place(module: &mut Module, list: &[At]) {
    let Some((first, rest)) = list.split_first() else { return };
    module.place_global(*first);
    let behind = module.globals.iter().rposition(|at| at == first).map_or(0, |index| index + 1);
    module.globals.splice(behind..behind, rest.iter().copied());
}

/// Adds decorations of variables.
pub(super) fn decorate(module: &mut Module, decorations: &[(Id, u32, Option<u32>)]) {
    let add = |&(id, kind, value): &(Id, u32, Option<u32>)| {
        let operands = [Operand::Id(id), Operand::Literal(kind)].into_iter();
        module.add(op::DECORATE, 0, 0, operands.chain(value.map(Operand::Literal)))
    };
    let added: Vec<At> = decorations.iter().map(add).collect();
    place(module, &added);
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

/// Gives variables names in place of those that they have.
pub(crate) fn rename(module: &mut Module, names: &BTreeMap<Id, String>) {
    let globals = std::mem::take(&mut module.globals);
    let is_old = |at: &At| module.opcode(*at) == op::NAME && names.contains_key(&module.word(*at, 0));
    module.globals = globals.into_iter().filter(|at| !is_old(at)).collect();
    let mut added = Vec::with_capacity(names.len());
    for (id, name) in names {
        let text = string(name).into_iter().map(Operand::Literal);
        added.push(module.add(op::NAME, 0, 0, [Operand::Id(*id)].into_iter().chain(text)));
    }
    place(module, &added);
}

/// Types and constants of a module, each found at once.
pub(super) struct Declared {
    known: HashMap<(u16, Id, Vec<u32>), Id>,
}

impl Declared {
    /// Those of a module.
    pub(super) fn of(module: &Module) -> Declared {
        let mut known = HashMap::new();
        for &at in &module.globals {
            let instruction = module.get(at);
            if instruction.result != 0 {
                let key = (instruction.opcode, instruction.ty, module.operands(at).to_vec());
                known.entry(key).or_insert(instruction.result);
            }
        }
        Declared { known }
    }

    /// The id of a type, or of a constant of type `ty`, with these operands: the module's own, or a new one. Types have the `ty` 0.
    pub(super) fn get(&mut self, module: &mut Module, (opcode, ty): (u16, Id), operands: &[Operand]) -> Id {
        let words = operands.iter().map(|operand| operand.word()).collect();
        *self.known.entry((opcode, ty, words)).or_insert_with(|| {
            let id = module.new_id();
            let at = module.add(opcode, ty, id, operands.iter().copied());
            module.globals.push(at);
            id
        })
    }
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
