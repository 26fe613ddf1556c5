//! Refuses writes of all invocations of a workgroup to one place, which shader model 5 does not have.

use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::Writer;
use crate::tree::{Kind, List, Node, Origin, Statement, Step};

/// Nodes of a value that are looked at.
const MAX_NODES: usize = 256;

impl Writer<'_, '_, Hlsl> {
    /// Refuses what all invocations write to one place, if they may write different values.
    pub(super) fn check_races(&mut self) {
        let tree = self.tree;
        let Some(body) = tree.bodies.last() else { return };
        for line in &tree.list(body.list).lines {
            match line.statement {
                Statement::Assign(place, value) if self.is_one_place(place) && self.varies(value) => {
                    let is_several = |count: &String| count.parse().is_ok_and(|count: u32| count > 1);
                    if !self.workgroup().iter().any(is_several) {
                        return;
                    }
                    self.at = line.at;
                    self.refuse_before(
                        60,
                        Reason::Instruction,
                        "all invocations write one place, which fxc refuses; let one of them write it",
                    );
                    return;
                }
                // Behind it, some invocations may be missing.
                Statement::If(_, then, other) if self.may_leave(then) || self.may_leave(other) => return,
                Statement::Loop(_, parts) if self.may_leave(parts.body) => return,
                Statement::Switch(_, cases)
                    if tree.cases(cases).iter().any(|case| self.may_leave(case.body)) =>
                {
                    return;
                }
                _ => {}
            }
        }
    }

    /// True for places in memory that others see, which are the same for all invocations.
    fn is_one_place(&self, place: Node) -> bool {
        let role = self.tree.root(place).map(|var| self.roles.get(&var));
        let is_fixed = match self.tree.kind(place) {
            Kind::Path(_, steps) => self.tree.steps(steps).iter().all(|step| match *step {
                Step::Part(_) => true,
                Step::Index(index) => matches!(self.tree.kind(index), Kind::Constant(_)),
            }),
            Kind::Variable(_) => true,
            _ => false,
        };
        is_fixed && matches!(role, Some(Some(Role::StorageBlock | Role::Shared)))
    }

    /// True for values that are made of the number of the invocation or of memory that shaders write.
    fn varies(&self, value: Node) -> bool {
        let mut work = vec![value];
        let mut budget = MAX_NODES;
        while let (Some(node), Some(left)) = (work.pop(), budget.checked_sub(1)) {
            budget = left;
            if let Some(var) = self.tree.root(node) {
                let number = self.value_of(var, decoration::BUILT_IN);
                let is_own = matches!(
                    number,
                    Some(
                        built_in::LOCAL_INVOCATION_ID
                            | built_in::LOCAL_INVOCATION_INDEX
                            | built_in::GLOBAL_INVOCATION_ID
                    )
                );
                let is_written = self.roles.get(&var) == Some(&Role::StorageBlock) && !self.is_read_only(var);
                if is_own || is_written {
                    return true;
                }
            }
            match self.tree.variable_of(node).map(|var| self.tree.variable(var).origin) {
                Some(Origin::Value(held)) if held != node => work.push(held),
                Some(Origin::Value(_)) | None
                    if !matches!(self.tree.kind(node), Kind::Operation(op::FUNCTION_CALL, _)) =>
                {
                    self.tree.each_child(node, |child| work.push(child));
                }
                _ => {}
            }
        }
        false
    }

    /// True if a statement in a list leaves the function.
    fn may_leave(&self, list: List) -> bool {
        self.tree.list(list).lines.iter().any(|line| match line.statement {
            Statement::Return(_) | Statement::End(_) => true,
            Statement::If(_, then, other) => self.may_leave(then) || self.may_leave(other),
            Statement::Switch(_, cases) => {
                self.tree.cases(cases).iter().any(|case| self.may_leave(case.body))
            }
            Statement::Loop(_, parts) => self.may_leave(parts.body),
            _ => false,
        })
    }
}
