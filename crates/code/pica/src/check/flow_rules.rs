//! Checks the structure of the control flow: CODE-03, -04, -05, -06, -11, -14.

use std::collections::BTreeMap;

use crate::flow::{Budget, CallDepth, FlowGraph, Region, TargetFinding};
use crate::opcode::{Flow, Opcode};

use super::Entry;
use super::finding::{Finding, FindingKind, Findings};

/// Size of the hardware's CALL stack.
const CALL_STACK: usize = 4;
/// Size of the hardware's IF stack.
const IF_STACK: usize = 8;
/// Size of the hardware's LOOP stack.
const LOOP_STACK: usize = 4;

/// Checks all regions; false if the budget is spent.
pub(super) fn check(
    entry: &Entry<'_>,
    flow: &FlowGraph,
    budget: &mut Budget,
    findings: &mut Findings,
) -> bool {
    match flow.call_depth {
        CallDepth::Recursive(region) => {
            let region = &flow.regions[region];
            let message = format!("call body at word {} calls itself", region.start);
            findings.add(FindingKind::Recursion, region.start, message, None);
        }
        CallDepth::Bounded(depth) if depth > CALL_STACK => {
            let message = format!("calls nest {depth} deep, but the call stack keeps {CALL_STACK}");
            findings.add(FindingKind::NestingDepth, entry.main, message, None);
        }
        CallDepth::Bounded(_) => {}
    }
    if let Some(last) = flow.runs_past_end() {
        let message =
            format!("execution can run past the last word ({} words) without END", entry.code.len());
        findings.add(FindingKind::RunsPastEnd, last, message, None);
    }
    for region in &flow.regions {
        for (name, depth, stack) in
            [("IF", region.if_depth, IF_STACK), ("LOOP", region.loop_depth, LOOP_STACK)]
        {
            if depth > stack {
                let message = format!("{name} blocks nest {depth} deep, but the stack keeps {stack}");
                findings.add(FindingKind::NestingDepth, region.start, message, None);
            }
        }
        for &(word, problem) in &region.bad_targets {
            bad_target(entry, word, problem, findings);
        }
        if !ends(entry, region, budget, findings) || !breaks(region, budget, findings) {
            return false;
        }
    }
    true
}

fn bad_target(entry: &Entry<'_>, at: usize, problem: TargetFinding, findings: &mut Findings) {
    use crate::format::Field;
    let word = entry.code[at];
    let info = Opcode::of(word).info();
    let target = info.format.get(word, Field::Target);
    let count = info.format.get(word, Field::Count);
    let words = entry.code.len();
    match problem {
        TargetFinding::Outside if info.flow == Flow::Call => {
            let message = format!(
                "{} of words {target}..{} leaves the code of {words} words",
                info.mnemonic,
                target + count
            );
            findings.add(FindingKind::TargetOutside, at, message, Some(10..22));
        }
        TargetFinding::Outside => {
            let message = format!("{} to word {target}, but the code has {words} words", info.mnemonic);
            findings.add(FindingKind::TargetOutside, at, message, Some(10..22));
        }
        TargetFinding::NotAfter => {
            let message =
                format!("{} at word {at} ends at word {target}, expected a later word", info.mnemonic);
            findings.add(FindingKind::TargetNotAfter, at, message, Some(10..22));
        }
    }
}

/// Blocks that end at a word.
#[derive(Default)]
struct BlockEnds {
    /// Number of blocks that the hardware closes by comparing addresses: true parts of IFs, loops and the
    /// region.
    closing: usize,
    /// True if one is a loop.
    ends_loop: bool,
    /// Instructions that opened the blocks.
    openers: Vec<usize>,
}

/// CODE-14: only one block closes per instruction, and only if the last one falls through.
fn ends(entry: &Entry<'_>, region: &Region, budget: &mut Budget, findings: &mut Findings) -> bool {
    let mut ends: BTreeMap<usize, BlockEnds> = BTreeMap::new();
    if !budget.spend(2 * region.ifs.len() + region.loops.len()) {
        return false;
    }
    for block in &region.ifs {
        let end = ends.entry(block.target - 1).or_default();
        end.closing += 1;
        end.openers.push(block.word);
        if block.count > 0 {
            ends.entry(block.target + block.count - 1).or_default().openers.push(block.word);
        }
    }
    for ends_loop in &region.loops {
        let end = ends.entry(ends_loop.last).or_default();
        end.closing += 1;
        end.ends_loop = true;
        end.openers.push(ends_loop.word);
    }
    // An empty call body ends where it begins and closes nothing.
    if let Some(last) = region.end.and_then(|end| end.checked_sub(1)) {
        ends.entry(last).or_default().closing += 1;
    }
    for (last, end) in ends {
        let flow = entry
            .code
            .get(last)
            .filter(|_| region.words.contains(last))
            .map(|&word| Opcode::of(word).info().flow);
        let misplaced = match flow {
            Some(Flow::Call | Flow::Jump) => end.closing > 0,
            Some(Flow::Break | Flow::BreakIf) => end.ends_loop,
            Some(Flow::If | Flow::Loop) => true,
            _ => false,
        };
        if end.closing <= 1 && !misplaced {
            continue;
        }
        let message = if misplaced {
            "flow instruction is the last word of a block, expected another word after it".to_owned()
        } else {
            format!("{} blocks end at word {last}, but the hardware closes one", end.closing)
        };
        let related =
            end.openers.iter().take(4).map(|&word| (word, "a block that ends there".to_owned())).collect();
        let kind = FindingKind::BlockEnd;
        findings.push(Finding {
            kind,
            word: last,
            severity: kind.severity(),
            message,
            output: None,
            bits: None,
            related,
        });
    }
    true
}

/// CODE-11: BREAK pops the LOOP stack only.
fn breaks(region: &Region, budget: &mut Budget, findings: &mut Findings) -> bool {
    for &at in &region.breaks {
        if !budget.spend(1 + region.loops.len() + region.ifs.len()) {
            return false;
        }
        let around = region.loops.iter().filter(|ends_loop| ends_loop.word < at && at <= ends_loop.last);
        let Some(inner) = around.max_by_key(|ends_loop| (ends_loop.word, ends_loop.last)) else {
            let message = "break outside any loop of this entry or call body hangs".to_owned();
            findings.add(FindingKind::MisplacedBreak, at, message, None);
            continue;
        };
        let between = region.ifs.iter().find(|block| {
            inner.word < block.word && block.word < at && at < block.target.max(block.target + block.count)
        });
        if let Some(block) = between {
            findings.push(Finding {
                kind: FindingKind::MisplacedBreak,
                word: at,
                severity: FindingKind::MisplacedBreak.severity(),
                message: "break inside an IF nested in the loop leaves a stale entry on the IF stack"
                    .to_owned(),
                output: None,
                bits: None,
                related: vec![(inner.word, "the loop".to_owned()), (block.word, "the IF".to_owned())],
            });
        }
    }
    true
}
