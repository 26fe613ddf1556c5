//! Checks that control flow is structured as the merge instructions say.

use super::cases::{Cases, Ends};
use super::flow::{Flow, successors};
use super::{Checker, rules};
use crate::control::{BlockIndex, Dominators, Graph, NO_BLOCK};
use crate::grammar::op;
use crate::module::At;

/// Steps that the search of one function takes for each block before it gives up: constructs overlap, so that deep
/// nests are searched once for each level.
const STEPS_PER_BLOCK: usize = 2048;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Selection,
    Loop,
    Continue,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Selection => "selection",
            Kind::Loop => "loop",
            Kind::Continue => "continue construct",
        }
    }
}

/// Blocks that a merge instruction makes a unit.
#[derive(Clone, Copy)]
struct Construct {
    kind: Kind,
    entry: BlockIndex,
    /// Merge block; of a continue construct the block of the back edge.
    exit: BlockIndex,
    /// Header of the loop, for continue constructs.
    header: BlockIndex,
    /// Continue target, for loops.
    next: BlockIndex,
}

/// A merge instruction.
#[derive(Clone, Copy)]
struct Merge {
    is_loop: bool,
    merge: BlockIndex,
    next: BlockIndex,
}

struct Search<'c, 'm> {
    c: &'c mut Checker<'m>,
    flow: &'c Flow<'m>,
    graph: Graph,
    dominators: &'c Dominators,
    ends: Ends,
    merges: Vec<Option<Merge>>,
    /// By block, the header that names it as merge block.
    header_of: Vec<BlockIndex>,
    back_edges: Vec<(BlockIndex, BlockIndex)>,
    /// By block, the construct that it was last found in.
    marks: Vec<u32>,
    cases: Cases,
    /// Blocks of the construct that is being checked, and those that its search has still to look at.
    blocks: Vec<BlockIndex>,
    stack: Vec<BlockIndex>,
    steps: usize,
}

/// Checks the constructs of a function whose branches are valid.
pub(super) fn check<'m>(c: &mut Checker<'m>, flow: &Flow<'m>) {
    let module = c.module;
    let blocks = &flow.function.blocks;
    let merges: Vec<Option<Merge>> = blocks
        .iter()
        .map(|block| {
            let at = module.merge(block)?;
            let find = |index| flow.labels.find(module.word(at, index)).unwrap_or(NO_BLOCK);
            let is_loop = module.opcode(at) == op::LOOP_MERGE;
            Some(Merge { is_loop, merge: find(0), next: if is_loop { find(1) } else { NO_BLOCK } })
        })
        .collect();
    let graph = flow.graph.with_edges(|block| match merges[block as usize] {
        Some(merge) => [merge.merge, merge.next],
        None => [NO_BLOCK; 2],
    });
    // An edge from the block that dominates another immediately changes no dominator.
    let leaves_dominators = |(merge, header): (&Option<Merge>, BlockIndex)| {
        let named = merge.iter().flat_map(|merge| [merge.merge, merge.next]);
        let mut named = named.filter(|to| *to != NO_BLOCK);
        named.all(|to| flow.dominators.immediate(to) == Some(header))
    };
    let is_same = merges.iter().zip(0..).all(leaves_dominators);
    let own = (!is_same).then(|| Dominators::of(&graph));
    let mut header_of = vec![NO_BLOCK; blocks.len()];
    for (merge, index) in merges.iter().zip(0..) {
        if let Some(merge) = merge {
            header_of[merge.merge as usize] = index;
        }
    }
    let mut search = Search {
        dominators: own.as_ref().unwrap_or(&flow.dominators),
        ends: Ends::default(),
        back_edges: back_edges(&graph),
        marks: vec![u32::MAX; blocks.len()],
        cases: Cases::default(),
        blocks: Vec::new(),
        stack: Vec::new(),
        steps: blocks.len() * STEPS_PER_BLOCK,
        c,
        flow,
        graph,
        merges,
        header_of,
    };
    search.run();
}

/// Edges to a block that is being searched, from the entry and then from blocks that it does not reach.
fn back_edges(graph: &Graph) -> Vec<(BlockIndex, BlockIndex)> {
    let count = graph.len() as u32;
    let mut state = vec![0u8; graph.len()];
    let mut edges = Vec::new();
    let roots = (0..count).filter(|block| *block == 0 || graph.predecessors(*block).is_empty());
    let mut stack = Vec::new();
    for root in roots.chain(0..count) {
        stack.push((root, 0));
        while let Some((block, next)) = stack.last_mut() {
            let block = *block;
            if *next == 0 {
                if state[block as usize] != 0 {
                    stack.pop();
                    continue;
                }
                state[block as usize] = 1;
            }
            let Some(&to) = graph.successors(block).get(*next) else {
                state[block as usize] = 2;
                stack.pop();
                continue;
            };
            *next += 1;
            match state[to as usize] {
                0 => stack.push((to, 0)),
                1 => edges.push((block, to)),
                _ => {}
            }
        }
    }
    edges
}

