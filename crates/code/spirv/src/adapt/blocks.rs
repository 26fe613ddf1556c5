//! Takes interface blocks between stages apart, so that every input and output is a variable of its own.
//!
//! OpenGL matches a block with a block and a variable with a variable, even where both state locations, and Direct3D knows no blocks.
//! Where stages come from several writers, variables are what all of them write.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt as _};

use crate::grammar::op;
use crate::grammar::value::{decoration, storage_class as storage};
use crate::module::{Annotations, At, Id, Module, Operand};
use crate::reflect::{EntryPoint, Location, Reflection, TypeKind, Variable};

/// A block that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeBlock {
    /// Name of its variable; may be empty.
    pub name: String,
    /// The instruction that uses it as a whole.
    pub at: At,
}

/// A block and the variables that take its place.
struct Block {
    /// The variables, in the order of the members.
    members: Vec<Id>,
    /// True if the first index chooses a vertex.
    is_arrayed: bool,
}

/// Replaces every block with locations in the interface of an entry point; true if there are any. Blocks of built-in members stay, and
/// arrays of blocks. The reflection has to be that of the module, with its ids.
///
/// # Errors
///
/// A block is used as a whole. The module may be changed in part then.
pub fn split_blocks(
    module: &mut Module,
    reflection: &Reflection,
    entry: &EntryPoint,
) -> Result<bool, WholeBlock> {
    let mut blocks: HashMap<Id, Block> = HashMap::new();
    for class in [storage::INPUT, storage::OUTPUT] {
        let locations = match class {
            storage::INPUT => reflection.input_locations(entry),
            _ => reflection.output_locations(entry),
        };
        for variable in reflection.interface(entry, class) {
            let own: Vec<&Location> = locations.iter().filter(|one| one.variable == variable.id).collect();
            if let Some(block) = declare(module, reflection, variable, &own) {
                blocks.insert(variable.id, block);
            }
        }
    }
    if blocks.is_empty() {
        return Ok(false);
    }
    let code: Vec<At> = module.functions.iter().flat_map(|function| function.walk()).collect();
    for at in code {
        let Some(id) = module.used_ids(at).find(|id| blocks.contains_key(id)) else { continue };
        if module.is_debug(at) {
            continue;
        }
        let block = &blocks[&id];
        let index = if block.is_arrayed { 2 } else { 1 };
        let is_chain = matches!(module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
        let operands: Vec<Operand> = module.tagged_operands(at).collect();
        let member = operands.get(index).and_then(|operand| operand.id()).filter(|_| is_chain);
        let member = member.and_then(|member| block.members.get(module.constant_u32(member)? as usize));
        let Some(&member) = member else {
            let name = reflection.variable(id).and_then(|variable| variable.name.clone());
            return Err(WholeBlock { name: name.unwrap_or_default(), at });
        };
        let others = (1..).zip(operands.into_iter().skip(1)).filter(|(place, _)| *place != index);
        let others: Vec<Operand> = others.map(|(_, operand)| operand).collect();
        module.rewrite(at, module.opcode(at), [Operand::Id(member)].into_iter().chain(others));
    }
    remove(module, &blocks);
    Ok(true)
}

/// Removes the blocks, and puts their members into the interface.
fn remove(module: &mut Module, blocks: &HashMap<Id, Block>) {
    for at in module.globals.clone() {
        if module.opcode(at) == op::ENTRY_POINT {
            let operands: Vec<Operand> = module.tagged_operands(at).collect();
            let operands =
                operands.into_iter().flat_map(|operand| match operand.id().and_then(|id| blocks.get(&id)) {
                    Some(block) => block.members.iter().map(|id| Operand::Id(*id)).collect(),
                    None => vec![operand],
                });
            let operands: Vec<Operand> = operands.collect();
            module.rewrite(at, op::ENTRY_POINT, operands);
        }
    }
    let is_gone = |module: &Module, at: At| match module.opcode(at) {
        op::VARIABLE => blocks.contains_key(&module.get(at).result),
        op::NAME | op::DECORATE => blocks.contains_key(&module.word(at, 0)),
        _ => module.is_debug(at) && module.used_ids(at).any(|id| blocks.contains_key(&id)),
    };
    module.retain(|module, at| !is_gone(module, at));
}

/// Declares a variable for each member of a block in front of its own variable, with what decorates member and block.
fn declare(
    module: &mut Module,
    reflection: &Reflection,
    variable: &Variable,
    locations: &[&Location],
) -> Option<Block> {
    let (ty, length) = match reflection.ty(variable.ty) {
        TypeKind::Array { element, .. } => {
            let array = module.pointer(module.type_of(variable.id))?.0;
            let declared = module.definition(array)?;
            (*element, Some(module.word(declared, 1)))
        }
        _ => (variable.ty, None),
    };
    let TypeKind::Struct { members, block: true, .. } = reflection.ty(ty) else { return None };
    let places: BTreeMap<u32, u32> =
        locations.iter().filter_map(|one| Some((one.member?, one.location))).collect();
    if places.len() < members.len() || members.is_empty() {
        return None;
    }
    let structure = reflection.types.get(ty.0 as usize)?.id;
    let definition = module.definition(variable.id)?;
    let origin = module.origin(definition);
    let mut block = Block { members: Vec::new(), is_arrayed: length.is_some() };
    let mut declarations = Vec::new();
    let mut names: BTreeMap<Id, String> = BTreeMap::new();
    for (index, member) in (0..).zip(members) {
        let mut ty = module.component_type(structure, index)?;
        if let Some(length) = length {
            let array = module.new_id();
            declarations.push(module.add_ids(op::TYPE_ARRAY, 0, array, &[ty, length]));
            ty = array;
        }
        let (pointer, id) = (module.new_id(), module.new_id());
        let class = Operand::Literal(variable.class);
        declarations.push(module.add(op::TYPE_POINTER, 0, pointer, [class, Operand::Id(ty)]));
        let declared = module.add(op::VARIABLE, pointer, id, [class]);
        module.set_origin(declared, origin.clone());
        declarations.push(declared);
        block.members.push(id);
        names.extend(member.name.clone().map(|name| (id, name)));
        let location = places.get(&index).copied().unwrap_or_default();
        decorate(module, (id, location), (variable.id, structure, index));
    }
    let at = module.globals.iter().position(|at| *at == definition)?;
    module.globals.splice(at..at, declarations);
    module.rename(&names);
    Some(block)
}

/// Decorates the variable of a member.
fn decorate(module: &mut Module, (id, location): (Id, u32), (variable, structure, index): (Id, Id, u32)) {
    let annotations = Annotations::of(module);
    let of_member = annotations.member_decorations(structure, index);
    let kept = of_member
        .chain(annotations.decorations(variable))
        .filter(|found| matches!(module.opcode(found.at), op::DECORATE | op::MEMBER_DECORATE))
        .filter(|found| !matches!(found.kind, decoration::LOCATION | decoration::OFFSET));
    let mut found: Vec<Vec<u32>> = kept.map(|found| [&[found.kind], found.operands].concat()).collect();
    found.push(vec![decoration::LOCATION, location]);
    found.sort_unstable();
    found.dedup();
    let added = found.into_iter().map(|words| {
        let words = words.into_iter().map(Operand::Literal);
        module.add(op::DECORATE, 0, 0, [Operand::Id(id)].into_iter().chain(words))
    });
    let added: Vec<At> = added.collect();
    module.place_globals(&added);
}
