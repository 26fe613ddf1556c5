//! Dominators and control dependence of a body.
//!
//! Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm"; Allen, Kennedy, "Optimizing Compilers for Modern
//! Architectures", for control dependence.

use crate::ir::{Body, LabelId};

/// No block.
const NONE: u32 = u32::MAX;
/// Steps that one graph may take; graphs of compilers take a few for each block.
const MAX_WORK: u64 = 1 << 27;
/// Pairs of blocks that one graph may have in its control dependence.
const MAX_PAIRS: usize = 1 << 22;

/// A graph of blocks.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where each block may lead.
    pub successors: Vec<Vec<u32>>,
    /// Where each block may be come from.
    pub predecessors: Vec<Vec<u32>>,
}

impl Graph {
    /// The blocks of a body.
    pub fn of(body: &Body) -> Graph {
        let count = body.blocks.len();
        let mut graph = Graph {
            successors: vec![Vec::new(); count],
            predecessors: vec![Vec::new(); count],
        };
        for block in 0..count {
            let last = body.block(LabelId::at(block)).last();
            let Some((_, last)) = last.filter(|(_, last)| last.is_terminator()) else {
                continue;
            };
            for label in body.labels(last) {
                let (from, to) = (block as u32, label.0);
                if let Some(predecessors) = graph.predecessors.get_mut(label.index()) {
                    predecessors.push(from);
                    if let Some(successors) = graph.successors.get_mut(block) {
                        successors.push(to);
                    }
                }
            }
        }
        graph
    }

    fn len(&self) -> usize {
        self.successors.len()
    }
}

/// A tree of dominators.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    parents: Vec<u32>,
    reached: Vec<bool>,
}

impl Dominators {
    /// The dominators from the first block on; `None` for a graph that takes too much work.
    pub fn forward(graph: &Graph) -> Option<Dominators> {
        Dominators::compute(&graph.successors, &graph.predecessors, &[0])
    }

    /// The dominators from the ends on, where a block has nowhere to go; `None` for a graph that takes too much work.
    pub fn backward(graph: &Graph) -> Option<Dominators> {
        let is_end = |block: &u32| {
            let successors = graph.successors.get(*block as usize);
            successors.is_some_and(Vec::is_empty)
        };
        let ends: Vec<u32> = (0..graph.len() as u32).filter(is_end).collect();
        Dominators::compute(&graph.predecessors, &graph.successors, &ends)
    }

    /// The block that dominates a block directly; `None` for roots, and for what no root reaches.
    pub fn parent(&self, block: u32) -> Option<u32> {
        let parent = self.parents.get(block as usize).copied()?;
        (parent != NONE).then_some(parent)
    }

    /// Whether a root reaches a block.
    pub fn reaches(&self, block: u32) -> bool {
        self.reached.get(block as usize).copied().unwrap_or(false)
    }

    /// Roots hang under one node that is no block: its number is the number of blocks.
    fn compute(next: &[Vec<u32>], back: &[Vec<u32>], roots: &[u32]) -> Option<Dominators> {
        let count = next.len();
        let top = count as u32;
        // The order in which depth-first search leaves blocks; the node above all is left last.
        let mut order = Vec::with_capacity(count + 1);
        let mut number = vec![NONE; count + 1];
        let mut reached = vec![false; count];
        for &root in roots {
            let mut open: Vec<(u32, usize)> = vec![(root, 0)];
            match reached.get_mut(root as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            while let Some((block, child)) = open.pop() {
                match next.get(block as usize).and_then(|next| next.get(child)) {
                    Some(&to) => {
                        open.push((block, child + 1));
                        if let Some(seen) = reached.get_mut(to as usize)
                            && !std::mem::replace(seen, true)
                        {
                            open.push((to, 0));
                        }
                    }
                    None => {
                        if let Some(slot) = number.get_mut(block as usize) {
                            *slot = order.len() as u32;
                        }
                        order.push(block);
                    }
                }
            }
        }
        if let Some(slot) = number.get_mut(count) {
            *slot = order.len() as u32;
        }
        let mut parents = vec![NONE; count + 1];
        if let Some(slot) = parents.get_mut(count) {
            *slot = top;
        }
        let mut is_root = vec![false; count];
        for &root in roots {
            if let Some(slot) = is_root.get_mut(root as usize) {
                *slot = true;
            }
        }
        let mut work = MAX_WORK;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().rev() {
                let root = is_root.get(block as usize).copied().unwrap_or(false);
                let mut found = if root { top } else { NONE };
                for &from in back.get(block as usize).into_iter().flatten() {
                    let known = parents.get(from as usize).is_some_and(|&parent| parent != NONE);
                    if known {
                        found = meet(found, from, &parents, &number, &mut work)?;
                    }
                }
                if let Some(slot) = parents.get_mut(block as usize)
                    && *slot != found
                {
                    *slot = found;
                    changed = true;
                }
            }
        }
        parents.truncate(count);
        for parent in &mut parents {
            if *parent == top {
                *parent = NONE;
            }
        }
        Some(Dominators { parents, reached })
    }
}

/// The deepest node that dominates two; `None` when there is no work left.
fn meet(a: u32, b: u32, parents: &[u32], number: &[u32], work: &mut u64) -> Option<u32> {
    if a == NONE {
        return Some(b);
    }
    let number_of = |node: u32| number.get(node as usize).copied().unwrap_or(NONE);
    let parent = |node: u32| parents.get(node as usize).copied().unwrap_or(NONE);
    let (mut a, mut b) = (a, b);
    while a != b {
        *work = work.checked_sub(1)?;
        // Parents have larger numbers, so each step climbs.
        if number_of(a) < number_of(b) {
            a = parent(a);
        } else {
            b = parent(b);
        }
        if a == NONE || b == NONE {
            return Some(NONE);
        }
    }
    Some(a)
}

/// For each block those whose end decides whether it runs.
#[derive(Clone, Debug, Default)]
pub struct ControlDependence {
    deciders: Vec<Vec<u32>>,
}

impl ControlDependence {
    /// The control dependence of a graph; `None` for one that takes too much work.
    pub fn of(graph: &Graph) -> Option<ControlDependence> {
        let after = Dominators::backward(graph)?;
        let mut room = MAX_PAIRS;
        let mut deciders = vec![Vec::new(); graph.len()];
        for (block, successors) in graph.successors.iter().enumerate() {
            let block = block as u32;
            if !after.reaches(block) {
                continue;
            }
            let stop = after.parent(block);
            for &successor in successors {
                // All that follows in any case from the successor, up to what follows in any case from the block.
                let mut at = Some(successor).filter(|&successor| after.reaches(successor));
                while let Some(decided) = at.filter(|_| at != stop) {
                    if let Some(list) = deciders.get_mut(decided as usize) {
                        if list.last() == Some(&block) {
                            break;
                        }
                        room = room.checked_sub(1)?;
                        list.push(block);
                    }
                    at = after.parent(decided);
                }
            }
        }
        Some(ControlDependence { deciders })
    }

    /// The blocks whose end decides whether a block runs.
    pub fn deciders(&self, block: u32) -> &[u32] {
        self.deciders.get(block as usize).map_or(&[], Vec::as_slice)
    }
}