impl Search<'_, '_> {
    fn run(&mut self) {
        if !self.loops() {
            return;
        }
        let constructs = self.constructs();
        for (number, construct) in constructs.iter().enumerate() {
            if self.graph.is_reachable(construct.entry) && !self.construct(number as u32, construct) {
                return;
            }
        }
        self.selections();
    }

    /// The instruction to report for a block: its terminator.
    fn place(&self, block: BlockIndex) -> At {
        self.flow.function.blocks[block as usize].terminator()
    }

    /// A block as text.
    fn name(&self, block: BlockIndex) -> String {
        self.flow.function.blocks.get(block as usize).map_or("nothing".into(), |block| self.c.id(block.label))
    }

    fn merge(&self, block: BlockIndex) -> Option<Merge> {
        self.merges[block as usize]
    }

    fn loops(&mut self) -> bool {
        let mut latches = vec![0u32; self.merges.len()];
        let mut valid = true;
        for (from, to) in self.back_edges.clone() {
            if self.merge(to).is_some_and(|merge| merge.is_loop) {
                latches[to as usize] += 1;
            } else {
                let message =
                    format!("found a branch back to {}, expected one to the header of a loop", self.name(to));
                self.c.report(&rules::BACK_EDGE, self.place(from), message);
                valid = false;
            }
        }
        for block in 0..self.merges.len() as u32 {
            let is_loop = self.merge(block).is_some_and(|merge| merge.is_loop);
            let count = latches[block as usize];
            if is_loop && self.graph.is_reachable(block) && count != 1 {
                let message = format!("found {count} branches back to {}, expected one", self.name(block));
                self.c.report(&rules::BACK_EDGE, self.place(block), message);
                valid = false;
            }
        }
        valid
    }

    fn constructs(&self) -> Vec<Construct> {
        let mut constructs = Vec::new();
        for (merge, header) in self.merges.iter().zip(0..) {
            let Some(merge) = merge else { continue };
            let kind = if merge.is_loop { Kind::Loop } else { Kind::Selection };
            constructs.push(Construct { kind, entry: header, exit: merge.merge, header, next: merge.next });
            if merge.is_loop {
                let back = self.back_edges.iter().find(|edge| edge.1 == header);
                let exit = back.map_or(NO_BLOCK, |edge| edge.0);
                constructs.push(Construct {
                    kind: Kind::Continue,
                    entry: merge.next,
                    exit,
                    header,
                    next: merge.next,
                });
            }
        }
        constructs
    }

    fn construct(&mut self, number: u32, construct: &Construct) -> bool {
        let Construct { kind, entry, exit, .. } = *construct;
        let place = self.place(construct.header);
        if exit == NO_BLOCK {
            // An unreachable loop has no back edge that counts.
            return true;
        }
        if !self.dominators.dominates(entry, exit) || kind != Kind::Continue && entry == exit {
            let message = format!(
                "found a way to {} that avoids {}, where the {} begins, expected none",
                self.name(exit),
                self.name(entry),
                kind.name()
            );
            self.c.report(&rules::CONSTRUCT_DOMINANCE, place, message);
            return false;
        }
        if kind == Kind::Continue && !self.ends.dominates(&self.graph, exit, entry) {
            let message = format!(
                "found a way from {} that avoids the branch back in {}, expected none",
                self.name(entry),
                self.name(exit)
            );
            self.c.report(&rules::CONSTRUCT_DOMINANCE, place, message);
            return false;
        }
        let mut blocks = std::mem::take(&mut self.blocks);
        let is_whole = self.collect(number, construct, &mut blocks).is_some();
        let valid = !is_whole || self.contents(number, construct, &blocks);
        self.blocks = blocks;
        valid
    }

    /// Checks the blocks of a construct.
    fn contents(&mut self, number: u32, construct: &Construct, blocks: &[BlockIndex]) -> bool {
        let Construct { kind, entry, .. } = *construct;
        let mut valid = blocks.iter().all(|block| self.block(number, construct, *block));
        if valid && kind == Kind::Loop {
            valid = self.entries_of_continue(number, construct);
        }
        let is_switch = self.c.module.opcode(self.place(entry)) == op::SWITCH;
        if valid && kind == Kind::Selection && is_switch {
            valid = self.switch(construct);
        }
        valid
    }

