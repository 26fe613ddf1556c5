//! Builds the structure that merge instructions state.

use super::dominators::Dominators;
use super::graph::{BlockIndex, Graph, Labels, NO_BLOCK, Rows, targets};
use super::structure::{
    Case, Default, Fall, Jump, List, Node, NodeId, Structure, Unstructured, UnstructuredKind,
};
use crate::grammar::op;
use crate::module::{At, Function, Module, Operand};

/// Builds the structure of a function.
pub(super) fn nest(module: &Module, function: &Function) -> Result<Structure, Unstructured> {
    if let [only] = function.blocks.as_slice()
        && module.merge(only).is_none()
        && targets(module, only).next().is_none()
    {
        let mut structure = Structure::with_capacity(2);
        structure.push(structure.root(), Node::Block(0));
        structure.push(structure.root(), Node::End(0));
        return Ok(structure);
    }
    let labels = Labels::of(function);
    let graph = Graph::with_labels(module, function, &labels);
    let dominators = Dominators::of(&graph);
    let joins = joins(&graph, &dominators);
    let mut nester = Nester {
        module,
        function,
        labels,
        structure: Structure::with_capacity(graph.len() * 3),
        visited: vec![false; graph.len()],
        roles: vec![Role::None; graph.len()],
        graph,
        dominators,
        joins,
        switches: Vec::new(),
        tasks: Vec::new(),
    };
    if !function.blocks.is_empty() {
        nester.run()?;
    }
    Ok(nester.structure)
}

/// By block, the blocks that it dominates immediately and in which several paths meet.
fn joins(graph: &Graph, dominators: &Dominators) -> Rows {
    let is_join = |block: &BlockIndex| {
        let before = graph.predecessors(*block).iter();
        before.filter(|from| graph.is_reachable(**from) && !dominators.dominates(*block, **from)).count() > 1
    };
    let blocks = graph.reverse_postorder().iter().copied().filter(is_join);
    let pairs: Vec<_> = blocks.filter_map(|block| Some((dominators.immediate(block)?, block))).collect();
    Rows::group(graph.len(), pairs.iter().copied())
}

/// What a block is to the constructs that are open.
#[derive(Clone, Copy)]
enum Role {
    None,
    LoopMerge(NodeId),
    Continue(NodeId),
    Header(NodeId),
    SwitchMerge(NodeId),
    Case { switch: NodeId, index: u32 },
}

/// What the end of a list leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Nothing that a branch could name.
    Nothing,
    /// The merge block of a selection.
    Merge(BlockIndex),
    /// The end of a case.
    Case { switch: NodeId, index: u32 },
    /// The next iteration of a loop, from its `continuing`.
    Header(NodeId),
}

/// Where control is: a list that nodes are added to.
#[derive(Clone, Copy)]
struct Place {
    list: List,
    end: End,
    /// The loop around it.
    inside: Option<NodeId>,
    /// The switch around it, in the same loop.
    switch: Option<NodeId>,
}

/// What remains to do, the last first.
enum Task {
    /// Add a block and all that follows it.
    Chain(BlockIndex, Place),
    /// Add what a block does at its end.
    Terminator(BlockIndex, Place),
    /// A construct ended: what a block was before it.
    Restore(BlockIndex, Role),
    /// Put the cases of a switch in order.
    Order(NodeId, BlockIndex),
}

/// Where an edge leads.
enum Way {
    Jump(Jump),
    /// To a block that is not in the structure yet and stands here.
    Here,
}

/// The cases that the cases of a switch fall into.
struct Falls {
    switch: NodeId,
    /// By case, the next, or [`NO_BLOCK`].
    next: Vec<u32>,
}

struct Nester<'m> {
    module: &'m Module,
    function: &'m Function,
    labels: Labels,
    graph: Graph,
    dominators: Dominators,
    joins: Rows,
    structure: Structure,
    visited: Vec<bool>,
    roles: Vec<Role>,
    /// The switches that are open, the innermost last.
    switches: Vec<Falls>,
    tasks: Vec<Task>,
}

