//! Decides which values are nested into their users and which get a variable.
//!
//! A value waits in the place where it is made. It is nested when its user takes it; it gets a variable there when
//! something is about to change what it reads, when its user is in another round of a loop, or when it is used more
//! than once and is not cheap to repeat.

use glassbox_spirv::build::{glsl, value::storage_class};
use glassbox_spirv::grammar::{is_type, op};
use glassbox_spirv::module::At;

use super::calls::{Callee, Effects, ends_or_writes, reads_query};
use super::waiting::{CONVERGENT, EFFECT, Few, GLOBALS, Keys, MANY, MEMORY, Made, Summary};
use super::walk::Walker;
use super::{Kind, Line, List, MAX_DEPTH, MAX_WEIGHT, NONE, Node, NodeData, Origin, Statement, Step, Var};

/// Weight up to which a value may be repeated.
const CHEAP: u16 = 4;
/// Something that is about to change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Variable(Var),
    Memory,
    Globals,
    Effects,
}

impl Walker<'_, '_> {
    /// Makes a value at its place in the module.
    pub(super) fn make(&mut self, node: Node, at: At) {
        let NodeData { kind, uses, .. } = self.tree.node(node);
        // The step of a query is most often the condition of a loop: it is nested there.
        let is_step = matches!(kind, Kind::Operation(op::RAY_QUERY_PROCEED_KHR, _));
        let uses = uses - u32::from(is_step && uses > 1);
        if uses == 0 {
            return;
        }
        let mut summary = Summary { weight: 1, ..Summary::default() };
        self.add_own(&mut summary, kind, at);
        self.before_reading(&summary.keys);
        let weight_here = summary.weight;
        let twice = matches!(kind, Kind::Operation(op::F_REM | op::F_UNORD_EQUAL, _));
        let mut children = self.tree.children(node);
        while let Some(child) = children.next(self.tree) {
            let mut taken = self.take(child);
            // The target names each operand twice, or the expression gets too large.
            if twice && !taken.cheap
                || taken.depth + 1 >= MAX_DEPTH
                || weight_here.saturating_add(taken.weight) > MAX_WEIGHT
            {
                self.hold(child);
                taken = self.peek(child);
            }
            summary.join(&taken);
        }
        summary.cheap = self.is_cheap(kind, &summary);
        let lines = &mut self.tree.lists[self.list as usize].lines;
        let slot = (self.list, lines.len() as u32);
        lines.push(Line { statement: Statement::Nothing, at });
        self.tree.nodes[node as usize].made = self.scratch.made.len() as u32;
        self.scratch.made.push(Made { node, left: uses, summary, slot, round: self.round });
        if uses > 1 && self.is_place(node) {
            self.hold_indices(node);
        } else if (uses > 1 && !summary.cheap || summary.weight > MAX_WEIGHT) && self.can_hold(node) {
            if !self.hold_shared(node, slot) {
                self.hold(node);
            }
            return;
        }
        if !summary.keys.is_fixed() {
            self.wait(node, &summary.keys);
        }
    }

    /// Adds what a node itself reads, without its operands.
    fn add_own(&self, summary: &mut Summary, kind: Kind, at: At) {
        let keys = &mut summary.keys;
        match kind {
            Kind::Load(place) => self.add_read(keys, place),
            Kind::Path(..) | Kind::Pointee(_) | Kind::Swizzle(..) | Kind::Construct(_) => summary.weight = 0,
            Kind::Operation(op::FUNCTION_CALL, span) => {
                let callee = self.tree.functions.get(self.tree.module.word(at, 0));
                let effects = callee.map_or_else(Effects::default, Callee::effects);
                let writes_back = callee.is_some_and(Callee::writes_back);
                keys.set(GLOBALS | MEMORY, effects.reads || effects.writes);
                keys.set(EFFECT, effects.writes || writes_back);
                keys.set(CONVERGENT, true);
                for argument in self.tree.operands(span) {
                    if self.is_place(*argument) {
                        self.add_read(keys, *argument);
                    }
                }
            }
            Kind::Operation(opcode, span) => {
                keys.set(MEMORY, matches!(opcode, op::IMAGE_READ | op::IMAGE_SPARSE_READ));
                keys.set(EFFECT, ends_or_writes(opcode) || has_two_results(opcode));
                keys.set(CONVERGENT, is_convergent(opcode));
                if reads_query(opcode)
                    && let &[query, ..] = self.tree.operands(span)
                {
                    keys.set(MEMORY, true);
                    self.add_read(keys, query);
                }
                if matches!(opcode, op::SAMPLED_IMAGE | op::IMAGE | op::IMAGE_TEXEL_POINTER) {
                    summary.weight = 0;
                }
            }
            Kind::Extended(number, _) => {
                let acts =
                    matches!(number, glsl::MODF | glsl::FREXP | glsl::MODF_STRUCT | glsl::FREXP_STRUCT);
                keys.set(EFFECT, acts);
                let interpolates = glsl::INTERPOLATE_AT_CENTROID..=glsl::INTERPOLATE_AT_OFFSET;
                keys.set(CONVERGENT, interpolates.contains(&number));
            }
            _ => {}
        }
    }

