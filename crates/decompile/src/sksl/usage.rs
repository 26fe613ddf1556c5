//! Finds what the functions do with variables: which members of blocks they read, what they assign and when, which
//! textures they sample with which samplers.

use std::ops::Range;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use crate::interface::Role;
use crate::text::{Language, Writer};
use crate::tree::{Body, Direction, Kind, List, NONE, Node, Origin, Statement, Step, Var};

/// What the functions of a text do with variables.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Members of uniform variables that are read, each by the indices of members on the way, in order.
    pub(super) members: Vec<(Var, Vec<u32>)>,
    known: HashSet<(Var, Vec<u32>)>,
    /// Variables outside of functions that functions besides the entry point name.
    pub(super) shared: HashSet<Var>,
    /// Variables that are named other than by an assignment to all of them.
    pub(super) read: HashSet<Var>,
    /// Variables that calls write.
    pub(super) given: HashSet<Var>,
    /// By variable, the moments at which it is assigned to; moments count statements.
    assigned: HashMap<Var, Vec<u32>>,
    /// By body of a loop, its moments.
    rounds: HashMap<List, Range<u32>>,
    /// Textures that are sampled, with their samplers.
    pub(super) samples: HashSet<(Var, Option<Var>)>,
}

struct Visit<'w, 't, 'm, L> {
    w: &'w Writer<'t, 'm, L>,
    usage: Usage,
    directions: HashMap<Id, &'t [Direction]>,
    seen: HashSet<Node>,
    is_entry: bool,
    moment: u32,
}

impl Usage {
    pub(super) fn of<L: Language>(w: &Writer<'_, '_, L>) -> Usage {
        let id = |body: &Body| w.module.functions[body.index].id;
        let directions = w.tree.bodies.iter().map(|body| (id(body), body.directions.as_slice())).collect();
        let seen = HashSet::default();
        let mut visit = Visit { w, usage: Usage::default(), directions, seen, is_entry: false, moment: 0 };
        for body in &w.tree.bodies {
            visit.is_entry = w.is_entry(body);
            visit.seen.clear();
            visit.list(body.list);
        }
        visit.usage
    }

    /// True if a round of a loop assigns to a variable.
    pub(super) fn changes(&self, var: Var, body: List) -> bool {
        let (Some(moments), Some(round)) = (self.assigned.get(&var), self.rounds.get(&body)) else {
            return false;
        };
        let first = moments.partition_point(|moment| *moment < round.start);
        moments.get(first).is_some_and(|moment| *moment < round.end)
    }
}

