//! Finds the functions reachable from the entry point, in link order.

use std::collections::HashSet;

use glassbox_dxil::ir::FunctionId;

use super::code::Work;

/// Functions reachable from the roots.
#[derive(Default)]
pub(super) struct Reach {
    /// Defined functions: the roots, then callees in call order.
    pub(super) defined: Vec<FunctionId>,
    /// Undefined functions in order of the first call.
    pub(super) declared: Vec<FunctionId>,
}

/// Follows calls from the roots.
pub(super) fn reach(work: &Work, roots: &[FunctionId]) -> Reach {
    let mut out = Reach { defined: roots.to_vec(), declared: Vec::new() };
    let mut seen: HashSet<FunctionId> = roots.iter().copied().collect();
    let mut next = 0;
    while let Some(function) = out.defined.get(next).copied() {
        next += 1;
        let Some(Some(code)) = work.codes.get(function.index()) else {
            continue;
        };
        for callee in code.blocks.iter().flatten().filter_map(|step| work.callee(step)) {
            if !seen.insert(callee) {
                continue;
            }
            match work.codes.get(callee.index()) {
                Some(Some(_)) => out.defined.push(callee),
                _ => out.declared.push(callee),
            }
        }
    }
    out
}
