//! Finds variables of which a part is read before the text assigns it: compilers of HLSL reject that, in SPIR-V the value is any.

use foldhash::HashMap;
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::text::Writer;
use crate::tree::{Body, Kind, List, LoopKind, NONE, Node, Origin, Statement, Step, Var};

/// Every part of a variable.
const ALL: u64 = u64::MAX;

impl Writer<'_, '_, Hlsl> {
    /// Notes the variables of a function that need a value to begin with. What one branch assigns counts as assigned.
    pub(super) fn find_unset(&mut self, body: &Body) {
        let mut finder = Finder { writer: self, assigned: HashMap::default(), unset: Vec::new() };
        finder.list(body.list);
        let unset = finder.unset;
        self.language.unset.extend(unset);
    }
}

struct Finder<'w, 'o, 't> {
    writer: &'w Writer<'o, 't, Hlsl>,
    /// The parts that have a value.
    assigned: HashMap<Var, u64>,
    unset: Vec<Var>,
}

impl Finder<'_, '_, '_> {
    fn list(&mut self, list: List) {
        for line in &self.writer.tree.list(list).lines {
            match line.statement {
                Statement::Nothing | Statement::Break | Statement::Continue | Statement::End(_) => {}
                Statement::Declare(var, value) => {
                    self.read(value);
                    self.assign(var, ALL);
                }
                Statement::Assign(place, value) => {
                    self.read(value);
                    self.assign_place(place);
                }
                Statement::Effect(node) => self.read(node),
                Statement::Return(node) if node != NONE => self.read(node),
                Statement::Return(_) => {}
                Statement::If(condition, then, other) => {
                    self.read(condition);
                    self.list(then);
                    self.list(other);
                }
                Statement::Switch(selector, span) => {
                    self.read(selector);
                    self.writer.tree.cases(span).iter().for_each(|case| self.list(case.body));
                }
                Statement::Loop(kind, parts) => {
                    self.list(parts.init);
                    let has_condition = parts.condition != NONE;
                    if kind != LoopKind::DoWhile && has_condition {
                        self.read(parts.condition);
                    }
                    self.list(parts.body);
                    self.list(parts.step);
                    if kind == LoopKind::DoWhile && has_condition {
                        self.read(parts.condition);
                    }
                }
            }
        }
    }

    /// The variable and parts of it that a place or a part of a value is.
    fn parts(&self, node: Node) -> Option<(Var, u64)> {
        let tree = self.writer.tree;
        if let Some(var) = tree.variable_of(node) {
            return Some((var, ALL));
        }
        match tree.kind(node) {
            Kind::Load(place) => self.parts(place),
            Kind::Path(base, steps) => {
                let var = tree.variable_of(base)?;
                match tree.steps(steps).first() {
                    Some(Step::Part(index @ 0..64)) => Some((var, 1 << index)),
                    _ => Some((var, ALL)),
                }
            }
            Kind::Swizzle(base, lanes) => {
                let (var, parts) = self.parts(base)?;
                let lanes = lanes.as_slice().iter().fold(0, |all, lane| all | 1 << lane);
                Some((var, if parts == ALL { lanes } else { parts }))
            }
            _ => None,
        }
    }

    fn assign(&mut self, var: Var, parts: u64) {
        *self.assigned.entry(self.writer.tree.actual(var)).or_default() |= parts;
    }

    fn assign_place(&mut self, place: Node) {
        let found = self.parts(place);
        self.indices(place).into_iter().for_each(|index| self.read(index));
        if let Some((var, parts)) = found {
            self.assign(var, parts);
        }
    }

    fn read(&mut self, node: Node) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            let tree = self.writer.tree;
            if let Kind::Operation(op::FUNCTION_CALL, span) = tree.kind(node) {
                // The function may assign it.
                let places = tree.operands(span).iter().filter_map(|place| tree.root(*place));
                let places: Vec<Var> = places.collect();
                places.into_iter().for_each(|var| self.assign(var, ALL));
            }
            match self.parts(node) {
                Some((var, parts)) => {
                    work.extend(self.indices(node));
                    self.check(var, parts);
                }
                None => tree.each_child(node, |child| work.push(child)),
            }
        }
    }

    /// Indices of a place or a part of a value.
    fn indices(&self, mut node: Node) -> Vec<Node> {
        let tree = self.writer.tree;
        let mut found = Vec::new();
        while tree.variable_of(node).is_none() {
            match tree.kind(node) {
                Kind::Load(inner) | Kind::Swizzle(inner, _) => node = inner,
                Kind::Path(base, steps) => {
                    let steps = tree.steps(steps).iter();
                    found.extend(steps.filter_map(|step| match step {
                        Step::Index(index) => Some(*index),
                        Step::Part(_) => None,
                    }));
                    node = base;
                }
                _ => break,
            }
        }
        found
    }

    fn check(&mut self, var: Var, parts: u64) {
        let tree = self.writer.tree;
        let var = tree.actual(var);
        let variable = tree.variable(var);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Global => tree.class(var) == Some(storage_class::OUTPUT),
            _ => false,
        };
        if !is_own || self.writer.initial_value(var).is_some() {
            return;
        }
        let count = self.writer.module.component_count(variable.ty).unwrap_or(1);
        let all = if count < 64 { (1u64 << count) - 1 } else { ALL };
        let assigned = self.assigned.get(&var).copied().unwrap_or(0);
        // Arrays are filled by loops.
        let is_filled = count > 4 && assigned != 0;
        if parts & all & !assigned != 0 && !is_filled {
            self.unset.push(var);
        }
    }
}
