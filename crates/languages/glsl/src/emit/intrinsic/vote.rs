//! Votes of the invocations of a subgroup.

use glassbox_spirv::build::value::scope;
use glassbox_spirv::build::{Group, Id, op};

use super::super::Emitter;
use super::Call;
use crate::vocabulary::functions::Intrinsic;

impl Emitter<'_> {
    pub(super) fn vote(&mut self, call: Call<'_>) -> Option<Id> {
        let (modern, old) = match call.intrinsic {
            Intrinsic::AnyInvocation => (op::GROUP_NON_UNIFORM_ANY, op::SUBGROUP_ANY_KHR),
            Intrinsic::AllInvocations => (op::GROUP_NON_UNIFORM_ALL, op::SUBGROUP_ALL_KHR),
            Intrinsic::AllInvocationsEqual => (op::GROUP_NON_UNIFORM_ALL_EQUAL, op::SUBGROUP_ALL_EQUAL_KHR),
            _ => return None,
        };
        let value = self.argument(call, 0);
        if self.minor < 3 {
            return Some(self.operation(call, old, &[value]));
        }
        let ty = self.ty(call.ty);
        Some(self.module.group(modern, ty, Group { scope: scope::SUBGROUP, operation: None }, &[value]))
    }
}
