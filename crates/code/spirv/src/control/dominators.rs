//! Computes dominators and post-dominators.

use super::graph::{BlockIndex, Graph, NO_BLOCK, Rows};

/// The dominator tree of a function, of its blocks from the entry or, for post-dominators, back from a virtual exit
/// that all blocks without successors lead to. Blocks that the root does not reach are not in the tree.
///
/// Computed with the algorithm of Lengauer and Tarjan, in n·log n.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// By node, its parent in the tree.
    parents: Vec<u32>,
    /// By node, its number in preorder, counted from 1; 0 outside of the tree.
    enter: Vec<u32>,
    /// By node, the highest number in its subtree.
    leave: Vec<u32>,
    /// Number of blocks; the virtual exit, if there is one, comes after them.
    blocks: u32,
}

impl Dominators {
    /// Dominators of the blocks.
    pub fn of(graph: &Graph) -> Dominators {
        Dominators::compute(
            graph.len() as u32,
            0,
            graph.len(),
            |b| graph.successors(b),
            |b| graph.predecessors(b),
        )
    }

    /// Post-dominators of the blocks. Those that cannot leave the function have none.
    pub fn post(graph: &Graph) -> Dominators {
        let exit = graph.len() as u32;
        let is_last = |block: &BlockIndex| graph.is_reachable(*block) && graph.successors(*block).is_empty();
        let exits: Vec<BlockIndex> = (0..exit).filter(is_last).collect();
        let to_exit = [exit];
        Dominators::compute(
            exit,
            exit,
            graph.len() + 1,
            |block| if block == exit { &exits } else { graph.predecessors(block) },
            |block| match block {
                _ if block == exit => &[],
                _ if exits.binary_search(&block).is_ok() => &to_exit,
                _ => graph.successors(block),
            },
        )
    }

    fn compute<'g>(
        blocks: u32,
        root: u32,
        count: usize,
        next: impl Fn(u32) -> &'g [u32],
        before: impl Fn(u32) -> &'g [u32],
    ) -> Dominators {
        let mut tree = Dominators {
            parents: vec![NO_BLOCK; count],
            enter: vec![0; count],
            leave: vec![0; count],
            blocks,
        };
        if count == 0 {
            return tree;
        }
        if count == 1 {
            (tree.enter[0], tree.leave[0]) = (1, 1);
            return tree;
        }
        let search = Search::from(root, count, next);
        let parents = search.dominators(before);
        for (number, parent) in parents.iter().enumerate().skip(1) {
            tree.parents[search.nodes[number] as usize] = search.nodes[*parent as usize];
        }
        tree.number(root);
        tree
    }

    /// Numbers the tree in preorder.
    fn number(&mut self, root: u32) {
        let pairs = (0..self.parents.len() as u32)
            .map(|node| (self.parents[node as usize], node))
            .filter(|(parent, _)| *parent != NO_BLOCK);
        let children = Rows::group(self.parents.len(), pairs);
        let mut number = 0;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            if *next == 0 {
                number += 1;
                self.enter[*node as usize] = number;
            }
            match children.get(*node).get(*next) {
                Some(child) => {
                    *next += 1;
                    stack.push((*child, 0));
                }
                None => {
                    self.leave[*node as usize] = number;
                    stack.pop();
                }
            }
        }
    }

    /// The closest block that dominates a block and is not the block itself; `None` for the root, for blocks that only
    /// the virtual exit dominates, and outside of the tree.
    pub fn immediate(&self, block: BlockIndex) -> Option<BlockIndex> {
        let parent = self.parents[block as usize];
        (parent < self.blocks).then_some(parent)
    }

    /// True if every path to `b` passes through `a`; a block dominates itself. False outside of the tree.
    pub fn dominates(&self, a: BlockIndex, b: BlockIndex) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.enter[a] != 0 && self.enter[a] <= self.enter[b] && self.enter[b] <= self.leave[a]
    }

    /// True if `a` dominates `b` and is another block.
    pub fn strictly_dominates(&self, a: BlockIndex, b: BlockIndex) -> bool {
        a != b && self.dominates(a, b)
    }

    /// True if the block is in the tree.
    pub fn contains(&self, block: BlockIndex) -> bool {
        self.enter[block as usize] != 0
    }
}

