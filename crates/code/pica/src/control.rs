//! Unrolls the control machine into a static graph.
//!
//! The PICA200 has three stacks: CALL (4 entries), IF (8) and LOOP (4). Each entry ends at a fixed address,
//! and its content follows from the instruction that pushed it; only loop counters depend on data. The next
//! word together with the stacks is therefore a state known without running the program: a [`Node`] of the
//! graph. An engine that walks the graph needs no stacks, only a counter, an increment and a saved `aL` per
//! LOOP stack slot.
//!
//! The graph is exact for any code, including jumps out of blocks, two blocks closed at one address, and
//! calls nested too deep. A body called from two places has two nodes per word, so the size is limited;
//! hostile code beyond the limit has no graph.
//!
//! Facts: PICA200 instruction set notes, section 6.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::instruction::Instruction;
use crate::opcode::{Flow, Opcode};
use crate::register::Condition;

/// Number of words that the program counter can address.
pub(crate) const ADDRESSABLE_WORDS: usize = 4096;

/// Node number in its graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The number as an index into [`ControlGraph::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Slot of the LOOP stack, 0 to 3.
pub type LoopSlot = u8;

/// Reason for a program to stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Halt {
    /// END.
    End,
    /// The program counter left the code, where the hardware has no word.
    PastEnd {
        /// Target word index.
        target: u16,
    },
    /// BREAK or a taken BREAKC with an empty LOOP stack; the hardware hangs.
    BreakOutsideLoop,
}

/// Successor of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// This node.
    Node(NodeId),
    /// The program stops.
    Halt(Halt),
}

/// One outcome of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// LOOP: the slot pushed. There, the counter becomes `i.x`, the increment `i.z`, `aL` is saved and
    /// becomes `i.y`. Takes effect before `next`.
    pub push: Option<LoopSlot>,
    /// Continuation.
    pub next: Next,
}

/// Continuation after a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Unconditional.
    Go(Target),
    /// End of a loop body: adds the increment to `aL`; a nonzero counter is decremented and `again` follows;
    /// otherwise `aL` is restored if `restore`, and `done` follows.
    LoopEnd {
        /// Slot of the loop.
        slot: LoopSlot,
        /// Successor for another iteration.
        again: Target,
        /// Successor after the last iteration.
        done: Target,
        /// True if the saved `aL` is restored: only inside another loop.
        restore: bool,
    },
    /// BREAK: adds the increment to `aL`, then restores `aL` if `restore`.
    LoopBreak {
        /// Slot of the loop.
        slot: LoopSlot,
        /// Successor of the break.
        done: Target,
        /// True if the saved `aL` is restored.
        restore: bool,
    },
}

impl Next {
    /// Possible successors, one or two.
    pub fn targets(self) -> impl Iterator<Item = Target> {
        let (first, second) = match self {
            Next::Go(target) => (target, None),
            Next::LoopEnd { again, done, .. } => (again, Some(done)),
            Next::LoopBreak { done, .. } => (done, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// Condition that selects the outcome of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// The compare flags.
    Flags(Condition),
    /// A boolean uniform has the given value.
    Boolean {
        /// Register number, 0 to 15.
        register: u8,
        /// Value for which the test holds.
        value: bool,
    },
}

/// Outcomes of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exits {
    /// A single outcome.
    Always(Transition),
    /// Two outcomes, depending on data.
    Branch {
        /// Condition.
        test: Test,
        /// Outcome if the test holds: the call, jump or break is taken, the IF block is entered.
        holds: Transition,
        /// Outcome otherwise.
        fails: Transition,
    },
}

impl Exits {
    /// The one or two outcomes.
    pub fn transitions(&self) -> impl Iterator<Item = Transition> {
        let (first, second) = match *self {
            Exits::Always(transition) => (transition, None),
            Exits::Branch { holds, fails, .. } => (holds, Some(fails)),
        };
        std::iter::once(first).chain(second)
    }
}

/// An entry of the CALL stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CallEntry {
    /// Address of the first word after the body.
    pub end: u16,
    /// Address to return to.
    pub return_to: u16,
}

/// An entry of the IF stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct IfEntry {
    /// Address of the else part, which ends the true part.
    pub else_at: u16,
    /// Address of the first word after the else part.
    pub end: u16,
}

/// An entry of the LOOP stack, without its counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LoopEntry {
    /// First word of the body.
    pub entry: u16,
    /// Address of the first word after the body.
    pub end: u16,
    /// Slot of the entry, which holds the counters.
    pub slot: LoopSlot,
}

/// A stack with room for `N` entries; pushing one more drops the oldest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack<T, const N: usize> {
    entries: [T; N],
    len: u8,
}

// Nearly all stacks are nearly empty, and a graph hashes one per word.
impl<T: Copy + Default + Hash, const N: usize> Hash for Stack<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entries().hash(state);
    }
}

