//! Lists the instructions that use variables of the module, groups of decorations, and rounded values.

use super::Order;
use super::applied::Decorations;
use crate::grammar::value::decoration as dec;
use crate::grammar::{OpcodeSet, op};
use crate::module::{At, Id, Module, row, row_ends};

/// What names and decorates ids, and types, which nothing refers to a variable by. Only of groups do these uses count.
static ABOUT: OpcodeSet = OpcodeSet::of(&[
    op::NAME,
    op::MEMBER_NAME,
    op::DECORATE,
    op::DECORATE_ID,
    op::DECORATE_STRING,
    op::MEMBER_DECORATE,
    op::MEMBER_DECORATE_STRING,
    op::TYPE_INT,
    op::TYPE_FLOAT,
    op::TYPE_VECTOR,
    op::TYPE_MATRIX,
    op::TYPE_STRUCT,
    op::TYPE_POINTER,
    op::TYPE_FUNCTION,
]);

/// Instructions that use the ids whose uses are checked, in the order of the file; an instruction that uses an id twice
/// is listed twice.
#[derive(Debug)]
pub(super) struct Users {
    /// By id, the end of its part of `users`.
    ends: Vec<u32>,
    users: Vec<At>,
}

impl Users {
    pub(super) fn of(module: &Module, order: &Order, decorations: &Decorations) -> Users {
        let mut followed = vec![false; module.bound()];
        for applied in decorations.all().iter().filter(|applied| applied.kind == dec::FP_ROUNDING_MODE) {
            followed[applied.target as usize] = true;
        }
        let groups = module.globals.iter().copied().filter(|at| module.opcode(*at) == op::DECORATION_GROUP);
        let has_groups = order.has(op::DECORATION_GROUP);
        let groups = has_groups.then_some(groups);
        for at in order.global_variables().chain(groups.into_iter().flatten()) {
            followed[module.get(at).result as usize] = true;
        }
        let mut uses: Vec<(Id, At)> = Vec::with_capacity(module.count());
        for &at in &order.all {
            let instruction = module.get(at);
            if !has_groups && ABOUT.contains(instruction.opcode) {
                continue;
            }
            let before = uses.len();
            let ty = (instruction.ty != 0).then_some(instruction.ty);
            for id in ty.into_iter().chain(module.used_ids(at)) {
                if followed[id as usize] {
                    uses.push((id, at));
                }
            }
            // References to what is made of a variable refer to the variable.
            if uses.len() > before && order.owner(at).is_none() {
                followed[instruction.result as usize] = true;
            }
        }
        uses.sort_by_key(|(id, _)| *id);
        let ends = row_ends(module.bound(), uses.iter().map(|(id, _)| *id));
        Users { ends, users: uses.into_iter().map(|(_, at)| at).collect() }
    }

    /// Instructions that use an id.
    pub(super) fn get(&self, id: Id) -> &[At] {
        &self.users[row(&self.ends, id)]
    }
}
