//! Adapts modules to the limits of software drivers.
//!
//! A program's modules declare tables of thousands of descriptors, indexed by push constants.
//! Software drivers support a few dozen, so the array lengths in set 0 are replaced before a module
//! is passed to the driver. Some also require constant sampler indices; for them loads of push
//! constants become constants. How the module uses the words, including their halves, and
//! everything else is unchanged.

use std::collections::HashMap;

use glassbox_spirv::Binary;
use glassbox_spirv::grammar::op::{
    ACCESS_CHAIN, CONSTANT, COPY_OBJECT, DECORATE, FUNCTION, IN_BOUNDS_ACCESS_CHAIN, LOAD, MEMBER_DECORATE,
    TYPE_ARRAY, TYPE_POINTER, VARIABLE,
};
use glassbox_spirv::grammar::value::decoration::{BINDING, DESCRIPTOR_SET, OFFSET};
use glassbox_spirv::grammar::value::storage_class;

/// Limits to adapt a module to.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// Number of entries of the tables, in binding order of set 0.
    pub lengths: [u16; 5],
    /// Push constant words, if loads of them have to become constants.
    pub constants: Option<&'a [u32]>,
}

/// Adapts a module.
///
/// # Errors
/// If the bytes are not a module, or it loads a missing push constant.
pub fn specialize(bytes: &[u8], fit: Fit<'_>) -> Result<Vec<u32>, String> {
    let module = Binary::read(bytes).map_err(|error| error.to_string())?;
    let words: Vec<u32> =
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let instructions: Vec<&[u32]> = module
        .walk()
        .filter_map(|instruction| words.get(instruction.range().start / 4..instruction.range().end / 4))
        .collect();
    let facts = Facts::new(&instructions, fit);

    let mut out = words.get(..5).ok_or("the header is cut short")?.to_vec();
    // Replacement constant, by push constant offset.
    let mut replaced: HashMap<u32, u32> = HashMap::new();
    let mut in_functions = false;
    for instruction in instructions {
        match (opcode(instruction), instruction) {
            (TYPE_ARRAY, [head, id, element, length]) => {
                let wanted = facts.array_lengths.get(id).copied();
                match (wanted, facts.constants.get(length)) {
                    (Some(wanted), Some(&(ty, declared))) if wanted < declared => {
                        // The old constant may have other uses in the code.
                        let constant = new_constant(&mut out, ty, wanted);
                        out.extend([*head, *id, *element, constant]);
                    }
                    _ => out.extend(instruction),
                }
            }
            (FUNCTION, _) if !in_functions => {
                in_functions = true;
                for (offset, ty) in &facts.loaded {
                    let values = fit.constants.unwrap_or_default();
                    let value = values.get(*offset as usize / 4).ok_or_else(|| {
                        format!("a push constant at offset {offset} is loaded that is not there")
                    })?;
                    let constant = new_constant(&mut out, *ty, *value);
                    replaced.insert(*offset, constant);
                }
                out.extend(instruction);
            }
            (LOAD, [_, ty, id, pointer, ..]) => {
                let offset = facts.pushed.get(pointer);
                match offset.and_then(|offset| replaced.get(offset)) {
                    Some(constant) => out.extend([(4 << 16) | u32::from(COPY_OBJECT), *ty, *id, *constant]),
                    None => out.extend(instruction),
                }
            }
            _ => out.extend(instruction),
        }
    }
    Ok(out)
}

/// Adds a constant and returns its id.
fn new_constant(out: &mut Vec<u32>, ty: u32, value: u32) -> u32 {
    let id = out[3];
    out[3] += 1;
    out.extend([(4 << 16) | u32::from(CONSTANT), ty, id, value]);
    id
}

fn opcode(instruction: &[u32]) -> u16 {
    instruction.first().map_or(0, |word| *word as u16)
}

/// Information from one pass over a module.
#[derive(Default)]
struct Facts {
    /// New length, by id of the array type.
    array_lengths: HashMap<u32, u32>,
    /// Type and value, by id of a one-word constant.
    constants: HashMap<u32, (u32, u32)>,
    /// Offset, by id of a pointer to a push constant.
    pushed: HashMap<u32, u32>,
    /// Offsets and types of the push constants that are loaded.
    loaded: Vec<(u32, u32)>,
}

impl Facts {
    fn new(instructions: &[&[u32]], fit: Fit<'_>) -> Facts {
        let (mut sets, mut bindings, mut pointees) = (HashMap::new(), HashMap::new(), HashMap::new());
        let (mut offsets, mut blocks) = (HashMap::new(), HashMap::new());
        let mut facts = Facts::default();
        for instruction in instructions {
            match (opcode(instruction), *instruction) {
                (DECORATE, [_, id, DESCRIPTOR_SET, set]) => {
                    sets.insert(*id, *set);
                }
                (DECORATE, [_, id, BINDING, binding]) => {
                    bindings.insert(*id, *binding);
                }
                (MEMBER_DECORATE, [_, id, member, OFFSET, offset]) => {
                    offsets.insert((*id, *member), *offset);
                }
                (TYPE_POINTER, [_, id, _, pointee]) => {
                    pointees.insert(*id, *pointee);
                }
                (CONSTANT, [_, ty, id, value]) => {
                    facts.constants.insert(*id, (*ty, *value));
                }
                (VARIABLE, [_, ty, id, storage_class::PUSH_CONSTANT, ..]) => {
                    blocks.insert(*id, pointees.get(ty).copied().unwrap_or(0));
                }
                (VARIABLE, [_, ty, id, ..]) if sets.get(id) == Some(&0) => {
                    let length =
                        bindings.get(id).and_then(|binding: &u32| fit.lengths.get(*binding as usize));
                    if let (Some(length), Some(array)) = (length, pointees.get(ty)) {
                        // A table that the scene leaves empty is only declared, but its length must
                        // not be zero.
                        facts.array_lengths.insert(*array, u32::from(*length).max(1));
                    }
                }
                (ACCESS_CHAIN | IN_BOUNDS_ACCESS_CHAIN, [_, _, id, base, member]) => {
                    let block = blocks.get(base);
                    let member = facts.constants.get(member);
                    if let (Some(block), Some((_, member))) = (block, member)
                        && let Some(offset) = offsets.get(&(*block, *member))
                    {
                        facts.pushed.insert(*id, *offset);
                    }
                }
                (LOAD, [_, ty, _, pointer, ..]) if fit.constants.is_some() => {
                    if let Some(offset) = facts.pushed.get(pointer)
                        && !facts.loaded.iter().any(|(loaded, _)| loaded == offset)
                    {
                        facts.loaded.push((*offset, *ty));
                    }
                }
                _ => {}
            }
        }
        facts
    }
}
