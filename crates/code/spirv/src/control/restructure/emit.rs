//! Writes the blocks of a plan, with merges, and with the goals of branches that leave several constructs in a variable.

use std::collections::{HashMap, HashSet};

use super::plan::{Event, Exits, Plan, is_switch};
use super::work::Work;
use crate::control::graph::{BlockIndex, Graph};
use crate::grammar::op;
use crate::module::{At, Block, Id, Operand};

/// What was written.
pub(super) struct Emitted {
    /// By block, true for blocks that hold no instruction of the function as it was.
    pub(super) fresh: Vec<bool>,
    /// By label, the label of the block that holds the end of that block, where it is another.
    pub(super) tails: HashMap<Id, Id>,
}

/// Writes the function anew.
pub(super) fn emit(work: &mut Work<'_>, graph: &Graph, plan: &Plan) -> Emitted {
    let switches = (0..graph.len() as u32).map(|block| is_switch(work, graph, block)).collect();
    let source = std::mem::take(&mut work.function.blocks);
    let labels = source.iter().map(|block| block.label).collect();
    let mut emitter = Emitter {
        work,
        graph,
        plan,
        source,
        labels,
        switches,
        blocks: Vec::new(),
        emitted: Emitted { fresh: Vec::new(), tails: HashMap::new() },
        frames: vec![Frame::default()],
        used: HashSet::new(),
        goal: None,
        pending: None,
    };
    for index in 0..plan.events.len() {
        emitter.event(index);
    }
    let Emitter { blocks, emitted, .. } = emitter;
    work.function.blocks = blocks;
    emitted
}

/// Something open.
#[derive(Clone, Copy, Default)]
struct Frame {
    number: u32,
    /// Number of ends around here, this one's included, at which the goal variable is tested.
    tests: u32,
    /// What the end of the list leads to; 0 for nothing.
    fall: Id,
    /// A block that is written after it.
    join: Option<Id>,
    /// The innermost loop.
    inside: Target,
    /// Where it continues.
    continuing: Id,
    /// The innermost switch in that loop.
    switch: Target,
}

/// What branches out of a construct go to.
#[derive(Clone, Copy, Default)]
struct Target {
    /// Number of the construct; 0 if there is none.
    number: u32,
    label: Id,
}

/// A branch: the label, and the goal to store first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    label: Id,
    goal: Option<u32>,
}

struct Emitter<'w, 'm> {
    work: &'w mut Work<'m>,
    graph: &'w Graph,
    plan: &'w Plan,
    source: Vec<Block>,
    labels: Vec<Id>,
    switches: Vec<bool>,
    blocks: Vec<Block>,
    emitted: Emitted,
    frames: Vec<Frame>,
    /// Labels that are branched to.
    used: HashSet<Id>,
    /// Variable that holds the number of the goal.
    goal: Option<Id>,
    /// Merge and continue target of the loop whose header comes next.
    pending: Option<[Id; 2]>,
}

impl Emitter<'_, '_> {
    fn top(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }

    fn event(&mut self, index: usize) {
        let top = Frame { number: index as u32 + 1, join: None, ..self.top() };
        match self.plan.events[index] {
            Event::OpenScope(goal) => {
                let is_guarded = self.plan.guarded[goal as usize];
                let fall = if is_guarded { self.work.module.new_id() } else { self.labels[goal as usize] };
                self.frames.push(Frame { fall, tests: top.tests + u32::from(is_guarded), ..top });
            }
            Event::CloseScope(goal) => self.close_scope(index, goal),
            Event::OpenLoop(header) => self.open_loop(index, header),
            Event::CloseLoop(header) => self.close_loop(header),
            Event::OpenBlock(block) => self.block(index, block),
            Event::CloseBlock(_) | Event::Done(_) => self.join(),
        }
    }

