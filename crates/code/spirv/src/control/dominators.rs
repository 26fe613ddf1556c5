//! Computes dominators and post-dominators.

use super::graph::{BlockIndex, Graph, NO_BLOCK};

/// The dominator tree of a function, of its blocks from the entry or, for post-dominators, back from a virtual exit
/// that all blocks without successors lead to. Blocks that the root does not reach are not in the tree.
///
/// Computed in one pass over the blocks where every cycle has one entry, as structured code has; else with the algorithm
/// of Lengauer and Tarjan, in n·log n.
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
        if let Some(tree) = Dominators::in_order(graph) {
            return tree;
        }
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

    /// The tree from one pass in reverse postorder, which is right if each edge backwards leads to a block that
    /// dominates where it comes from. `None` if one does not, or if the way up the tree is long too often.
    fn in_order(graph: &Graph) -> Option<Dominators> {
        const STEPS_PER_BLOCK: usize = 16;
        let order = graph.reverse_postorder();
        let mut parents = vec![0; order.len()];
        let mut backwards = Vec::new();
        let mut steps = order.len() * STEPS_PER_BLOCK;
        for (block, number) in order.iter().zip(0u32..) {
            let mut parent = NO_BLOCK;
            for &from in graph.predecessors(*block) {
                let mut other = graph.order(from);
                if other >= number {
                    if other != NO_BLOCK {
                        backwards.push((from, *block));
                    }
                    continue;
                }
                if parent == NO_BLOCK {
                    parent = other;
                }
                while parent != other {
                    steps = steps.checked_sub(1)?;
                    let deeper = if parent > other { &mut parent } else { &mut other };
                    *deeper = parents[*deeper as usize];
                }
            }
            if number > 0 {
                parents[number as usize] = parent;
            }
        }
        let tree = Dominators::numbered(graph.len() as u32, graph.len(), order, &parents);
        backwards.iter().all(|(from, to)| tree.dominates(*to, *from)).then_some(tree)
    }

    fn compute<'g>(
        blocks: u32,
        root: u32,
        count: usize,
        next: impl Fn(u32) -> &'g [u32],
        before: impl Fn(u32) -> &'g [u32],
    ) -> Dominators {
        if count == 0 {
            return Dominators::default();
        }
        let search = Search::from(root, count, next);
        let parents = search.dominators(before);
        Dominators::numbered(blocks, count, &search.nodes, &parents)
    }

    /// Numbers the tree of some of `count` nodes, each after its parent; `parents` are indices in `nodes`.
    fn numbered(blocks: u32, count: usize, nodes: &[u32], parents: &[u32]) -> Dominators {
        let mut tree = Dominators {
            parents: vec![NO_BLOCK; count],
            enter: vec![0; count],
            leave: vec![0; count],
            blocks,
        };
        // By index in `nodes`: the size of its subtree, and the first number in the tree that its children have not
        // taken yet.
        let mut left = vec![(1, 1); parents.len()];
        for (number, parent) in parents.iter().enumerate().skip(1).rev() {
            left[*parent as usize].0 += left[number].0;
        }
        for (number, (node, parent)) in nodes.iter().zip(parents).enumerate() {
            let size = left[number].0;
            let mut enter = 1;
            if number > 0 {
                tree.parents[*node as usize] = nodes[*parent as usize];
                let next = &mut left[*parent as usize].1;
                enter = *next;
                *next += size;
            }
            left[number].1 = enter + 1;
            tree.enter[*node as usize] = enter;
            tree.leave[*node as usize] = enter + size - 1;
        }
        tree
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
        let mut search = Search {
            nodes: Vec::with_capacity(count),
            numbers: vec![NO_BLOCK; count],
            parents: Vec::with_capacity(count),
        };
        search.nodes.push(root);
        search.parents.push(0);
        search.numbers[root as usize] = 0;
        let mut stack = Vec::with_capacity(count);
        stack.push((root, 0));
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
        let vertex = |number| Vertex {
            ancestor: NO_BLOCK,
            best: number,
            semi: number,
            first: NO_BLOCK,
            following: NO_BLOCK,
        };
        let mut forest = Forest { vertices: (0..count).map(vertex).collect(), path: Vec::new() };
        let mut dominators = vec![0; count as usize];
        for node in (1..count).rev() {
            for predecessor in before(self.nodes[node as usize]) {
                let predecessor = self.numbers[*predecessor as usize];
                if predecessor != NO_BLOCK {
                    let semi = forest.lowest(predecessor).1;
                    let own = &mut forest.vertices[node as usize].semi;
                    *own = semi.min(*own);
                }
            }
            let semi = forest.vertices[node as usize].semi;
            let before = std::mem::replace(&mut forest.vertices[semi as usize].first, node);
            let parent = self.parents[node as usize];
            let own = &mut forest.vertices[node as usize];
            (own.following, own.ancestor) = (before, parent);
            let mut waiting = std::mem::replace(&mut forest.vertices[parent as usize].first, NO_BLOCK);
            while waiting != NO_BLOCK {
                let (best, semi) = forest.lowest(waiting);
                let Vertex { semi: own, following, .. } = forest.vertices[waiting as usize];
                dominators[waiting as usize] = if semi < own { best } else { parent };
                waiting = following;
            }
        }
        for node in 1..count as usize {
            if dominators[node] != forest.vertices[node].semi {
                dominators[node] = dominators[dominators[node] as usize];
            }
        }
        dominators
    }
}

/// A node of the search, by its number.
#[derive(Clone, Copy)]
struct Vertex {
    /// Node above it, linked to its parents with compressed paths once it was visited.
    ancestor: u32,
    /// The node with the lowest semidominator on its compressed path.
    best: u32,
    semi: u32,
    /// The first node that has it as semidominator, and the next that has the same as this.
    first: u32,
    following: u32,
}

struct Forest {
    vertices: Vec<Vertex>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the lowest semidominator on the way up from a node, and that semidominator.
    fn lowest(&mut self, node: u32) -> (u32, u32) {
        let best = self.eval(node);
        (best, self.vertices[best as usize].semi)
    }

    fn eval(&mut self, node: u32) -> u32 {
        let mut above = self.vertices[node as usize].ancestor;
        if above == NO_BLOCK {
            return node;
        }
        let mut at = node;
        loop {
            let next = self.vertices[above as usize].ancestor;
            if next == NO_BLOCK {
                break;
            }
            self.path.push(at);
            (at, above) = (above, next);
        }
        while let Some(node) = self.path.pop() {
            let Vertex { ancestor, best, .. } = self.vertices[self.vertices[node as usize].ancestor as usize];
            let semi = self.vertices[best as usize].semi;
            let own = self.vertices[node as usize].best;
            let is_lower = semi < self.vertices[own as usize].semi;
            let vertex = &mut self.vertices[node as usize];
            vertex.ancestor = ancestor;
            if is_lower {
                vertex.best = best;
            }
        }
        self.vertices[node as usize].best
    }
}
