//! Takes combined image samplers apart, for what knows textures and samplers only apart.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;
use glassbox_core::name_map::Place;

use crate::grammar::op;
use crate::grammar::value::{decoration, storage_class};
use crate::module::{Annotations, At, Id, Module, Operand, Type};

use super::storage::decorate;

/// Descriptor set in which samplers get their places.
pub const SAMPLER_SET: u32 = 2;

/// First version in which entry points list resources, too.
const LISTS_RESOURCES: u32 = 0x0001_0400;

/// A texture and a sampler that were one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Name of the texture; that of the sampler ends with `_sampler`.
    pub name: String,
    /// Where the texture is, as the two were.
    pub texture: Place,
    /// Where the sampler is: in [`SAMPLER_SET`], at the binding of the texture or the next one that is free.
    pub sampler: Place,
}

/// A combined image sampler that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairError {
    /// Its name.
    pub name: String,
    /// The instruction that does something else than load it.
    pub at: At,
}

/// A variable of a combined type.
struct Combined {
    variable: Id,
    image: Id,
    sampler: Id,
    /// Pointer to the image.
    pointer: Id,
    pair: Pair,
}

/// Makes two variables of each combined image sampler, and combines them where it was loaded. Arrays of combined ones stay.
///
/// # Errors
///
/// One of them is given to a function or indexed; the module is unchanged then.
pub fn split_samplers(module: &mut Module) -> Result<Vec<Pair>, PairError> {
    let mut found = combined(module);
    let known: HashMap<Id, usize> = (0..).zip(&found).map(|(index, one)| (one.variable, index)).collect();
    let code = || module.functions.iter().flat_map(|function| function.walk());
    for at in code().filter(|at| module.opcode(*at) != op::LOAD && !module.is_debug(*at)) {
        if let Some(index) = module.used_ids(at).find_map(|id| known.get(&id)) {
            return Err(PairError { name: found[*index].pair.name.clone(), at });
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    for one in &mut found {
        one.sampler = module.new_id();
        one.pointer = module.new_id();
    }
    let sampler = declare(module, &found, &known);
    load(module, &found, &known, sampler);
    let mut names = BTreeMap::new();
    let mut decorations = Vec::new();
    for one in &found {
        names.insert(one.sampler, format!("{}_sampler", one.pair.name));
        let place = one.pair.sampler;
        decorations.push((one.sampler, decoration::DESCRIPTOR_SET, Some(place.set)));
        decorations.push((one.sampler, decoration::BINDING, Some(place.binding)));
    }
    decorate(module, decorations);
    module.rename(&names);
    Ok(found.into_iter().map(|one| one.pair).collect())
}

/// The variables of combined types, by id, with the places that their samplers get.
fn combined(module: &Module) -> Vec<Combined> {
    let annotations = Annotations::of(module);
    let value = |id, kind| annotations.value(id, kind);
    let mut taken = BTreeSet::new();
    let mut found = Vec::new();
    for &at in module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE) {
        let id = module.get(at).result;
        let (set, binding) = (value(id, decoration::DESCRIPTOR_SET), value(id, decoration::BINDING));
        taken.extend(binding.map(|binding| (set.unwrap_or(0), binding)));
        let pointee = module.pointer(module.get(at).ty).map(|(pointee, _)| pointee);
        let Some(Type::SampledImage { image }) = pointee.and_then(|ty| module.ty(ty)) else { continue };
        let texture = Place { set: set.unwrap_or(0), binding: binding.unwrap_or(0) };
        found.push((id, image, texture));
    }
    found.sort_unstable_by_key(|one| one.0);
    let place = |(variable, image, texture): (Id, Id, Place)| {
        let mut binding = texture.binding;
        while !taken.insert((SAMPLER_SET, binding)) {
            binding = binding.wrapping_add(1);
        }
        let name = annotations.name(variable).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("texture_{variable}"), str::to_owned);
        let pair = Pair { name, texture, sampler: Place { set: SAMPLER_SET, binding } };
        Combined { variable, image, sampler: 0, pointer: 0, pair }
    };
    found.into_iter().map(place).collect()
}

