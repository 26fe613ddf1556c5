//! Computes the nesting of code: procedures, conditional blocks, loops.
//!
//! IF, LOOP and CALL each name a range of words. If these ranges are nested or disjoint, code is a tree, like its
//! source; [`Structure`] is that tree and contains every word of the code exactly once. A range that crosses an earlier
//! one, points backwards or leaves the code is listed in [`Structure::unnested`], and its instruction is an ordinary
//! word.
//!
//! This is a property of the words alone. [`flow`](crate::flow) models the machine's stacks and reachability; jumps
//! across the border of a block are only marked ([`Node::entered`], [`Node::left`]).
//!
//! Facts: PICA200 instruction set notes, section 13.
//!
//! ```
//! use glassbox_pica::structure::{Event, Kind, Sizes, Structure};
//!
//! // `ifu b0, else at 2, 1 word`, `nop`, `nop`, `end`
//! let code = [0x9C00_0801, 0x8400_0000, 0x8400_0000, 0x8800_0000];
//! let structure = Structure::new(&code, &[], Sizes::Machine);
//! assert_eq!(structure.nodes[1].kind, Kind::If { split: Some(2) });
//! let events: Vec<Event> = structure.events().collect();
//! assert_eq!(
//!     events,
//!     [Event::Open(1), Event::Word(1), Event::Else(1), Event::Word(2), Event::Close(1), Event::Word(3)]
//! );
//! ```

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::format::Field;
use crate::opcode::{Flow, Opcode};

/// Entry point of an executable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// First word.
    pub start: usize,
    /// One past the last word of the entry procedure. Without it the procedure extends to the next one, or
    /// further if a block does.
    pub end: Option<usize>,
}

/// Interpretation of the sizes of calls and else parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sizes {
    /// Eight bits, as the machine.
    Machine,
    /// Including the two bits above, into which the reference assembler lets sizes over 255 overflow (section
    /// 9.8).
    Written,
}

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The whole code; only the first node.
    Code,
    /// A called or entered range, without an instruction of its own.
    Procedure,
    /// IFU or IFC; the instruction is the first word of the node.
    If {
        /// First word of the else part, if any.
        split: Option<usize>,
    },
    /// LOOP; the instruction is the first word of the node. The body may be empty, which the machine does not
    /// support.
    Loop,
}

impl Kind {
    /// True if the first word of the node is the instruction that opens it.
    #[must_use]
    pub const fn has_head(self) -> bool {
        matches!(self, Kind::If { .. } | Kind::Loop)
    }
}

/// A properly nested range of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Kind of the range.
    pub kind: Kind,
    /// First word; for IF and LOOP the instruction.
    pub start: usize,
    /// One past the last word, else part included.
    pub end: usize,
    /// Enclosing node; `None` for the first.
    pub parent: Option<usize>,
    /// Direct children by address.
    pub children: Vec<usize>,
    /// True if a jump from outside targets a word other than the opening instruction, or crosses between the
    /// parts of an IF.
    pub entered: bool,
    /// True if a jump inside leaves it, or crosses between the parts of an IF.
    pub left: bool,
}

impl Node {
    /// The controlled words: without the opening instruction and the else part.
    #[must_use]
    pub fn body(&self) -> Range<usize> {
        let start = self.start + usize::from(self.kind.has_head());
        match self.kind {
            Kind::If { split: Some(split) } => start..split,
            _ => start..self.end,
        }
    }

    /// Words of the else part; may be empty.
    #[must_use]
    pub fn else_part(&self) -> Range<usize> {
        match self.kind {
            Kind::If { split: Some(split) } => split..self.end,
            _ => self.end..self.end,
        }
    }
}

/// Reason that a range does not nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NestingFindingKind {
    /// It partly overlaps a node, or crosses the border between the parts of an IF.
    Crosses(usize),
    /// It ends before it begins.
    Backwards,
    /// It extends past the end of the code.
    Outside,
}

/// A range that does not nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NestingFinding {
    /// First instruction that names it; `None` for an entry.
    pub word: Option<usize>,
    /// First word.
    pub start: usize,
    /// One past the last word.
    pub end: usize,
    /// Reason that it does not nest.
    pub kind: NestingFindingKind,
}

/// A step of a traversal in address order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A node begins; for IF and LOOP this includes the instruction.
    Open(usize),
    /// A word that opens no node.
    Word(usize),
    /// The else part of a node begins.
    Else(usize),
    /// A node ends.
    Close(usize),
}

/// Code as a tree of nested ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Nodes; parents precede children, and node 0 is the whole code.
    pub nodes: Vec<Node>,
    /// Ranges that do not nest, by address.
    pub unnested: Vec<NestingFinding>,
    procedures: BTreeMap<(usize, usize), usize>,
}

