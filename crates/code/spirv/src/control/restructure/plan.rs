//! Decides how the blocks of a reducible function nest, from dominators and loops.
//!
//! The plan is a list of events, as brackets that nest. A block where paths meet, or that is left to from inside a loop,
//! is a *goal*: it stands after a scope that contains every branch to it. A branch to a goal leaves all that was opened
//! after its scope. Scopes and loops are numbered in the order in which they open.

use std::collections::BTreeSet;

use super::work::Work;
use crate::control::dominators::Dominators;
use crate::control::graph::{BlockIndex, Graph, NO_BLOCK, Rows};
use crate::control::loops::Loops;
use crate::grammar::op;

/// A bracket of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The scope that a goal follows begins.
    OpenScope(BlockIndex),
    /// It ends; the goal follows.
    CloseScope(BlockIndex),
    /// All that follows the goal in its list was written.
    Done(BlockIndex),
    /// The loop of a header begins.
    OpenLoop(BlockIndex),
    /// It ends.
    CloseLoop(BlockIndex),
    /// A block; what only it branches to follows, up to its end.
    OpenBlock(BlockIndex),
    /// The end of what only a block branches to.
    CloseBlock(BlockIndex),
}

/// Where the branches that leave a loop lead, seen from after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exits {
    /// Out of the loop around it.
    pub(super) leaves: bool,
    /// To the next iteration of the loop around it.
    pub(super) continues: bool,
    /// To goals in the loop around it.
    pub(super) stays: bool,
}

impl Exits {
    pub(super) fn count(self) -> u32 {
        u32::from(self.leaves) + u32::from(self.continues) + u32::from(self.stays)
    }
}

/// How blocks nest.
pub(super) struct Plan {
    pub(super) events: Vec<Event>,
    /// By event, the event that closes what it opens; for the end of a scope, the end of what follows it.
    pub(super) closes: Vec<u32>,
    /// By goal, the number of its scope; 0 for blocks that are no goals.
    pub(super) goals: Vec<u32>,
    /// By header, the number of its loop; 0 for other blocks.
    pub(super) loops: Vec<u32>,
    /// By goal, true if branches to other goals pass the end of its scope.
    pub(super) guarded: Vec<bool>,
    /// By header.
    pub(super) exits: Vec<Exits>,
}

impl Plan {
    pub(super) fn of(work: &Work<'_>, graph: &Graph) -> Plan {
        let dominators = Dominators::of(graph);
        let loops = Loops::of(graph, &dominators);
        let tree = Tree::of(work, graph, &dominators, &loops);
        let count = graph.len();
        let mut plan = Plan {
            events: tree.events(graph),
            closes: Vec::new(),
            goals: vec![0; count],
            loops: vec![0; count],
            guarded: vec![false; count],
            exits: vec![Exits::default(); count],
        };
        plan.pair();
        plan.number();
        Census::new(work, graph, &mut plan).run();
        plan
    }

    fn pair(&mut self) {
        self.closes = vec![0; self.events.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, event) in self.events.iter().enumerate() {
            match event {
                Event::OpenScope(_) | Event::OpenLoop(_) | Event::OpenBlock(_) => open.push(index),
                Event::CloseScope(_) => {
                    let start = open.pop().unwrap_or(0);
                    self.closes[start] = index as u32;
                    open.push(index);
                }
                Event::Done(_) | Event::CloseLoop(_) | Event::CloseBlock(_) => {
                    let start = open.pop().unwrap_or(0);
                    self.closes[start] = index as u32;
                }
            }
        }
    }

    fn number(&mut self) {
        let mut number = 0;
        for event in &self.events {
            number += 1;
            match *event {
                Event::OpenScope(goal) => self.goals[goal as usize] = number,
                Event::OpenLoop(header) => self.loops[header as usize] = number,
                _ => {}
            }
        }
    }

    /// True if a scope ends right after what an event opens.
    pub(super) fn ends_scope(&self, event: usize) -> bool {
        let next = self.closes[event] as usize + 1;
        matches!(self.events.get(next), Some(Event::CloseScope(_)))
    }
}