/// Declares the samplers, gives the variables the types of their images, and lists the samplers at entry points. The type of samplers.
fn declare(module: &mut Module, found: &[Combined], known: &HashMap<Id, usize>) -> Id {
    let is_one = |module: &Module, at: At| {
        let instruction = module.get(at);
        (instruction.opcode == op::VARIABLE).then(|| known.get(&instruction.result).copied()).flatten()
    };
    let old = module.globals.iter().copied().find(|at| module.opcode(*at) == op::TYPE_SAMPLER);
    let ty = match old {
        Some(at) => module.get(at).result,
        None => module.new_id(),
    };
    let declaration = old.unwrap_or_else(|| module.add(op::TYPE_SAMPLER, 0, ty, []));
    let class = Operand::Literal(storage_class::UNIFORM_CONSTANT);
    let pointer = module.new_id();
    let pointer_at = module.add(op::TYPE_POINTER, 0, pointer, [class, Operand::Id(ty)]);
    let globals = std::mem::take(&mut module.globals);
    let mut placed = Vec::with_capacity(globals.len() + found.len() * 2 + 2);
    let mut is_typed = false;
    let mut is_declared = false;
    for at in globals {
        let one = is_one(module, at).map(|index| &found[index]);
        let Some(one) = one else {
            // The type of samplers may have come after a variable that needs it now.
            if at != declaration || !is_typed {
                placed.push(at);
            }
            is_typed |= at == declaration;
            continue;
        };
        if !is_declared {
            placed.extend((!is_typed).then_some(declaration));
            placed.push(pointer_at);
            (is_typed, is_declared) = (true, true);
        }
        placed.push(module.add(op::TYPE_POINTER, 0, one.pointer, [class, Operand::Id(one.image)]));
        module.set_type(at, one.pointer);
        placed.push(at);
        placed.push(module.add(op::VARIABLE, pointer, one.sampler, [class]));
    }
    module.globals = placed;
    if module.version >= LISTS_RESOURCES {
        for at in module.globals.clone() {
            if module.opcode(at) == op::ENTRY_POINT {
                let listed = module.used_ids(at).filter_map(|id| known.get(&id));
                let more: Vec<Operand> = listed.map(|index| Operand::Id(found[*index].sampler)).collect();
                let operands: Vec<Operand> = module.tagged_operands(at).chain(more).collect();
                module.rewrite(at, op::ENTRY_POINT, operands);
            }
        }
    }
    ty
}

/// Combines image and sampler where both were loaded in one.
fn load(module: &mut Module, found: &[Combined], known: &HashMap<Id, usize>, sampler_type: Id) {
    let mut functions = std::mem::take(&mut module.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let is_load = |at: &At| module.opcode(*at) == op::LOAD && known.contains_key(&module.word(*at, 0));
        if !block.body.iter().any(is_load) {
            continue;
        }
        let mut body = Vec::with_capacity(block.body.len() + 2);
        for at in std::mem::take(&mut block.body) {
            let index = known.get(&module.word(at, 0)).filter(|_| module.opcode(at) == op::LOAD);
            if let Some(one) = index.map(|index| &found[*index]) {
                let (image, sampler) = (module.new_id(), module.new_id());
                let loads = [
                    module.add_ids(op::LOAD, one.image, image, &[one.variable]),
                    module.add_ids(op::LOAD, sampler_type, sampler, &[one.sampler]),
                ];
                for added in loads {
                    module.set_origin(added, module.origin(at));
                    body.push(added);
                }
                module.rewrite(at, op::SAMPLED_IMAGE, [Operand::Id(image), Operand::Id(sampler)]);
            }
            body.push(at);
        }
        block.body = body;
    }
    module.functions = functions;
}
