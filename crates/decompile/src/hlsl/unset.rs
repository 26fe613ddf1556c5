//! Finds variables of which a part is read before the text assigns it: compilers of HLSL reject that, in SPIR-V the value is any.
//! Finds the variables that hold one constant, too.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::interface::defaults::default_of;
use crate::text::Writer;
use crate::tree::{Body, Kind, List, LoopKind, NONE, Node, Origin, Statement, Step, Var};

/// Assignments of a function that are expected.
const USUAL: usize = 16;

/// Every part of a variable.
const ALL: u64 = u64::MAX;

impl Writer<'_, '_, Hlsl> {
    /// Notes the variables of a function that need a value to begin with. What one branch assigns counts as assigned for DXC, which
    /// warns; fxc needs it in all.
    pub(super) fn find_unset(&mut self, body: &Body) {
        if !self.language.may_be_unset {
            return;
        }
        let is_strict = self.language.version < 60;
        let mut assigned = std::mem::take(&mut self.language.assigned);
        assigned.resize(self.tree.variables().len(), Assigned::default());
        let mut finder = Finder {
            writer: self,
            is_strict,
            assigned,
            changes: Vec::with_capacity(USUAL),
            touched: Vec::with_capacity(USUAL),
            unset: Vec::new(),
            work: Vec::with_capacity(USUAL),
        };
        finder.list(body.list);
        let Finder { mut assigned, touched, unset, .. } = finder;
        for var in touched {
            if std::mem::take(&mut assigned[var as usize]).fixed {
                self.language.fixed.insert(var, ());
            }
        }
        self.language.assigned = assigned;
        unset.into_iter().for_each(|var| self.language.unset.insert(var, ()));
    }
}

impl Writer<'_, '_, Hlsl> {
    /// False where no variable is read that could have no value, and no index is marked that is not one constant.
    pub(super) fn may_be_unset(&self) -> bool {
        self.language.version >= 51
            || !self.tree.declared.is_empty()
            || self.tree.nodes().any(|node| self.reads_output(node))
    }

    /// True for a node that reads an output, or passes it on. Assignments have it as a place.
    fn reads_output(&self, node: Node) -> bool {
        let is_output = |place: Node| {
            self.tree.root(place).is_some_and(|var| self.tree.class(var) == Some(storage_class::OUTPUT))
        };
        match self.tree.kind(node) {
            Kind::Load(place) => is_output(place),
            Kind::Operation(op::FUNCTION_CALL, span) | Kind::Extended(_, span) => {
                self.tree.operands(span).iter().any(|operand| is_output(*operand))
            }
            _ => false,
        }
    }
}

/// What was assigned of a variable.
#[derive(Clone, Copy, Default)]
pub(super) struct Assigned {
    /// The parts that have a value.
    parts: u64,
    /// True if it was assigned anywhere before, or `fixed`.
    touched: bool,
    /// True if elements by any number were assigned.
    filled: bool,
    /// True for what begins with a constant and is not assigned.
    fixed: bool,
}

struct Finder<'w, 'o, 't> {
    writer: &'w Writer<'o, 't, Hlsl>,
    /// True if a part has a value only where all branches assign it.
    is_strict: bool,
    /// What was assigned so far, by variable.
    assigned: Vec<Assigned>,
    /// Variables that were assigned, and the parts that had a value before.
    changes: Vec<(Var, u64)>,
    /// Variables of which something is known.
    touched: Vec<Var>,
    unset: Vec<Var>,
    /// Nodes that are to be read.
    work: Vec<Node>,
}

