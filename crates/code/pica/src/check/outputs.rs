//! Checks CODE-15: every mapped output component must be written exactly once per run.
//!
//! A data-flow analysis tracks the set of possible write counts (none, one, many) of each of the 64
//! components at every word and joins them at merge points. It covers only code whose blocks nest as an
//! assembler nests them. Branches on the same condition make some joined paths impossible; then only facts
//! that hold on every path are reported.
//!
//! Facts: PICA200 instruction set notes, sections 6 and 8.

use std::collections::BTreeMap;

use crate::descriptor::Mask;
use crate::flow::{Budget, CallDepth, FlowGraph, Region};
use crate::format::{Field, Format};
use crate::opcode::{Flow, Opcode};
use crate::register::Destination;

use super::finding::{Finding, FindingKind, Findings};
use super::{Entry, OutputMapping, Stage};

/// Possible write counts of 64 components, bit 4 * register + component (x first).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    zero: u64,
    one: u64,
    many: u64,
}

impl Counts {
    /// Nothing written yet.
    const START: Counts = Counts { zero: u64::MAX, one: 0, many: 0 };

    fn join(&mut self, other: Counts) {
        self.zero |= other.zero;
        self.one |= other.one;
        self.many |= other.many;
    }

    /// These counts followed by more writes.
    fn then(self, more: Counts) -> Counts {
        let any = more.zero | more.one | more.many;
        Counts {
            zero: self.zero & more.zero,
            one: self.one & more.zero | self.zero & more.one,
            many: self.many & any | self.one & (more.one | more.many) | self.zero & more.many,
        }
    }

    /// One write of some components.
    fn write(components: u64) -> Counts {
        Counts { zero: !components, one: components, many: 0 }
    }

    /// All writes so far repeated any number of times.
    fn repeated(self) -> Counts {
        Counts { zero: self.zero, one: 0, many: self.one | self.many }
    }
}

/// Effect of running a region.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// Writes if the region returns.
    returns: Counts,
    /// Writes if it stops the program.
    stops: Counts,
}

/// Reports components not written exactly once; false if the budget is spent.
pub(super) fn check(
    entry: &Entry<'_>,
    flow: &FlowGraph,
    budget: &mut Budget,
    findings: &mut Findings,
) -> bool {
    let mapped = entry.outputs.iter().filter(|output| output.register < 16).fold(0u64, |mapped, output| {
        let enabled = entry.output_mask == 0 || entry.output_mask >> output.register & 1 == 1;
        mapped | if enabled { required_components(output) << (4 * output.register) } else { 0 }
    });
    if entry.stage == Stage::Geometry || mapped == 0 || !is_regular(flow, findings) {
        return true;
    }
    let mut effects = vec![Effect::default(); flow.regions.len()];
    for &region in &flow.callees_first {
        let graph = &flow.regions[region];
        if !budget.spend(4 * graph.words.len() + graph.ifs.len() + graph.loops.len()) {
            return false;
        }
        match effect(entry, graph, &effects, budget) {
            Some(effect) => effects[region] = effect,
            None => return budget.left() > 0,
        }
    }
    let end = effects[0].stops;
    let rewritten = end.many & mapped;
    let partial = end.zero & (end.one | end.many) & mapped;
    let never = end.zero & !(end.one | end.many) & mapped;
    // If branches may be correlated, only facts common to all paths are certain.
    let (rewritten, partial) = if has_related_conditions(entry, flow) {
        (rewritten & !end.one & !end.zero, 0)
    } else {
        (rewritten, partial)
    };
    for register in 0..16u32 {
        for (components, kind, what) in [
            (never, FindingKind::OutputNeverWritten, "is never written"),
            (partial, FindingKind::OutputNotOnEveryPath, "is not written on every path"),
            (rewritten, FindingKind::OutputRewritten, "can be written more than once"),
        ] {
            let lanes = (components >> (4 * register)) as u8 & 0xF;
            if lanes != 0 {
                let letters = Mask(Mask(lanes).reversed());
                findings.push_another(Finding {
                    kind,
                    word: entry.main,
                    severity: kind.severity(),
                    message: format!("output o{register}.{letters} {what}, expected exactly one write"),
                    output: Some(register as u8),
                    bits: None,
                    related: Vec::new(),
                });
            }
        }
    }
    true
}

/// Components of an output mapping that must be written, bit 0 for x. Generic outputs only reach a geometry
/// shader, so nothing is required of them.
fn required_components(output: &OutputMapping) -> u64 {
    output.taken().map_or(0, u64::from)
}

/// True if the blocks nest as an assembler would nest them.
fn is_regular(flow: &FlowGraph, findings: &Findings) -> bool {
    let irregular = [
        FindingKind::UnknownOpcode,
        FindingKind::DescriptorOutOfRange,
        FindingKind::TargetOutside,
        FindingKind::TargetNotAfter,
        FindingKind::RunsPastEnd,
        FindingKind::NestingDepth,
        FindingKind::MisplacedBreak,
        FindingKind::BlockEnd,
        FindingKind::CountOverflow,
        FindingKind::CrossingJump,
    ];
    !flow.truncated
        && matches!(flow.call_depth, CallDepth::Bounded(_))
        && !irregular.into_iter().any(|kind| findings.has(kind))
        && flow.regions.iter().all(|region| region.jumps.iter().all(|jump| jump.target > jump.word))
}

