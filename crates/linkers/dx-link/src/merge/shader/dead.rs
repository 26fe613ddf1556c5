//! Removes dead code: instructions without side effects or uses.

use std::collections::HashSet;

use glassbox_dxil::ir::{AttributeKind, Op, ValueId};

use super::code::{Code, Step, Work};

/// True if an instruction has side effects.
fn has_effect(work: &Work, step: &Step) -> bool {
    match step.op {
        Op::Store(_) | Op::CompareExchange { .. } | Op::AtomicRmw { .. } | Op::Fence { .. } => true,
        Op::Load(access) => access.volatile || access.is_atomic(),
        Op::Call(_) => {
            let reads =
                work.states(step, AttributeKind::READ_NONE) || work.states(step, AttributeKind::READ_ONLY);
            !(reads && work.states(step, AttributeKind::NO_UNWIND))
        }
        _ => step.is_terminator(),
    }
}

/// Removes dead instructions.
pub(super) fn remove(work: &Work, code: &mut Code) {
    let makers = code.makers();
    let mut live: HashSet<ValueId> = HashSet::new();
    let mut open: Vec<ValueId> = Vec::new();
    for step in code.blocks.iter().flatten() {
        if has_effect(work, step) {
            open.extend(&step.operands);
        }
    }
    while let Some(value) = open.pop() {
        if !live.insert(value) {
            continue;
        }
        if let Some(step) = makers.get(&value).and_then(|place| code.step(*place)) {
            open.extend(&step.operands);
        }
    }
    for steps in &mut code.blocks {
        steps.retain(|step| {
            has_effect(work, step) || step.result.is_some_and(|result| live.contains(&result))
        });
    }
}