impl<T: Copy + Default, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Stack { entries: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    /// Entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        &self.entries[..usize::from(self.len)]
    }

    /// The newest entry.
    #[must_use]
    pub fn top(&self) -> Option<T> {
        self.entries().last().copied()
    }

    fn push(&mut self, entry: T) {
        if usize::from(self.len) == N {
            self.entries.copy_within(1.., 0);
            self.len -= 1;
        }
        self.entries[usize::from(self.len)] = entry;
        self.len += 1;
    }

    fn pop(&mut self) {
        if let Some(len) = self.len.checked_sub(1) {
            // Unused entries must be equal too for equal stacks.
            self.entries[usize::from(len)] = T::default();
            self.len = len;
        }
    }
}

/// The three stacks, without loop counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Stacks {
    /// CALL stack.
    pub calls: Stack<CallEntry, 4>,
    /// IF stack.
    pub ifs: Stack<IfEntry, 8>,
    /// LOOP stack.
    pub loops: Stack<LoopEntry, 4>,
}

/// A word to run in a given stack state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Word index in the code.
    pub word: u16,
    /// Outcomes; for END, `Always` with [`Halt::End`].
    pub exits: Exits,
    /// The stacks before the word runs.
    pub stacks: Stacks,
}

/// The graph exceeds the node limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlGraphError {
    /// Limit on the number of nodes.
    pub limit: usize,
}

impl fmt::Display for ControlGraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the control flow has more than {} states of word and stacks", self.limit)
    }
}

impl std::error::Error for ControlGraphError {}

/// All states reachable from an entry.
#[derive(Clone, PartialEq, Debug)]
pub struct ControlGraph {
    nodes: Vec<Node>,
    entry: Target,
}

impl ControlGraph {
    /// A limit beyond the reach of hand-written programs.
    pub const LIMIT: usize = 1 << 16;

    /// Builds the graph of the code from an entry word, with empty stacks. Memory and time are linear in the
    /// number of nodes, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`ControlGraphError`] if there are more.
    pub fn new(code: &[u32], entry: usize, limit: usize) -> Result<ControlGraph, ControlGraphError> {
        let code = &code[..code.len().min(ADDRESSABLE_WORDS)];
        // Most programs have one state per word.
        let likely = code.len().min(limit);
        let mut builder = Builder {
            code,
            states: Vec::with_capacity(likely),
            known: HashMap::with_capacity(likely),
            limit,
        };
        let entry = u16::try_from(entry).unwrap_or(u16::MAX);
        let entry = builder.target(entry, Stacks::default())?;
        let mut nodes = Vec::new();
        while let Some(&(word, stacks)) = builder.states.get(nodes.len()) {
            let exits = builder.exits(word, &stacks)?;
            nodes.push(Node { word, exits, stacks });
        }
        Ok(ControlGraph { nodes, entry })
    }

    /// The nodes; [`NodeId`] is the index.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Initial state.
    #[must_use]
    pub fn entry(&self) -> Target {
        self.entry
    }