    /// Ends a list: writes the block in which its branches meet.
    fn join(&mut self) {
        let Some(join) = self.frames.pop().and_then(|frame| frame.join) else { return };
        let fall = self.top().fall;
        let terminator = if self.used.contains(&join) && fall != 0 {
            self.jump(fall)
        } else {
            self.work.module.add_ids(op::UNREACHABLE, 0, 0, &[])
        };
        self.push_fresh(join, vec![terminator]);
    }

    fn close_scope(&mut self, index: usize, goal: BlockIndex) {
        let Some(scope) = self.frames.pop() else { return };
        let top = Frame { number: index as u32 + 1, join: None, ..self.top() };
        if !self.plan.guarded[goal as usize] {
            self.frames.push(top);
            return;
        }
        let join = (!self.plan.ends_scope(index)).then(|| self.work.module.new_id());
        let after = join.unwrap_or(top.fall);
        let mut body = Vec::new();
        let is_goal = self.test(&mut body, op::I_EQUAL, self.plan.goals[goal as usize]);
        let control = [Operand::Id(after), Operand::Literal(0)];
        body.push(self.work.module.add(op::SELECTION_MERGE, 0, 0, control));
        let label = self.labels[goal as usize];
        self.used.insert(after);
        body.push(self.work.module.add_ids(op::BRANCH_CONDITIONAL, 0, 0, &[is_goal, label, after]));
        self.push_fresh(scope.fall, body);
        self.frames.push(Frame { fall: after, join, ..top });
    }

    fn open_loop(&mut self, index: usize, header: BlockIndex) {
        let top = self.top();
        let exits = self.plan.exits[header as usize];
        let is_direct = self.plan.ends_scope(index) && !exits.leaves && !exits.continues;
        let join = (!is_direct).then(|| self.work.module.new_id());
        let merge = join.unwrap_or(top.fall);
        let continuing = self.work.module.new_id();
        self.pending = Some([merge, continuing]);
        let number = index as u32 + 1;
        self.frames.push(Frame {
            number,
            tests: top.tests + u32::from(exits.count() > 1),
            fall: 0,
            join,
            inside: Target { number, label: merge },
            continuing,
            switch: Target::default(),
        });
    }

    fn close_loop(&mut self, header: BlockIndex) {
        let Some(frame) = self.frames.pop() else { return };
        let again = self.work.branch(self.labels[header as usize]);
        self.push_fresh(frame.continuing, vec![again]);
        let Some(join) = frame.join else { return };
        let top = self.top();
        let Exits { leaves, continues, stays } = self.plan.exits[header as usize];
        let mut ways = Vec::new();
        if leaves {
            ways.push((op::U_LESS_THAN, top.inside.label));
        }
        if continues {
            ways.push((op::I_EQUAL, top.continuing));
        }
        if stays {
            ways.push((op::NOP, top.fall));
        }
        let mut label = join;
        let last = ways.pop();
        for (index, &(opcode, to)) in ways.iter().enumerate() {
            let is_last = index + 1 == ways.len();
            let next = last.filter(|_| is_last).map_or_else(|| self.work.module.new_id(), |last| last.1);
            let mut body = Vec::new();
            let test = self.test(&mut body, opcode, top.inside.number);
            self.used.extend([to, next]);
            body.push(self.work.module.add_ids(op::BRANCH_CONDITIONAL, 0, 0, &[test, to, next]));
            self.push_fresh(label, body);
            label = next;
        }
        if ways.is_empty() {
            let terminator = match last {
                Some((_, to)) => self.jump(to),
                None => self.work.module.add_ids(op::UNREACHABLE, 0, 0, &[]),
            };
            self.push_fresh(label, vec![terminator]);
        }
    }

    fn jump(&mut self, label: Id) -> At {
        self.used.insert(label);
        self.work.branch(label)
    }

    fn push_fresh(&mut self, label: Id, body: Vec<At>) {
        let block = self.work.block(label);
        self.blocks.push(Block { body, ..block });
        self.emitted.fresh.push(true);
    }

