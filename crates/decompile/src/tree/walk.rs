//! Walks the blocks of a function in the nesting that their merges state, and makes statements of them.

use std::collections::HashMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Id, Type};

use super::calls::Calls;
use super::nest::{Change, Made, Waiting};
use super::{
    Body, Case, Kind, List, LoopKind, LoopParts, MAX_NESTING, NONE, Node, Origin, Span, Statement, Tree, Var,
};
use crate::refusal::{Reason, Refusals};

/// Most statements that are repeated at the places where a loop goes on.
const MAX_PHIS: usize = 64;

/// What was computed from the whole program.
#[derive(Clone, Copy)]
pub(super) struct Facts<'f> {
    pub(super) uses: &'f [u32],
    pub(super) calls: &'f Calls,
}

/// Where a branch may lead out of a statement.
#[derive(Clone, Debug)]
enum Frame {
    If {
        merge: Id,
        edges: Vec<(Id, List)>,
    },
    Switch {
        merge: Id,
        next: Id,
        labels: Vec<Id>,
        reached: bool,
    },
    Loop {
        header: Id,
        target: Id,
        merge: Id,
        in_step: bool,
        broken: bool,
        stepped: bool,
        flag: Option<Var>,
        left_flag: bool,
    },
}

pub(super) struct Walker<'t, 'm> {
    pub(super) tree: &'t mut Tree<'m>,
    pub(super) uses: &'t [u32],
    pub(super) calls: &'t Calls,
    pub(super) made: Vec<Made>,
    pub(super) waiting: Waiting,
    /// The list that statements are added to.
    pub(super) list: List,
    /// The innermost list that is done more than once.
    pub(super) round: List,
    pub(super) locals: Vec<Var>,
    /// How often each phi was used so far.
    pub(super) taken: HashMap<Node, u32>,
    /// Rounds in which the variables of phis are.
    rounds: HashMap<Var, List>,
    frames: Vec<Frame>,
    blocks: HashMap<Id, usize>,
    done: Vec<bool>,
    index: usize,
    refusals: &'t mut Refusals,
}

/// The walk ends: a refusal says why.
struct Refused;

type Walked<T> = Result<T, Refused>;

/// Makes the statements of a function.
pub(super) fn function(tree: &mut Tree<'_>, index: usize, facts: Facts<'_>, refusals: &mut Refusals) {
    let module = tree.module;
    let function = &module.functions[index];
    let list = tree.lists.len() as List;
    tree.add_list((list, 0), false);
    tree.lists[list as usize].nesting = 0;
    let blocks = function.blocks.iter().enumerate().map(|(index, block)| (block.label, index)).collect();
    let parameters = super::calls::parameters(tree, function.id);
    let directions = facts.calls.directions.get(&function.id).cloned().unwrap_or_default();
    if function.blocks.is_empty() {
        let at = Some(function.declaration());
        refusals.add(Reason::Interface, at, "a function is imported; link it first".to_owned());
        return;
    }
    let mut walker = Walker {
        made: vec![Made::default(); tree.nodes.len()],
        tree,
        uses: facts.uses,
        calls: facts.calls,
        waiting: Waiting::default(),
        list,
        round: list,
        locals: Vec::new(),
        taken: HashMap::new(),
        rounds: HashMap::new(),
        frames: Vec::new(),
        blocks,
        done: vec![false; function.blocks.len()],
        index,
        refusals,
    };
    let walked = walker.walk(function.blocks[0].label);
    let locals = std::mem::take(&mut walker.locals);
    if walked.is_ok() {
        tree.bodies.push(Body { index, parameters, directions, list, locals });
    }
}