impl<L: Language> Visit<'_, '_, '_, L> {
    fn list(&mut self, list: List) {
        for index in 0..self.w.tree.list(list).lines.len() {
            self.moment += 1;
            self.statement(self.w.tree.list(list).lines[index].statement);
        }
    }

    fn statement(&mut self, statement: Statement) {
        match statement {
            Statement::Nothing | Statement::Break | Statement::Continue | Statement::End(_) => {}
            Statement::Declare(var, value) => {
                self.assign(var);
                // The value itself is written here, not the variable that holds it.
                self.inside(value);
            }
            Statement::Assign(place, value) => {
                match self.w.tree.kind(place) {
                    Kind::Variable(var) => self.name(var),
                    _ => self.node(place),
                }
                if let Some(var) = self.w.tree.root(self.unswizzled(place)) {
                    self.assign(var);
                }
                self.node(value);
            }
            Statement::Effect(node) => self.inside(node),
            Statement::Return(node) if node != NONE => self.node(node),
            Statement::Return(_) => {}
            Statement::If(condition, then, other) => {
                self.node(condition);
                self.list(then);
                self.list(other);
            }
            Statement::Switch(selector, span) => {
                self.node(selector);
                for index in 0..self.w.tree.cases(span).len() {
                    self.list(self.w.tree.cases(span)[index].body);
                }
            }
            Statement::Loop(_, parts) => {
                self.list(parts.init);
                if parts.condition != NONE {
                    self.node(parts.condition);
                }
                let start = self.moment + 1;
                self.list(parts.body);
                self.usage.rounds.insert(parts.body, start..self.moment + 1);
                self.moment += 1;
                self.list(parts.step);
            }
        }
    }

    fn unswizzled(&self, mut place: Node) -> Node {
        while let Kind::Swizzle(base, _) = self.w.tree.kind(place) {
            place = base;
        }
        place
    }

    fn assign(&mut self, var: Var) {
        let var = self.w.tree.actual(var);
        self.usage.assigned.entry(var).or_default().push(self.moment);
    }

    /// A variable is named.
    fn name(&mut self, var: Var) {
        let var = self.w.tree.actual(var);
        if self.w.tree.variable(var).origin == Origin::Global && !self.is_entry {
            self.usage.shared.insert(var);
        }
    }

    fn read(&mut self, var: Var, steps: &[Step]) {
        let var = self.w.tree.actual(var);
        self.name(var);
        self.usage.read.insert(var);
        if matches!(self.w.roles.get(&var), Some(Role::UniformBlock | Role::PushConstants | Role::Plain)) {
            let found = (var, self.w.members_of(var, steps));
            if self.usage.known.insert(found.clone()) {
                self.usage.members.push(found);
            }
        }
    }

    fn node(&mut self, node: Node) {
        match self.w.tree.variable_of(node) {
            Some(var) => self.read(var, &[]),
            None => self.inside(node),
        }
    }

    fn inside(&mut self, node: Node) {
        let mut work = vec![node];
        let mut is_first = true;
        while let Some(node) = work.pop() {
            let held = self.w.tree.variable_of(node).filter(|_| !is_first);
            is_first = false;
            if let Some(var) = held {
                self.read(var, &[]);
                continue;
            }
            if !self.seen.insert(node) {
                continue;
            }
            match self.w.tree.kind(node) {
                Kind::Variable(var) => self.read(var, &[]),
                Kind::Path(base, steps) => {
                    let steps = self.w.tree.steps(steps);
                    let uniform = self.w.uniform_steps(node);
                    match (uniform, self.w.tree.variable_of(base)) {
                        (Some((var, all)), _) => {
                            self.read(var, &all);
                            work.extend(all.iter().filter_map(|step| match *step {
                                Step::Index(index) => Some(index),
                                Step::Part(_) => None,
                            }));
                        }
                        (None, Some(var)) => self.read(var, steps),
                        (None, None) => work.push(base),
                    }
                    let index = |step: &Step| match *step {
                        Step::Index(index) => Some(index),
                        Step::Part(_) => None,
                    };
                    work.extend(steps.iter().filter_map(index));
                }
                kind => {
                    self.operation(node, kind);
                    self.w.tree.each_child(node, |child| work.push(child));
                }
            }
        }
    }

    fn operation(&mut self, node: Node, kind: Kind) {
        let (written, operands) = match kind {
            Kind::Operation(op::FUNCTION_CALL, span) => {
                let callee = self.w.module.word(self.w.tree.node(node).at, 0);
                let directions = self.directions.get(&callee).copied().unwrap_or_default();
                let written = |index: usize| !matches!(directions.get(index), None | Some(Direction::In));
                let operands = self.w.tree.operands(span);
                ((0..operands.len()).map(written).collect(), operands)
            }
            Kind::Extended(glsl::MODF, span) => (vec![false, true], self.w.tree.operands(span)),
            Kind::Operation(
                op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_READ | op::IMAGE_QUERY_SIZE_LOD,
                span,
            ) => {
                let found = self.w.tree.operands(span).first().and_then(|image| self.w.sampled_pair(*image));
                self.usage.samples.extend(found);
                return;
            }
            _ => return,
        };
        for (is_written, &operand) in written.into_iter().zip(operands) {
            if is_written && let Some(var) = self.w.tree.root(self.unswizzled(operand)) {
                self.assign(var);
                self.usage.given.insert(self.w.tree.actual(var));
            }
        }
    }
}

impl<L: Language> Writer<'_, '_, L> {
    /// Indices of the members of structures on the way that steps take in a variable, as far as there are structures.
    pub(super) fn members_of(&self, var: Var, steps: &[Step]) -> Vec<u32> {
        let mut ty = self.tree.variable(var).ty;
        let mut members = Vec::new();
        for step in steps {
            match (self.module.ty(ty), *step) {
                (Some(Type::Struct { .. }), Step::Part(index)) => members.push(index),
                (Some(Type::Array { .. } | Type::RuntimeArray { .. }), _) => {}
                _ => break,
            }
            ty = self.step_type(ty, *step);
        }
        members
    }

    /// The variable and all steps of a path into what is loaded from a uniform variable at once.
    pub(super) fn uniform_steps(&self, node: Node) -> Option<(Var, Vec<Step>)> {
        let Kind::Path(base, rest) = self.tree.kind(node) else { return None };
        let (None, Kind::Load(place)) = (self.tree.variable_of(base), self.tree.kind(base)) else {
            return None;
        };
        let (var, first) = match self.tree.kind(place) {
            Kind::Variable(var) => (var, &[][..]),
            Kind::Path(root, steps) => (self.tree.variable_of(root)?, self.tree.steps(steps)),
            _ => return None,
        };
        let var = self.tree.actual(var);
        let is_uniform =
            matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::PushConstants | Role::Plain));
        is_uniform.then(|| (var, [first, self.tree.steps(rest)].concat()))
    }

    /// The texture of an image or combined sampler, and its sampler; nothing if these are no variables outside of
    /// functions.
    pub(super) fn sampled_pair(&self, node: Node) -> Option<(Var, Option<Var>)> {
        let variable = |node: Node| {
            let Kind::Load(place) = self.tree.kind(node) else { return None };
            let Kind::Variable(var) = self.tree.kind(place) else { return None };
            (self.tree.variable(var).origin == Origin::Global).then(|| self.tree.actual(var))
        };
        match self.tree.kind(node) {
            Kind::Operation(op::SAMPLED_IMAGE, span) => {
                let &[image, sampler] = self.tree.operands(span) else { return None };
                Some((variable(image)?, Some(variable(sampler)?)))
            }
            Kind::Operation(op::IMAGE, span) => {
                let &[combined] = self.tree.operands(span) else { return None };
                self.sampled_pair(combined)
            }
            _ => Some((variable(node)?, None)),
        }
    }
}
