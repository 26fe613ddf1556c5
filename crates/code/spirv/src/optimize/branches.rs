//! Removes trivial selections and merges straight-line blocks.
//!
//! Structured control flow is preserved: a selection with two empty arms or a constant condition becomes a
//! branch if each arm is at most one block; a block with one successor merges with it if that has one
//! predecessor and no merge instruction names it.

use super::rewriter::Rewriter;
use super::unreachable::drop_predecessors;
use crate::control::{Graph, Labels, merge_labels};
use crate::grammar::op;
use crate::module::{Block, Function, Id, Operand};

pub(super) fn run(code: &mut Rewriter, function: &mut Function) {
    remove_trivial_selections(code, function);
    merge_blocks(code, function);
    code.apply_replacements(function);
}

/// Counts the merge instructions that name each block.
fn count_merge_uses(code: &Rewriter, function: &Function, labels: &Labels) -> Vec<u32> {
    let mut merge_uses = vec![0; function.blocks.len()];
    for block in &function.blocks {
        for label in merge_labels(code, block).into_iter().flatten() {
            if let Some(index) = labels.find(label) {
                merge_uses[index as usize] += 1;
            }
        }
    }
    merge_uses
}

/// One arm of a selection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    /// Branches straight to the merge block.
    Direct,
    /// Passes through one block, possibly empty.
    Block { index: u32, empty: bool },
}

fn remove_trivial_selections(code: &mut Rewriter, function: &mut Function) {
    let graph = Graph::of(code, function);
    let labels = Labels::of(function);
    let merge_uses = count_merge_uses(code, function, &labels);
    let mut removed = vec![false; function.blocks.len()];
    for index in 0..function.blocks.len() {
        let header = &function.blocks[index];
        let [Some(merge), None] = merge_labels(code, header) else {
            continue;
        };
        let &[.., selection, branch] = &header.body[..] else {
            continue;
        };
        if removed[index] || code.opcode(branch) != op::BRANCH_CONDITIONAL {
            continue;
        }
        let arm = |label: Id| -> Option<Arm> {
            if label == merge {
                return Some(Arm::Direct);
            }
            let found = labels.find(label)?;
            let block = &function.blocks[found as usize];
            let only = graph.predecessors(found) == [index as u32] && merge_uses[found as usize] == 0;
            let last = *block.body.last()?;
            let through = code.opcode(last) == op::BRANCH && code.word(last, 0) == merge;
            let plain = merge_labels(code, block) == [None; 2];
            let empty = block.body.len() == 1;
            (only && through && plain && !removed[found as usize])
                .then_some(Arm::Block { index: found, empty })
        };
        let yes = code.word(branch, 1);
        let no = code.word(branch, 2);
        let (Some(first), Some(second)) = (arm(yes), arm(no)) else {
            continue;
        };
        let Some(merge_place) = labels.find(merge) else {
            continue;
        };
        let body = &function.blocks[merge_place as usize].body;
        let phis = body.iter().any(|at| code.opcode(*at) == op::PHI);
        let is_empty = |arm| !matches!(arm, Arm::Block { empty: false, .. });
        let (target, dropped) = match code.constant_bool(code.word(branch, 0)) {
            Some(truth) => {
                let (label, other) = if truth { (yes, second) } else { (no, first) };
                let taken = if truth { first } else { second };
                (label, if taken == other { [None; 2] } else { [Some(other), None] })
            }
            None if !phis && is_empty(first) && is_empty(second) => (merge, [Some(first), Some(second)]),
            None => continue,
        };
        let header_label = header.label;
        for arm in dropped.into_iter().flatten() {
            let from = match arm {
                // A direct branch from header to merge block stays if it is the arm that is kept.
                Arm::Direct if target == merge => continue,
                Arm::Direct => header_label,
                Arm::Block { index, .. } => {
                    removed[index as usize] = true;
                    function.blocks[index as usize].label
                }
            };
            for at in function.blocks[merge_place as usize].body.clone() {
                if code.opcode(at) == op::PHI {
                    drop_predecessors(code, at, |label| label != from);
                }
            }
        }
        code.remove(selection);
        code.rewrite(branch, op::BRANCH, [Operand::Id(target)]);
        let header = &mut function.blocks[index];
        let length = header.body.len();
        header.body.remove(length - 2);
    }
    let mut removed = removed.into_iter();
    function.blocks.retain(|_| !removed.next().unwrap_or(false));
}

fn merge_blocks(code: &mut Rewriter, function: &mut Function) {
    let graph = Graph::of(code, function);
    let labels = Labels::of(function);
    let merge_uses = count_merge_uses(code, function, &labels);
    let mut removed = vec![false; function.blocks.len()];
    for index in 0..function.blocks.len() {
        if removed[index] {
            continue;
        }
        // The block whose successors are now this block's.
        let mut end = index;
        loop {
            let block = &function.blocks[index];
            let Some(&last) = block.body.last() else { break };
            let [next] = *graph.successors(end as u32) else { break };
            let (target, next) = (next, next as usize);
            let alone = code.opcode(last) == op::BRANCH && merge_labels(code, block) == [None; 2];
            let follows = graph.predecessors(target).len() == 1 && merge_uses[next] == 0;
            if !alone || !follows || next == index || removed[next] || next == 0 {
                break;
            }
            let label = block.label;
            let Block { label: old, body, .. } = std::mem::take(&mut function.blocks[next]);
            removed[next] = true;
            end = next;
            code.replace(old, label);
            code.remove(last);
            let joined = &mut function.blocks[index].body;
            joined.pop();
            for at in body {
                if code.opcode(at) == op::PHI {
                    let (phi, value) = (code.get(at).result, code.word(at, 0));
                    code.replace(phi, value);
                    code.remove(at);
                } else {
                    joined.push(at);
                }
            }
        }
    }
    let mut removed = removed.into_iter();
    function.blocks.retain(|_| !removed.next().unwrap_or(false));
}