    /// The node with this id, which must be from this graph.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Possible successors of a node, at most four, in the order of its outcomes.
    pub fn successors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let exits = self.node(id).exits;
        let transitions: Vec<Transition> = exits.transitions().collect();
        transitions.into_iter().flat_map(|transition| transition.next.targets()).filter_map(|target| {
            match target {
                Target::Node(node) => Some(node),
                Target::Halt(_) => None,
            }
        })
    }

    /// Nodes in reverse postorder.
    #[must_use]
    pub fn order(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        if let Target::Node(entry) = self.entry {
            seen[entry.index()] = true;
            stack.push((entry, self.successors(entry).collect()));
        }
        // Later outcomes are explored first, so that earlier ones come first in the reversed order.
        while let Some((node, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next.index()] => {
                    seen[next.index()] = true;
                    stack.push((next, self.successors(next).collect()));
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Basic blocks in [`order`](Self::order): only the first node of a block is entered from elsewhere, and
    /// only its last one has several outcomes.
    #[must_use]
    pub fn blocks(&self) -> Vec<Vec<NodeId>> {
        let mut entered = vec![0u32; self.nodes.len()];
        if let Target::Node(entry) = self.entry {
            entered[entry.index()] = 2;
        }
        let ids = || (0..self.nodes.len() as u32).map(NodeId);
        for id in ids() {
            for next in self.successors(id) {
                entered[next.index()] += 1;
            }
        }
        let straight = |id: NodeId| match self.node(id).exits {
            Exits::Always(Transition { push: None, next: Next::Go(Target::Node(next)) })
                if entered[next.index()] == 1 =>
            {
                Some(next)
            }
            _ => None,
        };
        let mut follows = vec![false; self.nodes.len()];
        for next in ids().filter_map(straight) {
            follows[next.index()] = true;
        }
        self.order()
            .into_iter()
            .filter(|id| !follows[id.index()])
            .map(|first| std::iter::successors(Some(first), |id| straight(*id)).collect())
            .collect()
    }
}

struct Builder<'a> {
    code: &'a [u32],
    states: Vec<(u16, Stacks)>,
    known: HashMap<(u16, Stacks), NodeId>,
    limit: usize,
}

/// Effect of a word before block ends are handled.
struct Outcome {
    at: u16,
    stacks: Stacks,
    push: Option<LoopSlot>,
    breaks: bool,
}

impl Builder<'_> {
    fn target(&mut self, word: u16, stacks: Stacks) -> Result<Target, ControlGraphError> {
        if usize::from(word) >= self.code.len() {
            return Ok(Target::Halt(Halt::PastEnd { target: word }));
        }
        let next = NodeId(self.states.len() as u32);
        let id = *self.known.entry((word, stacks)).or_insert(next);
        if id == next {
            if self.states.len() >= self.limit {
                return Err(ControlGraphError { limit: self.limit });
            }
            self.states.push((word, stacks));
        }
        Ok(Target::Node(id))
    }

    fn exits(&mut self, word: u16, stacks: &Stacks) -> Result<Exits, ControlGraphError> {
        let instruction = Instruction::decode(self.code[usize::from(word)]);
        let opcode = instruction.opcode();
        let flow = opcode.info().flow;
        if flow == Flow::End {
            return Ok(Exits::Always(Transition { push: None, next: Next::Go(Target::Halt(Halt::End)) }));
        }
        let falls = Outcome { at: word + 1, stacks: *stacks, push: None, breaks: false };
        let mut taken = Outcome {
            at: word + 1,
            stacks: *stacks,
            push: None,
            breaks: matches!(flow, Flow::Break | Flow::BreakIf),
        };
        let (target, count) = match instruction {
            Instruction::Flagged { target, count, .. } | Instruction::Selected { target, count, .. } => {
                (target, u16::from(count))
            }
            _ => (0, 0),
        };
        let mut test = match instruction {
            Instruction::Flagged { condition, .. } if opcode != Opcode::CALL => Some(Test::Flags(condition)),
            Instruction::Selected { register, .. } if flow != Flow::Loop => {
                Some(Test::Boolean { register, value: flow != Flow::Jump || count & 1 == 0 })
            }
            _ => None,
        };
        let mut fails = falls;
        match flow {
            Flow::Call => {
                taken.stacks.calls.push(CallEntry { end: target + count, return_to: word + 1 });
                taken.at = target;
            }
            Flow::If => {
                taken.stacks.ifs.push(IfEntry { else_at: target, end: target + count });
                fails.at = target;
            }
            Flow::Loop => {
                let slot = match stacks.loops.top() {
                    Some(outer) => (outer.slot + 1) & 3,
                    None => 0,
                };
                taken.stacks.loops.push(LoopEntry { entry: word + 1, end: target + 1, slot });
                taken.push = Some(slot);
            }
            Flow::Jump => taken.at = target,
            Flow::Next | Flow::End | Flow::Break | Flow::BreakIf => {}
        }
        if !matches!(flow, Flow::Call | Flow::If | Flow::Jump | Flow::BreakIf) {
            test = None;
        }
        let holds = self.close(word, taken)?;
        Ok(match test {
            None => Exits::Always(holds),
            Some(test) => Exits::Branch { test, holds, fails: self.close(word, fails)? },
        })
    }

    /// Handles block ends after a word: CALL, then IF, then LOOP, each overriding the previous.
    fn close(&mut self, word: u16, outcome: Outcome) -> Result<Transition, ControlGraphError> {
        let Outcome { mut at, mut stacks, push, breaks } = outcome;
        let after = word + 1;
        let mut reached = after;
        for popped in 0..4 {
            let Some(call) = stacks.calls.top().filter(|call| call.end == reached) else {
                break;
            };
            stacks.calls.pop();
            reached = call.return_to;
            // The fourth return in a row leaves the program counter unchanged.
            if popped < 3 {
                at = call.return_to;
            }
        }
        if let Some(block) = stacks.ifs.top().filter(|block| block.else_at == after) {
            stacks.ifs.pop();
            at = block.end;
        }
        let top = stacks.loops.top();
        if breaks && top.is_none() {
            let next = Next::Go(Target::Halt(Halt::BreakOutsideLoop));
            return Ok(Transition { push, next });
        }
        let next = match top.filter(|body| breaks || body.end == after) {
            None => Next::Go(self.target(at, stacks)?),
            Some(body) => {
                let again = stacks;
                stacks.loops.pop();
                let restore = stacks.loops.top().is_some();
                let slot = body.slot;
                if breaks {
                    let done = self.target(body.end, stacks)?;
                    Next::LoopBreak { slot, done, restore }
                } else {
                    let again = self.target(body.entry, again)?;
                    let done = self.target(body.end, stacks)?;
                    Next::LoopEnd { slot, again, done, restore }
                }
            }
        };
        Ok(Transition { push, next })
    }
}

#[cfg(test)]
mod tests;