    /// Collects and marks the blocks of a construct; `None` if the search has taken too long.
    fn collect(&mut self, number: u32, construct: &Construct, found: &mut Vec<BlockIndex>) -> Option<()> {
        let Construct { kind, entry, exit, next, .. } = *construct;
        found.clear();
        self.stack.clear();
        self.stack.push(entry);
        while let Some(block) = self.stack.pop() {
            self.steps = self.steps.checked_sub(1)?;
            if self.marks[block as usize] == number || !self.dominators.dominates(entry, block) {
                continue;
            }
            let is_last = kind == Kind::Continue && self.ends.dominates(&self.graph, exit, block);
            let is_inner = !self.dominators.dominates(exit, block)
                && (kind != Kind::Loop || !self.dominators.dominates(next, block));
            if is_last || is_inner {
                self.marks[block as usize] = number;
                found.push(block);
                self.stack.extend_from_slice(self.graph.successors(block));
            }
        }
        found.sort_unstable();
        Some(())
    }

    fn block(&mut self, number: u32, construct: &Construct, block: BlockIndex) -> bool {
        let inside = |search: &Self, block: BlockIndex| search.marks[block as usize] == number;
        let kind = construct.kind.name();
        for &to in self.flow.graph.successors(block) {
            if !inside(self, to) && !self.is_exit(construct, to) {
                let message = format!(
                    "found a branch out of the {kind} of {} to {}, expected one to a merge or continue block around it",
                    self.name(construct.entry),
                    self.name(to)
                );
                self.c.report(&rules::CONSTRUCT_EXIT, self.place(block), message);
                return false;
            }
        }
        if block == construct.entry {
            return true;
        }
        for &from in self.flow.graph.predecessors(block) {
            if self.graph.is_reachable(from) && !inside(self, from) {
                let header = self.name(construct.entry);
                let message =
                    format!("found a branch into the {kind} of {header}, expected one to {header} itself");
                self.c.report(&rules::CONSTRUCT_ENTRY, self.place(from), message);
                return false;
            }
        }
        let Some(merge) = self.merge(block) else { return true };
        if self.graph.is_reachable(merge.merge) && !inside(self, merge.merge) {
            let message = format!(
                "found a header in the {kind} of {} with the merge block {}, expected one in it",
                self.name(construct.entry),
                self.name(merge.merge)
            );
            self.c.report(&rules::CONSTRUCT_NEST, self.place(block), message);
            return false;
        }
        true
    }

    /// The header whose merge block this is, or the closest dominator.
    fn outer(&self, block: BlockIndex) -> Option<BlockIndex> {
        let header = self.header_of[block as usize];
        if header != NO_BLOCK && header != block && self.dominators.dominates(header, block) {
            return Some(header);
        }
        self.dominators.immediate(block)
    }

    /// True if a branch to `to` may leave a construct.
    fn is_exit(&mut self, construct: &Construct, to: BlockIndex) -> bool {
        let loop_merge = self.merge(construct.header);
        match construct.kind {
            Kind::Loop => loop_merge.is_some_and(|merge| to == merge.merge || to == merge.next),
            Kind::Continue => to == construct.header || loop_merge.is_some_and(|merge| to == merge.merge),
            Kind::Selection => to == construct.exit || self.is_outer_exit(construct.entry, to),
        }
    }

    fn is_outer_exit(&mut self, header: BlockIndex, to: BlockIndex) -> bool {
        let opcode = |search: &Self, block| search.c.module.opcode(search.place(block));
        let own_switch = opcode(self, header) == op::SWITCH;
        let mut seen_switch = false;
        let mut next = self.outer(header);
        while let Some(block) = next {
            // The search has taken too long: nothing more is reported.
            let Some(steps) = self.steps.checked_sub(1) else { return true };
            self.steps = steps;
            next = self.outer(block);
            let Some(merge) = self.merge(block) else { continue };
            let is_switch = opcode(self, block) == op::SWITCH;
            if !merge.is_loop && (own_switch || !is_switch) || self.dominators.dominates(merge.merge, header)
            {
                continue;
            }
            if (!seen_switch || merge.is_loop) && to == merge.merge || merge.is_loop && to == merge.next {
                return true;
            }
            seen_switch |= is_switch;
            if merge.is_loop {
                return false;
            }
        }
        false
    }

    /// Checks that only blocks of a loop branch to its continue target.
    fn entries_of_continue(&mut self, number: u32, construct: &Construct) -> bool {
        let target = construct.next;
        if target == construct.entry {
            return true;
        }
        for &from in self.flow.graph.predecessors(target) {
            let is_back = self.back_edges.contains(&(from, target));
            if self.graph.is_reachable(from) && self.marks[from as usize] != number && !is_back {
                let message = format!(
                    "found a branch to the continue target {}, expected it from within the loop of {}",
                    self.name(target),
                    self.name(construct.entry)
                );
                self.c.report(&rules::CONSTRUCT_ENTRY, self.place(from), message);
                return false;
            }
        }
        true
    }