impl Structure {
    /// Computes the nesting. Time and memory are linear in the number of words and entries.
    #[must_use]
    pub fn new(code: &[u32], entries: &[Entry], sizes: Sizes) -> Structure {
        let mut structure = Structure {
            nodes: vec![Node {
                kind: Kind::Code,
                start: 0,
                end: code.len(),
                parent: None,
                children: Vec::new(),
                entered: false,
                left: false,
            }],
            unnested: Vec::new(),
            procedures: BTreeMap::new(),
        };
        for candidate in candidates(code, entries, sizes) {
            structure.insert(&candidate, code.len());
        }
        structure.mark_jumps(code);
        structure
    }

    /// Adds a range; call in the order of [`candidates`].
    fn insert(&mut self, candidate: &Candidate, words: usize) {
        let Candidate { start, end, kind, word } = *candidate;
        let problem = if end < start || (kind.has_head() && end == start) {
            Some(NestingFindingKind::Backwards)
        } else if end > words {
            Some(NestingFindingKind::Outside)
        } else {
            None
        };
        let mut around = self.nodes.len() - 1;
        // Only the last node and its ancestors can still be open.
        while let Some(parent) = self.nodes[around].parent
            && self.nodes[around].end <= start
        {
            around = parent;
        }
        let node = &self.nodes[around];
        let crosses = end > node.end
            || (node.kind.has_head() && start == node.start)
            || matches!(node.kind, Kind::If { split: Some(split) } if start < split && split < end);
        let problem = problem.or(crosses.then_some(NestingFindingKind::Crosses(around)));
        if let Some(problem) = problem {
            self.unnested.push(NestingFinding { word, start, end, kind: problem });
            return;
        }
        let node = self.nodes.len();
        self.nodes[around].children.push(node);
        if kind == Kind::Procedure {
            self.procedures.insert((start, end), node);
        }
        self.nodes.push(Node {
            kind,
            start,
            end,
            parent: Some(around),
            children: Vec::new(),
            entered: false,
            left: false,
        });
    }

    /// The procedure with exactly this range.
    #[must_use]
    pub fn procedure(&self, start: usize, end: usize) -> Option<usize> {
        self.procedures.get(&(start, end)).copied()
    }

    /// Procedures by address, outer ones first.
    pub fn procedures(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].kind == Kind::Procedure)
    }

    /// Innermost node around a word. The opening instruction of a block belongs to the block.
    #[must_use]
    pub fn innermost(&self, word: usize) -> usize {
        let mut node = 0;
        loop {
            let children = &self.nodes[node].children;
            // Empty nodes contain nothing and may share their start with a non-empty one.
            let after = children.partition_point(|&child| self.nodes[child].start <= word);
            match children[..after].last() {
                Some(&child) if word < self.nodes[child].end => node = child,
                _ => return node,
            }
        }
    }

    /// Traverses the code by address. Every word occurs once: as [`Event::Word`], or in the [`Event::Open`]
    /// of its block.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let mut stack = vec![Walk { node: 0, at: 0, child: 0, split: None }];
        std::iter::from_fn(move || {
            let walk = stack.last_mut()?;
            let node = &self.nodes[walk.node];
            let child = node.children.get(walk.child).copied();
            if walk.split == Some(walk.at) {
                walk.split = None;
                return Some(Event::Else(walk.node));
            }
            if let Some(child) = child
                && self.nodes[child].start == walk.at
            {
                let inner = &self.nodes[child];
                walk.child += 1;
                walk.at = inner.end;
                stack.push(Walk {
                    node: child,
                    at: inner.start + usize::from(inner.kind.has_head()),
                    child: 0,
                    split: match inner.kind {
                        Kind::If { split } => split,
                        _ => None,
                    },
                });
                return Some(Event::Open(child));
            }
            if walk.at < node.end {
                walk.at += 1;
                return Some(Event::Word(walk.at - 1));
            }
            let closed = walk.node;
            stack.pop();
            (closed != 0).then_some(Event::Close(closed))
        })
    }

    /// Marks the nodes whose borders are crossed by jumps.
    fn mark_jumps(&mut self, code: &[u32]) {
        // For each word the range of its jump targets and sources; then the same for each part of a node,
        // from the inside out.
        let mut words = vec![Reach::default(); code.len()];
        for (at, &word) in code.iter().enumerate() {
            let info = Opcode::of(word).info();
            if info.flow == Flow::Jump {
                let target = info.format.get(word, Field::Target) as usize;
                words[at].targets.add(target);
                if let Some(word) = words.get_mut(target) {
                    word.sources.add(at);
                }
            }
        }
        let mut nodes = vec![Reach::default(); self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let mut total = Reach::default();
            let (mut entered, mut left) = (false, false);
            let mut child = 0;
            for part in [node.body(), node.else_part()] {
                let mut reach = Reach::default();
                let mut word = part.start;
                while word < part.end {
                    while word < part.end
                        && let Some(&inner) = node.children.get(child)
                        && self.nodes[inner].start == word
                    {
                        child += 1;
                        reach.merge(&nodes[inner]);
                        word = self.nodes[inner].end;
                    }
                    if word < part.end {
                        reach.merge(&words[word]);
                        word += 1;
                    }
                }
                entered |= reach.sources.leaves(&part);
                left |= reach.targets.leaves(&part);
                total.merge(&reach);
            }
            if node.kind.has_head() {
                total.merge(&words[node.start]);
            }
            nodes[at] = total;
            if at != 0 {
                self.nodes[at].entered = entered;
                self.nodes[at].left = left;
            }
        }
    }
}

