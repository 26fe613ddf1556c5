//! Blocks of push constants of more than 256 bytes: naga counts their words in the bits of one number, so it checks and writes them
//! as uniform blocks, and the words that it writes are corrected.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_lower_wgsl::reader::check::IMMEDIATE;
use glassbox_spirv::build::op::{
    ACCESS_CHAIN, COPY_OBJECT, DECORATE, IN_BOUNDS_ACCESS_CHAIN, TYPE_POINTER, VARIABLE,
};
use glassbox_spirv::build::value::decoration::{BINDING, DESCRIPTOR_SET};
use glassbox_spirv::build::value::storage_class::PUSH_CONSTANT;

use crate::instructions::{Code, Instruction};

/// The words of a module out of [`as_block`](glassbox_lower_wgsl::reader::check::as_block), with the block as push constants.
pub(crate) fn as_push_constants(words: &[u32]) -> Result<Vec<u32>, String> {
    let mut code = Code::read(words)?;
    let is_place = |opcode: u16, words: &[u32]| {
        opcode == DECORATE && matches!(words, [_, DESCRIPTOR_SET, value] if *value == IMMEDIATE.group)
    };
    let Some(block) = code.list.iter().find(|one| is_place(one.opcode, &one.words)).map(|one| one.word(0))
    else {
        return Ok(words.to_vec());
    };
    code.list.retain(|one| {
        let is_bound = one.opcode == DECORATE && matches!(one.word(1), DESCRIPTOR_SET | BINDING);
        !(is_bound && one.word(0) == block)
    });
    let pointed: BTreeMap<u32, u32> = code
        .list
        .iter()
        .filter(|one| one.opcode == TYPE_POINTER)
        .map(|one| (one.word(0), one.word(2)))
        .collect();
    // Pointer types of the class for push constants, by those that they replace.
    let mut pointers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut into = BTreeSet::from([block]);
    for at in 0..code.list.len() {
        let one = &code.list[at];
        let is_pointer = match one.opcode {
            VARIABLE => one.word(1) == block,
            ACCESS_CHAIN | IN_BOUNDS_ACCESS_CHAIN | COPY_OBJECT => into.contains(&one.word(2)),
            _ => false,
        };
        if !is_pointer {
            continue;
        }
        let (ty, id) = (one.word(0), one.word(1));
        into.insert(id);
        let new = *pointers.entry(ty).or_insert_with(|| code.fresh());
        let one = &mut code.list[at];
        one.words[0] = new;
        if one.opcode == VARIABLE {
            one.words[2] = PUSH_CONSTANT;
        }
    }
    let declared = std::mem::take(&mut code.list);
    for one in declared {
        let new = pointers
            .get(&one.word(0))
            .filter(|_| one.opcode == TYPE_POINTER)
            .and_then(|new| Some((*new, *pointed.get(&one.word(0))?)));
        code.list.push(one);
        if let Some((id, to)) = new {
            code.list.push(Instruction::new(TYPE_POINTER, [id, PUSH_CONSTANT, to]));
        }
    }
    Ok(code.write())
}
