//! Finds what the functions do with variables: which assign, which use an interface, which are read by atomics, where
//! derivatives depend on the flow of control.

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::glsl;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use crate::interface::element;
use crate::text::{Language, Writer, compares};
use crate::tree::{Direction, Kind, List, NONE, Node, Origin, Statement, Step, Var, has_two_results};

/// What the functions of a text do with variables.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Variables that are assigned to other than by their declaration.
    pub(super) assigned: HashSet<Var>,
    /// Variables outside of functions that functions besides the entry point use.
    pub(super) shared: HashSet<Var>,
    /// Members of variables that are named by themselves.
    pub(super) members: HashSet<(Var, u32)>,
    /// Variables that are used as a whole.
    pub(super) whole: HashSet<Var>,
    /// Samplers, and images with one, that compare.
    pub(super) compared: HashSet<Var>,
    /// Samplers, and images with one, that do not.
    pub(super) sampled: HashSet<Var>,
    /// Images that are read or written without a sampler.
    pub(super) read: HashSet<Var>,
    pub(super) written: HashSet<Var>,
    /// Members of structures, and variables, that atomics use.
    pub(super) atomic_members: HashSet<(Id, u32)>,
    pub(super) atomic_variables: HashSet<Var>,
    /// By parameter, the variables that calls give for it.
    pub(super) given: HashMap<Var, Vec<Var>>,
    /// True if a derivative may be in flow of control that differs between neighbours.
    pub(super) loose_derivatives: bool,
    /// How often an output is assigned to or read; reading counts twice.
    pub(super) mentions: HashMap<Var, u32>,
    /// Places inside of statements where the entry point ends.
    pub(super) exits: u32,
    /// True if a barrier is where some invocations may not come.
    pub(super) loose_barriers: bool,
    /// True while something before may have ended some invocations.
    diverged: bool,
}

struct Visit {
    seen: HashSet<Node>,
    is_entry: bool,
    nested: bool,
    /// Statements around this one.
    depth: u32,
}

impl Usage {
    pub(super) fn of<L: Language>(w: &Writer<'_, '_, L>) -> Usage {
        let mut usage = Usage { loose_barriers: w.has_loose_barriers(), ..Usage::default() };
        for body in &w.tree.bodies {
            let mut visit =
                Visit { seen: HashSet::default(), is_entry: w.is_entry(body), nested: false, depth: 0 };
            usage.diverged = false;
            usage.list(w, body.list, &mut visit);
        }
        usage.share_depth(w);
        usage
    }

    /// A texture has one type in all functions that it is given to: if one of them compares, all take a depth texture.
    fn share_depth<L: Language>(&mut self, w: &Writer<'_, '_, L>) {
        let is_texture = |var: &Var| {
            let ty = w.tree.variable(*var).ty;
            let ty = w.module.pointer(ty).map_or(ty, |(pointee, _)| pointee);
            matches!(w.module.ty(element(w.module, ty)), Some(Type::Image(_)))
        };
        let mut grows = true;
        while grows {
            grows = false;
            for (parameter, vars) in self.given.iter().filter(|(parameter, _)| is_texture(parameter)) {
                let all = || vars.iter().filter(|var| is_texture(var)).chain([parameter]);
                if all().any(|var| self.compared.contains(var)) {
                    for var in all() {
                        grows |= self.compared.insert(*var);
                    }
                }
            }
        }
    }

    fn list<L: Language>(&mut self, w: &Writer<'_, '_, L>, list: List, visit: &mut Visit) {
        for line in &w.tree.list(list).lines {
            self.statement(w, line.statement, visit);
        }
    }

    fn statement<L: Language>(&mut self, w: &Writer<'_, '_, L>, statement: Statement, visit: &mut Visit) {
        let nested = visit.nested;
        visit.depth += 1;
        self.plain_or_nested(w, statement, visit);
        visit.depth -= 1;
        visit.nested = nested;
    }