    fn variable(&mut self) -> Id {
        if let Some(goal) = self.goal {
            return goal;
        }
        let uint = self.work.uint();
        let goal = self.work.variable(uint);
        self.goal = Some(goal);
        goal
    }

    /// Compares the goal with a number.
    fn test(&mut self, body: &mut Vec<At>, opcode: u16, number: u32) -> Id {
        let (variable, uint, bool) = (self.variable(), self.work.uint(), self.work.bool());
        let number = self.work.constant(number);
        let goal = self.work.value(body, op::LOAD, uint, &[variable]);
        self.work.value(body, opcode, bool, &[goal, number])
    }

    fn store_goal(&mut self, body: &mut Vec<At>, number: u32) {
        let (variable, number) = (self.variable(), self.work.constant(number));
        body.push(self.work.store(variable, number));
    }

    /// Where a branch goes from what is open.
    fn way(&self, from: BlockIndex, to: BlockIndex) -> Way {
        let Some(goal) = self.plan.goal(self.graph, from, to) else {
            return Way { label: self.labels[to as usize], goal: None };
        };
        let top = self.top();
        let label = if goal == top.inside.number {
            return Way { label: top.continuing, goal: None };
        } else if goal < top.inside.number {
            top.inside.label
        } else if goal < top.switch.number {
            top.switch.label
        } else {
            top.fall
        };
        let outside = self.frames.partition_point(|frame| frame.number < goal).saturating_sub(1);
        let is_tested = top.tests > self.frames[outside].tests;
        Way { label, goal: is_tested.then_some(goal) }
    }

    fn block(&mut self, index: usize, block: BlockIndex) {
        let mut source = std::mem::take(&mut self.source[block as usize]);
        let terminator = source.body.pop();
        let next = self.graph.successors(block);
        let top = Frame { number: index as u32 + 1, join: None, ..self.top() };
        let is_switch = self.switches[block as usize];
        let is_own = |to: &&BlockIndex| self.plan.goal(self.graph, block, **to).is_none();
        let selects = next.len() > 1;
        let meets = is_switch || next.iter().filter(is_own).count() > 1;
        let (mut join, mut merge) = (None, None);
        if selects && self.plan.ends_scope(index) {
            merge = Some(top.fall);
        } else if selects && meets {
            join = Some(self.work.module.new_id());
            merge = join;
        }
        let mut frame = Frame { fall: merge.unwrap_or(top.fall), join, ..top };
        if let Some(label) = merge.filter(|_| is_switch) {
            frame.switch = Target { number: frame.number, label };
        }
        self.frames.push(frame);
        let ways: Vec<Way> = next.iter().map(|to| self.way(block, *to)).collect();
        self.used.extend(ways.iter().map(|way| way.label));
        let mut extra = Vec::new();
        let mut body = Vec::new();
        let end = match (terminator, &ways[..]) {
            (Some(terminator), []) => terminator,
            (_, [way]) => {
                way.goal.into_iter().for_each(|goal| self.store_goal(&mut body, goal));
                self.work.branch(way.label)
            }
            (Some(terminator), ways) if is_switch => self.switch_end(terminator, block, ways, &mut extra),
            (Some(terminator), [a, b, ..]) => {
                self.store_either(terminator, [*a, *b], &mut body);
                if a.label == b.label {
                    self.work.branch(a.label)
                } else {
                    self.conditional(terminator, [a.label, b.label])
                }
            }
            (None, _) => self.work.module.add_ids(op::UNREACHABLE, 0, 0, &[]),
        };
        let merge = merge.filter(|_| self.work.module.opcode(end) != op::BRANCH);
        self.write(source, body, merge, end);
        for (label, body) in extra {
            self.push_fresh(label, body);
        }
    }

