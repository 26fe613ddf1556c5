//! Code as nested blocks, where that says the same as the machine does.
//!
//! The words are first read as blocks by what their instructions name: IF and LOOP by their ranges, CALL by the range that
//! it calls, a jump ahead as a block that is left out when it is taken, a jump back as a loop around what it repeats. Whether
//! these blocks are right is not argued but checked: every state of the machine ([`ControlGraph`]) is walked together with
//! the place in the blocks, and each outcome must lead to the same word in both. So stale stack entries, ends that coincide
//! and lost returns need no rules of their own. Where the two differ the code does not nest.

use std::collections::{HashMap, HashSet};

use glassbox_pica::control::{ControlGraph, Exits, Halt, Next, NodeId, Target, Transition};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::{Flow, Opcode};

/// Blocks nested deeper than this are left to the dispatcher: shader compilers do not like them either.
const DEPTH: usize = 48;

/// A step of a procedure. Indexes are those of steps in the same procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Any other word.
    Word(u16),
    /// IF; the else part begins after `other`, or everything after it.
    If { word: u16, other: usize },
    /// The true part ends.
    Else { close: usize },
    /// An IF ends.
    EndIf,
    /// LOOP.
    Loop { word: u16, close: usize },
    /// The body of a loop ends.
    EndLoop { open: usize },
    /// A jump ahead.
    Skip { word: u16, close: usize },
    /// Where a jump ahead leads to.
    EndSkip,
    /// Where a jump back leads to.
    Repeat,
    /// A jump back.
    EndRepeat { word: u16, open: usize },
    /// BREAK or BREAKC; the loop ends at `close`.
    Break { word: u16, open: usize, close: usize },
    /// CALL, CALLC, CALLU.
    Call { word: u16, procedure: usize },
}

impl Step {
    /// The word that the step stands for.
    pub(crate) fn word(self) -> Option<u16> {
        match self {
            Step::Word(word)
            | Step::If { word, .. }
            | Step::Loop { word, .. }
            | Step::Skip { word, .. }
            | Step::EndRepeat { word, .. }
            | Step::Break { word, .. }
            | Step::Call { word, .. } => Some(word),
            _ => None,
        }
    }
}

/// A procedure as steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Procedure {
    /// First word.
    pub(crate) start: usize,
    /// One past the last word.
    pub(crate) end: usize,
    /// What it does.
    pub(crate) steps: Vec<Step>,
}

/// A program as nested blocks.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// The procedures; the entry is the first.
    pub(crate) procedures: Vec<Procedure>,
    /// The procedures such that callees come first.
    pub(crate) order: Vec<usize>,
    /// For each loop, by procedure and step: whether `aL` comes back when it is left.
    pub(crate) restores: HashMap<(usize, usize), bool>,
}

/// Why code does not nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Crossing {
    /// The word where it shows.
    pub(crate) word: usize,
    /// What is wrong there.
    pub(crate) reason: &'static str,
}

type Found<T> = Result<T, Crossing>;

fn crossing<T>(word: usize, reason: &'static str) -> Found<T> {
    Err(Crossing { word, reason })
}

impl Nest {
    /// Reads code as blocks and checks them against the graph.
    pub(crate) fn new(code: &[u32], reachable: &[bool], graph: &ControlGraph) -> Found<Nest> {
        let Target::Node(entry) = graph.entry() else {
            let procedures = vec![Procedure::default()];
            return Ok(Nest { procedures, order: vec![0], restores: HashMap::new() });
        };
        let start = usize::from(graph.node(entry).word);
        let mut end = start;
        for node in graph.nodes() {
            if node.stacks.calls.entries().is_empty() {
                let word = usize::from(node.word);
                end = end.max(word + 1);
                if word < start {
                    return crossing(word, "a jump leads to a word before the entry point");
                }
            }
        }
        let mut nest = Nest {
            procedures: vec![Procedure { start, end, steps: Vec::new() }],
            order: Vec::new(),
            restores: HashMap::new(),
        };
        let mut known = HashMap::new();
        let mut calls: Vec<Vec<usize>> = Vec::new();
        let mut at = 0;
        while let Some(procedure) = nest.procedures.get(at) {
            let range = procedure.start..procedure.end;
            let mut callees = Vec::new();
            let steps = {
                let procedures = &mut nest.procedures;
                let mut callee = |start: usize, end: usize| {
                    let index = *known.entry((start, end)).or_insert_with(|| {
                        procedures.push(Procedure { start, end, steps: Vec::new() });
                        procedures.len() - 1
                    });
                    callees.push(index);
                    index
                };
                read(code, reachable, range, &mut callee)?
            };
            nest.procedures[at].steps = steps;
            calls.push(callees);
            at += 1;
        }
        nest.order =
            callees_first(&calls).ok_or(Crossing { word: start, reason: "a procedure calls itself" })?;
        nest.check(graph, entry)?;
        Ok(nest)
    }