    /// Summary of a part of a variable that no value selects, or of what is read there if nothing writes it: these are the same
    /// wherever they are written, and need not wait.
    pub(super) fn fixed(&self, node: Node) -> Option<Summary> {
        let place = match self.tree.kind(node) {
            Kind::Path(..) => {
                return self.is_fixed_part(node).then_some(Summary { depth: 1, ..Summary::LEAF });
            }
            Kind::Load(place) => place,
            _ => return None,
        };
        let depth = match self.tree.kind(place) {
            Kind::Variable(_) => 1,
            _ if self.is_fixed_part(place) => 2,
            _ => return None,
        };
        let is_constant = self.tree.variable(self.tree.root(place)?).is_constant;
        is_constant.then_some(Summary { depth, weight: 2, ..Summary::LEAF })
    }

    /// True for parts of variables that no value selects.
    fn is_fixed_part(&self, node: Node) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        let Kind::Variable(var) = self.tree.kind(base) else { return false };
        self.tree.variable(var).origin != Origin::Phi
            && self.tree.steps(steps).iter().all(|step| matches!(step, Step::Part(_)))
    }

    /// True for places; what they hold is read by a load.
    pub(super) fn is_place(&self, node: Node) -> bool {
        match self.tree.kind(node) {
            Kind::Variable(var) => {
                !self.tree.is_reference(self.tree.variable(var).ty) || self.is_pointer(var)
            }
            Kind::Pointee(_) => true,
            Kind::Path(base, _) => match self.tree.kind(base) {
                Kind::Variable(var) => self.is_pointer(var),
                Kind::Pointee(_) => true,
                _ => false,
            },
            Kind::Operation(op::IMAGE_TEXEL_POINTER, _) => true,
            _ => false,
        }
    }

    fn is_pointer(&self, var: Var) -> bool {
        match self.tree.variable(var).origin {
            Origin::Global | Origin::Local => true,
            Origin::Parameter => self.tree.class(var).is_some(),
            _ => false,
        }
    }

    fn add_read(&self, keys: &mut Keys, place: Node) {
        let Some(var) = self.tree.root(place) else {
            keys.set(MEMORY, true);
            return;
        };
        match self.change_of(var) {
            Some(Change::Variable(var)) => {
                keys.add(var);
                keys.set(GLOBALS, self.tree.variable(var).origin == Origin::Global);
            }
            Some(_) => keys.set(GLOBALS | MEMORY, true),
            None => {}
        }
    }

    /// The change that a write to a variable is; none if nothing writes it.
    pub(super) fn change_of(&self, var: Var) -> Option<Change> {
        match self.tree.variable(var).origin {
            Origin::Local | Origin::Flag | Origin::Phi => Some(Change::Variable(var)),
            Origin::Value(_) => None,
            Origin::Parameter => self.tree.class(var).map(|_| Change::Variable(var)),
            Origin::Global => match self.tree.class(var) {
                _ if self.tree.variable(var).is_constant => None,
                Some(class) if is_own(class) => Some(Change::Variable(var)),
                _ => Some(Change::Memory),
            },
        }
    }

    /// Takes a node for use in the statement or value that is made now.
    pub(super) fn take(&mut self, node: Node) -> Summary {
        let NodeData { kind, held, made, .. } = self.tree.node(node);
        match kind {
            Kind::Constant(_) => return Summary::LEAF,
            Kind::Variable(_) => return self.peek(node),
            Kind::Phi(_) => {
                self.shared_variable(node);
                return self.peek(node);
            }
            _ if held != NONE => return self.peek(node),
            _ => {}
        }
        let Some(made) = self.scratch.made.get_mut(made as usize) else { return self.take_parts(node) };
        made.left = made.left.saturating_sub(1);
        let Made { slot, round, summary, .. } = *made;
        if round == self.round && slot.0 == self.list {
            return summary;
        }
        let other_round = round != self.round && !summary.is_free();
        let lost = slot.0 != self.list
            && (summary.keys.has(CONVERGENT) || !summary.is_free() && !self.is_inside(slot.0));
        if other_round || lost {
            if !self.is_place(node) {
                self.hold(node);
                return self.peek(node);
            }
            self.hold_indices(node);
        }
        summary
    }

    /// Summary of a node that is not an instruction's.
    fn take_parts(&mut self, node: Node) -> Summary {
        if let Some(summary) = self.fixed(node) {
            return summary;
        }
        let mut summary = Summary::default();
        let mut children = self.tree.children(node);
        while let Some(child) = children.next(self.tree) {
            let taken = self.take(child);
            summary.join(&taken);
        }
        summary.cheap = self.is_cheap(self.tree.kind(node), &summary);
        summary
    }

    /// Summary of a leaf.
    fn peek(&self, node: Node) -> Summary {
        let mut summary = Summary::LEAF;
        if let Some(var) = self.tree.variable_of(node)
            && self.tree.variable(var).origin == Origin::Phi
        {
            summary.keys.add(var);
        }
        summary
    }

    /// True if the list where a value is made holds the list where it is used.
    fn is_inside(&self, outer: List) -> bool {
        let mut list = self.list;
        let target = self.tree.list(outer).nesting;
        while self.tree.list(list).nesting > target {
            list = self.tree.list(list).parent.0;
        }
        list == outer
    }

    fn is_cheap(&self, kind: Kind, summary: &Summary) -> bool {
        if summary.weight > CHEAP || summary.keys.has(EFFECT) {
            return false;
        }
        let cheap = |node: Node| {
            self.tree.held(node).is_some()
                || match self.tree.kind(node) {
                    Kind::Constant(_) | Kind::Variable(_) | Kind::Phi(_) => true,
                    _ => {
                        self.made(node).map_or_else(|| self.fixed(node).is_some(), |made| made.summary.cheap)
                    }
                }
        };
        match kind {
            Kind::Load(place) => match self.tree.kind(place) {
                Kind::Variable(_) => true,
                Kind::Path(_, steps) => self.tree.steps(steps).iter().all(|step| match *step {
                    Step::Part(_) => true,
                    Step::Index(index) => cheap(index),
                }),
                _ => false,
            },
            Kind::Path(base, steps) => {
                let fixed = self.tree.steps(steps).iter().all(|step| matches!(step, Step::Part(_)));
                fixed && cheap(base)
            }
            Kind::Swizzle(vector, _) => cheap(vector),
            Kind::Construct(parts) => matches!(self.tree.operands(parts), [only] if cheap(*only)),
            Kind::Operation(op::SAMPLED_IMAGE | op::IMAGE | op::IMAGE_TEXEL_POINTER, _) => true,
            _ => false,
        }
    }

    /// True if a variable can hold a value.
    fn can_hold(&self, node: Node) -> bool {
        let ty = self.tree.node(node).ty;
        let opcode = self.tree.module.opcode_of(ty);
        let is_void = opcode == op::TYPE_VOID || !is_type(opcode);
        !is_void && !self.is_place(node) && !self.tree.is_opaque(ty)
    }

    /// Gives a value a variable where it was made.
    pub(super) fn hold(&mut self, node: Node) {
        if self.tree.held(node).is_some() {
            return;
        }
        let Some((list, line)) = self.made(node).map(|made| made.slot) else { return };
        if !self.can_hold(node) {
            self.hold_indices(node);
            return;
        }
        let data = self.tree.node(node);
        let result = self.tree.module.get(data.at).result;
        let id = if self.tree.value(result) == Some(node) { result } else { 0 };
        let var = self.tree.add_variable(Origin::Value(node), id, data.ty);
        self.locals.push(var);
        self.tree.nodes[node as usize].held = var;
        self.tree.lists[list as usize].lines[line as usize].statement = Statement::Declare(var, node);
        self.contents.values = true;
    }

    /// True if a value, or a part of it, waits in a list.
    pub(super) fn waits_in(&self, node: Node, list: List) -> bool {
        if self.tree.variable_of(node).is_some() {
            return false;
        }
        let is_there = |made: &Made| made.slot.0 == list;
        match self.made(node) {
            Some(made) => is_there(made),
            None => {
                let mut found = false;
                self.tree.each_child(node, |child| found |= self.made(child).is_some_and(is_there));
                found
            }
        }
    }

    /// Operations that the text of a value holds.
    pub(super) fn weight_of(&self, node: Node) -> u16 {
        if self.tree.variable_of(node).is_some() {
            return 0;
        }
        let made = self.made(node).map(|made| made.summary);
        made.or_else(|| self.fixed(node)).map_or(0, |summary| summary.weight)
    }

    /// Moves the places where a value of a branch and its parts wait to the list of the selection; false if they must
    /// be done where they are.
    pub(super) fn move_out(&mut self, node: Node, depth: u32) -> bool {
        if self.tree.variable_of(node).is_some() || depth > 4 {
            return depth <= 4;
        }
        match self.made(node) {
            Some(made) if made.summary.keys.has(EFFECT | CONVERGENT) => false,
            Some(_) => {
                let at = self.tree.node(node).at;
                let slot = (self.list, self.tree.list(self.list).lines.len() as u32);
                self.push(Statement::Nothing, at);
                let made = self.tree.node(node).made;
                self.scratch.made[made as usize].slot = slot;
                true
            }
            None => {
                let mut children = self.tree.children(node);
                while let Some(child) = children.next(self.tree) {
                    if !self.move_out(child, depth + 1) {
                        return false;
                    }
                }
                true
            }
        }
    }

    /// Gives what a place or an image depends on variables.
    fn hold_indices(&mut self, node: Node) {
        let mut children = self.tree.children(node);
        while let Some(child) = children.next(self.tree) {
            if let Kind::Pointee(_) = self.tree.kind(child) {
                self.hold_indices(child);
            } else if self.made(child).is_some_and(|made| !made.summary.is_free()) {
                self.hold(child);
            }
        }
    }

    fn wait(&mut self, node: Node, keys: &Keys) {
        let waiting = &mut self.scratch.waiting;
        keys.vars().iter().for_each(|var| waiting.add(node, *var));
        let lists = [
            (MANY, &mut waiting.many),
            (GLOBALS, &mut waiting.globals),
            (MEMORY, &mut waiting.memory),
            (EFFECT, &mut waiting.effects),
        ];
        for (traits, list) in lists {
            if keys.has(traits) {
                list.push(node);
            }
        }
    }

    /// Before a value is made that reads what a waiting call may write, the call is done. What a call writes of the
    /// function's own variables is written where it is made.
    fn before_reading(&mut self, keys: &Keys) {
        if keys.has(EFFECT) {
            self.change(Change::Globals);
            self.change(Change::Memory);
            self.change(Change::Effects);
        } else if keys.has(GLOBALS | MEMORY) {
            self.change(Change::Effects);
        }
    }

    /// Holds the values that a change would change.
    pub(super) fn change(&mut self, change: Change) {
        let waiting = &mut self.scratch.waiting;
        let list = match change {
            Change::Variable(var) => {
                let changed = waiting.take(var);
                self.hold_all(changed);
                &mut self.scratch.waiting.many
            }
            Change::Memory => &mut waiting.memory,
            Change::Globals => &mut waiting.globals,
            Change::Effects => &mut waiting.effects,
        };
        if !list.is_empty() {
            let changed = std::mem::take(list);
            self.hold_all(changed);
        }
    }

    /// Holds those of some values that are still to be used.
    fn hold_all(&mut self, nodes: Few) {
        for node in nodes {
            if self.made(node).is_some_and(|made| made.left > 0) {
                self.hold(node);
            }
        }
    }

    fn made(&self, node: Node) -> Option<&Made> {
        self.scratch.made.get(self.tree.nodes[node as usize].made as usize)
    }

    pub(super) fn push(&mut self, statement: Statement, at: At) {
        self.contents.add(self.tree, statement);
        self.tree.lists[self.list as usize].lines.push(Line { statement, at });
    }
}

