//! Computes dominators and control dependence of a body.
//!
//! Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm"; Allen, Kennedy, "Optimizing
//! Compilers for Modern Architectures", for control dependence.

use crate::ir::{Body, LabelId};

/// No block.
const NONE: u32 = u32::MAX;
/// Work limit per graph; compiler-generated graphs take a few steps per block.
const MAX_WORK: u64 = 1 << 27;
/// Limit on control-dependence pairs per graph.
const MAX_PAIRS: usize = 1 << 22;

/// Control-flow graph of a body.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Successors by block.
    pub successors: Vec<Vec<u32>>,
    /// Predecessors by block.
    pub predecessors: Vec<Vec<u32>>,
}

impl Graph {
    /// Builds the graph of a body.
    pub fn of(body: &Body) -> Graph {
        let count = body.blocks.len();
        let mut graph = Graph { successors: vec![Vec::new(); count], predecessors: vec![Vec::new(); count] };
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

/// A dominator tree.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    parents: Vec<u32>,
    reached: Vec<bool>,
}

impl Dominators {
    /// Dominators from the entry block; `None` if the work limit is exceeded.
    pub fn forward(graph: &Graph) -> Option<Dominators> {
        Dominators::compute(&graph.successors, &graph.predecessors, &[0])
    }

    /// Postdominators from the exit blocks; `None` if the work limit is exceeded.
    pub fn backward(graph: &Graph) -> Option<Dominators> {
        let is_end = |block: &u32| {
            let successors = graph.successors.get(*block as usize);
            successors.is_some_and(Vec::is_empty)
        };
        let ends: Vec<u32> = (0..graph.len() as u32).filter(is_end).collect();
        Dominators::compute(&graph.predecessors, &graph.successors, &ends)
    }

    /// Immediate dominator of a block; `None` for roots and unreachable blocks.
    pub fn parent(&self, block: u32) -> Option<u32> {
        let parent = self.parents.get(block as usize).copied()?;
        (parent != NONE).then_some(parent)
    }

    /// Order of the tree, in which dominance is compared without climbing.
    pub fn order(&self) -> Order {
        let count = self.parents.len();
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for block in 0..count as u32 {
            match self.parent(block) {
                Some(parent) => {
                    if let Some(children) = children.get_mut(parent as usize) {
                        children.push(block);
                    }
                }
                None if self.reaches(block) => stack.push((block, 0)),
                None => {}
            }
        }
        let (mut first, mut last) = (vec![NONE; count], vec![0; count]);
        let mut next = 0;
        while let Some((block, child)) = stack.pop() {
            let index = block as usize;
            if let Some(slot) = first.get_mut(index).filter(|slot| **slot == NONE) {
                *slot = next;
                next += 1;
            }
            match children.get(index).and_then(|children| children.get(child)) {
                Some(&below) => {
                    stack.push((block, child + 1));
                    stack.push((below, 0));
                }
                None => {
                    if let Some(slot) = last.get_mut(index) {
                        *slot = next;
                    }
                }
            }
        }
        Order { first, last }
    }

    /// True if a block is reachable from a root.
    pub fn reaches(&self, block: u32) -> bool {
        self.reached.get(block as usize).copied().unwrap_or(false)
    }

