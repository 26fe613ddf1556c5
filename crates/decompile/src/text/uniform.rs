//! Finds values that are uniform in a workgroup, and barriers in flow of control that is not.

use glassbox_spirv::grammar::op;

use super::{Language, Writer};
use crate::interface::Role;
use crate::tree::{Kind, List, Node, Statement};

/// Nodes of a value that are looked at.
const MAX_NODES: u32 = 64;

impl<L: Language> Writer<'_, '_, L> {
    /// True for values that are the same for all invocations: made of constants and of uniform blocks alone.
    pub(crate) fn is_uniform(&self, node: Node) -> bool {
        let mut work = vec![node];
        let mut budget = MAX_NODES;
        while let Some(node) = work.pop() {
            budget -= 1;
            let is_call =
                matches!(self.tree.kind(node), Kind::Operation(op::FUNCTION_CALL, _) | Kind::Phi(_));
            if budget == 0 || is_call {
                return false;
            }
            match self.tree.variable_of(node) {
                Some(var) => {
                    if !matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::PushConstants)) {
                        return false;
                    }
                }
                None => self.tree.each_child(node, |child| work.push(child)),
            }
        }
        true
    }

    /// True if a barrier may be skipped by some invocations: it is in a branch that differs between them, or after one that leaves.
    pub(crate) fn has_loose_barriers(&self) -> bool {
        self.tree.bodies.iter().any(|body| {
            let mut barriers = Barriers { writer: self, apart: false };
            barriers.are_loose(body.list, false)
        })
    }
}

struct Barriers<'w, 'o, 't, L: Language> {
    writer: &'w Writer<'o, 't, L>,
    /// True behind a branch that differs between invocations and leaves.
    apart: bool,
}

impl<L: Language> Barriers<'_, '_, '_, L> {
    /// True if a list, which may be in a branch that differs between invocations, has a loose barrier.
    fn are_loose(&mut self, list: List, in_branch: bool) -> bool {
        let tree = self.writer.tree;
        tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Effect(node) => {
                let is_barrier = matches!(tree.kind(node), Kind::Operation(op::CONTROL_BARRIER, _));
                is_barrier && (self.apart || in_branch)
            }
            Statement::Break | Statement::Continue | Statement::Return(_) | Statement::End(_) => {
                self.apart |= in_branch;
                false
            }
            Statement::If(condition, then, other) => {
                let in_branch = in_branch || !self.writer.is_uniform(condition);
                self.are_loose(then, in_branch) || self.are_loose(other, in_branch)
            }
            Statement::Switch(selector, span) => {
                let in_branch = in_branch || !self.writer.is_uniform(selector);
                tree.cases(span).iter().any(|case| self.are_loose(case.body, in_branch))
            }
            Statement::Loop(_, parts) => {
                [parts.init, parts.body, parts.step].into_iter().any(|list| self.are_loose(list, in_branch))
            }
            Statement::Nothing | Statement::Declare(..) | Statement::Assign(..) => false,
        })
    }
}
