//! Edits what is said of variables: their decorations and their storage classes.

use foldhash::{HashMap, HashMapExt as _, HashSet};
use glassbox_core::name_map::Place;

use crate::grammar::op;
use crate::grammar::value::decoration;
use crate::module::{At, Id, Module, Operand};

/// Adds decorations: of an id, of a kind, with an operand where it has one.
pub fn decorate(module: &mut Module, decorations: impl IntoIterator<Item = (Id, u32, Option<u32>)>) {
    let add = |(id, kind, value): (Id, u32, Option<u32>)| {
        let operands = [Operand::Id(id), Operand::Literal(kind)].into_iter();
        module.add(op::DECORATE, 0, 0, operands.chain(value.map(Operand::Literal)))
    };
    let added: Vec<At> = decorations.into_iter().map(add).collect();
    module.place_globals(&added);
}

/// Removes the decorations of ids for which `is_gone` holds, which is given id and kind.
pub fn undecorate(module: &mut Module, is_gone: impl Fn(Id, u32) -> bool) {
    let mut globals = std::mem::take(&mut module.globals);
    globals.retain(|at| {
        module.opcode(*at) != op::DECORATE || !is_gone(module.word(*at, 0), module.word(*at, 1))
    });
    module.globals = globals;
}

/// States set and binding of resources, in place of those that they have.
pub fn bind(module: &mut Module, places: &HashMap<Id, Place>) {
    let is_place = |kind| matches!(kind, decoration::DESCRIPTOR_SET | decoration::BINDING);
    undecorate(module, |id, kind| is_place(kind) && places.contains_key(&id));
    let mut places: Vec<(Id, Place)> = places.iter().map(|(id, place)| (*id, *place)).collect();
    places.sort_unstable();
    let decorations = places.into_iter().flat_map(|(id, place)| {
        [(id, decoration::DESCRIPTOR_SET, Some(place.set)), (id, decoration::BINDING, Some(place.binding))]
    });
    decorate(module, decorations);
}

/// Moves variables to another storage class, with every pointer into them.
///
/// # Errors
///
/// The instruction that passes such a pointer on, so that its type would have to change where it goes. The module may be changed in
/// part then.
pub fn move_variables(module: &mut Module, variables: &HashSet<Id>, class: u32) -> Result<(), At> {
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
                    return Err(at);
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
        let twin = twins.get(&module.get(at).result).filter(|_| module.opcode(at) == op::TYPE_POINTER);
        if let Some(twin) = twin {
            let operands = [Operand::Literal(class), Operand::Id(module.word(at, 1))];
            globals.push(module.add(op::TYPE_POINTER, 0, *twin, operands));
        }
    }
    module.globals = globals;
    Ok(())
}
