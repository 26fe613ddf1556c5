//! Checks what the passes rely on: every used id is defined, and functions are structured as in a shader.

use crate::control::{merge_labels, targets};
use crate::grammar::op;
use crate::module::{Block, Id, Module};

/// `None` if an id that is used is never defined, a function has no blocks, a branch targets a block of another
/// function or the first one, a merge instruction does not precede the terminator, a phi is not among the first
/// instructions or has not one value per predecessor, or a variable is not in the first block.
pub(super) fn check(module: &Module) -> Option<()> {
    for at in module.walk() {
        let ty = module.get(at).ty;
        let is_defined = |id: Id| module.definition(id).is_some();
        if ty != 0 && !is_defined(ty) || !module.used_ids(at).all(is_defined) {
            return None;
        }
    }
    // By label, its function and number of predecessors.
    let mut ways = vec![(u32::MAX, 0u32); module.bound()];
    for (number, function) in (0..).zip(&module.functions) {
        for block in &function.blocks {
            ways[block.label as usize] = (number, 0);
        }
        let first = function.blocks.first()?.label;
        for block in &function.blocks {
            let is_target = |label: Id| ways[label as usize].0 == number && label != first;
            let mut successors: Vec<Id> = targets(module, block).collect();
            successors.sort_unstable();
            successors.dedup();
            let merge = merge_labels(module, block).into_iter().flatten();
            if !successors.iter().copied().chain(merge).all(is_target) {
                return None;
            }
            for label in successors {
                ways[label as usize].1 += 1;
            }
        }
        for block in &function.blocks {
            check_block(module, block, block.label == first, ways[block.label as usize].1)?;
        }
    }
    Some(())
}

fn check_block(module: &Module, block: &Block, first: bool, ways: u32) -> Option<()> {
    let mut phis = true;
    for (index, at) in block.body.iter().enumerate() {
        match module.opcode(*at) {
            op::PHI => {
                let operands = module.operands(*at).len();
                if !phis || operands as u32 / 2 != ways || !operands.is_multiple_of(2) {
                    return None;
                }
            }
            op::LINE | op::NO_LINE => {}
            opcode => {
                phis = false;
                let merges = matches!(opcode, op::SELECTION_MERGE | op::LOOP_MERGE);
                if merges && index + 2 != block.body.len() || opcode == op::VARIABLE && !first {
                    return None;
                }
            }
        }
    }
    Some(())
}