/// Each block below the block that it is placed with.
struct Tree {
    /// By block, goals whose scopes are in its loop, or that it has without a loop; in reverse postorder.
    inner: Rows,
    /// By header, goals that follow its loop; in reverse postorder.
    outer: Rows,
    /// By block, true for goals.
    is_goal: Vec<bool>,
    is_header: Vec<bool>,
    /// By block, immediate dominator.
    parents: Vec<BlockIndex>,
}

impl Tree {
    fn of(work: &Work<'_>, graph: &Graph, dominators: &Dominators, loops: &Loops) -> Tree {
        let count = graph.len();
        let mut is_header = vec![false; count];
        loops.loops().iter().for_each(|found| is_header[found.header as usize] = true);
        let parents: Vec<BlockIndex> =
            (0..count as u32).map(|block| dominators.immediate(block).unwrap_or(NO_BLOCK)).collect();
        let hosts = hosts(graph, dominators, loops, &parents);
        let mut is_goal = vec![false; count];
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for &block in graph.reverse_postorder().iter().skip(1) {
            let host = hosts[block as usize];
            let before = graph.predecessors(block).iter();
            let ways = before.filter(|from| !dominators.dominates(block, **from)).count();
            if host == NO_BLOCK && ways < 2 {
                continue;
            }
            is_goal[block as usize] = true;
            match host {
                NO_BLOCK => inner.push((parents[block as usize], block)),
                host => outer.push((host, block)),
            }
        }
        let mut has_inner = vec![false; count];
        inner.iter().for_each(|(host, _)| has_inner[*host as usize] = true);
        for &block in graph.reverse_postorder() {
            if has_inner[block as usize] {
                continue;
            }
            let is_own =
                |side: BlockIndex| !is_goal[side as usize] && dominators.immediate(side) == Some(block);
            let ends = |side: BlockIndex| match graph.successors(side) {
                [] => true,
                [to] => is_header[*to as usize] && dominators.dominates(*to, side),
                _ => false,
            };
            if let Some(goal) = flat(work, graph, block, is_own, ends) {
                is_goal[goal as usize] = true;
                inner.push((block, goal));
            }
        }
        let inner = Rows::group(count, inner.iter().copied());
        let outer = Rows::group(count, outer.iter().copied());
        Tree { inner, outer, is_goal, is_header, parents }
    }

    fn events(&self, graph: &Graph) -> Vec<Event> {
        enum Task {
            Code(BlockIndex),
            Event(Event),
        }
        let mut events = Vec::new();
        let mut tasks = vec![Task::Code(0)];
        let mut group: Vec<Task> = Vec::new();
        while let Some(task) = tasks.pop() {
            let block = match task {
                Task::Event(event) => {
                    events.push(event);
                    continue;
                }
                Task::Code(block) => block,
            };
            let after = |goals: &[BlockIndex], group: &mut Vec<Task>| {
                for &goal in goals {
                    group.push(Task::Event(Event::CloseScope(goal)));
                    group.push(Task::Code(goal));
                    group.push(Task::Event(Event::Done(goal)));
                }
            };
            let (inner, outer) = (self.inner.get(block), self.outer.get(block));
            let is_header = self.is_header[block as usize];
            group.extend(outer.iter().rev().map(|goal| Task::Event(Event::OpenScope(*goal))));
            group.extend(is_header.then_some(Task::Event(Event::OpenLoop(block))));
            group.extend(inner.iter().rev().map(|goal| Task::Event(Event::OpenScope(*goal))));
            group.push(Task::Event(Event::OpenBlock(block)));
            let own = |to: &&BlockIndex| !self.is_goal[**to as usize] && self.parents[**to as usize] == block;
            group.extend(graph.successors(block).iter().filter(own).map(|to| Task::Code(*to)));
            group.push(Task::Event(Event::CloseBlock(block)));
            after(inner, &mut group);
            group.extend(is_header.then_some(Task::Event(Event::CloseLoop(block))));
            after(outer, &mut group);
            tasks.extend(group.drain(..).rev());
        }
        events
    }
}