impl<'m> Walker<'_, 'm> {
    fn refuse<T>(&mut self, reason: Reason, at: At, what: &str) -> Walked<T> {
        self.refusals.add(reason, Some(at), what.to_owned());
        Err(Refused)
    }

    fn block(&self, label: Id) -> Option<&'m Block> {
        let module = self.tree.module;
        module.functions[self.index].blocks.get(*self.blocks.get(&label)?)
    }

    /// Walks from a block to the end of its list.
    fn walk(&mut self, start: Id) -> Walked<()> {
        let mut next = Some(start);
        while let Some(label) = next {
            next = self.step(label)?;
        }
        Ok(())
    }

    /// Walks a block, or the statement that it begins; the block that follows in the same list.
    fn step(&mut self, label: Id) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let Some(block) = self.block(label) else {
            let at = module.functions[self.index].declaration();
            return self.refuse(Reason::Malformed, at, "a branch leads to no block");
        };
        let at = block.terminator();
        let index = self.blocks[&label];
        if std::mem::replace(&mut self.done[index], true) {
            return self.refuse(Reason::Control, at, "the flow of control is not nested; structure it first");
        }
        if self.tree.list(self.list).nesting > MAX_NESTING {
            return self.refuse(Reason::Depth, at, "statements are nested too deep");
        }
        match module.merge(block) {
            Some(merge) if module.opcode(merge) == op::LOOP_MERGE => self.walk_loop(block, merge),
            Some(merge) => {
                self.instructions(block);
                self.terminator(block, Some(module.word(merge, 0)))
            }
            None => {
                self.instructions(block);
                self.terminator(block, None)
            }
        }
    }

    fn instructions(&mut self, block: &'m Block) {
        let module = self.tree.module;
        let Some((_, body)) = block.body.split_last() else { return };
        for &at in body {
            if !module.is_debug(at) && !self.calls.skipped.contains(&at) {
                self.instruction(at);
            }
        }
    }

    fn instruction(&mut self, at: At) {
        let module = self.tree.module;
        let instruction = module.get(at);
        match instruction.opcode {
            op::PHI | op::SELECTION_MERGE | op::LOOP_MERGE | op::NOP | op::UNDEF => {}
            op::VARIABLE => self.variable(at),
            op::STORE | op::COPY_MEMORY => {
                let Some(place) = self.tree.value(module.word(at, 0)) else { return };
                let value =
                    self.tree.effects.get(&at).copied().or_else(|| self.tree.value(module.word(at, 1)));
                let Some(value) = value else { return };
                if self.uses_of(place) == 0 {
                    return;
                }
                if instruction.opcode == op::COPY_MEMORY {
                    self.make(value, at);
                }
                self.assign(place, value, at);
            }
            _ if instruction.result != 0 => self.result(at, instruction.result),
            _ => {
                if let Some(&node) = self.tree.effects.get(&at) {
                    self.effect(node, at);
                }
            }
        }
    }

    fn variable(&mut self, at: At) {
        let module = self.tree.module;
        let Some(node) = self.tree.value(module.get(at).result) else { return };
        let Kind::Variable(var) = self.tree.kind(node) else { return };
        if self.uses_of(node) == 0 {
            return;
        }
        self.locals.push(var);
        if let Some(value) = module.operands(at).get(1).and_then(|id| self.tree.value(*id)) {
            self.push(Statement::Assign(node, value), at);
        }
    }

    fn result(&mut self, at: At, result: Id) {
        let module = self.tree.module;
        let Some(node) = self.tree.value(result) else { return };
        // Copies and parts that cancelled are the node of another instruction.
        if self.tree.node(node).at != at {
            return;
        }
        if let Some(&[_, second]) = self.tree.pairs.get(&node)
            && let Kind::Variable(var) = self.tree.kind(second)
            && self.uses_of(node) > 0
        {
            self.locals.push(var);
        }
        let is_void = matches!(module.ty(module.get(at).ty), Some(Type::Void));
        if is_void {
            if self.uses_of(node) > 0 {
                self.effect(node, at);
            }
            return;
        }
        let other = self.uses_beside_effect(node, at);
        if other == 0 && self.uses_of(node) > 0 {
            self.effect(node, at);
        } else {
            self.make(node, at);
            self.after_writing(node, at);
        }
    }

    /// Uses of a node's value; what has an effect is counted once for that.
    fn uses_beside_effect(&self, node: Node, at: At) -> u32 {
        let uses = self.uses_of(node);
        let module = self.tree.module;
        let opcode = module.opcode(at);
        let counted = match opcode {
            op::FUNCTION_CALL => {
                let writes = self.calls.effects.get(&module.word(at, 0)).is_none_or(|effects| effects.writes);
                writes || self.writes_back(at)
            }
            op::EXT_INST => super::live::writes_through(module, at),
            _ => super::calls::ends_or_writes(opcode),
        };
        uses - u32::from(counted && uses > 0)
    }

    /// A value that writes when it is made: the values that read what it writes, and the value itself, are held.
    fn after_writing(&mut self, node: Node, at: At) {
        let module = self.tree.module;
        let opcode = module.opcode(at);
        let is_pair = self.tree.pairs.contains_key(&node);
        if is_pair {
            self.hold(node);
        }
        if opcode == op::FUNCTION_CALL && self.writes_back(at)
            || opcode == op::EXT_INST && super::live::writes_through(module, at)
        {
            // Its arguments are read by what follows.
            self.hold(node);
        }
    }

    /// Adds a statement that evaluates a node for its effect.
    fn effect(&mut self, node: Node, at: At) {
        let mut children = Vec::new();
        self.tree.each_child(node, |child| children.push(child));
        let mut keys = Vec::new();
        for child in children {
            self.take(child);
            if self.is_place(child)
                && let Some(var) = self.tree.root(child)
            {
                keys.extend(self.change_of(var));
            }
        }
        for change in [Change::Globals, Change::Memory, Change::Effects].into_iter().chain(keys) {
            self.change(change);
        }
        self.push(Statement::Effect(node), at);
    }

    /// Adds an assignment.
    fn assign(&mut self, place: Node, value: Node, at: At) {
        self.take(value);
        self.take(place);
        self.change(Change::Effects);
        match self.tree.root(place).and_then(|var| self.change_of(var)) {
            Some(Change::Memory) | None => self.change(Change::Memory),
            Some(change) => self.change(change),
        }
        self.push(Statement::Assign(place, value), at);
    }

    fn terminator(&mut self, block: &'m Block, merge: Option<Id>) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let at = block.terminator();
        match module.opcode(at) {
            op::BRANCH => self.go(block, module.word(at, 0)),
            op::BRANCH_CONDITIONAL => self.conditional(block, merge),
            op::SWITCH => self.switch(block, merge),
            op::RETURN => {
                self.change_all();
                self.push(Statement::Return(NONE), at);
                Ok(None)
            }
            op::RETURN_VALUE => {
                let Some(value) = self.tree.value(module.word(at, 0)) else { return Ok(None) };
                self.take(value);
                self.change_all();
                self.push(Statement::Return(value), at);
                Ok(None)
            }
            op::UNREACHABLE => Ok(None),
            opcode @ (op::KILL | op::TERMINATE_INVOCATION) => {
                self.change_all();
                self.push(Statement::End(opcode), at);
                Ok(None)
            }
            _ => self.refuse(Reason::Instruction, at, "this way to end a block cannot be written"),
        }
    }

    fn change_all(&mut self) {
        for change in [Change::Effects, Change::Globals, Change::Memory] {
            self.change(change);
        }
    }

    /// Follows a branch: the next block of the list, or nothing if a statement took its place or the list ends.
    fn go(&mut self, from: &Block, target: Id) -> Walked<Option<Id>> {
        let at = from.terminator();
        let last = self.frames.len();
        let breakable = self.frames.iter().rposition(|frame| !matches!(frame, Frame::If { .. }));
        for position in (0..last).rev() {
            let is_innermost = position + 1 == last;
            match self.frames[position].clone() {
                Frame::If { merge, .. } if merge == target => {
                    if !is_innermost {
                        return self.refuse(
                            Reason::Control,
                            at,
                            "a branch leaves several selections; structure the module first",
                        );
                    }
                    let list = self.list;
                    if let Frame::If { edges, .. } = &mut self.frames[position] {
                        edges.push((from.label, list));
                    }
                    return Ok(None);
                }
                Frame::Switch { merge, .. } if merge == target => {
                    if let Frame::Switch { reached, .. } = &mut self.frames[position] {
                        *reached = true;
                    }
                    return self.leave(from, target, Some(position) == breakable);
                }
                Frame::Switch { next, labels, .. } if labels.contains(&target) => {
                    if next != target || !is_innermost {
                        return self.refuse(
                            Reason::Control,
                            at,
                            "a case falls through to one that is not the next",
                        );
                    }
                    self.phis(from, target)?;
                    return Ok(None);
                }
                Frame::Loop { header, target: go_on, merge, in_step, .. } => {
                    if target == header || target == go_on && !in_step {
                        self.phis(from, target)?;
                        if let Frame::Loop { stepped, .. } = &mut self.frames[position] {
                            *stepped |= target != header;
                        }
                        if !is_innermost {
                            if in_step {
                                return self.refuse(
                                    Reason::Control,
                                    at,
                                    "the flow of control between two rounds of a loop cannot be written",
                                );
                            }
                            self.push(Statement::Continue, at);
                        }
                        return Ok(None);
                    }
                    if target == merge {
                        if let Frame::Loop { broken, .. } = &mut self.frames[position] {
                            *broken = true;
                        }
                        if Some(position) == breakable {
                            return self.leave(from, target, true);
                        }
                        return self.leave_by_flag(from, target, position);
                    }
                }
                _ => {}
            }
        }
        if !self.block(target).is_some_and(|block| self.has_phis(block)) {
            return Ok(Some(target));
        }
        self.phis(from, target)?;
        Ok(Some(target))
    }

    fn leave(&mut self, from: &Block, target: Id, is_innermost: bool) -> Walked<Option<Id>> {
        let at = from.terminator();
        if !is_innermost {
            return self.refuse(
                Reason::Control,
                at,
                "a branch leaves a switch from inside a loop; structure the module first",
            );
        }
        self.phis(from, target)?;
        self.push(Statement::Break, at);
        Ok(None)
    }

    /// Leaves a loop from inside a switch: the switch is left, and a flag says that the loop is too.
    fn leave_by_flag(&mut self, from: &Block, target: Id, position: usize) -> Walked<Option<Id>> {
        let at = from.terminator();
        let inner =
            self.frames[position + 1..].iter().filter(|frame| !matches!(frame, Frame::If { .. })).count();
        let Frame::Loop { flag, .. } = self.frames[position] else { return Ok(None) };
        let (Some(flag), 1) = (flag, inner) else {
            return self.refuse(
                Reason::Control,
                at,
                "a branch leaves several loops or switches; structure the module first",
            );
        };
        if let Frame::Loop { left_flag, .. } = &mut self.frames[position] {
            *left_flag = true;
        }
        self.phis(from, target)?;
        let node = self.truth(true, at);
        let place = self.tree.add_node(Kind::Variable(flag), 0, at);
        self.push(Statement::Assign(place, node), at);
        self.push(Statement::Break, at);
        Ok(None)
    }

    /// A boolean constant.
    fn truth(&mut self, truth: bool, at: At) -> Node {
        let span = self.tree.add_operands(&[]);
        let opcode = if truth { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE };
        self.tree.add_node(Kind::Operation(opcode, span), 0, at)
    }

    fn has_phis(&self, block: &Block) -> bool {
        block.body.first().is_some_and(|at| self.tree.module.opcode(*at) == op::PHI)
    }

    /// Values that the used phis of a block take from another.
    fn incoming(&mut self, from: Id, target: Id) -> Vec<(Node, Node)> {
        let module = self.tree.module;
        let Some(block) = self.block(target) else { return Vec::new() };
        let phis = block.body.iter().take_while(|at| module.opcode(**at) == op::PHI || module.is_debug(**at));
        let mut pairs = Vec::new();
        for &at in phis.filter(|at| module.opcode(**at) == op::PHI) {
            let Some(phi) = self.tree.value(module.get(at).result) else { continue };
            if self.uses_of(phi) == 0 {
                continue;
            }
            let operands = module.operands(at).as_chunks::<2>().0;
            let Some(&[value, _]) = operands.iter().find(|pair| pair[1] == from) else { continue };
            let ends = self.block(from).map(Block::terminator);
            let value = match ends.and_then(|ends| super::live::known(module, ends, (value, target))) {
                Some(truth) => Some(self.truth(truth, at)),
                None => self.tree.value(value),
            };
            pairs.extend(value.map(|value| (phi, value)));
        }
        pairs
    }

    /// Assigns the phis of a block on the way to it.
    fn phis(&mut self, from: &Block, target: Id) -> Walked<()> {
        let at = from.terminator();
        let pairs = self.incoming(from.label, target);
        self.assign_phis(pairs, at)
    }

    fn phi_variable(&mut self, phi: Node) -> Var {
        if let Some(var) = self.tree.held[phi as usize] {
            return var;
        }
        let Kind::Phi(id) = self.tree.kind(phi) else { return 0 };
        let ty = self.tree.node(phi).ty;
        if let Some(var) = self.succeeded(phi) {
            self.tree.held[phi as usize] = Some(var);
            return var;
        }
        let var = self.tree.add_variable(Origin::Phi, id, ty);
        self.tree.held[phi as usize] = Some(var);
        self.locals.push(var);
        self.rounds.insert(var, self.round);
        var
    }

    /// The variable of another phi that this one takes over: its value comes from there, and is used nowhere else
    /// from here on.
    fn succeeded(&self, phi: Node) -> Option<Var> {
        let module = self.tree.module;
        let operands = module.operands(self.tree.node(phi).at).as_chunks::<2>().0;
        let nodes: Vec<Node> = operands.iter().filter_map(|pair| self.tree.value(pair[0])).collect();
        nodes.iter().copied().find_map(|node| {
            let Kind::Phi(_) = self.tree.kind(node) else { return None };
            let var = self.tree.held[node as usize]?;
            let here = nodes.iter().filter(|other| **other == node).count() as u32;
            let so_far = self.taken.get(&node).copied().unwrap_or(0);
            let is_last = so_far + here == self.uses_of(node);
            let same = self.rounds.get(&var) == Some(&self.round)
                && self.tree.node(node).ty == self.tree.node(phi).ty;
            (is_last && same && node != phi).then_some(var)
        })
    }

    fn assign_phis(&mut self, pairs: Vec<(Node, Node)>, at: At) -> Walked<()> {
        if pairs.len() > MAX_PHIS {
            return self.refuse(Reason::Depth, at, "too many values change at one branch");
        }
        let is_undefined = |tree: &Tree<'_>, node: Node| match tree.kind(node) {
            Kind::Constant(id) => tree.module.opcode_of(id) == op::UNDEF,
            _ => false,
        };
        let mut left = Vec::new();
        for (phi, value) in pairs {
            let var = self.phi_variable(phi);
            let is_own = self.tree.variable_of(value) == Some(var);
            if phi == value || is_own || is_undefined(self.tree, value) {
                self.take(value);
                continue;
            }
            let summary = self.take(value);
            left.push((phi, var, value, summary.keys));
        }
        while !left.is_empty() {
            let free = (0..left.len()).find(|&index| {
                let var = left[index].1;
                let mut others = left.iter().enumerate().filter(|(other, _)| *other != index);
                !others.any(|(_, entry)| entry.3.many || entry.3.vars().contains(&var))
            });
            let Some(index) = free else {
                // A circle: one value is kept aside.
                let (_, _, value, keys) = &mut left[0];
                let ty = self.tree.node(*value).ty;
                let var = self.tree.add_variable(Origin::Value(*value), 0, ty);
                let copy = self.tree.add_node(Kind::Variable(var), ty, at);
                let line = Statement::Declare(var, std::mem::replace(value, copy));
                *keys = super::nest::Keys::default();
                self.locals.push(var);
                self.push(line, at);
                continue;
            };
            let (phi, var, value, _) = left.remove(index);
            self.change(Change::Variable(var));
            let ty = self.tree.node(phi).ty;
            let place = self.tree.add_node(Kind::Variable(var), ty, at);
            self.push(Statement::Assign(place, value), at);
        }
        Ok(())
    }

    /// Walks a list of its own.
    fn inner(&mut self, list: List, start: impl FnOnce(&mut Self) -> Walked<Option<Id>>) -> Walked<()> {
        let outer = std::mem::replace(&mut self.list, list);
        let round = self.round;
        if self.tree.list(list).repeats {
            self.round = list;
        }
        if let Some(next) = start(self)? {
            self.walk(next)?;
        }
        self.list = outer;
        self.round = round;
        Ok(())
    }

    fn new_list(&mut self, repeats: bool) -> List {
        let parent = (self.list, self.tree.list(self.list).lines.len() as u32);
        self.tree.add_list(parent, repeats)
    }

    /// True if a branch to a block becomes `break`, `continue` or the end of a list.
    fn is_jump(&self, target: Id) -> bool {
        self.frames.iter().any(|frame| match frame {
            Frame::If { .. } => false,
            Frame::Switch { merge, .. } => *merge == target,
            Frame::Loop { header, target: go_on, merge, in_step, .. } => {
                *header == target || *merge == target || !in_step && *go_on == target
            }
        })
    }

    fn conditional(&mut self, block: &'m Block, merge: Option<Id>) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let at = block.terminator();
        let (yes, no) = (module.word(at, 1), module.word(at, 2));
        let Some(condition) = self.tree.value(module.word(at, 0)) else { return Ok(None) };
        self.take(condition);
        self.change(Change::Effects);
        if yes == no && merge.is_none() {
            return self.go(block, yes);
        }
        let Some(merge) = merge else { return self.jump(block, condition) };
        let (then, other) = (self.new_list(false), self.new_list(false));
        let line = self.tree.list(self.list).lines.len();
        self.push(Statement::If(condition, then, other), at);
        self.frames.push(Frame::If { merge, edges: Vec::new() });
        self.inner(then, |walker| walker.go(block, yes))?;
        self.inner(other, |walker| walker.go(block, no))?;
        let Some(Frame::If { edges, .. }) = self.frames.pop() else { return Ok(None) };
        if edges.is_empty() {
            return Ok(None);
        }
        self.meet(line, merge, &edges, at)?;
        self.enter(block, merge)
    }

    /// A branch without a merge: one side leaves.
    fn jump(&mut self, block: &'m Block, condition: Node) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let at = block.terminator();
        let (yes, no) = (module.word(at, 1), module.word(at, 2));
        let flip = !self.is_jump(yes) || self.goes_on(yes) && !self.goes_on(no) && self.is_jump(no);
        let (away, on) = if flip { (no, yes) } else { (yes, no) };
        if !self.is_jump(away) {
            // Selections may omit their merge only where one side leaves, but some compilers omit it more often.
            if !self.ends(away) {
                return self.refuse(
                    Reason::Control,
                    at,
                    "a selection has no merge; structure the module first",
                );
            }
        }
        let condition = if flip { self.tree.negate_condition(condition, at) } else { condition };
        let (then, other) = (self.new_list(false), self.new_list(false));
        self.push(Statement::If(condition, then, other), at);
        self.frames.push(Frame::If { merge: 0, edges: Vec::new() });
        self.inner(then, |walker| walker.go(block, away))?;
        self.frames.pop();
        self.go(block, on)
    }

    /// True if a branch to a block begins the next round of a loop.
    fn goes_on(&self, target: Id) -> bool {
        self.frames.iter().any(|frame| match frame {
            Frame::Loop { header, target: go_on, .. } => *header == target || *go_on == target,
            _ => false,
        })
    }

    /// True if a block ends the function.
    fn ends(&self, label: Id) -> bool {
        let Some(block) = self.block(label) else { return false };
        matches!(
            self.tree.module.opcode(block.terminator()),
            op::RETURN | op::RETURN_VALUE | op::KILL | op::UNREACHABLE | op::TERMINATE_INVOCATION
        )
    }

    /// After a selection: its merge is the next block, or leaves.
    fn enter(&mut self, from: &Block, merge: Id) -> Walked<Option<Id>> {
        if !self.is_jump(merge) {
            return Ok(Some(merge));
        }
        let Some(block) = self.block(merge) else { return Ok(None) };
        if self.has_phis(block) {
            let at = from.terminator();
            return self.refuse(
                Reason::Control,
                at,
                "a selection ends where a loop goes on; structure the module first",
            );
        }
        self.go(from, merge)
    }

    /// Where the sides of a selection meet: one value becomes an expression, others are assigned on each side.
    fn meet(&mut self, line: usize, merge: Id, edges: &[(Id, List)], at: At) -> Walked<()> {
        let mut incoming: Vec<Vec<(Node, Node)>> = Vec::with_capacity(edges.len());
        for (from, _) in edges {
            incoming.push(self.incoming(*from, merge));
        }
        let Statement::If(condition, then, other) = self.tree.list(self.list).lines[line].statement else {
            return Ok(());
        };
        let empty = self.tree.is_empty(then) && self.tree.is_empty(other);
        if let [(_, first), (_, second)] = edges
            && let [yes, no] = incoming.as_slice()
            && let ([(phi, yes)], [(_, no)]) = (yes.as_slice(), no.as_slice())
            && *first == then
            && *second == other
            && empty
        {
            let own = |walker: &Self, node: Node, list: List| walker.waits_in(node, list);
            let (out_yes, out_no) = (own(self, *yes, then), own(self, *no, other));
            if (!out_yes || self.move_out(*yes, 0)) && (!out_no || self.move_out(*no, 0)) {
                return self.choose(line, condition, (*phi, *yes, *no));
            }
        }
        for ((_, list), pairs) in edges.iter().zip(incoming) {
            let outer = std::mem::replace(&mut self.list, *list);
            let result = self.assign_phis(pairs, at);
            self.list = outer;
            result?;
        }
        Ok(())
    }

    /// A phi becomes an expression that depends on the condition.
    fn choose(&mut self, line: usize, condition: Node, (phi, yes, no): (Node, Node, Node)) -> Walked<()> {
        let at = self.tree.node(phi).at;
        let module = self.tree.module;
        let truth = |node: Node| match self.tree.kind(node) {
            Kind::Constant(id) => module.constant_bool(id),
            Kind::Operation(op::CONSTANT_TRUE, _) => Some(true),
            Kind::Operation(op::CONSTANT_FALSE, _) => Some(false),
            _ => None,
        };
        let is_condition = |node: Node| node == condition;
        let (opcode, operands) = match (truth(yes), truth(no)) {
            (_, Some(false)) => (op::LOGICAL_AND, vec![condition, yes]),
            (Some(true), _) => (op::LOGICAL_OR, vec![condition, no]),
            _ if is_condition(no) => (op::LOGICAL_AND, vec![condition, yes]),
            _ if is_condition(yes) => (op::LOGICAL_OR, vec![condition, no]),
            (Some(false), _) => {
                let not = self.tree.negate_condition(condition, at);
                (op::LOGICAL_AND, vec![not, no])
            }
            (_, Some(true)) => {
                let not = self.tree.negate_condition(condition, at);
                (op::LOGICAL_OR, vec![not, yes])
            }
            _ => (op::SELECT, vec![condition, yes, no]),
        };
        self.tree.lists[self.list as usize].lines[line].statement = Statement::Nothing;
        let span = self.tree.add_operands(&operands);
        self.tree.nodes[phi as usize].kind = Kind::Operation(opcode, span);
        // The condition was taken by the branch.
        self.make(phi, at);
        Ok(())
    }

    fn walk_loop(&mut self, block: &'m Block, merge: At) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let at = block.terminator();
        let (after, go_on) = (module.word(merge, 0), module.word(merge, 1));
        // Phis were assigned by whoever came here; those that no one assigned have their variables now.
        for (phi, _) in self.own_phis(block) {
            self.phi_variable(phi);
        }
        self.change_all();
        let flag = self.tree.add_variable(Origin::Flag, 0, 0);
        let init = self.new_list(false);
        let outer = self.list;
        self.list = init;
        let body = self.new_list(true);
        // Values of a round may be nested into the step.
        let step = self.tree.add_list((body, u32::MAX), false);
        self.list = outer;
        let line = self.tree.list(outer).lines.len();
        let parts = LoopParts { init, condition: NONE, step, body };
        self.push(Statement::Loop(LoopKind::While, parts), at);
        for (phi, _) in self.own_phis(block) {
            if let Some(var) = self.tree.held[phi as usize] {
                self.rounds.insert(var, body);
            }
        }
        self.frames.push(Frame::Loop {
            header: block.label,
            target: go_on,
            merge: after,
            in_step: go_on == block.label,
            broken: false,
            stepped: false,
            flag: Some(flag),
            left_flag: false,
        });
        self.inner(body, |walker| {
            walker.instructions(block);
            walker.terminator(block, None)
        })?;
        let stepped = matches!(self.frames.last(), Some(Frame::Loop { stepped: true, .. }));
        if stepped && go_on != block.label {
            if let Some(Frame::Loop { in_step, .. }) = self.frames.last_mut() {
                *in_step = true;
            }
            let round = std::mem::replace(&mut self.round, body);
            self.inner(step, |_| Ok(Some(go_on)))?;
            self.round = round;
        }
        let Some(Frame::Loop { broken, left_flag, .. }) = self.frames.pop() else { return Ok(None) };
        if left_flag {
            self.locals.push(flag);
            self.declare_flag(outer, line, flag, at);
        }
        if !broken {
            return Ok(None);
        }
        self.enter(block, after)
    }

    fn own_phis(&self, block: &Block) -> Vec<(Node, Node)> {
        let module = self.tree.module;
        let phis = block.body.iter().filter(|at| module.opcode(**at) == op::PHI);
        let nodes = phis.filter_map(|at| self.tree.value(module.get(*at).result));
        nodes.filter(|node| self.uses_of(*node) > 0).map(|node| (node, node)).collect()
    }

    /// Sets a flag to false before the loop that it belongs to.
    fn declare_flag(&mut self, list: List, line: usize, flag: Var, at: At) {
        let no = self.truth(false, at);
        let Statement::Loop(_, parts) = self.tree.list(list).lines[line].statement else { return };
        let place = self.tree.add_node(Kind::Variable(flag), 0, at);
        // The round begins with it; a flag that is set leaves the loop.
        let lines = &mut self.tree.lists[parts.init as usize].lines;
        lines.push(super::Line { statement: Statement::Assign(place, no), at });
        self.tree.flags.insert(flag);
    }

    fn switch(&mut self, block: &'m Block, merge: Option<Id>) -> Walked<Option<Id>> {
        let module = self.tree.module;
        let at = block.terminator();
        let Some(selector) = self.tree.value(module.word(at, 0)) else { return Ok(None) };
        self.take(selector);
        self.change(Change::Effects);
        let Some(merge) = merge else {
            return self.refuse(Reason::Control, at, "a switch has no merge; structure the module first");
        };
        let cases = self.cases(at, merge, block);
        let labels: Vec<Id> = cases.iter().map(|case| case.0).collect();
        for label in labels.iter().copied().filter(|label| *label != merge) {
            self.phis(block, label)?;
        }
        let line = self.tree.list(self.list).lines.len();
        self.push(Statement::Nothing, at);
        let mut made = Vec::new();
        self.frames.push(Frame::Switch {
            merge,
            next: 0,
            labels: labels.clone(),
            reached: module.word(at, 1) == merge,
        });
        let position = self.frames.len() - 1;
        for (index, (label, values, default)) in cases.into_iter().enumerate() {
            if let Frame::Switch { next, .. } = &mut self.frames[position] {
                *next = labels.get(index + 1).copied().unwrap_or(0);
            }
            let body = self.tree.add_list((self.list, line as u32), false);
            self.inner(body, |walker| {
                if label == merge {
                    return walker.go(block, merge);
                }
                Ok(Some(label))
            })?;
            made.push(Case { values, default, body });
        }
        let Some(Frame::Switch { reached, .. }) = self.frames.pop() else { return Ok(None) };
        let span = Span { start: self.tree.cases.len() as u32, length: made.len() as u32 };
        self.tree.cases.extend(made);
        self.tree.lists[self.list as usize].lines[line].statement = Statement::Switch(selector, span);
        self.check_flag(at);
        if !reached {
            return Ok(None);
        }
        self.enter(block, merge)
    }

    /// After a switch that may have left its loop.
    fn check_flag(&mut self, at: At) {
        let inner = self.frames.iter().rev().find(|frame| !matches!(frame, Frame::If { .. }));
        let Some(Frame::Loop { flag: Some(flag), left_flag: true, .. }) = inner else { return };
        let flag = *flag;
        let node = self.tree.add_node(Kind::Variable(flag), 0, at);
        let (then, other) = (self.new_list(false), self.new_list(false));
        self.tree.lists[then as usize].lines.push(super::Line { statement: Statement::Break, at });
        self.push(Statement::If(node, then, other), at);
    }

    /// Cases in order: label, values, whether it is the default. A default that only leaves is omitted.
    fn cases(&mut self, at: At, merge: Id, block: &Block) -> Vec<(Id, Vec<u64>, bool)> {
        let module = self.tree.module;
        let operands = module.operands(at);
        let default = operands[1];
        let width = match module.ty(module.type_of(operands[0])) {
            Some(Type::Int { width, .. }) => width,
            _ => 32,
        };
        let words = width.div_ceil(32).clamp(1, 2) as usize;
        let mut cases: Vec<(Id, Vec<u64>, bool)> = Vec::new();
        let mut known: HashMap<Id, usize> = HashMap::new();
        for case in operands[2..].chunks_exact(words + 1) {
            let value = case[..words].iter().rev().fold(0, |value, word| value << 32 | u64::from(*word));
            let index = *known.entry(case[words]).or_insert_with(|| {
                cases.push((case[words], Vec::new(), false));
                cases.len() - 1
            });
            cases[index].1.push(value);
        }
        let needs_default = default != merge || !self.incoming(block.label, merge).is_empty();
        match known.get(&default) {
            Some(index) => cases[*index].2 = true,
            None if needs_default || cases.is_empty() => cases.push((default, Vec::new(), true)),
            None => {}
        }
        cases
    }
}

impl Tree<'_> {
    /// The opposite of a condition that was taken.
    pub(super) fn negate_condition(&mut self, condition: Node, at: At) -> Node {
        let ty = self.node(condition).ty;
        if self.held[condition as usize].is_some() {
            let span = self.add_operands(&[condition]);
            return self.add_node(Kind::Operation(op::LOGICAL_NOT, span), ty, at);
        }
        self.negate(condition, ty, at)
    }

    /// True if a list has no statements.
    pub(super) fn is_empty(&self, list: List) -> bool {
        self.list(list).lines.iter().all(|line| matches!(line.statement, Statement::Nothing))
    }
}