    /// Stores the goal of a conditional branch. A side that needs none is not harmed: what it goes to reads none.
    fn store_either(&mut self, terminator: At, sides: [Way; 2], body: &mut Vec<At>) {
        match sides.map(|side| side.goal) {
            [None, None] => {}
            [Some(goal), None] | [None, Some(goal)] => self.store_goal(body, goal),
            [Some(a), Some(b)] if a == b => self.store_goal(body, a),
            [Some(a), Some(b)] => {
                let condition = self.work.module.word(terminator, 0);
                let operands = [condition, self.work.constant(a), self.work.constant(b)];
                let uint = self.work.uint();
                let goal = self.work.value(body, op::SELECT, uint, &operands);
                let variable = self.variable();
                body.push(self.work.store(variable, goal));
            }
        }
    }

    fn conditional(&mut self, terminator: At, labels: [Id; 2]) -> At {
        let mut operands: Vec<Operand> = self.work.module.tagged_operands(terminator).collect();
        operands[1] = Operand::Id(labels[0]);
        operands[2] = Operand::Id(labels[1]);
        let new = self.work.module.add(op::BRANCH_CONDITIONAL, 0, 0, operands);
        self.work.module.set_origin(new, self.work.module.origin(terminator));
        new
    }

    /// A switch; targets that are not its own get a block each, unless they only leave the switch.
    fn switch_end(
        &mut self,
        terminator: At,
        block: BlockIndex,
        ways: &[Way],
        extra: &mut Vec<(Id, Vec<At>)>,
    ) -> At {
        let merge = self.top().switch.label;
        let mut map = HashMap::new();
        for (&to, way) in self.graph.successors(block).iter().zip(ways) {
            let is_own = self.plan.goal(self.graph, block, to).is_none();
            let label = if is_own || way.goal.is_none() && way.label == merge {
                way.label
            } else {
                let mut body = Vec::new();
                way.goal.into_iter().for_each(|goal| self.store_goal(&mut body, goal));
                body.push(self.work.branch(way.label));
                let label = self.work.module.new_id();
                extra.push((label, body));
                label
            };
            map.insert(self.labels[to as usize], label);
        }
        self.work.copy(terminator, 0, |id| map.get(&id).copied().unwrap_or(id))
    }

    /// Writes a block, in two if it is the header of a loop and of a selection.
    fn write(&mut self, mut source: Block, mut stores: Vec<At>, merge: Option<Id>, end: At) {
        let label = source.label;
        let selection = merge.map(|merge| {
            let control = self.control(label, op::SELECTION_MERGE);
            self.work.module.add(op::SELECTION_MERGE, 0, 0, [Operand::Id(merge)].into_iter().chain(control))
        });
        let looping = self.pending.take().map(|labels| {
            let control = self.control(label, op::LOOP_MERGE);
            self.work.module.add(op::LOOP_MERGE, 0, 0, labels.map(Operand::Id).into_iter().chain(control))
        });
        let (Some(selection), Some(looping)) = (selection, looping) else {
            source.body.append(&mut stores);
            source.body.extend(selection.or(looping));
            source.body.push(end);
            self.push(source);
            return;
        };
        let is_phi = |at: &&At| self.work.module.opcode(**at) == op::PHI;
        let phis = source.body.iter().rposition(|at| is_phi(&at)).map_or(0, |last| last + 1);
        let rest = self.work.module.new_id();
        let mut second = self.work.block(rest);
        second.body = source.body.split_off(phis);
        second.body.append(&mut stores);
        second.body.extend([selection, end]);
        source.body.extend([looping, self.work.branch(rest)]);
        self.emitted.tails.insert(label, rest);
        self.push(source);
        self.push(second);
    }

    fn push(&mut self, block: Block) {
        self.blocks.push(block);
        self.emitted.fresh.push(false);
    }

    /// Control operands of the merge that a block had.
    fn control(&self, label: Id, opcode: u16) -> Vec<Operand> {
        match self.work.controls.get(&label) {
            Some((had, operands)) if *had == opcode && !operands.is_empty() => operands.clone(),
            _ => vec![Operand::Literal(0)],
        }
    }
}
