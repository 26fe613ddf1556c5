//! Which block follows which.

use super::code::{Block, Code, Function, Id};
use super::opcode as op;

/// No block.
pub(super) const NO_BLOCK: u32 = u32::MAX;

/// The ways through a function, blocks numbered by their place.
pub(super) struct Flow {
    /// By block, the blocks that it may go to, each once.
    pub(super) successors: Vec<Vec<u32>>,
    /// By block, the blocks that may go to it, each once.
    pub(super) predecessors: Vec<Vec<u32>>,
    /// The blocks that the first one leads to, each before those that it leads to unless they lead back to it.
    pub(super) order: Vec<u32>,
    /// By block, its place in `order`, or [`NO_BLOCK`].
    pub(super) rank: Vec<u32>,
}

/// The labels that a block may go to, each once.
pub(super) fn successors(code: &Code, block: &Block) -> Vec<Id> {
    let Some(&last) = block.body.last() else {
        return Vec::new();
    };
    let operands = code.marked(last);
    let mut labels: Vec<Id> = match code.get(last).opcode {
        op::BRANCH => operands.map(|(word, _)| word).collect(),
        op::BRANCH_CONDITIONAL => operands.skip(1).take(2).map(|(word, _)| word).collect(),
        // Cases are a number of one or two words and a label; the selector comes first.
        op::SWITCH => code.used(last).skip(1).collect(),
        _ => Vec::new(),
    };
    if labels.len() > 1 {
        labels.sort_unstable();
        labels.dedup();
    }
    labels
}

/// The merge block and, of a loop, the continue target that a block names.
pub(super) fn merge(code: &Code, block: &Block) -> [Option<Id>; 2] {
    let Some(&at) = block
        .body
        .len()
        .checked_sub(2)
        .and_then(|place| block.body.get(place))
    else {
        return [None; 2];
    };
    match code.get(at).opcode {
        op::SELECTION_MERGE => [Some(code.word(at, 0)), None],
        op::LOOP_MERGE => [Some(code.word(at, 0)), Some(code.word(at, 1))],
        _ => [None; 2],
    }
}

/// Finds blocks by their labels.
pub(super) struct Labels(Vec<(Id, u32)>);

impl Labels {
    pub(super) fn new(function: &Function) -> Labels {
        let mut labels: Vec<(Id, u32)> = function
            .blocks
            .iter()
            .zip(0..)
            .map(|(block, place)| (block.label, place))
            .collect();
        labels.sort_unstable();
        Labels(labels)
    }

    /// The place of the block with this label.
    pub(super) fn find(&self, label: Id) -> Option<u32> {
        let found = self.0.binary_search_by_key(&label, |entry| entry.0).ok()?;
        Some(self.0[found].1)
    }
}

impl Flow {
    pub(super) fn new(code: &Code, function: &Function) -> Flow {
        let labels = Labels::new(function);
        let successors: Vec<Vec<u32>> = function
            .blocks
            .iter()
            .map(|block| {
                let found = successors(code, block);
                found.into_iter().filter_map(|label| labels.find(label)).collect()
            })
            .collect();
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (block, next) in (0..).zip(&successors) {
            for next in next {
                predecessors[*next as usize].push(block);
            }
        }
        let order = order(&successors);
        let mut rank = vec![NO_BLOCK; successors.len()];
        for (place, block) in (0..).zip(&order) {
            rank[*block as usize] = place;
        }
        Flow {
            successors,
            predecessors,
            order,
            rank,
        }
    }
}

/// The reverse of the order in which a search leaves blocks.
fn order(successors: &[Vec<u32>]) -> Vec<u32> {
    let mut left = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut open: Vec<(u32, usize)> = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        open.push((0, 0));
    }
    while let Some((block, next)) = open.last_mut() {
        match successors[*block as usize].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push((to, 0));
                }
            }
            None => {
                left.push(*block);
                open.pop();
            }
        }
    }
    left.reverse();
    left
}
