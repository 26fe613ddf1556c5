//! Removes unreachable blocks.
//!
//! Unreachable merge blocks and continue targets stay, as do their successors: structured control flow refers
//! to them.

use super::rewriter::Rewriter;
use crate::control::{Graph, Labels, merge_labels};
use crate::grammar::op;
use crate::module::{Function, Operand};

pub(super) fn run(code: &mut Rewriter, function: &mut Function) {
    let graph = Graph::of(code, function);
    let labels = Labels::of(function);
    let mut reachable = vec![false; function.blocks.len()];
    let mut worklist = vec![0u32];
    while let Some(block) = worklist.pop() {
        let Some(seen) = reachable.get_mut(block as usize) else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        worklist.extend(graph.successors(block));
        let merge = merge_labels(code, &function.blocks[block as usize]);
        worklist.extend(merge.into_iter().flatten().filter_map(|label| labels.find(label)));
    }
    if reachable.iter().all(|reachable| *reachable) {
        return;
    }
    for (index, block) in function.blocks.iter().enumerate() {
        if !reachable[index] {
            continue;
        }
        for &at in &block.body {
            if code.opcode(at) == op::PHI {
                drop_predecessors(code, at, |label| {
                    labels.find(label).is_some_and(|from| reachable[from as usize])
                });
            }
        }
    }
    let mut reachable = reachable.into_iter();
    function.blocks.retain(|_| reachable.next().unwrap_or(true));
    code.changes += 1;
}

/// Drops the pairs of a phi whose predecessor is removed.
pub(super) fn drop_predecessors(code: &mut Rewriter, phi: u32, stays: impl Fn(u32) -> bool) {
    let operands = code.operands(phi);
    let left: Vec<Operand> = operands
        .chunks_exact(2)
        .filter(|pair| stays(pair[1]))
        .flat_map(|pair| [Operand::Id(pair[0]), Operand::Id(pair[1])])
        .collect();
    if left.len() != operands.len() {
        code.rewrite(phi, op::PHI, left);
    }
}
