//! Takes interface blocks between stages apart, so that every input and output is a variable of its own.
//!
//! OpenGL matches a block with a block and a variable with a variable, even where both state locations. Stages come from several writers,
//! and variables are what all of them write.

use std::collections::BTreeMap;

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class as storage};
use glassbox_spirv::reflect::{EntryPoint, Member, TypeKind, Variable};
use glassbox_spirv::{Reflection, reflect::TypeId};

use super::refusal::Refusal;
use super::rules;
use crate::instructions::{Code, Instruction};

/// A block and the variables that take its place.
struct Block {
    /// The variables, in the order of the members.
    members: Vec<u32>,
    /// Whether the first index chooses a vertex.
    arrayed: bool,
}

/// Replaces every block with locations; true if there are any. Blocks of built-in members stay.
///
/// # Errors
/// A block is used as a whole, or is an array of blocks.
pub(crate) fn split(code: &mut Code, reflection: &Reflection, entry: &EntryPoint) -> Result<bool, Refusal> {
    let mut blocks = BTreeMap::new();
    for &id in &entry.interface {
        let Some(variable) = reflection.variable(id) else {
            continue;
        };
        if !matches!(variable.class, storage::INPUT | storage::OUTPUT) {
            continue;
        }
        let (element, length) = element(code, reflection, variable.ty);
        let TypeKind::Struct { members, block: true, .. } = reflection.ty(element) else {
            continue;
        };
        if members.iter().any(|member| member.built_in.is_some()) {
            continue;
        }
        let block = declare(code, reflection, variable, (element, members), length);
        blocks.insert(id, block);
    }
    if blocks.is_empty() {
        return Ok(false);
    }
    let constants = integers(code);
    let mut refused = None;
    for one in &mut code.list {
        match one.opcode {
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => {
                let Some(block) = blocks.get(&one.word(2)) else {
                    continue;
                };
                let place = if block.arrayed { 4 } else { 3 };
                let member =
                    constants.get(&one.word(place)).and_then(|&member| block.members.get(member as usize));
                match member {
                    Some(&variable) => {
                        one.words.remove(place);
                        if let Some(base) = one.words.get_mut(2) {
                            *base = variable;
                        }
                    }
                    None => refused = Some(one.word(2)),
                }
            }
            op::LOAD => refused = refused.or(Some(one.word(2)).filter(|id| blocks.contains_key(id))),
            op::STORE => refused = refused.or(Some(one.word(0)).filter(|id| blocks.contains_key(id))),
            op::ENTRY_POINT => {
                one.words = one
                    .words
                    .iter()
                    .flat_map(|word| match blocks.get(word) {
                        Some(block) => block.members.clone(),
                        None => vec![*word],
                    })
                    .collect();
            }
            _ => {}
        }
    }
    if let Some(id) = refused {
        let name = reflection.variable(id).and_then(|variable| variable.name.clone());
        return Err(Refusal::new(
            &rules::CONSTRUCT,
            format!("the block `{}` is used as a whole, expected member by member", name.unwrap_or_default()),
        ));
    }
    code.list.retain(|one| {
        let about = match one.opcode {
            op::VARIABLE => one.word(1),
            op::NAME | op::DECORATE => one.word(0),
            _ => return true,
        };
        !blocks.contains_key(&about)
    });
    Ok(true)
}

/// The type inside of one array, and the id of the constant that is its length.
fn element(code: &Code, reflection: &Reflection, ty: TypeId) -> (TypeId, Option<u32>) {
    match (reflection.ty(ty), reflection.types.get(ty.0 as usize)) {
        (TypeKind::Array { element, .. }, Some(array)) => {
            let length = code
                .list
                .iter()
                .find(|one| one.opcode == op::TYPE_ARRAY && one.word(0) == array.id)
                .map(|one| one.word(2));
            (*element, length)
        }
        _ => (ty, None),
    }
}

/// Declares a variable for each member in front of the block's own variable, with what decorates member and block.
fn declare(
    code: &mut Code,
    reflection: &Reflection,
    variable: &Variable,
    (structure, members): (TypeId, &[Member]),
    length: Option<u32>,
) -> Block {
    let type_id = |ty: TypeId| reflection.types.get(ty.0 as usize).map_or(0, |ty| ty.id);
    let structure = type_id(structure);
    let mut declarations = Vec::new();
    let mut annotations = Vec::new();
    let mut ids = Vec::new();
    let mut location = variable.location.unwrap_or(0);
    for (place, member) in members.iter().enumerate() {
        let mut ty = type_id(member.ty);
        if let Some(length) = length {
            let array = code.fresh();
            declarations.push(Instruction::new(op::TYPE_ARRAY, vec![array, ty, length]));
            ty = array;
        }
        let (pointer, id) = (code.fresh(), code.fresh());
        declarations.push(Instruction::new(op::TYPE_POINTER, vec![pointer, variable.class, ty]));
        declarations.push(Instruction::new(op::VARIABLE, vec![pointer, id, variable.class]));
        ids.push(id);
        location = member.location.unwrap_or(location);
        annotations.push(Instruction::new(op::DECORATE, vec![id, decoration::LOCATION, location]));
        location = location.saturating_add(super::interface::locations(reflection, member.ty));
        for one in &code.list {
            let words = match one.opcode {
                op::MEMBER_DECORATE if one.word(0) == structure && one.word(1) == place as u32 => {
                    one.words.get(2..)
                }
                op::DECORATE if one.word(0) == variable.id => one.words.get(1..),
                _ => None,
            };
            if let Some([kind, values @ ..]) = words
                && !matches!(*kind, decoration::LOCATION | decoration::OFFSET)
            {
                annotations.push(Instruction::new(op::DECORATE, [&[id, *kind], values].concat()));
            }
        }
    }
    let own = |one: &Instruction| one.opcode == op::VARIABLE && one.word(1) == variable.id;
    if let Some(at) = code.list.iter().position(own) {
        code.list.splice(at..at, declarations);
    }
    let at = code.first_type();
    code.list.splice(at..at, annotations);
    Block { members: ids, arrayed: length.is_some() }
}

/// The values of the integer constants of one word, by id.
pub(crate) fn integers(code: &Code) -> BTreeMap<u32, u32> {
    code.list
        .iter()
        .filter(|one| one.opcode == op::CONSTANT && one.words.len() == 3)
        .map(|one| (one.word(1), one.word(2)))
        .collect()
}