/// True if two reachable branches may be correlated: on the same boolean, or both on the compare flags.
fn has_related_conditions(entry: &Entry<'_>, flow: &FlowGraph) -> bool {
    let (mut booleans, mut flags) = (0u16, false);
    for at in flow.reachable.iter() {
        let word = entry.code[at];
        let info = Opcode::of(word).info();
        if info.flow == Flow::Loop {
            continue;
        }
        match info.format {
            Format::Three => {
                let bit = 1 << info.format.get(word, Field::Register);
                if booleans & bit != 0 {
                    return true;
                }
                booleans |= bit;
            }
            Format::Two if info.flow != Flow::Call || Opcode::of(word) == Opcode::CALLC => {
                if flags {
                    return true;
                }
                flags = true;
            }
            _ => {}
        }
    }
    false
}

/// Effect of one region; `None` if its flow is irregular.
fn effect(entry: &Entry<'_>, region: &Region, effects: &[Effect], budget: &mut Budget) -> Option<Effect> {
    // At the end of an IF's true part the machine continues after the else part.
    let mut redirect: BTreeMap<usize, usize> = BTreeMap::new();
    for block in &region.ifs {
        redirect.insert(block.target, block.target + block.count);
    }
    let closes_elsewhere = |at: usize| {
        redirect.get(&at).is_some_and(|&to| to != at)
            || region.loops.iter().any(|looped| looped.last + 1 == at)
            || region.end == Some(at)
    };
    for block in region.ifs.iter().filter(|block| block.count > 0) {
        if !budget.spend(region.loops.len()) || closes_elsewhere(block.target + block.count) {
            return None;
        }
    }
    let calls: BTreeMap<usize, usize> = region.calls.iter().map(|call| (call.word, call.region)).collect();
    let mut result = Effect::default();
    let mut states: BTreeMap<usize, Counts> = BTreeMap::from([(region.start, Counts::START)]);
    while let Some((at, state)) = states.pop_first() {
        if !budget.spend(1 + region.loops.len()) {
            return None;
        }
        if Some(at) == region.end {
            result.returns.join(state);
            continue;
        }
        let word = *entry.code.get(at)?;
        let opcode = Opcode::of(word);
        let info = opcode.info();
        let target = info.format.get(word, Field::Target) as usize;
        let in_loop = region.loops.iter().any(|looped| looped.word < at && at <= looped.last);
        let next = redirect.get(&(at + 1)).copied().unwrap_or(at + 1);
        let mut go = |to: usize, state: Counts| states.entry(to).or_default().join(state);
        match info.flow {
            Flow::End => result.stops.join(state),
            Flow::Next => go(next, state.then(writes(entry, word, in_loop))),
            Flow::If => {
                go(next, state);
                go(target, state);
            }
            Flow::Loop => go(next, state),
            Flow::Jump => {
                go(next, state);
                go(target, state);
            }
            Flow::Call => {
                let Effect { mut returns, mut stops } = effects[*calls.get(&at)?];
                if in_loop {
                    returns = returns.repeated();
                    stops = stops.repeated();
                }
                result.stops.join(state.then(stops));
                let mut after = state.then(returns);
                if opcode != Opcode::CALL {
                    after.join(state);
                }
                go(next, after);
            }
            Flow::Break | Flow::BreakIf => {
                let around = region.loops.iter().filter(|looped| looped.word < at && at <= looped.last);
                let inner = around.max_by_key(|looped| looped.word)?;
                go(inner.last + 1, state);
                if info.flow == Flow::BreakIf {
                    go(next, state);
                }
            }
        }
    }
    // A condition inside a loop is tested in every iteration, and a break may end the first one, so no count
    // in such a loop is certain.
    let conditional = |first: usize, last: usize| {
        let inside = |word: usize| first < word && word <= last;
        region.ifs.iter().any(|block| inside(block.word))
            || region.jumps.iter().any(|jump| inside(jump.word))
            || region.breaks.iter().any(|&word| inside(word))
            || region.calls.iter().any(|call| inside(call.word))
    };
    for looped in &region.loops {
        if !budget.spend(region.words.len()) {
            return None;
        }
        let written = region.words.iter().filter(|&word| looped.word < word && word <= looped.last);
        let writes_output = written.into_iter().any(|at| writes(entry, entry.code[at], false).one != 0);
        let calls = region.calls.iter().any(|call| looped.word < call.word && call.word <= looped.last);
        if (writes_output || calls) && conditional(looped.word, looped.last) {
            return None;
        }
    }
    Some(result)
}

/// Output components that a word writes.
fn writes(entry: &Entry<'_>, word: u32, repeated: bool) -> Counts {
    let opcode = Opcode::of(word);
    let format = opcode.format();
    let output = Destination(format.get(word, Field::Destination) as u8).as_output();
    let descriptor = entry.descriptors.get(format.get(word, Field::Descriptor) as usize);
    let counts = match (opcode.has_destination(), output, descriptor) {
        (true, Some(register), Some(&[descriptor, _])) => {
            Counts::write(u64::from(Mask(descriptor as u8).reversed()) << (4 * register))
        }
        _ => Counts::START,
    };
    if repeated { counts.repeated() } else { counts }
}