    /// Walks the graph and the blocks together.
    fn check(&mut self, graph: &ControlGraph, entry: NodeId) -> Found<()> {
        let mut restores = HashMap::new();
        let walk = Walk { nest: self, graph };
        let mut seen = HashSet::new();
        let mut open = Vec::new();
        let first = walk.settle(Spot::at(0, 0));
        walk.arrive(Target::Node(entry), first, 0, &mut open)?;
        // Each node has one place in the blocks when they are right; a few more are needed to find out that they are not.
        let limit = 4 * graph.nodes().len() + 16;
        while let Some((id, spot)) = open.pop() {
            if !seen.insert((id, spot.clone())) {
                continue;
            }
            let word = usize::from(graph.node(id).word);
            if seen.len() > limit {
                return crossing(word, "the stacks hold something else than the open blocks");
            }
            walk.step(id, &spot, &mut restores, &mut open)?;
        }
        self.restores = restores;
        Ok(())
    }
}

/// A place in the blocks: a step, and the calls that are open, the outermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Spot {
    procedure: usize,
    step: usize,
    calls: Vec<(usize, usize)>,
}

impl Spot {
    fn at(procedure: usize, step: usize) -> Spot {
        Spot { procedure, step, calls: Vec::new() }
    }

    fn step(&self, step: usize) -> Spot {
        Spot { step, ..self.clone() }
    }
}

/// Where the blocks lead to.
enum Place {
    /// This step, which stands for a word.
    Step(Spot),
    /// The end of a loop's body: its opening and closing steps.
    LoopEnd(Spot, usize),
    /// Past the end of the entry.
    Outside,
}

struct Walk<'a> {
    nest: &'a Nest,
    graph: &'a ControlGraph,
}

impl Walk<'_> {
    /// Follows the blocks from a step to the next word.
    fn settle(&self, mut spot: Spot) -> Place {
        loop {
            let steps = &self.nest.procedures[spot.procedure].steps;
            match steps.get(spot.step) {
                None => match spot.calls.pop() {
                    None => return Place::Outside,
                    Some((procedure, step)) => {
                        spot.procedure = procedure;
                        spot.step = step + 1;
                    }
                },
                Some(Step::Else { close }) => spot.step = close + 1,
                Some(Step::EndIf | Step::EndSkip | Step::Repeat) => spot.step += 1,
                Some(Step::EndLoop { open }) => return Place::LoopEnd(spot.clone(), *open),
                Some(_) => return Place::Step(spot),
            }
        }
    }

    /// A target and the place that it must be.
    fn arrive(&self, target: Target, place: Place, word: usize, open: &mut Vec<(NodeId, Spot)>) -> Found<()> {
        match (target, place) {
            (Target::Node(id), Place::Step(spot)) => {
                let step = self.nest.procedures[spot.procedure].steps[spot.step];
                if step.word() != Some(self.graph.node(id).word) {
                    return crossing(word, "what follows is not what the blocks say");
                }
                open.push((id, spot));
                Ok(())
            }
            (Target::Halt(Halt::PastEnd { .. }), Place::Outside) => Ok(()),
            (Target::Halt(_), _) => crossing(word, "the code is left in the middle of a block"),
            (_, Place::LoopEnd(..)) => crossing(word, "the end of a loop is passed by"),
            (_, Place::Outside) => crossing(word, "a procedure does not return to its caller"),
        }
    }

    /// An outcome and where the blocks lead to.
    fn follow(
        &self,
        transition: Transition,
        spot: Spot,
        word: usize,
        restores: &mut HashMap<(usize, usize), bool>,
        open: &mut Vec<(NodeId, Spot)>,
    ) -> Found<()> {
        match (transition.next, self.settle(spot)) {
            (Next::Go(target), place) => self.arrive(target, place, word, open),
            (Next::LoopEnd { again, done, restore, .. }, Place::LoopEnd(spot, head)) => {
                note(restores, (spot.procedure, head), restore, word)?;
                self.arrive(again, self.settle(spot.step(head + 1)), word, open)?;
                self.arrive(done, self.settle(spot.step(spot.step + 1)), word, open)
            }
            _ => crossing(word, "a loop ends here that is not the innermost block"),
        }
    }

    /// One state: its outcomes must be those of the step.
    fn step(
        &self,
        id: NodeId,
        spot: &Spot,
        restores: &mut HashMap<(usize, usize), bool>,
        open: &mut Vec<(NodeId, Spot)>,
    ) -> Found<()> {
        let node = self.graph.node(id);
        let word = usize::from(node.word);
        let step = self.nest.procedures[spot.procedure].steps[spot.step];
        let after = spot.step(spot.step + 1);
        let (holds, fails) = match node.exits {
            Exits::Always(transition) => (transition, None),
            Exits::Branch { holds, fails, .. } => (holds, Some(fails)),
        };
        let taken = match step {
            Step::Word(_) => {
                if matches!(holds.next, Next::Go(Target::Halt(Halt::End | Halt::BreakOutsideLoop))) {
                    return Ok(());
                }
                after.clone()
            }
            Step::Break { open: head, close, .. } => {
                let Next::LoopBreak { done, restore, .. } = holds.next else {
                    return crossing(word, "a break that leaves no loop");
                };
                note(restores, (spot.procedure, head), restore, word)?;
                self.arrive(done, self.settle(spot.step(close + 1)), word, open)?;
                return match fails {
                    None => Ok(()),
                    Some(fails) => self.follow(fails, after, word, restores, open),
                };
            }
            Step::Call { procedure, .. } => {
                let mut inner = Spot::at(procedure, 0);
                inner.calls.clone_from(&spot.calls);
                inner.calls.push((spot.procedure, spot.step));
                inner
            }
            Step::If { other, .. } => {
                let fails = fails.unwrap_or(holds);
                self.follow(fails, spot.step(other + 1), word, restores, open)?;
                return self.follow(holds, after, word, restores, open);
            }
            Step::Loop { .. } => after.clone(),
            Step::Skip { close, .. } => spot.step(close + 1),
            Step::EndRepeat { open: head, .. } => spot.step(head + 1),
            Step::Else { .. } | Step::EndIf | Step::EndLoop { .. } | Step::EndSkip | Step::Repeat => {
                return Ok(());
            }
        };
        if holds.push.is_some() != matches!(step, Step::Loop { .. }) {
            return crossing(word, "a loop is opened that is no block");
        }
        self.follow(holds, taken, word, restores, open)?;
        match fails {
            None => Ok(()),
            Some(fails) => self.follow(fails, after, word, restores, open),
        }
    }
}

