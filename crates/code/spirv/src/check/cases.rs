//! Keeps what constructs are checked by: the ways to the end of a function, and the cases of a switch.

use std::cell::OnceCell;

use crate::control::{BlockIndex, Dominators, Graph, NO_BLOCK};

/// What continue constructs are checked by, computed for the first that needs it.
#[derive(Default)]
pub(super) struct Ends {
    after: OnceCell<Dominators>,
    /// By block, true if a path leads from it to the end of the function.
    leave: OnceCell<Vec<bool>>,
}

impl Ends {
    /// True if every path from `block` to the end of the function passes through `exit`, and there is one.
    pub(super) fn dominates(&self, graph: &Graph, exit: BlockIndex, block: BlockIndex) -> bool {
        if exit == block {
            self.leave.get_or_init(|| leaving(graph))[block as usize]
        } else {
            self.after.get_or_init(|| Dominators::post(graph)).dominates(exit, block)
        }
    }
}

/// By block, true if a path leads from it to the end of the function.
fn leaving(graph: &Graph) -> Vec<bool> {
    let is_last = |block: &BlockIndex| graph.is_reachable(*block) && graph.successors(*block).is_empty();
    let mut stack: Vec<BlockIndex> = (0..graph.len() as u32).filter(is_last).collect();
    let mut leave = vec![false; graph.len()];
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut leave[block as usize], true) {
            stack.extend_from_slice(graph.predecessors(block));
        }
    }
    leave
}

/// What is known about the cases of the switch that is being checked.
#[derive(Default)]
pub(super) struct Cases {
    /// By block, the last switch of which it is a case.
    of: Vec<u32>,
    /// By block, the case it goes on to, with the last switch for which that was found.
    falls: Vec<(u32, BlockIndex)>,
    /// By block, the last search that came by.
    seen: Vec<u32>,
    /// Number of switches and of searches so far.
    switches: u32,
    searches: u32,
}

impl Cases {
    /// Begins a switch.
    pub(super) fn begin(&mut self, targets: impl Iterator<Item = BlockIndex>, blocks: usize) {
        if self.of.is_empty() {
            (self.of, self.seen) = (vec![0; blocks], vec![0; blocks]);
            self.falls = vec![(0, NO_BLOCK); blocks];
        }
        self.switches += 1;
        for target in targets {
            self.of[target as usize] = self.switches;
        }
    }

    pub(super) fn is_case(&self, block: BlockIndex) -> bool {
        self.of[block as usize] == self.switches
    }

    /// Begins the search from a case.
    pub(super) fn search(&mut self) {
        self.searches += 1;
    }

    /// Keeps the case that a case was found to go on to.
    pub(super) fn set_fall(&mut self, case: BlockIndex, to: BlockIndex) {
        self.falls[case as usize] = (self.switches, to);
    }

    /// The case that a case was found to go on to.
    pub(super) fn fall(&self, case: BlockIndex) -> Option<BlockIndex> {
        let (switch, to) = self.falls[case as usize];
        (switch == self.switches).then_some(to)
    }

    /// Whether a search comes by a block for the first time.
    pub(super) fn is_new(&mut self, block: BlockIndex) -> bool {
        std::mem::replace(&mut self.seen[block as usize], self.searches) != self.searches
    }
}
