//! Simplifies control flow: folds constant branches, removes unreachable blocks, merges
//! straight-line blocks.

use glassbox_dxil::ir::{LabelId, Op};

use super::code::{Code, Replaced, Step, Work};

/// Successors of a block, one for each edge.
fn successors(steps: &[Step]) -> &[LabelId] {
    steps.last().map_or(&[], |step| &step.labels)
}

/// Simplifies the control flow of a body; true if anything changed.
pub(super) fn simplify(work: &Work, code: &mut Code) -> bool {
    let mut changed = false;
    for block in 0..code.blocks.len() {
        changed |= decide(work, code, block);
    }
    changed |= sweep(code);
    changed |= single(code);
    changed |= join(code);
    changed
}

/// Replaces a branch on a constant by a jump.
fn decide(work: &Work, code: &mut Code, block: usize) -> bool {
    let Some(last) = code.blocks.get(block).and_then(|steps| steps.last()) else {
        return false;
    };
    let known = last.operands.first().and_then(|value| work.integer(*value));
    let taken = match last.op {
        Op::Branch if last.labels.len() == 2 => match known {
            Some(0) => last.labels.get(1).copied(),
            Some(_) => last.labels.first().copied(),
            None if last.labels.first() == last.labels.get(1) => last.labels.first().copied(),
            None => None,
        },
        Op::Switch => known.and_then(|number| {
            let cases = last.operands.get(1..)?.iter();
            let place = cases.map(|case| work.integer(*case)).position(|case| case == Some(number));
            last.labels.get(place.map_or(0, |place| place + 1)).copied()
        }),
        _ => None,
    };
    let Some(taken) = taken else { return false };
    let mut dropped = last.labels.clone();
    if let Some(place) = dropped.iter().position(|label| *label == taken) {
        dropped.remove(place);
    }
    for target in dropped {
        cut(code, LabelId::at(block), target);
    }
    if let Some(last) = code.blocks.get_mut(block).and_then(|steps| steps.last_mut()) {
        last.op = Op::Branch;
        last.operands.clear();
        last.labels = vec![taken];
    }
    true
}

/// Removes one incoming edge from the phis of a block.
fn cut(code: &mut Code, from: LabelId, to: LabelId) {
    for step in code.blocks.get_mut(to.index()).into_iter().flatten() {
        if step.op != Op::Phi {
            break;
        }
        if let Some(place) = step.labels.iter().position(|label| *label == from) {
            step.labels.remove(place);
            if place < step.operands.len() {
                step.operands.remove(place);
            }
        }
    }
}

/// Removes unreachable blocks.
fn sweep(code: &mut Code) -> bool {
    let mut reached = vec![false; code.blocks.len()];
    let mut open = vec![0usize];
    while let Some(block) = open.pop() {
        match reached.get_mut(block) {
            Some(slot) if !*slot => *slot = true,
            _ => continue,
        }
        let steps = code.blocks.get(block).map_or(&[][..], Vec::as_slice);
        open.extend(successors(steps).iter().map(|label| label.index()));
    }
    if reached.iter().all(|reached| *reached) {
        return false;
    }
    let is_reached = |label: LabelId| reached.get(label.index()).copied().unwrap_or(false);
    for step in code.blocks.iter_mut().flatten().filter(|step| step.op == Op::Phi) {
        let kept: Vec<_> = step
            .operands
            .iter()
            .zip(&step.labels)
            .filter(|pair| is_reached(*pair.1))
            .map(|(value, label)| (*value, *label))
            .collect();
        step.operands = kept.iter().map(|pair| pair.0).collect();
        step.labels = kept.iter().map(|pair| pair.1).collect();
    }
    compact(code, &reached);
    true
}

/// Keeps some blocks and renumbers them.
fn compact(code: &mut Code, kept: &[bool]) {
    let mut numbers = Vec::with_capacity(kept.len());
    let mut next = 0;
    for kept in kept {
        numbers.push(LabelId::at(next));
        next += usize::from(*kept);
    }
    let mut place = 0;
    code.blocks.retain(|_| {
        let keep = kept.get(place).copied().unwrap_or(true);
        place += 1;
        keep
    });
    for label in code.blocks.iter_mut().flatten().flat_map(|step| &mut step.labels) {
        *label = numbers.get(label.index()).copied().unwrap_or(*label);
    }
}

/// Replaces phis whose operands are all equal.
fn single(code: &mut Code) -> bool {
    let mut replaced = Replaced::default();
    for step in code.blocks.iter().flatten().filter(|step| step.op == Op::Phi) {
        let Some(result) = step.result else { continue };
        let mut values: Vec<_> = step.operands.iter().map(|value| replaced.get(*value)).collect();
        values.retain(|value| *value != result);
        values.sort_unstable();
        values.dedup();
        if let [value] = values.as_slice() {
            replaced.set(result, *value);
        }
    }
    if replaced.is_empty() {
        return false;
    }
    for steps in &mut code.blocks {
        steps.retain(|step| step.result.is_none_or(|result| replaced.get(result) == result));
    }
    replaced.apply(code);
    true
}

/// Merges a block into its only predecessor, if it is that block's only successor.
fn join(code: &mut Code) -> bool {
    let count = code.blocks.len();
    let mut before = vec![0usize; count];
    for steps in &code.blocks {
        for label in successors(steps) {
            if let Some(slot) = before.get_mut(label.index()) {
                *slot += 1;
            }
        }
    }
    let mut kept = vec![true; count];
    // Block that each block was merged into.
    let mut whole: Vec<usize> = (0..count).collect();
    for block in 0..count {
        if !kept.get(block).copied().unwrap_or(false) {
            continue;
        }
        loop {
            let steps = code.blocks.get(block).map_or(&[][..], Vec::as_slice);
            let &[next] = successors(steps) else { break };
            let next = next.index();
            let plain = steps.last().is_some_and(|step| step.op == Op::Branch);
            let alone = before.get(next) == Some(&1) && next != 0 && next != block;
            let first = code.blocks.get(next).and_then(|steps| steps.first());
            if !plain || !alone || first.is_none_or(|step| step.op == Op::Phi) {
                break;
            }
            let Some(rest) = code.blocks.get_mut(next).map(std::mem::take) else {
                break;
            };
            if let Some(steps) = code.blocks.get_mut(block) {
                steps.pop();
                steps.extend(rest);
            }
            if let (Some(kept), Some(whole)) = (kept.get_mut(next), whole.get_mut(next)) {
                *kept = false;
                *whole = block;
            }
        }
    }
    if kept.iter().all(|kept| *kept) {
        return false;
    }
    for step in code.blocks.iter_mut().flatten().filter(|step| step.op == Op::Phi) {
        for label in &mut step.labels {
            // A block that absorbed others may itself have been merged into a later one.
            let mut block = label.index();
            while let Some(next) = whole.get(block)
                && *next != block
            {
                block = *next;
            }
            *label = LabelId::at(block);
        }
    }
    compact(code, &kept);
    true
}