    /// Roots are children of a virtual node numbered one past the last block.
    fn compute(next: &[Vec<u32>], back: &[Vec<u32>], roots: &[u32]) -> Option<Dominators> {
        let count = next.len();
        let top = count as u32;
        // Postorder of the depth-first search; the virtual root comes last.
        let mut order = Vec::with_capacity(count + 1);
        let mut number = vec![NONE; count + 1];
        let mut reached = vec![false; count];
        for &root in roots {
            let mut stack: Vec<(u32, usize)> = vec![(root, 0)];
            match reached.get_mut(root as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            while let Some((block, child)) = stack.pop() {
                match next.get(block as usize).and_then(|next| next.get(child)) {
                    Some(&to) => {
                        stack.push((block, child + 1));
                        if let Some(seen) = reached.get_mut(to as usize)
                            && !std::mem::replace(seen, true)
                        {
                            stack.push((to, 0));
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
                        found = nearest_common_dominator(found, from, &parents, &number, &mut work)?;
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

/// A dominator tree in the order of a walk: a block dominates those whose numbers are in its range.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Number of each block; `NONE` for unreachable ones.
    first: Vec<u32>,
    /// One past the last number below each block.
    last: Vec<u32>,
}

impl Order {
    fn range(&self, block: u32) -> Option<(u32, u32)> {
        let first = *self.first.get(block as usize)?;
        Some((first, *self.last.get(block as usize)?)).filter(|_| first != NONE)
    }

    /// True if block `from` dominates block `to`, or if one of them is unreachable.
    pub fn contains(&self, from: u32, to: u32) -> bool {
        match (self.range(from), self.range(to)) {
            (Some((first, last)), Some((below, _))) => (first..last).contains(&below),
            _ => true,
        }
    }

    /// True if a block is reachable.
    pub fn reaches(&self, block: u32) -> bool {
        self.range(block).is_some()
    }

    /// Edges between reachable blocks that lead back in a depth-first search from block 0.
    pub fn retreating<'o>(&'o self, successors: &'o [Vec<u32>]) -> impl Iterator<Item = (u32, u32)> + 'o {
        let mut state = vec![0u8; successors.len()];
        let mut found = Vec::new();
        let mut stack = vec![(0u32, 0usize)];
        while let Some((block, edge)) = stack.pop() {
            let index = block as usize;
            let Some(next) = successors.get(index) else { continue };
            if let Some(state) = state.get_mut(index) {
                *state = 1;
            }
            match next.get(edge) {
                Some(&to) => {
                    stack.push((block, edge + 1));
                    match state.get(to as usize) {
                        Some(0) => stack.push((to, 0)),
                        Some(1) => found.push((block, to)),
                        _ => {}
                    }
                }
                None => {
                    if let Some(state) = state.get_mut(index) {
                        *state = 2;
                    }
                }
            }
        }
        found.into_iter().filter(|&(from, to)| self.reaches(from) && self.reaches(to))
    }
}

/// Nearest common dominator of two nodes; `None` if the work limit is exceeded.
fn nearest_common_dominator(a: u32, b: u32, parents: &[u32], number: &[u32], work: &mut u64) -> Option<u32> {
    if a == NONE {
        return Some(b);
    }
    let number_of = |node: u32| number.get(node as usize).copied().unwrap_or(NONE);
    let parent = |node: u32| parents.get(node as usize).copied().unwrap_or(NONE);
    let (mut a, mut b) = (a, b);
    while a != b {
        *work = work.checked_sub(1)?;
        // Dominators have larger postorder numbers, so each step climbs.
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

/// By block, the blocks it is control-dependent on.
#[derive(Clone, Debug, Default)]
pub struct ControlDependence {
    controlling_blocks: Vec<Vec<u32>>,
}

impl ControlDependence {
    /// Control dependence of a graph; `None` if the work limit is exceeded.
    pub fn of(graph: &Graph) -> Option<ControlDependence> {
        let after = Dominators::backward(graph)?;
        let mut pairs_left = MAX_PAIRS;
        let mut controlling_blocks = vec![Vec::new(); graph.len()];
        for (block, successors) in graph.successors.iter().enumerate() {
            let block = block as u32;
            if !after.reaches(block) {
                continue;
            }
            let stop = after.parent(block);
            for &successor in successors {
                // Walk the postdominators of the successor up to the immediate postdominator of the block.
                let mut at = Some(successor).filter(|&successor| after.reaches(successor));
                while let Some(decided) = at.filter(|_| at != stop) {
                    if let Some(list) = controlling_blocks.get_mut(decided as usize) {
                        if list.last() == Some(&block) {
                            break;
                        }
                        pairs_left = pairs_left.checked_sub(1)?;
                        list.push(block);
                    }
                    at = after.parent(decided);
                }
            }
        }
        Some(ControlDependence { controlling_blocks })
    }

    /// Blocks that a block is control-dependent on.
    pub fn controlling_blocks(&self, block: u32) -> &[u32] {
        self.controlling_blocks.get(block as usize).map_or(&[], Vec::as_slice)
    }
}
