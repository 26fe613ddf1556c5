//! Checks the universal limits: numbers of variables and of cases of a switch.

use super::{Checker, rules};
use crate::grammar::op;
use crate::grammar::value::storage_class as class;
use crate::module::At;

/// Checks the limits of the module.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    let limits = checker.options.limits;
    let is_local = |at: &At| module.word(*at, 0) == class::FUNCTION;
    let variables: Vec<At> = module.walk().filter(|at| module.opcode(*at) == op::VARIABLE).collect();
    let (local, global): (Vec<At>, Vec<At>) = variables.into_iter().partition(is_local);
    for (found, limit, what) in
        [(local, limits.local_variables, "local"), (global, limits.global_variables, "global")]
    {
        if let Some(&first) = found.get(limit as usize) {
            let message = format!("{} {what} variables; the limit is {limit}", found.len());
            checker.report(&rules::LIMIT, first, message);
        }
    }
    for at in module.walk() {
        if module.opcode(at) != op::SWITCH {
            continue;
        }
        let branches = module.used_ids(at).count().saturating_sub(2);
        if branches > limits.switch_branches as usize {
            let message = format!("{branches} cases; the limit is {}", limits.switch_branches);
            checker.report(&rules::LIMIT, at, message);
        }
    }
}
