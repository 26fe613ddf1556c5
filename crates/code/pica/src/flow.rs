//! Analyses the static control flow of one entry point.
//!
//! The machine has no functions: CALL names a range of words, and ranges may overlap. A [`Region`] is such a
//! range (or the entry, which has no end) with everything reachable inside it. Regions are explored
//! separately and linked by calls.
//!
//! Hostile code can name a million overlapping regions, so all work is charged to a [`Budget`]; if that is
//! spent, the partial result is marked [`truncated`](FlowGraph::truncated).
//!
//! Facts: PICA200 instruction set notes, sections 6 and 13.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::format::Field;
use crate::opcode::{Flow, Opcode};

/// Remaining work of an analysis. Share one over the entry points of a program.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// Enough for any well-formed program of this size, and a bounded time for any other.
    #[must_use]
    pub const fn for_code(words: usize) -> Budget {
        let addressed = if words < 4096 { words } else { 4096 };
        Budget { left: 65_536 + 1_024 * addressed as u64 + 16 * words as u64 }
    }

    /// A budget of `steps` steps.
    #[must_use]
    pub const fn new(steps: u64) -> Budget {
        Budget { left: steps }
    }

    /// Steps left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Spends steps; false if there were not enough.
    pub(crate) const fn spend(&mut self, steps: usize) -> bool {
        let enough = self.left >= steps as u64;
        self.left = self.left.saturating_sub(steps as u64);
        enough
    }
}

/// Steps charged per region: it takes memory even if never explored.
const REGION_COST: usize = 256;

/// A set of word indices.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct WordSet {
    bits: Vec<u64>,
}

impl WordSet {
    /// Adds a word; false if present already.
    pub fn insert(&mut self, word: usize) -> bool {
        if word / 64 >= self.bits.len() {
            self.bits.resize(word / 64 + 1, 0);
        }
        let fresh = !self.contains(word);
        self.bits[word / 64] |= 1 << (word % 64);
        fresh
    }

    /// True if a word is in the set.
    #[must_use]
    pub fn contains(&self, word: usize) -> bool {
        self.bits.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 == 1)
    }

    /// Adds all words of another set.
    pub fn extend(&mut self, other: &WordSet) {
        if other.bits.len() > self.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (bits, more) in self.bits.iter_mut().zip(&other.bits) {
            *bits |= more;
        }
    }

    /// The words in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(at, &bits)| {
            std::iter::successors((bits != 0).then_some(bits), |bits| {
                let rest = bits & (bits - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |bits| 64 * at + bits.trailing_zeros() as usize)
        })
    }

    /// Number of words in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// True if empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&bits| bits == 0)
    }
}

/// An IFU or IFC: the true part is `word + 1 .. target`, the else part `target .. target + count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct If {
    /// Index of the instruction.
    pub word: usize,
    /// DST: start of the else part.
    pub target: usize,
    /// NUM: length of the else part.
    pub count: usize,
}

/// A LOOP: the body is `word + 1 ..= last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Index of the instruction.
    pub word: usize,
    /// DST: last word of the body.
    pub last: usize,
}

/// A CALL, CALLC or CALLU of `start .. end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Index of the instruction.
    pub word: usize,
    /// DST: first word of the body.
    pub start: usize,
    /// DST + NUM.
    pub end: usize,
    /// Index of the body in [`FlowGraph::regions`].
    pub region: usize,
}

/// A JMPC or JMPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// Index of the instruction.
    pub word: usize,
    /// DST.
    pub target: usize,
}

/// Error in a flow target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetFinding {
    /// Outside the code.
    Outside,
    /// An IF or LOOP target not after the instruction.
    NotAfter,
}

/// The entry or a call body.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Region {
    /// First word of the range.
    pub start: usize,
    /// One past the last word; `None` for the entry.
    pub end: Option<usize>,
    /// Words that can run inside the region, excluding called regions.
    pub words: WordSet,
    /// Conditional blocks inside it.
    pub ifs: Vec<If>,
    /// Loops inside it.
    pub loops: Vec<Loop>,
    /// Calls inside it.
    pub calls: Vec<Call>,
    /// Jumps inside it.
    pub jumps: Vec<Jump>,
    /// BREAK and BREAKC.
    pub breaks: Vec<usize>,
    /// Instructions with an impossible target; treated as falling through.
    pub bad_targets: Vec<(usize, TargetFinding)>,
    /// A word after which execution runs past the end of the code; the entry itself if it is outside.
    pub runs_past_end: Option<usize>,
    /// Maximum nesting of IF true parts.
    pub if_depth: usize,
    /// Maximum nesting of loops.
    pub loop_depth: usize,
}

impl Region {
    /// Jumps to an earlier word or themselves, and loops, as (from, to).
    pub fn back_edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let jumps =
            self.jumps.iter().filter(|jump| jump.target <= jump.word).map(|jump| (jump.word, jump.target));
        jumps.chain(self.loops.iter().map(|looped| (looped.last, looped.word + 1)))
    }
}

/// Call nesting depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallDepth {
    /// Maximum number of calls open at once; the hardware allows four.
    Bounded(usize),
    /// A region calls itself, directly or not. Holds such a region.
    Recursive(usize),
}

/// The control flow of one entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowGraph {
    /// Regions; the entry is the first.
    pub regions: Vec<Region>,
    /// All words that can run.
    pub reachable: WordSet,
    /// Call nesting depth, ignoring bodies that end outside the code.
    pub call_depth: CallDepth,
    /// Regions, callees before callers; complete only without recursion.
    pub callees_first: Vec<usize>,
    /// True if the budget was spent; the result is then partial.
    pub truncated: bool,
}

