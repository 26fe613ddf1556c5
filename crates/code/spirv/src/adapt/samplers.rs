//! Takes combined image samplers apart, for what knows textures and samplers only apart.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;
use glassbox_core::name_map::Place;
use smallvec::SmallVec;

use crate::grammar::value::{decoration, storage_class};
use crate::grammar::{self, op};
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

/// Makes two variables of each combined image sampler, loads both where it was loaded, and combines them in each block that looks up in
/// it. Arrays of combined ones stay.
///
/// # Errors
///
/// One of them is given to a function or indexed, or its value is not looked up in; the module is unchanged then.
pub fn split_samplers(module: &mut Module) -> Result<Vec<Pair>, PairError> {
    let mut found = combined(module);
    let known: HashMap<Id, usize> = (0..).zip(&found).map(|(index, one)| (one.variable, index)).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let values = values(module, &known);
    if let Some((index, at)) = other_use(module, &known, &values) {
        return Err(PairError { name: found[index].pair.name.clone(), at });
    }
    for one in &mut found {
        one.sampler = module.new_id();
        one.pointer = module.new_id();
    }
    let sampler = declare(module, &found, &known);
    load(module, &found, &values, sampler);
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

/// What the loads of combined ones give, with the number of what is loaded.
fn values(module: &Module, known: &HashMap<Id, usize>) -> HashMap<Id, usize> {
    let code = module.functions.iter().flat_map(|function| function.walk());
    let loads = code.filter(|at| module.opcode(*at) == op::LOAD);
    loads.filter_map(|at| Some((module.get(at).result, *known.get(&module.word(at, 0))?))).collect()
}

/// An instruction that does something else than load a combined one or look up in its value, with the number of that one.
fn other_use(
    module: &Module,
    known: &HashMap<Id, usize>,
    values: &HashMap<Id, usize>,
) -> Option<(usize, At)> {
    let mut code = module.functions.iter().flat_map(|function| function.walk());
    code.find_map(|at| {
        if module.is_debug(at) {
            return None;
        }
        let opcode = module.opcode(at);
        let among = |ids: &HashMap<Id, usize>| module.used_ids(at).find_map(|id| ids.get(&id).copied());
        let variable = if opcode == op::LOAD { None } else { among(known) };
        let value = if grammar::takes_sampled_image(opcode) { None } else { among(values) };
        Some((variable.or(value)?, at))
    })
}

/// Loads image and sampler where both were loaded in one, and combines them there and in other blocks that look up in them.
fn load(module: &mut Module, found: &[Combined], values: &HashMap<Id, usize>, sampler_type: Id) {
    let mut functions = std::mem::take(&mut module.functions);
    // By what was loaded: image, sampler and the type of both.
    let mut parts: HashMap<Id, [Id; 3]> = HashMap::default();
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut body = Vec::with_capacity(block.body.len() + 2);
        for at in std::mem::take(&mut block.body) {
            let result = module.get(at).result;
            if let Some(one) = values.get(&result).map(|index| &found[*index]) {
                let [image, sampler] = [module.new_id(), module.new_id()];
                let loads = [
                    module.add_ids(op::LOAD, one.image, image, &[one.variable]),
                    module.add_ids(op::LOAD, sampler_type, sampler, &[one.sampler]),
                ];
                for added in loads {
                    module.set_origin(added, module.origin(at));
                    body.push(added);
                }
                parts.insert(result, [image, sampler, module.get(at).ty]);
                module.rewrite(at, op::SAMPLED_IMAGE, [Operand::Id(image), Operand::Id(sampler)]);
            }
            body.push(at);
        }
        block.body = body;
    }
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        combine(module, &mut block.body, &parts);
    }
    module.functions = functions;
}

/// Combines what another block loaded: what is combined can be used in its own block only.
fn combine(module: &mut Module, block: &mut Vec<At>, parts: &HashMap<Id, [Id; 3]>) {
    let own: Vec<Id> =
        block.iter().map(|at| module.get(*at).result).filter(|id| parts.contains_key(id)).collect();
    let mut here: HashMap<Id, Id> = own.into_iter().map(|id| (id, id)).collect();
    let mut body = Vec::with_capacity(block.len());
    for at in std::mem::take(block) {
        let used = module.used_ids(at).filter(|id| parts.contains_key(id) && !module.is_debug(at));
        let used: SmallVec<[Id; 1]> = used.collect();
        for id in &used {
            if here.contains_key(id) {
                continue;
            }
            let [image, sampler, ty] = parts[id];
            let combined = module.new_id();
            let added = module.add_ids(op::SAMPLED_IMAGE, ty, combined, &[image, sampler]);
            module.set_origin(added, module.origin(at));
            body.push(added);
            here.insert(*id, combined);
        }
        if !used.is_empty() {
            module.map_ids(at, |id| here.get(&id).copied().unwrap_or(id));
        }
        body.push(at);
    }
    *block = body;
}
