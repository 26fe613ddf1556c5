//! Checks CODE-19: jumps across the border of a block leave stale entries on the hardware's stacks.

use crate::flow::{Budget, FlowGraph, Jump};

use super::finding::{Finding, FindingKind, Findings};

/// Checks every jump against the blocks of its region and the bodies of calls; false if the budget is spent.
pub(super) fn check(flow: &FlowGraph, budget: &mut Budget, findings: &mut Findings) -> bool {
    for (at, region) in flow.regions.iter().enumerate() {
        // (opener, first word, one past the last word, description)
        let mut blocks: Vec<(usize, usize, usize, &str)> = Vec::new();
        if region.jumps.is_empty() {
            continue;
        }
        if !budget.spend(region.ifs.len() + region.loops.len() + flow.regions.len()) {
            return false;
        }
        for block in &region.ifs {
            blocks.push((block.word, block.word + 1, block.target, "true part of an IF"));
            blocks.push((block.word, block.target, block.target + block.count, "else part of an IF"));
        }
        blocks.extend(
            region.loops.iter().map(|looped| (looped.word, looped.word + 1, looped.last + 1, "LOOP body")),
        );
        // A body that another region falls through is shared code, not reached by calls only.
        let bodies =
            flow.regions.iter().enumerate().filter_map(|(other, body)| Some((other, body.start, body.end?)));
        blocks.extend(
            bodies
                .filter(|&(other, start, _)| other == at || !region.words.contains(start))
                .map(|(_, start, end)| (start, start, end, "call body")),
        );
        for jump in &region.jumps {
            if !budget.spend(blocks.len()) {
                return false;
            }
            if let Some((opener, kind, way)) = crossed(jump, &blocks) {
                findings.push(Finding {
                    kind: FindingKind::CrossingJump,
                    word: jump.word,
                    severity: FindingKind::CrossingJump.severity(),
                    message: format!("jump to word {} goes {way} a {kind}", jump.target),
                    output: None,
                    bits: Some(10..22),
                    related: vec![(opener, "the block".to_owned())],
                });
            }
        }
    }
    true
}

fn crossed<'a>(
    jump: &Jump,
    blocks: &[(usize, usize, usize, &'a str)],
) -> Option<(usize, &'a str, &'static str)> {
    blocks.iter().find_map(|&(opener, start, end, kind)| {
        let inside = |word: usize| start <= word && word < end;
        match (inside(jump.word), inside(jump.target)) {
            (true, false) => Some((opener, kind, "out of")),
            (false, true) => Some((opener, kind, "into")),
            _ => None,
        }
    })
}