/// By block, the header of the outermost loop that its immediate dominator is in and itself is not, or [`NO_BLOCK`].
/// Ends of the function in the middle of a loop stay there.
fn hosts(graph: &Graph, dominators: &Dominators, loops: &Loops, parents: &[BlockIndex]) -> Vec<BlockIndex> {
    let pairs: Vec<_> =
        graph.reverse_postorder().iter().skip(1).map(|b| (parents[*b as usize], *b)).collect();
    let children = Rows::group(graph.len(), pairs.iter().copied());
    let depth =
        |block: BlockIndex| loops.innermost(block).map_or(0, |index| loops.loops()[index as usize].depth + 1);
    let header_of =
        |block: BlockIndex| loops.innermost(block).map(|index| loops.loops()[index as usize].header);
    let mut hosts = vec![NO_BLOCK; graph.len()];
    // By depth, the header of the loop around the block that is visited.
    let mut headers: Vec<BlockIndex> = Vec::new();
    let mut stack = vec![(0, 0, NO_BLOCK)];
    while let Some((block, next, saved)) = stack.last_mut() {
        let block = *block;
        let own = depth(block) as usize;
        if *next == 0 && header_of(block) == Some(block) {
            headers.resize(headers.len().max(own), NO_BLOCK);
            *saved = std::mem::replace(&mut headers[own - 1], block);
        }
        let Some(&child) = children.get(block).get(*next) else {
            if header_of(block) == Some(block) {
                headers[own - 1] = *saved;
            }
            stack.pop();
            continue;
        };
        *next += 1;
        stack.push((child, 0, NO_BLOCK));
        let around = depth(child) as usize - usize::from(header_of(child) == Some(child));
        let is_end = graph.successors(child).is_empty() && graph.predecessors(child).len() == 1;
        let leaves_midway = || {
            let header = headers[own - 1];
            header != block && !closes_loop(graph, dominators, block, header)
        };
        if around < own && !(is_end && leaves_midway()) {
            hosts[child as usize] = headers[around];
        }
    }
    hosts
}

/// True if a block branches back to the header of its loop.
fn closes_loop(graph: &Graph, dominators: &Dominators, block: BlockIndex, header: BlockIndex) -> bool {
    dominators.dominates(header, block) && graph.successors(block).contains(&header)
}

/// The side of a conditional branch that is better placed after it, since the other side ends at once.
fn flat(
    work: &Work<'_>,
    graph: &Graph,
    block: BlockIndex,
    is_own: impl Fn(BlockIndex) -> bool,
    ends: impl Fn(BlockIndex) -> bool,
) -> Option<BlockIndex> {
    let terminator = work.function.blocks[block as usize].terminator();
    let &[a, b] = graph.successors(block) else { return None };
    if work.module.opcode(terminator) != op::BRANCH_CONDITIONAL || !is_own(a) || !is_own(b) {
        return None;
    }
    match (ends(a), ends(b)) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    }
}

/// Something open that branches pass the end of.
struct Frame {
    number: u32,
    kind: FrameKind,
    /// Goals of branches that pass its end.
    goals: BTreeSet<u32>,
    /// Index of the frame of the innermost loop, itself included.
    inside: Option<usize>,
    /// Index of the frame of the innermost switch in that loop.
    switch: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FrameKind {
    Scope(BlockIndex),
    Loop(BlockIndex),
    Switch,
    Root,
}

/// Finds what passes the end of each scope and loop.
struct Census<'p> {
    work: &'p Work<'p>,
    graph: &'p Graph,
    plan: &'p mut Plan,
    frames: Vec<Frame>,
}

