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
    let variables = || checker.facts.order.variables.iter().filter(|at| module.opcode(**at) == op::VARIABLE);
    let local = variables().filter(|at| is_local(at)).count();
    let global = variables().count() - local;
    let kinds =
        [(local, limits.local_variables, "local", true), (global, limits.global_variables, "global", false)];
    for (count, limit, what, wanted) in kinds {
        if count > limit as usize
            && let Some(&first) = variables().filter(|at| is_local(at) == wanted).nth(limit as usize)
        {
            let message = format!("{count} {what} variables; the limit is {limit}");
            checker.report(&rules::LIMIT, first, message);
        }
    }
    if !checker.facts.order.has(op::SWITCH) {
        return;
    }
    for &at in &checker.facts.order.all {
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
