//! The mask of samples, which SPIR-V has as an array of words and the writer as one word.
//!
//! Source: the Vulkan specification, "Built-In Variables", SampleMask.

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, decoration};

use crate::instructions::{Code, Instruction};

/// A mask that becomes an array.
struct Mask {
    variable: u32,
    /// Type of a pointer to its word.
    pointer: u32,
}

/// Makes arrays with one word of all masks of samples. A mask of 32 samples is as long as any device has them.
pub(super) fn as_arrays(words: Vec<u32>) -> Vec<u32> {
    let Ok(mut code) = Code::read(&words) else {
        return words;
    };
    let variables: Vec<u32> = code
        .list
        .iter()
        .filter(|one| {
            one.opcode == op::DECORATE
                && one.word(1) == decoration::BUILT_IN
                && one.word(2) == built_in::SAMPLE_MASK
        })
        .map(|one| one.word(0))
        .collect();
    if variables.is_empty() {
        return words;
    }
    let masks: Vec<Mask> =
        variables.into_iter().filter_map(|variable| declare(&mut code, variable)).collect();
    let uint = code.declared(op::TYPE_INT, 0, &[32, 0]);
    let first = code.declared(op::CONSTANT, uint, &[0]);
    let mut list = Vec::with_capacity(code.list.len());
    for mut one in std::mem::take(&mut code.list) {
        let place = match one.opcode {
            op::LOAD => 2,
            op::STORE => 0,
            _ => usize::MAX,
        };
        let mask = one
            .words
            .get_mut(place)
            .and_then(|at| masks.iter().find(|mask| mask.variable == *at).map(|mask| (at, mask)));
        if let Some((at, mask)) = mask {
            let id = code.fresh();
            *at = id;
            let chain = vec![mask.pointer, id, mask.variable, first];
            list.push(Instruction::new(op::ACCESS_CHAIN, chain));
        }
        list.push(one);
    }
    code.list = list;
    code.write()
}

/// Declares a variable again, as an array with one word.
fn declare(code: &mut Code, variable: u32) -> Option<Mask> {
    let is_it = |one: &Instruction| one.opcode == op::VARIABLE && one.word(1) == variable;
    let at = code.list.iter().position(is_it)?;
    let mut declaration = code.list.remove(at);
    let (pointer, storage) = (declaration.word(0), declaration.word(2));
    let word = code.list.iter().find(|one| one.opcode == op::TYPE_POINTER && one.word(0) == pointer)?.word(2);
    let uint = code.declared(op::TYPE_INT, 0, &[32, 0]);
    let one = code.declared(op::CONSTANT, uint, &[1]);
    let array = code.declared(op::TYPE_ARRAY, 0, &[word, one]);
    *declaration.words.first_mut()? = code.declared(op::TYPE_POINTER, 0, &[storage, array]);
    if let Some(value) = declaration.words.get_mut(3) {
        // The writer begins outputs with zeros only.
        *value = code.declared(op::CONSTANT_NULL, array, &[]);
    }
    let end = code.first_function();
    code.list.insert(end, declaration);
    Some(Mask { variable, pointer })
}