    fn plain_or_nested<L: Language>(
        &mut self,
        w: &Writer<'_, '_, L>,
        statement: Statement,
        visit: &mut Visit,
    ) {
        let nested = visit.nested;
        match statement {
            Statement::Nothing | Statement::Break | Statement::Continue => {}
            Statement::Declare(var, value) => {
                if w.tree.assigned_values.contains(&var) {
                    self.assigned.insert(w.tree.actual(var));
                }
                self.below(w, value, visit);
            }
            Statement::Assign(place, value) => {
                if let Some(var) = w.tree.root(place) {
                    self.assigned.insert(w.tree.actual(var));
                }
                if let Kind::Variable(var) = w.tree.kind(place) {
                    self.variable(w, var, visit);
                    self.whole.insert(var);
                    *self.mentions.entry(var).or_default() += 1;
                } else {
                    self.place(w, place, visit);
                }
                self.node(w, value, visit);
            }
            Statement::Effect(node) => self.below(w, node, visit),
            Statement::Return(node) => {
                if node != NONE {
                    self.node(w, node, visit);
                }
                self.diverged |= nested;
                self.exits += u32::from(visit.is_entry && visit.depth > 1);
            }
            Statement::End(_) => {
                self.diverged |= nested;
                self.exits += u32::from(visit.is_entry);
            }
            Statement::If(condition, then, other) => {
                self.node(w, condition, visit);
                visit.nested |= !w.is_uniform(condition);
                self.list(w, then, visit);
                self.list(w, other, visit);
            }
            Statement::Switch(selector, span) => {
                self.node(w, selector, visit);
                visit.nested |= !w.is_uniform(selector);
                for case in w.tree.cases(span) {
                    self.list(w, case.body, visit);
                }
            }
            Statement::Loop(_, parts) => {
                visit.nested = true;
                if parts.condition != NONE {
                    self.node(w, parts.condition, visit);
                }
                for list in [parts.init, parts.body, parts.step] {
                    self.list(w, list, visit);
                }
            }
        }
    }

    /// Visits a node, or the variable that holds it.
    fn node<L: Language>(&mut self, w: &Writer<'_, '_, L>, node: Node, visit: &mut Visit) {
        match w.tree.variable_of(node) {
            Some(var) => self.mention(w, var, visit),
            None => self.below(w, node, visit),
        }
    }

    /// Visits a place that is assigned: a member of a block of outputs is mentioned once.
    fn place<L: Language>(&mut self, w: &Writer<'_, '_, L>, place: Node, visit: &mut Visit) {
        if let Kind::Path(base, steps) = w.tree.kind(place)
            && let Kind::Variable(var) = w.tree.kind(base)
            && let &[Step::Part(index)] = w.tree.steps(steps)
        {
            self.variable(w, var, visit);
            self.members.insert((var, index));
            *self.mentions.entry(var).or_default() += 1;
            return;
        }
        self.node(w, place, visit);
    }

    fn mention<L: Language>(&mut self, w: &Writer<'_, '_, L>, var: Var, visit: &Visit) {
        self.variable(w, var, visit);
        self.whole.insert(var);
        *self.mentions.entry(var).or_default() += 2;
    }

    fn variable<L: Language>(&mut self, w: &Writer<'_, '_, L>, var: Var, visit: &Visit) {
        if !visit.is_entry && w.tree.variable(var).origin == Origin::Global {
            self.shared.insert(var);
        }
    }