impl FlowGraph {
    /// Analyses the code from an entry word.
    #[must_use]
    pub fn new(code: &[u32], entry: usize, budget: &mut Budget) -> FlowGraph {
        let mut regions = vec![Region { start: entry, ..Region::default() }];
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut truncated = false;
        let mut at = 0;
        while at < regions.len() {
            let mut region = std::mem::take(&mut regions[at]);
            truncated |= !explore(code, &mut region, budget);
            for call in &mut region.calls {
                call.region = match known.entry((call.start, call.end)) {
                    Entry::Occupied(body) => *body.get(),
                    Entry::Vacant(_) if !budget.spend(REGION_COST) => {
                        truncated = true;
                        break;
                    }
                    Entry::Vacant(body) => {
                        regions.push(Region { start: call.start, end: Some(call.end), ..Region::default() });
                        *body.insert(regions.len() - 1)
                    }
                };
            }
            regions[at] = region;
            at += 1;
            if truncated {
                break;
            }
        }
        let mut reachable = WordSet::default();
        for region in &regions {
            reachable.extend(&region.words);
        }
        let (call_depth, callees_first) = call_depth(code.len(), &regions);
        FlowGraph { regions, reachable, call_depth, callees_first, truncated }
    }

    /// A word after which execution runs past the end of the code, if any.
    #[must_use]
    pub fn runs_past_end(&self) -> Option<usize> {
        self.regions.iter().find_map(|region| region.runs_past_end)
    }
}

/// Explores one region; false if the budget is spent.
fn explore(code: &[u32], region: &mut Region, budget: &mut Budget) -> bool {
    let mut work = vec![(region.start, region.start)];
    while let Some((at, from)) = work.pop() {
        if !budget.spend(1) {
            return false;
        }
        if Some(at) == region.end {
            continue;
        }
        let Some(&word) = code.get(at) else {
            region.runs_past_end.get_or_insert(from);
            continue;
        };
        if !region.words.insert(at) {
            continue;
        }
        let info = Opcode::of(word).info();
        let target = info.format.get(word, Field::Target) as usize;
        let count = info.format.get(word, Field::Count) as usize;
        let targeted = matches!(info.flow, Flow::Call | Flow::If | Flow::Loop | Flow::Jump);
        if targeted && (target > code.len() || (target == code.len() && info.flow != Flow::If)) {
            region.bad_targets.push((at, TargetFinding::Outside));
            work.push((at + 1, at));
            continue;
        }
        match info.flow {
            Flow::End => {}
            Flow::Next => work.push((at + 1, at)),
            Flow::BreakIf => {
                region.breaks.push(at);
                work.push((at + 1, at));
            }
            Flow::Break => {
                region.breaks.push(at);
                if !budget.spend(region.loops.len()) {
                    return false;
                }
                let around = region.loops.iter().filter(|looped| looped.word < at && at <= looped.last);
                work.extend(around.map(|looped| (looped.last + 1, at)));
            }
            Flow::Call => {
                if target + count > code.len() {
                    region.bad_targets.push((at, TargetFinding::Outside));
                }
                region.calls.push(Call { word: at, start: target, end: target + count, region: 0 });
                work.push((at + 1, at));
            }
            Flow::If | Flow::Loop if target <= at => {
                region.bad_targets.push((at, TargetFinding::NotAfter));
                work.push((at + 1, at));
            }
            Flow::If => {
                region.ifs.push(If { word: at, target, count });
                work.extend([(at + 1, at), (target, at), (target + count, at)]);
            }
            Flow::Loop => {
                region.loops.push(Loop { word: at, last: target });
                work.extend([(at + 1, at), (target + 1, at)]);
            }
            Flow::Jump => {
                region.jumps.push(Jump { word: at, target });
                work.extend([(at + 1, at), (target, at)]);
            }
        }
    }
    region.if_depth = nesting(region.ifs.iter().map(|block| (block.word, block.target - 1)));
    region.loop_depth = nesting(region.loops.iter().map(|looped| (looped.word, looped.last)));
    true
}

/// Largest number of intervals (first exclusive, last inclusive) around one word.
fn nesting(intervals: impl Iterator<Item = (usize, usize)>) -> usize {
    let mut steps: Vec<(usize, i32)> = intervals
        .filter(|(before, last)| before < last)
        .flat_map(|(before, last)| [(before + 1, 1), (last + 1, -1)])
        .collect();
    steps.sort_unstable();
    let mut depth = 0;
    let mut deepest = 0;
    for (_, step) in steps {
        depth += step;
        deepest = deepest.max(depth);
    }
    deepest as usize
}

/// Longest chain of calls, and the regions in postorder.
fn call_depth(words: usize, regions: &[Region]) -> (CallDepth, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; regions.len()];
    let mut depth = vec![0; regions.len()];
    let mut order = Vec::new();
    let mut recursive = None;
    let mut stack = vec![(0, 0)];
    state[0] = State::Open;
    while let Some((region, next)) = stack.last_mut() {
        let region = *region;
        let Some(call) = regions[region].calls.get(*next) else {
            state[region] = State::Done;
            order.push(region);
            stack.pop();
            if let Some(&(caller, _)) = stack.last() {
                depth[caller] = depth[caller].max(depth[region] + 1);
            }
            continue;
        };
        *next += 1;
        // Region 0 is never a callee; in a truncated graph it marks an unexplored body.
        if call.end > words || call.region == 0 {
            continue;
        }
        match state[call.region] {
            State::New => {
                state[call.region] = State::Open;
                stack.push((call.region, 0));
            }
            State::Open => recursive = recursive.or(Some(call.region)),
            State::Done => depth[region] = depth[region].max(depth[call.region] + 1),
        }
    }
    (recursive.map_or(CallDepth::Bounded(depth[0]), CallDepth::Recursive), order)
}