impl Finder<'_, '_, '_> {
    /// True if nothing behind the list is reached from its end.
    fn list(&mut self, list: List) -> bool {
        for line in &self.writer.tree.list(list).lines {
            match line.statement {
                Statement::Nothing | Statement::Break => {}
                Statement::Continue | Statement::End(_) => return true,
                Statement::Declare(var, value) => {
                    self.read_made(value);
                    self.assign(var, ALL);
                    if matches!(self.writer.tree.kind(value), Kind::Constant(_)) {
                        self.assigned[self.writer.tree.actual(var) as usize].fixed = true;
                    }
                }
                Statement::Assign(place, value) => {
                    let is_own = self.writer.tree.variable_of(value).is_some()
                        && self.writer.tree.variable_of(value) == self.writer.tree.variable_of(place);
                    if is_own {
                        self.read_made(value);
                    } else {
                        self.read(value);
                    }
                    self.assign_place(place);
                }
                Statement::Effect(node) => self.read(node),
                Statement::Return(node) => {
                    if node != NONE {
                        self.read(node);
                    }
                    return true;
                }
                Statement::If(condition, then, other) => {
                    self.read(condition);
                    if self.branches(&[then, other]) {
                        return true;
                    }
                }
                Statement::Switch(selector, span) => {
                    self.read(selector);
                    let cases = self.writer.tree.cases(span);
                    let mut lists: Vec<List> = cases.iter().map(|case| case.body).collect();
                    if !cases.iter().any(|case| case.default) {
                        lists.push(List::MAX);
                    }
                    let start = self.changes.len();
                    self.branches(&lists);
                    // fxc does not follow a `break` that is not the end of a case.
                    if self.is_strict && cases.iter().any(|case| self.leaves_in_branches(case.body)) {
                        self.undo(start);
                    }
                }
                Statement::Loop(kind, parts) => {
                    self.list(parts.init);
                    let has_condition = parts.condition != NONE;
                    if kind != LoopKind::DoWhile && has_condition {
                        self.read(parts.condition);
                    }
                    let start = self.changes.len();
                    self.list(parts.body);
                    self.list(parts.step);
                    if kind == LoopKind::DoWhile && has_condition {
                        self.read(parts.condition);
                    }
                    // fxc counts no assignment in a loop: there may be no round, or a `break` before it.
                    if self.is_strict {
                        self.undo(start);
                    }
                }
            }
        }
        false
    }

    /// True if a branch in a list leaves the switch around it.
    fn leaves_in_branches(&self, list: List) -> bool {
        let tree = self.writer.tree;
        let mut work = vec![(list, false)];
        while let Some((list, is_branch)) = work.pop() {
            for line in &tree.list(list).lines {
                match line.statement {
                    Statement::Break if is_branch => return true,
                    Statement::If(_, then, other) => work.extend([(then, true), (other, true)]),
                    _ => {}
                }
            }
        }
        false
    }

    /// Forgets what was assigned since there were so many changes.
    fn undo(&mut self, start: usize) {
        for (var, before) in self.changes.drain(start..).rev() {
            self.assigned[var as usize].parts = before;
        }
    }

    /// Lists of which one is done; [`List::MAX`] is an empty one. True if nothing behind them is reached.
    fn branches(&mut self, lists: &[List]) -> bool {
        if !self.is_strict {
            for list in lists.iter().filter(|list| **list != List::MAX) {
                self.list(*list);
            }
            return false;
        }
        let mut ends: Vec<Vec<(Var, u64)>> = Vec::with_capacity(lists.len());
        for &list in lists {
            let start = self.changes.len();
            let is_end = list != List::MAX && self.list(list);
            if !is_end {
                let changed = self.changes[start..].iter();
                let mut end: Vec<(Var, u64)> =
                    changed.map(|(var, _)| (*var, self.assigned[*var as usize].parts)).collect();
                end.sort_unstable();
                end.dedup();
                ends.push(end);
            }
            self.undo(start);
        }
        let Some((first, others)) = ends.split_first() else { return true };
        for &(var, parts) in first {
            let before = self.assigned[var as usize].parts;
            let at_end = |end: &Vec<(Var, u64)>| {
                end.binary_search_by_key(&var, |(var, _)| *var).map_or(before, |index| end[index].1)
            };
            let all = others.iter().fold(parts, |all, end| all & at_end(end));
            self.assign(var, all);
        }
        false
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
                let index = match tree.steps(steps).first()? {
                    Step::Part(index) => Some(*index),
                    Step::Index(node) => self.constant_index(*node),
                };
                match index {
                    Some(index @ 0..64) => Some((var, 1 << index)),
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

    fn touch(&mut self, var: Var) {
        if !std::mem::replace(&mut self.assigned[var as usize].touched, true) {
            self.touched.push(var);
        }
    }

    fn assign(&mut self, var: Var, parts: u64) {
        let var = self.writer.tree.actual(var);
        self.touch(var);
        let assigned = &mut self.assigned[var as usize];
        assigned.fixed = false;
        self.changes.push((var, assigned.parts));
        assigned.parts |= parts;
    }

    fn assign_place(&mut self, place: Node) {
        let found = self.parts(place);
        let indices = self.indices(place);
        let is_any = indices.iter().any(|index| self.constant_index(*index).is_none());
        indices.into_iter().for_each(|index| self.read(index));
        if let Some((var, parts)) = found {
            self.assign(var, parts);
            if is_any {
                self.assigned[self.writer.tree.actual(var) as usize].filled = true;
            }
        }
    }

    /// The number that an index is; specialization constants are numbers of the text.
    fn constant_index(&self, node: Node) -> Option<u32> {
        match self.writer.tree.kind(node) {
            Kind::Constant(id) => default_of(self.writer.module, id),
            _ => None,
        }
    }

    /// Reads what a value is made of that a variable holds from here on.
    fn read_made(&mut self, node: Node) {
        if self.writer.tree.variable_of(node).is_none() {
            return self.read(node);
        }
        let mut work = std::mem::take(&mut self.work);
        self.writer.tree.each_child(node, |child| work.push(child));
        work.reverse();
        self.read_all(work);
    }

    fn read(&mut self, node: Node) {
        let mut work = std::mem::take(&mut self.work);
        work.push(node);
        self.read_all(work);
    }

    /// Reads nodes, the last first.
    fn read_all(&mut self, mut work: Vec<Node>) {
        let tree = self.writer.tree;
        while let Some(node) = work.pop() {
            let kind = tree.kind(node);
            if let Kind::Operation(op::FUNCTION_CALL, span) = kind {
                // The function may assign it.
                for var in tree.operands(span).iter().filter_map(|place| tree.root(*place)) {
                    self.assign(var, ALL);
                }
            }
            match kind {
                Kind::Load(_) | Kind::Path(..) | Kind::Swizzle(..) => match self.parts(node) {
                    Some((var, parts)) => {
                        self.add_indices(node, &mut work);
                        self.check(var, parts);
                    }
                    None => tree.each_child(node, |child| work.push(child)),
                },
                _ => match tree.variable_of(node) {
                    Some(var) => self.check(var, ALL),
                    None => tree.each_child(node, |child| work.push(child)),
                },
            }
        }
        self.work = work;
    }

    /// Indices of a place or a part of a value.
    fn indices(&self, node: Node) -> Vec<Node> {
        let mut found = Vec::new();
        self.add_indices(node, &mut found);
        found
    }

    fn add_indices(&self, mut node: Node, found: &mut Vec<Node>) {
        let tree = self.writer.tree;
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
                _ => return,
            }
        }
    }

    fn check(&mut self, var: Var, parts: u64) {
        let tree = self.writer.tree;
        let var = tree.actual(var);
        let variable = tree.variable(var);
        let is_own = match variable.origin {
            Origin::Local | Origin::Phi => true,
            Origin::Value(_) => tree.assigned_values.contains(&var),
            Origin::Global => tree.class(var) == Some(storage_class::OUTPUT),
            _ => false,
        };
        let is_variable = matches!(variable.origin, Origin::Local | Origin::Global);
        if !is_own || is_variable && self.writer.initial_value(var).is_some() {
            return;
        }
        let is_array = self.writer.module.opcode_of(variable.ty) == op::TYPE_ARRAY;
        let all = match self.writer.module.component_count(variable.ty) {
            Some(count @ ..64) => (1u64 << count) - 1,
            None if !is_array => 1,
            _ => ALL,
        };
        let assigned = self.assigned[var as usize];
        // Loops fill arrays.
        let is_filled = is_array && assigned.filled;
        if parts & all & !assigned.parts != 0 && !is_filled {
            self.unset.push(var);
            if !assigned.touched {
                self.touch(var);
                self.assigned[var as usize].fixed = true;
            }
        }
    }
}