impl<'p> Census<'p> {
    fn new(work: &'p Work<'p>, graph: &'p Graph, plan: &'p mut Plan) -> Census<'p> {
        let root =
            Frame { number: 0, kind: FrameKind::Root, goals: BTreeSet::new(), inside: None, switch: None };
        Census { work, graph, plan, frames: vec![root] }
    }

    fn run(&mut self) {
        for index in 0..self.plan.events.len() {
            let number = index as u32 + 1;
            match self.plan.events[index] {
                Event::OpenScope(goal) => self.open(number, FrameKind::Scope(goal)),
                Event::OpenLoop(header) => self.open(number, FrameKind::Loop(header)),
                Event::OpenBlock(block) => {
                    if is_switch(self.work, self.graph, block) {
                        self.open(number, FrameKind::Switch);
                    }
                    for &to in self.graph.successors(block) {
                        self.branch(block, to);
                    }
                }
                Event::CloseBlock(block) if !is_switch(self.work, self.graph, block) => {}
                Event::CloseScope(_) | Event::CloseLoop(_) | Event::CloseBlock(_) => self.close(),
                Event::Done(_) => {}
            }
        }
    }

    fn open(&mut self, number: u32, kind: FrameKind) {
        let index = self.frames.len();
        let (mut inside, mut switch) =
            self.frames.last().map_or((None, None), |frame| (frame.inside, frame.switch));
        match kind {
            FrameKind::Loop(_) => (inside, switch) = (Some(index), None),
            FrameKind::Switch => switch = Some(index),
            FrameKind::Scope(_) | FrameKind::Root => {}
        }
        self.frames.push(Frame { number, kind, goals: BTreeSet::new(), inside, switch });
    }

    /// Notes a branch where it starts to pass ends.
    fn branch(&mut self, from: BlockIndex, to: BlockIndex) {
        let Some(goal) = self.plan.goal(self.graph, from, to) else { return };
        let top = self.frames.len() - 1;
        let Frame { inside, switch, .. } = self.frames[top];
        let number = |frame: usize| self.frames[frame].number;
        let start = match (inside, switch) {
            (Some(inside), _) if goal == number(inside) => return,
            (Some(inside), _) if goal < number(inside) => inside,
            (_, Some(switch)) if goal < number(switch) => switch,
            _ => top,
        };
        self.frames[start].goals.insert(goal);
    }

    fn close(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        let Some(parent) = self.frames.last() else { return };
        let inside = parent.inside;
        match frame.kind {
            FrameKind::Scope(goal) => {
                self.plan.guarded[goal as usize] = frame.goals.len() > 1;
                frame.goals.remove(&frame.number);
            }
            FrameKind::Loop(header) => {
                let number = inside.map_or(0, |inside| self.frames[inside].number);
                let mut stays = BTreeSet::new();
                while let Some(goal) = frame.goals.last().copied().filter(|goal| *goal > number) {
                    frame.goals.remove(&goal);
                    stays.insert(goal);
                }
                let continues = number != 0 && frame.goals.remove(&number);
                let leaves = !frame.goals.is_empty();
                self.plan.exits[header as usize] = Exits { leaves, continues, stays: !stays.is_empty() };
                if let Some(inside) = inside {
                    self.pass(inside, frame.goals);
                }
                frame.goals = stays;
            }
            FrameKind::Switch | FrameKind::Root => {}
        }
        self.pass(self.frames.len() - 1, frame.goals);
    }

    fn pass(&mut self, to: usize, mut goals: BTreeSet<u32>) {
        let into = &mut self.frames[to].goals;
        if into.len() < goals.len() {
            std::mem::swap(into, &mut goals);
        }
        into.extend(goals);
    }
}

impl Plan {
    /// The number of the scope or loop that a branch leaves for or continues; `None` if its target follows it.
    pub(super) fn goal(&self, graph: &Graph, from: BlockIndex, to: BlockIndex) -> Option<u32> {
        let number = self.loops[to as usize];
        if number != 0 && graph.order(to) <= graph.order(from) {
            return Some(number);
        }
        Some(self.goals[to as usize]).filter(|number| *number != 0)
    }
}

/// True for blocks that end in a switch with more than one target.
pub(super) fn is_switch(work: &Work<'_>, graph: &Graph, block: BlockIndex) -> bool {
    graph.successors(block).len() > 1
        && work.module.opcode(work.function.blocks[block as usize].terminator()) == op::SWITCH
}