    /// Visits a node and what it is made of; nodes are visited once in a function.
    fn below<L: Language>(&mut self, w: &Writer<'_, '_, L>, node: Node, visit: &mut Visit) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            if !visit.seen.insert(node) {
                continue;
            }
            let skipped = match w.tree.kind(node) {
                Kind::Path(base, steps) => match (w.tree.variable_of(base), w.tree.steps(steps).first()) {
                    (Some(var), Some(Step::Part(index))) => {
                        self.variable(w, var, visit);
                        self.members.insert((var, *index));
                        *self.mentions.entry(var).or_default() += 2;
                        Some(base)
                    }
                    _ => None,
                },
                Kind::Operation(opcode, span) => {
                    let operands = w.tree.operands(span);
                    self.operation(w, (node, opcode), operands, visit);
                    None
                }
                Kind::Extended(number, span) => {
                    let writes =
                        matches!(number, glsl::MODF | glsl::MODF_STRUCT | glsl::FREXP | glsl::FREXP_STRUCT);
                    if let Some(var) =
                        w.tree.operands(span).last().filter(|_| writes).and_then(|last| w.tree.root(*last))
                    {
                        self.assigned.insert(w.tree.actual(var));
                    }
                    None
                }
                _ => None,
            };
            w.tree.each_child(node, |child| {
                if Some(child) == skipped {
                    return;
                }
                match w.tree.variable_of(child) {
                    Some(var) => self.mention(w, var, visit),
                    None => work.push(child),
                }
            });
            if let Kind::Variable(var) = w.tree.kind(node) {
                self.mention(w, var, visit);
            }
        }
    }

    fn operation<L: Language>(
        &mut self,
        w: &Writer<'_, '_, L>,
        (node, opcode): (Node, u16),
        operands: &[Node],
        visit: &Visit,
    ) {
        let samples = matches!(
            opcode,
            op::IMAGE_SAMPLE_IMPLICIT_LOD
                ..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD | op::IMAGE_GATHER | op::IMAGE_DREF_GATHER
        );
        let is_derivative = matches!(opcode, op::DPDX..=op::FWIDTH_COARSE)
            || matches!(
                opcode,
                op::IMAGE_SAMPLE_IMPLICIT_LOD
                    | op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
                    | op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD
                    | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            );
        if is_derivative && (visit.nested || self.diverged || !visit.is_entry) {
            self.loose_derivatives = true;
        }
        if samples {
            let compares = compares(opcode);
            for var in w.image_variables(operands[0]) {
                if compares {
                    self.compared.insert(var)
                } else {
                    self.sampled.insert(var)
                };
            }
        }
        let is_pair = has_two_results(opcode);
        if let Some(var) = operands.last().filter(|_| is_pair).and_then(|last| w.tree.root(*last)) {
            self.assigned.insert(w.tree.actual(var));
        }
        match opcode {
            op::IMAGE_READ => self.read.extend(w.image_variables(operands[0])),
            op::IMAGE_WRITE => self.written.extend(w.image_variables(operands[0])),
            op::FUNCTION_CALL => self.call(w, node, operands),
            op::ATOMIC_LOAD..=op::ATOMIC_XOR => self.atomic(w, operands[0]),
            _ => {}
        }
    }

    fn call<L: Language>(&mut self, w: &Writer<'_, '_, L>, node: Node, operands: &[Node]) {
        let callee = w.module.word(w.tree.node(node).at, 0);
        let body = w.tree.body_of(callee);
        let Some(body) = body else { return };
        for ((&argument, &parameter), &direction) in
            operands.iter().zip(&body.parameters).zip(&body.directions)
        {
            if direction != Direction::In
                && let Some(var) = w.tree.root(argument)
            {
                self.assigned.insert(w.tree.actual(var));
            }
            for var in w.image_variables(argument) {
                self.given.entry(parameter).or_default().push(var);
                for set in [&mut self.compared, &mut self.sampled, &mut self.read, &mut self.written] {
                    if set.contains(&parameter) {
                        set.insert(var);
                    }
                }
            }
        }
    }

    fn atomic<L: Language>(&mut self, w: &Writer<'_, '_, L>, place: Node) {
        match w.tree.kind(place) {
            Kind::Variable(var) => {
                self.atomic_variables.insert(var);
            }
            Kind::Path(base, steps) => {
                let mut ty = w.tree.node(base).ty;
                let mut found = None;
                for step in w.tree.steps(steps) {
                    if let (Some(Type::Struct { .. }), Step::Part(index)) = (w.module.ty(ty), *step) {
                        found = Some((w.canonical(ty), index));
                    }
                    ty = w.step_type(ty, *step);
                }
                match (found, w.tree.root(place)) {
                    (Some(member), _) => {
                        self.atomic_members.insert(member);
                    }
                    (None, Some(var)) => {
                        self.atomic_variables.insert(var);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

impl<L: Language> Writer<'_, '_, L> {
    /// Variables of the image and the sampler that an image operand consists of.
    pub(super) fn image_variables(&self, node: Node) -> Vec<Var> {
        let mut found = Vec::new();
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            match self.tree.kind(node) {
                Kind::Load(place) => found.extend(self.tree.root(place)),
                Kind::Variable(var) => found.push(var),
                Kind::Path(..) => found.extend(self.tree.root(node)),
                Kind::Operation(op::SAMPLED_IMAGE | op::IMAGE, span) if work.len() < 4 => {
                    work.extend_from_slice(self.tree.operands(span));
                }
                _ => {}
            }
        }
        found
    }
}