/// True for storage of the invocation, which other variables do not overlap.
fn is_own(class: u32) -> bool {
    matches!(
        class,
        storage_class::PRIVATE
            | storage_class::OUTPUT
            | storage_class::RAY_PAYLOAD_KHR
            | storage_class::INCOMING_RAY_PAYLOAD_KHR
            | storage_class::CALLABLE_DATA_KHR
            | storage_class::INCOMING_CALLABLE_DATA_KHR
            | storage_class::HIT_ATTRIBUTE_KHR
    )
}

/// True for instructions whose result is a structure of two values, which languages give one by one.
pub(crate) fn has_two_results(opcode: u16) -> bool {
    matches!(
        opcode,
        op::I_ADD_CARRY
            | op::I_SUB_BORROW
            | op::U_MUL_EXTENDED
            | op::S_MUL_EXTENDED
            | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD
            ..=op::IMAGE_SPARSE_DREF_GATHER | op::IMAGE_SPARSE_READ
    )
}

/// True for instructions whose result depends on the other invocations of the group.
fn is_convergent(opcode: u16) -> bool {
    let in_group = matches!(
        opcode,
        op::DPDX..=op::FWIDTH_COARSE
            | op::GROUP_NON_UNIFORM_ELECT..=op::GROUP_NON_UNIFORM_QUAD_SWAP
            | op::SUBGROUP_BALLOT_KHR..=op::SUBGROUP_READ_INVOCATION_KHR
    );
    in_group || computes_level(opcode)
}

/// True for reads of textures at a level of detail that follows from the invocations beside this one.
pub(crate) fn computes_level(opcode: u16) -> bool {
    matches!(
        opcode,
        op::IMAGE_SAMPLE_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            | op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD
            | op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_QUERY_LOD
    )
}
