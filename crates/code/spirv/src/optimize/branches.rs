//! Selections that select nothing, and blocks that follow each other.
//!
//! Only what keeps the structure of the code as it is: a selection whose two ways are empty or whose condition is a constant
//! becomes a way if each arm is at most one block; a block with one way out joins the next if that has one way in and no merge
//! instruction names it.

use super::code::{Block, Code, Function, Id};
use super::flow::{self, Flow, Labels};
use super::opcode as op;
use super::unreachable::drop_ways;

pub(super) fn run(code: &mut Code, function: &mut Function) {
    selections(code, function);
    joins(code, function);
    code.settle(function);
}

/// How often merge instructions name each block.
fn named(code: &Code, function: &Function, labels: &Labels) -> Vec<u32> {
    let mut named = vec![0; function.blocks.len()];
    for block in &function.blocks {
        for label in flow::merge(code, block).into_iter().flatten() {
            if let Some(place) = labels.find(label) {
                named[place as usize] += 1;
            }
        }
    }
    named
}

/// One way of a selection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    /// Straight to the merge block.
    Direct,
    /// Through one block, which is empty or not.
    Block { place: u32, empty: bool },
}

fn selections(code: &mut Code, function: &mut Function) {
    let flow = Flow::new(code, function);
    let labels = Labels::new(function);
    let named = named(code, function, &labels);
    let mut gone = vec![false; function.blocks.len()];
    for place in 0..function.blocks.len() {
        let header = &function.blocks[place];
        let [Some(merge), None] = flow::merge(code, header) else {
            continue;
        };
        let &[.., selection, branch] = &header.body[..] else {
            continue;
        };
        if gone[place] || code.get(branch).opcode != op::BRANCH_CONDITIONAL {
            continue;
        }
        let arm = |label: Id| -> Option<Arm> {
            if label == merge {
                return Some(Arm::Direct);
            }
            let found = labels.find(label)?;
            let block = &function.blocks[found as usize];
            let only = flow.predecessors[found as usize] == [place as u32] && named[found as usize] == 0;
            let last = *block.body.last()?;
            let through = code.get(last).opcode == op::BRANCH && code.word(last, 0) == merge;
            let plain = flow::merge(code, block) == [None; 2];
            let empty = block.body.len() == 1;
            (only && through && plain && !gone[found as usize]).then_some(Arm::Block { place: found, empty })
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
        let phis = body.iter().any(|at| code.get(*at).opcode == op::PHI);
        let is_empty = |arm| !matches!(arm, Arm::Block { empty: false, .. });
        let (target, dropped) = match code.truth(code.word(branch, 0)) {
            Some(truth) => {
                let (label, other) = if truth { (yes, second) } else { (no, first) };
                let taken = if truth { first } else { second };
                (
                    label,
                    if taken == other {
                        [None; 2]
                    } else {
                        [Some(other), None]
                    },
                )
            }
            None if !phis && is_empty(first) && is_empty(second) => (merge, [Some(first), Some(second)]),
            None => continue,
        };
        let header_label = header.label;
        for arm in dropped.into_iter().flatten() {
            let from = match arm {
                // The way from the header to the merge block stays where it is the one that is left.
                Arm::Direct if target == merge => continue,
                Arm::Direct => header_label,
                Arm::Block { place, .. } => {
                    gone[place as usize] = true;
                    function.blocks[place as usize].label
                }
            };
            for at in function.blocks[merge_place as usize].body.clone() {
                if code.get(at).opcode == op::PHI {
                    drop_ways(code, at, |label| label != from);
                }
            }
        }
        code.remove(selection);
        code.rewrite(branch, op::BRANCH, [(target, true)]);
        let header = &mut function.blocks[place];
        let length = header.body.len();
        header.body.remove(length - 2);
    }
    let mut gone = gone.into_iter();
    function.blocks.retain(|_| !gone.next().unwrap_or(false));
}

fn joins(code: &mut Code, function: &mut Function) {
    let flow = Flow::new(code, function);
    let labels = Labels::new(function);
    let named = named(code, function, &labels);
    let mut gone = vec![false; function.blocks.len()];
    for place in 0..function.blocks.len() {
        if gone[place] {
            continue;
        }
        // The block whose ways out are those of this one now.
        let mut end = place;
        loop {
            let block = &function.blocks[place];
            let Some(&last) = block.body.last() else { break };
            let [next] = flow.successors[end][..] else { break };
            let next = next as usize;
            let alone = code.get(last).opcode == op::BRANCH && flow::merge(code, block) == [None; 2];
            let follows = flow.predecessors[next].len() == 1 && named[next] == 0;
            if !alone || !follows || next == place || gone[next] || next == 0 {
                break;
            }
            let label = block.label;
            let Block { label: old, body } = std::mem::take(&mut function.blocks[next]);
            gone[next] = true;
            end = next;
            code.replace(old, label);
            code.remove(last);
            let joined = &mut function.blocks[place].body;
            joined.pop();
            for at in body {
                if code.get(at).opcode == op::PHI {
                    let (phi, value) = (code.get(at).result, code.word(at, 0));
                    code.replace(phi, value);
                    code.remove(at);
                } else {
                    joined.push(at);
                }
            }
        }
    }
    let mut gone = gone.into_iter();
    function.blocks.retain(|_| !gone.next().unwrap_or(false));
}