/// Position in a traversal of the tree.
struct Walk {
    node: usize,
    at: usize,
    child: usize,
    split: Option<usize>,
}

/// Minimum and maximum of a set of addresses; minimum above maximum if empty.
#[derive(Clone, Copy)]
struct Extent {
    low: u32,
    high: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Extent { low: u32::MAX, high: 0 }
    }
}

impl Extent {
    fn add(&mut self, at: usize) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.merge(&Extent { low: at, high: at });
    }

    fn merge(&mut self, other: &Extent) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }

    fn leaves(&self, range: &Range<usize>) -> bool {
        self.low <= self.high && ((self.low as usize) < range.start || self.high as usize >= range.end)
    }
}

/// Targets of jumps from some words, and sources of jumps to them.
#[derive(Clone, Copy, Default)]
struct Reach {
    targets: Extent,
    sources: Extent,
}

impl Reach {
    fn merge(&mut self, other: &Reach) {
        self.targets.merge(&other.targets);
        self.sources.merge(&other.sources);
    }
}

/// A range that may nest.
struct Candidate {
    start: usize,
    end: usize,
    kind: Kind,
    word: Option<usize>,
}

/// All ranges: by address, outer ones first, procedures before equal blocks, empty ones before all.
fn candidates(code: &[u32], entries: &[Entry], sizes: Sizes) -> Vec<Candidate> {
    let mut blocks = BTreeMap::new();
    let mut procedures: BTreeMap<(usize, usize), Option<usize>> = BTreeMap::new();
    for entry in entries {
        if let Some(end) = entry.end {
            procedures.insert((entry.start, end), None);
        }
    }
    for (at, &word) in code.iter().enumerate() {
        let info = Opcode::of(word).info();
        let target = info.format.get(word, Field::Target) as usize;
        let mut count = info.format.get(word, Field::Count) as usize;
        if sizes == Sizes::Written {
            count |= (info.format.get(word, Field::Reserved) as usize) << 8;
        }
        match info.flow {
            Flow::Call => {
                procedures.entry((target, target + count)).or_insert(Some(at));
            }
            // An else part before its IF forms no block, whatever its length.
            Flow::If if target <= at => {
                blocks.insert(at, (target, Kind::If { split: None }));
            }
            Flow::If => {
                let split = (count != 0).then_some(target);
                blocks.insert(at, (target + count, Kind::If { split }));
            }
            Flow::Loop => {
                blocks.insert(at, (target + 1, Kind::Loop));
            }
            Flow::Next | Flow::End | Flow::Break | Flow::BreakIf | Flow::Jump => {}
        }
    }
    let open_ended: Vec<usize> =
        entries.iter().filter(|entry| entry.end.is_none()).map(|entry| entry.start).collect();
    let mut starts: Vec<usize> = procedures.keys().map(|&(start, _)| start).collect();
    starts.extend(&open_ended);
    starts.sort_unstable();
    for start in open_ended {
        let next = starts.partition_point(|&other| other <= start);
        let mut end = starts.get(next).map_or(code.len(), |&next| next.min(code.len()));
        // Extending over a block may take in further ones, which may reach further.
        let mut seen = start;
        while seen < end {
            let reach = blocks.range(seen..end).map(|(_, &(reach, _))| reach);
            seen = end;
            end = reach.filter(|&reach| reach <= code.len()).fold(end, usize::max);
        }
        procedures.insert((start, end.max(start)), None);
    }
    let blocks =
        blocks.into_iter().map(|(at, (end, kind))| Candidate { start: at, end, kind, word: Some(at) });
    let procedures = procedures.into_iter().map(|((start, end), word)| Candidate {
        start,
        end,
        kind: Kind::Procedure,
        word,
    });
    let mut candidates: Vec<Candidate> = procedures.chain(blocks).collect();
    candidates.sort_by_key(|candidate| {
        let is_empty = candidate.end == candidate.start;
        (candidate.start, !is_empty, Reverse(candidate.end), candidate.kind.has_head())
    });
    candidates
}
