//! Finds natural loops, how they nest, and regions with several entries.

use super::dominators::Dominators;
use super::graph::{BlockIndex, Graph, NO_BLOCK, Rows};

/// A natural loop: the blocks from which its header is reached again without leaving what the header dominates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The only block through which the loop is entered.
    pub header: BlockIndex,
    /// Index of the closest loop around it.
    pub parent: Option<u32>,
    /// Number of loops around it.
    pub depth: u32,
}

/// The loops of a function.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Each after the loops around it.
    loops: Vec<Loop>,
    /// By block, one more than the index of its innermost loop; 0 for none.
    innermost: Vec<u32>,
    irreducible: Vec<Vec<BlockIndex>>,
}

impl Loops {
    /// The loops of a function.
    pub fn of(graph: &Graph, dominators: &Dominators) -> Loops {
        let mut finder = Finder {
            graph,
            dominators,
            headers: Vec::new(),
            parents: Vec::new(),
            roots: Vec::new(),
            innermost: vec![NO_BLOCK; graph.len()],
        };
        for &header in graph.reverse_postorder().iter().rev() {
            finder.header(header);
        }
        finder.finish(irreducible(graph, dominators))
    }

    /// The loops, each after the loops around it.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// Index of the innermost loop that a block is in.
    pub fn innermost(&self, block: BlockIndex) -> Option<u32> {
        self.innermost[block as usize].checked_sub(1)
    }

    /// Sets of blocks that form a cycle that is entered at more than one block, without the edges that close natural
    /// loops. None if the flow is reducible.
    pub fn irreducible(&self) -> &[Vec<BlockIndex>] {
        &self.irreducible
    }
}

struct Finder<'g> {
    graph: &'g Graph,
    dominators: &'g Dominators,
    /// Headers of the loops found, each after those of the loops in it.
    headers: Vec<BlockIndex>,
    parents: Vec<u32>,
    /// By loop, a loop around it, with compressed paths.
    roots: Vec<u32>,
    innermost: Vec<u32>,
}

impl Finder<'_> {
    fn header(&mut self, header: BlockIndex) {
        let latches = self.graph.predecessors(header).iter().copied();
        let mut work: Vec<BlockIndex> =
            latches.filter(|latch| self.dominators.dominates(header, *latch)).collect();
        if work.is_empty() {
            return;
        }
        let found = self.headers.len() as u32;
        self.headers.push(header);
        self.parents.push(NO_BLOCK);
        self.roots.push(found);
        self.innermost[header as usize] = found;
        while let Some(block) = work.pop() {
            let inner = self.innermost[block as usize];
            let start = if inner == NO_BLOCK {
                self.innermost[block as usize] = found;
                block
            } else {
                let root = self.root(inner);
                if root == found {
                    continue;
                }
                self.parents[root as usize] = found;
                self.roots[root as usize] = found;
                self.headers[root as usize]
            };
            let reachable = |before: &BlockIndex| self.graph.is_reachable(*before);
            work.extend(self.graph.predecessors(start).iter().copied().filter(reachable));
        }
    }

    fn root(&mut self, inner: u32) -> u32 {
        let mut root = inner;
        while self.roots[root as usize] != root {
            let above = self.roots[root as usize];
            self.roots[root as usize] = self.roots[above as usize];
            root = above;
        }
        root
    }

    /// Numbers the loops from outside in.
    fn finish(self, irreducible: Vec<Vec<BlockIndex>>) -> Loops {
        let last = (self.headers.len() as u32).wrapping_sub(1);
        let mut loops: Vec<Loop> = Vec::with_capacity(self.headers.len());
        for (header, parent) in self.headers.iter().zip(&self.parents).rev() {
            let parent = (*parent != NO_BLOCK).then(|| last - parent);
            let depth = parent.map_or(0, |parent| loops[parent as usize].depth + 1);
            loops.push(Loop { header: *header, parent, depth });
        }
        let number = |found: u32| if found == NO_BLOCK { 0 } else { last - found + 1 };
        let innermost = self.innermost.into_iter().map(number).collect();
        Loops { loops, innermost, irreducible }
    }
}

/// Cycles without a block that dominates them: strongly connected components (Tarjan) of the graph without the edges
/// that close natural loops.
fn irreducible(graph: &Graph, dominators: &Dominators) -> Vec<Vec<BlockIndex>> {
    let forward = |from: BlockIndex, to: BlockIndex| !dominators.dominates(to, from);
    let is_reducible = graph.reverse_postorder().iter().all(|&from| {
        let mut next = graph.successors(from).iter();
        next.all(|&to| graph.order(to) > graph.order(from) || !forward(from, to))
    });
    if is_reducible {
        return Vec::new();
    }
    let mut rows = Rows::default();
    for from in 0..graph.len() as u32 {
        let next = graph.successors(from).iter().copied();
        rows.push_row(next.filter(|to| graph.is_reachable(from) && forward(from, *to)));
    }
    components(&rows).into_iter().filter(|component| component.len() > 1).collect()
}

/// Strongly connected components of what node 0 reaches, each in ascending order.
pub(super) fn components(successors: &Rows) -> Vec<Vec<u32>> {
    let count = successors.len();
    let mut numbers = vec![0u32; count];
    let mut lowest = vec![0u32; count];
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let mut number = 0;
    let mut stack: Vec<(u32, usize)> = if count == 0 { Vec::new() } else { vec![(0, 0)] };
    while let Some(&mut (node, ref mut next)) = stack.last_mut() {
        let index = node as usize;
        if *next == 0 {
            number += 1;
            numbers[index] = number;
            lowest[index] = number;
            open.push(node);
        }
        if let Some(&to) = successors.get(node).get(*next) {
            *next += 1;
            match numbers[to as usize] {
                0 => stack.push((to, 0)),
                // Nodes of finished components have the highest number.
                other => lowest[index] = lowest[index].min(other),
            }
            continue;
        }
        stack.pop();
        if let Some(&(parent, _)) = stack.last() {
            lowest[parent as usize] = lowest[parent as usize].min(lowest[index]);
        }
        if lowest[index] == numbers[index] {
            let start = open.iter().rposition(|other| *other == node).unwrap_or(0);
            let mut component = open.split_off(start);
            component.iter().for_each(|node| numbers[*node as usize] = u32::MAX);
            component.sort_unstable();
            found.push(component);
        }
    }
    found
}
