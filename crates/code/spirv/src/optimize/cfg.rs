//! Computes the control-flow graph: successors, predecessors, reverse postorder.

use crate::grammar::op;
use crate::module::{Block, Function, Id, Module};

/// No block.
pub(super) const NO_BLOCK: u32 = u32::MAX;

/// Control-flow graph of a function; blocks are numbered by index.
pub(super) struct Cfg {
    /// Successors by block, without duplicates.
    pub(super) successors: Vec<Vec<u32>>,
    /// Predecessors by block, without duplicates.
    pub(super) predecessors: Vec<Vec<u32>>,
    /// Reachable blocks in reverse postorder.
    pub(super) reverse_postorder: Vec<u32>,
    /// By block, its index in `reverse_postorder`, or [`NO_BLOCK`].
    pub(super) rpo_index: Vec<u32>,
}

/// Labels of a block's successors, without duplicates.
pub(super) fn successors(module: &Module, block: &Block) -> Vec<Id> {
    let Some(&last) = block.body.last() else {
        return Vec::new();
    };
    let operands = module.operands(last);
    let mut labels: Vec<Id> = match module.opcode(last) {
        op::BRANCH => operands.to_vec(),
        op::BRANCH_CONDITIONAL => operands.iter().skip(1).take(2).copied().collect(),
        // Each case is a literal of one or two words and a label; the selector comes first.
        op::SWITCH => module.used_ids(last).skip(1).collect(),
        _ => Vec::new(),
    };
    if labels.len() > 1 {
        labels.sort_unstable();
        labels.dedup();
    }
    labels
}

/// Merge block and, for loops, continue target of a block.
pub(super) fn merge(module: &Module, block: &Block) -> [Option<Id>; 2] {
    let Some(&at) = block.body.len().checked_sub(2).and_then(|index| block.body.get(index)) else {
        return [None; 2];
    };
    match module.opcode(at) {
        op::SELECTION_MERGE => [Some(module.word(at, 0)), None],
        op::LOOP_MERGE => [Some(module.word(at, 0)), Some(module.word(at, 1))],
        _ => [None; 2],
    }
}

/// Maps labels to block indices.
pub(super) struct Labels(Vec<(Id, u32)>);

impl Labels {
    pub(super) fn new(function: &Function) -> Labels {
        let mut labels: Vec<(Id, u32)> =
            function.blocks.iter().zip(0..).map(|(block, index)| (block.label, index)).collect();
        labels.sort_unstable();
        Labels(labels)
    }

    /// Index of the block with this label.
    pub(super) fn find(&self, label: Id) -> Option<u32> {
        let found = self.0.binary_search_by_key(&label, |entry| entry.0).ok()?;
        Some(self.0[found].1)
    }
}

impl Cfg {
    pub(super) fn new(module: &Module, function: &Function) -> Cfg {
        let labels = Labels::new(function);
        let successors: Vec<Vec<u32>> = function
            .blocks
            .iter()
            .map(|block| {
                let found = successors(module, block);
                let mut found: Vec<u32> = found.into_iter().filter_map(|label| labels.find(label)).collect();
                // In the order of the file, so that results do not depend on the numbers of ids.
                found.sort_unstable();
                found
            })
            .collect();
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (block, next) in (0..).zip(&successors) {
            for next in next {
                predecessors[*next as usize].push(block);
            }
        }
        let reverse_postorder = reverse_postorder(&successors);
        let mut rpo_index = vec![NO_BLOCK; successors.len()];
        for (index, block) in (0..).zip(&reverse_postorder) {
            rpo_index[*block as usize] = index;
        }
        Cfg { successors, predecessors, reverse_postorder, rpo_index }
    }
}

/// Blocks in reverse postorder.
fn reverse_postorder(successors: &[Vec<u32>]) -> Vec<u32> {
    let mut postorder = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack: Vec<(u32, usize)> = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match successors[*block as usize].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}