    fn switch(&mut self, construct: &Construct) -> bool {
        let (header, merge) = (construct.entry, construct.exit);
        let flow = self.flow;
        let targets = successors(self.c, flow, header);
        let default = targets.first().copied().unwrap_or(NO_BLOCK);
        let repeated = targets[1..].contains(&default);
        let cases = targets.iter().copied().filter(|target| *target != merge);
        self.cases.begin(cases, self.merges.len());
        let mut default_falls = NO_BLOCK;
        let mut reached = Vec::new();
        for (index, &target) in targets.iter().enumerate() {
            if target == merge {
                continue;
            }
            let mut to = match self.cases.fall(target) {
                Some(to) => to,
                None => {
                    let Some(to) = self.case(construct, target) else { return false };
                    reached.extend((to != NO_BLOCK).then_some(to));
                    self.cases.set_fall(target, to);
                    to
                }
            };
            if to == default && !repeated {
                to = default_falls;
            }
            if to == NO_BLOCK {
                continue;
            }
            if index == 0 {
                default_falls = to;
                continue;
            }
            let last =
                (index..targets.len()).take_while(|next| targets[*next] == target).last().unwrap_or(index);
            if targets.get(last + 1) != Some(&to) {
                let message = format!(
                    "found the case {} that goes on to {}, expected it right before",
                    self.name(target),
                    self.name(to)
                );
                self.c.report(&rules::SWITCH_FALL_THROUGH, self.place(header), message);
                return false;
            }
        }
        reached.sort_unstable();
        if let Some(pair) = reached.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("found several cases that go on to {}, expected one", self.name(pair[0]));
            self.c.report(&rules::SWITCH_FALL_THROUGH, self.place(header), message);
            return false;
        }
        true
    }

    /// The case that a case goes on to, [`NO_BLOCK`] if there is none; `None` if it is not valid.
    fn case(&mut self, construct: &Construct, target: BlockIndex) -> Option<BlockIndex> {
        let (header, merge) = (construct.entry, construct.exit);
        let reachable = self.graph.is_reachable(target);
        if reachable && !self.dominators.dominates(header, target) {
            let message = format!(
                "found the case {} that the switch does not dominate, expected it to",
                self.name(target)
            );
            self.c.report(&rules::CONSTRUCT_DOMINANCE, self.place(header), message);
            return None;
        }
        let mut to = NO_BLOCK;
        self.cases.search();
        let mut stack = vec![target];
        while let Some(block) = stack.pop() {
            let Some(steps) = self.steps.checked_sub(1) else { return Some(NO_BLOCK) };
            self.steps = steps;
            if block == merge || !self.cases.is_new(block) {
                continue;
            }
            if reachable && self.dominators.dominates(target, block) {
                stack.extend(self.flow.graph.successors(block));
                continue;
            }
            if !self.cases.is_case(block) {
                if self.is_exit(construct, block) {
                    continue;
                }
                let message = format!(
                    "found a branch from the case {} to {}, expected one to another case, to the merge block, or out of a loop",
                    self.name(target),
                    self.name(block)
                );
                self.c.report(&rules::CONSTRUCT_EXIT, self.place(target), message);
                return None;
            }
            if to == NO_BLOCK {
                to = if block == target { NO_BLOCK } else { block };
            } else if to != block {
                let message = format!(
                    "found a case {} that goes on to {} and {}, expected one",
                    self.name(target),
                    self.name(to),
                    self.name(block)
                );
                self.c.report(&rules::SWITCH_FALL_THROUGH, self.place(target), message);
                return None;
            }
        }
        Some(to)
    }

    /// Checks that branches in two directions have a merge block.
    fn selections(&mut self) {
        let mut seen = vec![false; self.merges.len()];
        for order in 0..self.graph.reverse_postorder().len() {
            let block = self.graph.reverse_postorder()[order];
            let merge = self.merge(block);
            if let Some(merge) = merge {
                seen[merge.merge as usize] = true;
                if merge.is_loop {
                    seen[merge.next as usize] = true;
                }
            }
            let at = self.place(block);
            let opcode = self.c.module.opcode(at);
            let targets = self.flow.graph.successors(block).iter();
            let unseen =
                targets.filter(|target| !std::mem::replace(&mut seen[**target as usize], true)).count();
            let free = merge.is_none_or(|merge| merge.is_loop);
            if opcode == op::BRANCH_CONDITIONAL && free && unseen == 2
                || opcode == op::SWITCH && merge.is_none()
            {
                let message =
                    "found a branch without a merge instruction, expected OpSelectionMerge before it";
                self.c.report(&rules::SELECTION_MERGE, at, message.into());
            }
        }
    }
}
