//! Blocks that nothing leads to go.
//!
//! A merge block or continue target stays even where no way leads to it, and so does what follows it: the structure of the
//! code around it names it.

use super::code::{Code, Function};
use super::flow::{self, Flow, Labels};
use super::opcode as op;

pub(super) fn run(code: &mut Code, function: &mut Function) {
    let flow = Flow::new(code, function);
    let labels = Labels::new(function);
    let mut kept = vec![false; function.blocks.len()];
    let mut open = vec![0u32];
    while let Some(block) = open.pop() {
        let Some(seen) = kept.get_mut(block as usize) else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        open.extend(&flow.successors[block as usize]);
        let merge = flow::merge(code, &function.blocks[block as usize]);
        open.extend(merge.into_iter().flatten().filter_map(|label| labels.find(label)));
    }
    if kept.iter().all(|kept| *kept) {
        return;
    }
    for (place, block) in function.blocks.iter().enumerate() {
        if !kept[place] {
            continue;
        }
        for &at in &block.body {
            if code.get(at).opcode == op::PHI {
                drop_ways(code, at, |label| {
                    labels.find(label).is_some_and(|from| kept[from as usize])
                });
            }
        }
    }
    let mut kept = kept.into_iter();
    function.blocks.retain(|_| kept.next().unwrap_or(true));
    code.changes += 1;
}

/// Drops the pairs of a phi whose block is not to stay.
pub(super) fn drop_ways(code: &mut Code, phi: u32, stays: impl Fn(u32) -> bool) {
    let operands = code.operands(phi);
    let left: Vec<(u32, bool)> = operands
        .chunks_exact(2)
        .filter(|pair| stays(pair[1]))
        .flat_map(|pair| [(pair[0], true), (pair[1], true)])
        .collect();
    if left.len() != operands.len() {
        code.rewrite(phi, op::PHI, left);
    }
}