/// A depth-first search; all but `nodes` and `numbers` is by number in its preorder.
struct Search {
    nodes: Vec<u32>,
    /// By node, its number, or [`NO_BLOCK`].
    numbers: Vec<u32>,
    parents: Vec<u32>,
}

impl Search {
    fn from<'g>(root: u32, count: usize, next: impl Fn(u32) -> &'g [u32]) -> Search {
        let mut search = Search { nodes: vec![root], numbers: vec![NO_BLOCK; count], parents: vec![0] };
        search.numbers[root as usize] = 0;
        let mut stack = vec![(root, 0)];
        while let Some((node, index)) = stack.last_mut() {
            let Some(&to) = next(*node).get(*index) else {
                stack.pop();
                continue;
            };
            *index += 1;
            if search.numbers[to as usize] == NO_BLOCK {
                search.numbers[to as usize] = search.nodes.len() as u32;
                search.parents.push(search.numbers[*node as usize]);
                search.nodes.push(to);
                stack.push((to, 0));
            }
        }
        search
    }

    /// Immediate dominators.
    fn dominators<'g>(&self, before: impl Fn(u32) -> &'g [u32]) -> Vec<u32> {
        let count = self.nodes.len() as u32;
        let mut forest = Forest {
            ancestors: vec![NO_BLOCK; count as usize],
            best: (0..count).collect(),
            semi: (0..count).collect(),
            path: Vec::new(),
        };
        let mut dominators = vec![0; count as usize];
        // Nodes by semidominator, as linked lists.
        let mut first = vec![NO_BLOCK; count as usize];
        let mut following = vec![NO_BLOCK; count as usize];
        for node in (1..count).rev() {
            for predecessor in before(self.nodes[node as usize]) {
                let predecessor = self.numbers[*predecessor as usize];
                if predecessor != NO_BLOCK {
                    let best = forest.eval(predecessor);
                    let semi = forest.semi[best as usize];
                    forest.semi[node as usize] = forest.semi[node as usize].min(semi);
                }
            }
            let semi = forest.semi[node as usize] as usize;
            following[node as usize] = std::mem::replace(&mut first[semi], node);
            let parent = self.parents[node as usize];
            forest.ancestors[node as usize] = parent;
            let mut waiting = std::mem::replace(&mut first[parent as usize], NO_BLOCK);
            while waiting != NO_BLOCK {
                let best = forest.eval(waiting);
                let is_lower = forest.semi[best as usize] < forest.semi[waiting as usize];
                dominators[waiting as usize] = if is_lower { best } else { parent };
                waiting = following[waiting as usize];
            }
        }
        for node in 1..count as usize {
            if dominators[node] != forest.semi[node] {
                dominators[node] = dominators[dominators[node] as usize];
            }
        }
        dominators
    }
}

/// Nodes already visited, linked to their parents, with compressed paths.
struct Forest {
    ancestors: Vec<u32>,
    /// By node, the node with the lowest semidominator on its compressed path.
    best: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn eval(&mut self, node: u32) -> u32 {
        if self.ancestors[node as usize] == NO_BLOCK {
            return node;
        }
        let mut at = node;
        while self.ancestors[self.ancestors[at as usize] as usize] != NO_BLOCK {
            self.path.push(at);
            at = self.ancestors[at as usize];
        }
        while let Some(node) = self.path.pop() {
            let ancestor = self.ancestors[node as usize] as usize;
            let above = self.best[ancestor];
            if self.semi[above as usize] < self.semi[self.best[node as usize] as usize] {
                self.best[node as usize] = above;
            }
            self.ancestors[node as usize] = self.ancestors[ancestor];
        }
        self.best[node as usize]
    }
}