type Step<T = ()> = Result<T, Unstructured>;

const fn fault<T>(kind: UnstructuredKind, block: BlockIndex) -> Step<T> {
    Err(Unstructured { kind, block })
}

impl Nester<'_> {
    fn run(&mut self) -> Step {
        let place = Place { list: self.structure.root(), end: End::Nothing, inside: None, switch: None };
        self.tasks.push(Task::Chain(0, place));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Chain(block, place) => self.chain(block, place)?,
                Task::Terminator(block, place) => self.terminator(block, place)?,
                Task::Restore(block, role) => self.roles[block as usize] = role,
                Task::Order(switch, block) => self.order(switch, block)?,
            }
        }
        let missing = self.graph.reverse_postorder().iter().find(|block| !self.visited[**block as usize]);
        missing.map_or(Ok(()), |block| fault(UnstructuredKind::Exit, *block))
    }

    /// Adds a block: the loop that it heads, its instructions, and all that follows.
    fn chain(&mut self, block: BlockIndex, place: Place) -> Step {
        if std::mem::replace(&mut self.visited[block as usize], true) {
            return fault(UnstructuredKind::Exit, block);
        }
        match self.merge(block) {
            Some(at) if self.module.opcode(at) == op::LOOP_MERGE => self.loop_(block, at, place),
            _ => {
                self.structure.push(place.list, Node::Block(block));
                self.terminator(block, place)
            }
        }
    }

    fn merge(&self, block: BlockIndex) -> Option<At> {
        self.module.merge(&self.function.blocks[block as usize])
    }

    /// The block that operand `index` of an instruction names.
    fn named(&self, at: At, index: usize, block: BlockIndex) -> Step<BlockIndex> {
        let found = self.labels.find(self.module.word(at, index));
        found.map_or_else(|| fault(UnstructuredKind::Terminator, block), Ok)
    }

    fn loop_(&mut self, header: BlockIndex, merge: At, outside: Place) -> Step {
        let after = self.named(merge, 0, header)?;
        let target = self.named(merge, 1, header)?;
        let owns =
            |block| !self.graph.is_reachable(block) || self.dominators.strictly_dominates(header, block);
        if !owns(after) || after == target || target != header && !owns(target) {
            return fault(UnstructuredKind::Merge, header);
        }
        let (body, continuing) = (self.structure.add_list(), self.structure.add_list());
        let id = self.structure.push(outside.list, Node::Loop { header, body, continuing });
        let inner = Place { list: body, end: End::Nothing, inside: Some(id), switch: None };
        self.follow(after, outside);
        self.set_role(after, Role::LoopMerge(id));
        if target != header {
            self.set_role(header, Role::Header(id));
            if self.graph.is_reachable(target) {
                let place = Place { list: continuing, end: End::Header(id), ..inner };
                self.tasks.push(Task::Chain(target, place));
            }
        }
        self.set_role(target, Role::Continue(id));
        self.structure.push(body, Node::Block(header));
        self.tasks.push(Task::Terminator(header, inner));
        Ok(())
    }

    /// Continues with a merge block after a construct, if anything leads there.
    fn follow(&mut self, merge: BlockIndex, place: Place) {
        if self.graph.is_reachable(merge) {
            self.tasks.push(Task::Chain(merge, place));
        }
    }

    /// Gives a block a role until the tasks that are pushed next are done.
    fn set_role(&mut self, block: BlockIndex, role: Role) {
        let before = std::mem::replace(&mut self.roles[block as usize], role);
        self.tasks.push(Task::Restore(block, before));
    }

    fn terminator(&mut self, block: BlockIndex, place: Place) -> Step {
        let source = &self.function.blocks[block as usize];
        let opcode = source.body.last().map_or(op::NOP, |at| self.module.opcode(*at));
        if targets(self.module, source).any(|label| self.labels.find(label).is_none()) {
            return fault(UnstructuredKind::Terminator, block);
        }
        match (opcode, self.graph.successors(block)) {
            (op::SWITCH, _) => self.switch(block, place),
            (_, &[]) => {
                self.structure.push(place.list, Node::End(block));
                Ok(())
            }
            (_, &[to]) => self.go(block, to, place),
            (_, &[then, otherwise, ..]) => self.select(block, [then, otherwise], place),
        }
    }

    /// Where an edge leads.
    fn way(&mut self, from: BlockIndex, to: BlockIndex, place: Place) -> Step<Way> {
        if place.end == End::Merge(to) {
            return Ok(Way::Jump(Jump::Next));
        }
        match self.roles[to as usize] {
            Role::LoopMerge(node) if place.inside == Some(node) => Ok(Way::Jump(Jump::Break(node))),
            Role::Continue(node) if place.inside == Some(node) && !self.is_continuing(place) => {
                Ok(Way::Jump(Jump::Continue(node)))
            }
            Role::Header(node) if place.end == End::Header(node) => Ok(Way::Jump(Jump::Next)),
            Role::SwitchMerge(node) if place.switch == Some(node) => Ok(Way::Jump(Jump::Break(node))),
            Role::Case { switch, index } => match place.end {
                End::Case { switch: own, index: case } if own == switch && case != index => {
                    self.fall(case, index, to)?;
                    Ok(Way::Jump(Jump::Next))
                }
                _ => fault(UnstructuredKind::Exit, from),
            },
            Role::None if !self.visited[to as usize] => Ok(Way::Here),
            Role::None if self.dominators.dominates(to, from) => fault(UnstructuredKind::Loop, from),
            _ => fault(UnstructuredKind::Exit, from),
        }
    }

    /// True in the `continuing` of the loop around a place; only there a branch to its continue target is a cycle.
    fn is_continuing(&self, place: Place) -> bool {
        let Some(Node::Loop { continuing, .. }) = place.inside.map(|id| self.structure.node(id)) else {
            return false;
        };
        self.structure.last(*continuing).is_some()
    }

    /// Notes that a case of the innermost switch falls into another.
    fn fall(&mut self, case: u32, into: u32, block: BlockIndex) -> Step {
        let Some(falls) = self.switches.last_mut() else {
            return fault(UnstructuredKind::Fall, block);
        };
        let next = &mut falls.next[case as usize];
        if *next != NO_BLOCK && *next != into {
            return fault(UnstructuredKind::Fall, block);
        }
        *next = into;
        Ok(())
    }

    /// Follows an edge to the end of a list.
    fn go(&mut self, from: BlockIndex, to: BlockIndex, place: Place) -> Step {
        let way = self.way(from, to, place)?;
        self.take(way, from, to, place);
        Ok(())
    }

    fn take(&mut self, way: Way, from: BlockIndex, to: BlockIndex, place: Place) {
        let jump = match way {
            Way::Jump(jump) => jump,
            Way::Here => {
                self.tasks.push(Task::Chain(to, place));
                Jump::Next
            }
        };
        self.structure.push(place.list, Node::Edge { from, to, jump });
    }

    /// The merge block of a selection; `None` if it has none of its own.
    fn selection_merge(&mut self, block: BlockIndex, place: Place) -> Step<Option<BlockIndex>> {
        let Some(at) = self.merge(block).filter(|at| self.module.opcode(*at) == op::SELECTION_MERGE) else {
            return Ok(None);
        };
        let merge = self.named(at, 0, block)?;
        if !self.graph.is_reachable(merge) {
            return Ok(Some(merge));
        }
        match self.way(block, merge, place)? {
            Way::Here if self.dominators.strictly_dominates(block, merge) => Ok(Some(merge)),
            Way::Here => fault(UnstructuredKind::Merge, block),
            // A merge block that it shares with a construct around it.
            Way::Jump(_) => Ok(None),
        }
    }

    /// The block in which the sides of a conditional branch without a merge meet.
    fn meeting(&self, block: BlockIndex, place: Place) -> Step<Option<BlockIndex>> {
        let is_free = |join: &&BlockIndex| {
            matches!(self.roles[**join as usize], Role::None)
                && place.end != End::Merge(**join)
                && !self.visited[**join as usize]
        };
        let mut joins = self.joins.get(block).iter().filter(is_free);
        match (joins.next(), joins.next()) {
            (_, Some(_)) => fault(UnstructuredKind::Exit, block),
            (join, None) => Ok(join.copied()),
        }
    }

    fn select(&mut self, block: BlockIndex, sides: [BlockIndex; 2], place: Place) -> Step {
        let mut merge = self.selection_merge(block, place)?;
        if merge.is_some_and(|merge| self.dominators.immediate(merge) != Some(block)) {
            // Its sides do not meet there first.
            merge = self.meeting(block, place)?.or(merge);
        }
        if merge.is_none() {
            let [then, otherwise] = [self.way(block, sides[0], place)?, self.way(block, sides[1], place)?];
            match (then, otherwise) {
                (Way::Here, Way::Here) => merge = self.meeting(block, place)?,
                (Way::Jump(jump @ (Jump::Break(_) | Jump::Continue(_))), Way::Here) => {
                    self.leave_if(block, sides, jump, place);
                    return Ok(());
                }
                (Way::Here, Way::Jump(jump @ (Jump::Break(_) | Jump::Continue(_)))) => {
                    self.leave_unless(block, sides, jump, place);
                    return Ok(());
                }
                _ => {}
            }
        }
        let end = match merge.filter(|merge| self.graph.is_reachable(*merge)) {
            Some(merge) => {
                self.follow(merge, place);
                End::Merge(merge)
            }
            None => place.end,
        };
        let (then, otherwise) = (self.structure.add_list(), self.structure.add_list());
        self.structure.push(place.list, Node::If { block, then, otherwise });
        for (to, list) in sides.into_iter().zip([then, otherwise]) {
            self.go(block, to, Place { list, end, ..place })?;
        }
        Ok(())
    }

    /// A selection whose first side jumps; the other side follows it.
    fn leave_if(&mut self, block: BlockIndex, [to, on]: [BlockIndex; 2], jump: Jump, place: Place) {
        let (then, otherwise) = (self.structure.add_list(), self.structure.add_list());
        self.structure.push(place.list, Node::If { block, then, otherwise });
        self.structure.push(then, Node::Edge { from: block, to, jump });
        self.take(Way::Here, block, on, Place { list: otherwise, ..place });
        self.continue_in(on, place);
    }

    /// A selection whose second side jumps; the first side follows it.
    fn leave_unless(&mut self, block: BlockIndex, [on, to]: [BlockIndex; 2], jump: Jump, place: Place) {
        let (then, otherwise) = (self.structure.add_list(), self.structure.add_list());
        self.structure.push(place.list, Node::If { block, then, otherwise });
        self.structure.push(otherwise, Node::Edge { from: block, to, jump });
        self.take(Way::Here, block, on, Place { list: then, ..place });
        self.continue_in(on, place);
    }

    /// Moves the chain that was pushed last to another list.
    fn continue_in(&mut self, block: BlockIndex, place: Place) {
        self.tasks.pop();
        self.tasks.push(Task::Chain(block, place));
    }

    fn switch(&mut self, block: BlockIndex, place: Place) -> Step {
        let merge = self.selection_merge(block, place)?;
        let mut cases = self.cases(block);
        let id = self.structure.push(place.list, Node::Switch { block, cases: Vec::new() });
        // Without a merge of its own, it ends where the list around it ends.
        let merge = merge.or(match place.end {
            End::Merge(merge) => Some(merge),
            _ => None,
        });
        let switch = if merge.is_some() { Some(id) } else { place.switch };
        if let Some(merge) = merge.filter(|merge| self.graph.is_reachable(*merge)) {
            if place.end != End::Merge(merge) {
                self.follow(merge, place);
            }
            self.set_role(merge, Role::SwitchMerge(id));
        }
        let outer = Place { end: End::Nothing, switch, ..place };
        let mut chains = Vec::new();
        for (case, index) in cases.iter_mut().zip(0..) {
            case.body = self.structure.add_list();
            let inner = Place { list: case.body, end: End::Case { switch: id, index }, ..outer };
            let way = self.way(block, case.target, outer)?;
            if let Way::Here = way {
                chains.push((case.target, index, inner));
            }
            self.structure.push(
                case.body,
                Node::Edge {
                    from: block,
                    to: case.target,
                    jump: match way {
                        Way::Jump(jump) => jump,
                        Way::Here => Jump::Next,
                    },
                },
            );
        }
        self.switches.push(Falls { switch: id, next: vec![NO_BLOCK; cases.len()] });
        if let Node::Switch { cases: found, .. } = self.structure.node_mut(id) {
            *found = cases;
        }
        self.tasks.push(Task::Order(id, block));
        for &(target, index, _) in &chains {
            self.set_role(target, Role::Case { switch: id, index });
        }
        let chains = chains.into_iter().rev();
        self.tasks.extend(chains.map(|(target, _, place)| Task::Chain(target, place)));
        Ok(())
    }

    /// The targets of a switch in the order of its instruction, the default first, each once.
    fn cases(&mut self, block: BlockIndex) -> Vec<Case> {
        let successors = self.graph.successors(block);
        let mut cases: Vec<Case> = successors
            .iter()
            .map(|target| Case {
                target: *target,
                literals: Vec::new(),
                default: Default::No,
                body: List(0),
                fall: Fall::Leaves,
            })
            .collect();
        if let Some(first) = cases.first_mut() {
            first.default = Default::Yes;
        }
        let mut by_target: Vec<(BlockIndex, u32)> = successors.iter().copied().zip(0..).collect();
        by_target.sort_unstable();
        let terminator = self.function.blocks[block as usize].terminator();
        let (mut bits, mut shift) = (0u64, 0);
        for operand in self.module.tagged_operands(terminator).skip(2) {
            match operand {
                Operand::Literal(word) => {
                    bits |= u64::from(word).checked_shl(shift).unwrap_or(0);
                    shift += 32;
                }
                Operand::Id(label) => {
                    let target = self.labels.find(label).unwrap_or(NO_BLOCK);
                    if let Ok(found) = by_target.binary_search_by_key(&target, |entry| entry.0) {
                        cases[by_target[found].1 as usize].literals.push(bits);
                    }
                    (bits, shift) = (0, 0);
                }
            }
        }
        cases
    }

    /// Puts each case just before the one that it falls into; else they stay in the order of the module, the default
    /// last.
    fn order(&mut self, switch: NodeId, block: BlockIndex) -> Step {
        let Some(falls) = self.switches.pop().filter(|falls| falls.switch == switch) else {
            return fault(UnstructuredKind::Fall, block);
        };
        let Node::Switch { cases, .. } = self.structure.node_mut(switch) else {
            return fault(UnstructuredKind::Fall, block);
        };
        let mut fallen_into = vec![false; cases.len()];
        for next in falls.next.iter().filter(|next| **next != NO_BLOCK) {
            if std::mem::replace(&mut fallen_into[*next as usize], true) {
                return fault(UnstructuredKind::Fall, block);
            }
        }
        let mut ordered = Vec::with_capacity(cases.len());
        let starts = (1..cases.len()).chain(0..1).filter(|start| !fallen_into[*start]);
        for start in starts {
            let mut next = start as u32;
            while next != NO_BLOCK {
                let after = falls.next[next as usize];
                let fall = if after == NO_BLOCK { Fall::Leaves } else { Fall::IntoNext };
                ordered.push(Case { fall, ..cases[next as usize].clone() });
                next = after;
            }
        }
        if ordered.len() < cases.len() {
            return fault(UnstructuredKind::Fall, block);
        }
        *cases = ordered;
        Ok(())
    }
}
