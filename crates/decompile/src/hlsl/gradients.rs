//! Refuses gradients that depend on memory that shaders write, which shader model 5 does not have.

use foldhash::{HashSet, HashSetExt};
use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::Writer;
use crate::tree::{Kind, List, NONE, Node, Statement, Var, computes_level};

impl Writer<'_, '_, Hlsl> {
    /// Refuses gradients of values that are read from memory that shaders write, or in branches that such values decide.
    pub(super) fn check_gradients(&mut self) {
        let is_written = |(var, role): (Var, &Role)| *role == Role::StorageBlock && !self.is_read_only(var);
        let is_needed = self.roles.iter().any(|(var, role)| is_written((*var, role)));
        let is_gradient =
            |node| matches!(self.tree.kind(node), Kind::Operation(opcode, _) if has_gradient(opcode));
        if !is_needed || !self.tree.nodes().any(is_gradient) {
            return;
        }
        let mut finder = Finder { writer: self, tainted: HashSet::new(), found: NONE };
        for body in &finder.writer.tree.bodies {
            // A value may pass from one round of a loop to the next.
            let mut known = usize::MAX;
            while known != finder.tainted.len() {
                known = finder.tainted.len();
                finder.list(body.list, false);
            }
        }
        if finder.found != NONE {
            self.at = self.tree.node(finder.found).at;
            self.refuse_before(
                60,
                Reason::Instruction,
                "a gradient depends on memory that shaders write; shader model 5 has none, 6.0 has",
            );
        }
    }
}

struct Finder<'w, 'o, 't> {
    writer: &'w Writer<'o, 't, Hlsl>,
    /// Variables whose value depends on memory that shaders write.
    tainted: HashSet<Var>,
    /// A gradient that does, or [`NONE`].
    found: Node,
}

impl Finder<'_, '_, '_> {
    fn list(&mut self, list: List, in_branch: bool) {
        let tree = self.writer.tree;
        for line in &tree.list(list).lines {
            match line.statement {
                Statement::Declare(var, value) => self.assign(Some(var), value, in_branch),
                Statement::Assign(place, value) => {
                    self.assign(tree.root(place), value, in_branch);
                    self.look(place, in_branch);
                }
                Statement::Effect(node) => self.look(node, in_branch),
                Statement::Return(node) if node != NONE => self.look(node, in_branch),
                Statement::If(condition, then, other) => {
                    self.look(condition, in_branch);
                    let in_branch = in_branch || self.is_tainted(condition);
                    self.list(then, in_branch);
                    self.list(other, in_branch);
                }
                Statement::Switch(selector, span) => {
                    self.look(selector, in_branch);
                    let in_branch = in_branch || self.is_tainted(selector);
                    for case in tree.cases(span) {
                        self.list(case.body, in_branch);
                    }
                }
                Statement::Loop(_, parts) => {
                    self.list(parts.init, in_branch);
                    let has_condition = parts.condition != NONE;
                    let in_branch = in_branch || has_condition && self.is_tainted(parts.condition);
                    if has_condition {
                        self.look(parts.condition, in_branch);
                    }
                    self.list(parts.body, in_branch);
                    self.list(parts.step, in_branch);
                }
                _ => {}
            }
        }
    }

    fn assign(&mut self, var: Option<Var>, value: Node, in_branch: bool) {
        self.look(value, in_branch);
        if let Some(var) = var
            && (in_branch || self.is_tainted(value))
        {
            self.tainted.insert(self.writer.tree.actual(var));
        }
    }

    /// True for values that depend on memory that shaders write.
    fn is_tainted(&self, node: Node) -> bool {
        let writer = self.writer;
        self.any(node, |node| {
            let root = writer.tree.variable_of(node).or_else(|| writer.tree.root(node));
            root.is_some_and(|var| {
                let is_written =
                    writer.roles.get(&var) == Some(&Role::StorageBlock) && !writer.is_read_only(var);
                is_written || self.tainted.contains(&writer.tree.actual(var))
            })
        })
    }

    /// Looks for gradients in a value.
    fn look(&mut self, node: Node, in_branch: bool) {
        let tree = self.writer.tree;
        let depends = self.any(node, |node| {
            let Kind::Operation(opcode, span) = tree.kind(node) else { return false };
            let operands = tree.operands(span);
            // What is computed in the branch has no value beside it.
            let is_apart =
                || computes_level(opcode) && operands.iter().any(|operand| self.is_computed(*operand));
            has_gradient(opcode)
                && (in_branch && is_apart() || operands.iter().any(|operand| self.is_tainted(*operand)))
        });
        if depends && self.found == NONE {
            self.found = node;
        }
    }

    /// True for values that are computed where they stand.
    fn is_computed(&self, node: Node) -> bool {
        let tree = self.writer.tree;
        match tree.kind(node) {
            _ if tree.variable_of(node).is_some() => false,
            Kind::Constant(_) | Kind::Load(_) | Kind::Operation(op::SAMPLED_IMAGE, _) => false,
            Kind::Swizzle(vector, _) => self.is_computed(vector),
            _ => true,
        }
    }

    /// True if a test holds for a node of an expression. A variable is one node.
    fn any(&self, node: Node, test: impl Fn(Node) -> bool) -> bool {
        let tree = self.writer.tree;
        let mut work = vec![node];
        while let Some(next) = work.pop() {
            if test(next) {
                return true;
            }
            if next == node || tree.variable_of(next).is_none() {
                tree.each_child(next, |child| work.push(child));
            }
        }
        false
    }
}

/// True for operations that compare a value with those of the invocations beside it.
fn has_gradient(opcode: u16) -> bool {
    computes_level(opcode) || matches!(opcode, op::DPDX..=op::FWIDTH_COARSE)
}