fn note(
    restores: &mut HashMap<(usize, usize), bool>,
    key: (usize, usize),
    restore: bool,
    word: usize,
) -> Found<()> {
    if *restores.entry(key).or_insert(restore) == restore {
        Ok(())
    } else {
        crossing(word, "the loop stands in another loop at one call, and in none at another")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    // Order matters: of blocks that begin at one word, a repetition is the outer one.
    Repeat,
    Skip,
    Loop,
    If { split: usize },
}

#[derive(Clone, Copy, Debug)]
struct Interval {
    start: usize,
    end: usize,
    kind: Kind,
    /// The instruction that names it.
    word: usize,
}

/// Reads a range of words as steps.
fn read(
    code: &[u32],
    reachable: &[bool],
    range: std::ops::Range<usize>,
    callee: &mut impl FnMut(usize, usize) -> usize,
) -> Found<Vec<Step>> {
    if range.start > range.end || range.end > code.len() {
        return crossing(range.start, "a call of words that are not in the code");
    }
    let mut intervals = Vec::new();
    for at in range.clone() {
        if !reachable[at] {
            continue;
        }
        let info = Opcode::of(code[at]).info();
        let target = info.format.get(code[at], Field::Target) as usize;
        let count = info.format.get(code[at], Field::Count) as usize;
        let (start, end, kind) = match info.flow {
            Flow::If if target > at => (at, target + count, Kind::If { split: target }),
            Flow::Loop if target > at => (at, target + 1, Kind::Loop),
            Flow::Jump if target > at => (at, target, Kind::Skip),
            Flow::Jump => (target, at + 1, Kind::Repeat),
            Flow::If | Flow::Loop => return crossing(at, "a block that ends before it begins"),
            _ => continue,
        };
        if start < range.start || end > range.end {
            return crossing(at, "it reaches out of its procedure");
        }
        intervals.push(Interval { start, end, kind, word: at });
    }
    intervals.sort_by_key(|interval| {
        (interval.start, interval.kind != Kind::Repeat, std::cmp::Reverse(interval.end))
    });
    let mut steps = Vec::new();
    // Open intervals with their opening step and, for IF, the step of the border.
    let mut open: Vec<(Interval, usize, Option<usize>)> = Vec::new();
    let mut next = 0;
    for at in range.start..=range.end {
        while let Some((interval, head, border)) =
            open.last().copied().filter(|(interval, ..)| interval.end == at)
        {
            close(&mut steps, &interval, head, border);
            open.pop();
        }
        if let Some((interval, head, border)) = open.last_mut()
            && let Kind::If { split } = interval.kind
            && split == at
        {
            let step = steps.len();
            *border = Some(step);
            if let Some(Step::If { other, .. }) = steps.get_mut(*head) {
                *other = step;
            }
            steps.push(Step::Else { close: 0 });
        }
        if at == range.end {
            break;
        }
        let mut headed = false;
        while let Some(interval) = intervals.get(next).copied().filter(|interval| interval.start == at) {
            next += 1;
            if let Some((around, ..)) = open.last() {
                let split = match around.kind {
                    Kind::If { split } if at < split => split,
                    _ => around.end,
                };
                if interval.end > split {
                    return crossing(interval.word, "it crosses the border of another block");
                }
            }
            if open.len() >= DEPTH {
                return crossing(interval.word, "the blocks nest too deep");
            }
            let word = interval.word as u16;
            headed |= interval.kind != Kind::Repeat;
            let step = match interval.kind {
                Kind::Repeat => Step::Repeat,
                Kind::Skip => Step::Skip { word, close: 0 },
                Kind::Loop => Step::Loop { word, close: 0 },
                Kind::If { .. } => Step::If { word, other: 0 },
            };
            open.push((interval, steps.len(), None));
            steps.push(step);
        }
        if !headed && reachable[at] {
            single(code[at], at, &mut steps, &open, callee)?;
        }
    }
    Ok(steps)
}

/// Adds the step of a word that opens no block.
fn single(
    code: u32,
    at: usize,
    steps: &mut Vec<Step>,
    open: &[(Interval, usize, Option<usize>)],
    callee: &mut impl FnMut(usize, usize) -> usize,
) -> Found<()> {
    let info = Opcode::of(code).info();
    let word = at as u16;
    match info.flow {
        // A jump back stands at the end of what it repeats, which closes behind it.
        Flow::Jump => match open.last() {
            Some((interval, ..)) if interval.kind == Kind::Repeat && interval.word == at => {}
            _ => return crossing(at, "a jump back out of a block"),
        },
        Flow::Break | Flow::BreakIf => {
            let around =
                open.iter().rev().find(|(interval, ..)| matches!(interval.kind, Kind::Loop | Kind::Repeat));
            match around {
                Some((interval, head, _)) if interval.kind == Kind::Loop => {
                    steps.push(Step::Break { word, open: *head, close: 0 })
                }
                Some(_) => return crossing(at, "a break inside of a jump back"),
                None => return crossing(at, "a break of a loop that is not around it"),
            }
        }
        Flow::Call => {
            let target = info.format.get(code, Field::Target) as usize;
            let count = info.format.get(code, Field::Count) as usize;
            let procedure = callee(target, target + count);
            steps.push(Step::Call { word, procedure });
        }
        _ => steps.push(Step::Word(word)),
    }
    Ok(())
}

/// Adds the closing step of a block and fixes those that point to it.
fn close(steps: &mut Vec<Step>, interval: &Interval, head: usize, border: Option<usize>) {
    let at = steps.len();
    match interval.kind {
        Kind::Repeat => steps.push(Step::EndRepeat { word: interval.word as u16, open: head }),
        Kind::Skip => steps.push(Step::EndSkip),
        Kind::Loop => steps.push(Step::EndLoop { open: head }),
        Kind::If { .. } => steps.push(Step::EndIf),
    }
    let inside = head..at;
    for step in &mut steps[inside] {
        if let Step::Break { open, close, .. } = step
            && *open == head
        {
            *close = at;
        }
    }
    match steps.get_mut(border.unwrap_or(head)) {
        Some(Step::Else { close } | Step::Loop { close, .. } | Step::Skip { close, .. }) => *close = at,
        Some(Step::If { other, .. }) => *other = at,
        _ => {}
    }
}

/// The procedures with callees before callers; `None` when some call each other in a circle.
fn callees_first(calls: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    // 0 new, 1 open, 2 done.
    let mut state = vec![0u8; calls.len()];
    let mut stack = vec![(0usize, 0usize)];
    *state.first_mut()? = 1;
    while let Some((procedure, next)) = stack.last_mut() {
        let procedure = *procedure;
        match calls[procedure].get(*next) {
            None => {
                state[procedure] = 2;
                order.push(procedure);
                stack.pop();
            }
            Some(&callee) => {
                *next += 1;
                match state[callee] {
                    0 => {
                        state[callee] = 1;
                        stack.push((callee, 0));
                    }
                    1 => return None,
                    _ => {}
                }
            }
        }
    }
    Some(order)
}
