//! The control machine: which word runs next.
//!
//! An instruction first has its own effect ([`Control::call`], [`Control::if_true`], [`Control::enter_loop`], a new word to
//! go on at); then [`Control::advance`] closes what ends behind it. All comparisons are with the address of the instruction
//! plus one, wherever it wanted to go, so a jump in the last word of a block that closes is lost.
//!
//! Facts: PICA200 brief, section 6.

use crate::stack::{CallEntry, IfEntry, LoopEntry, Ring};

/// Calls that may be open at once.
pub const CALL_DEPTH: usize = 4;
/// True parts of IFs that may be open at once.
pub const IF_DEPTH: usize = 8;
/// Loops that may be open at once.
pub const LOOP_DEPTH: usize = 4;

/// How many calls may return behind one instruction; the last of them does not get back to its caller (a fault of the
/// hardware).
const RETURNS: u8 = 4;

/// The state of the control machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// The word that runs next.
    pub next: u32,
    /// Open calls.
    pub calls: Ring<CallEntry, CALL_DEPTH>,
    /// Open true parts.
    pub ifs: Ring<IfEntry, IF_DEPTH>,
    /// Open loops.
    pub loops: Ring<LoopEntry, LOOP_DEPTH>,
    /// aL, the counter of the innermost loop; it stays readable after the loop.
    pub counter: i32,
}

/// A stack of the control machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stack {
    /// Calls.
    Call,
    /// True parts of IFs.
    If,
    /// Loops.
    Loop,
}

impl Stack {
    /// `call`, `if` or `loop`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stack::Call => "call",
            Stack::If => "if",
            Stack::Loop => "loop",
        }
    }

    /// How many entries it holds.
    #[must_use]
    pub const fn depth(self) -> usize {
        match self {
            Stack::Call => CALL_DEPTH,
            Stack::If => IF_DEPTH,
            Stack::Loop => LOOP_DEPTH,
        }
    }
}

impl std::fmt::Display for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What happened to the loop whose end was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum LoopEnd {
    /// No end was reached.
    #[default]
    None,
    /// The body runs again.
    Repeated,
    /// The last iteration was done.
    Finished,
    /// BREAK.
    Broken,
}

/// What an instruction did to the flow of control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flow {
    /// For instructions with a condition: whether it held. True for CALL, LOOP and BREAK.
    pub taken: Option<bool>,
    /// Where the instruction itself wanted to go, when it was not the following word.
    pub target: Option<u32>,
    /// The stack that got an entry.
    pub pushed: Option<Stack>,
    /// The push dropped the oldest entry.
    pub dropped: bool,
    /// How many calls returned.
    pub returns: u8,
    /// A true part ended.
    pub if_closed: bool,
    /// What happened to the innermost loop.
    pub loop_end: LoopEnd,
}

impl Flow {
    /// Whether more happened than going on at the following word.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Flow::default()
    }

    /// Whether the instruction went somewhere else than it wanted because a block closed behind it.
    #[must_use]
    pub fn is_target_lost(&self) -> bool {
        self.target.is_some() && (self.returns > 0 || self.if_closed || self.loop_end != LoopEnd::None)
    }

    /// The fourth call returned at once: the hardware stays where the third one led.
    #[must_use]
    pub const fn is_return_lost(&self) -> bool {
        self.returns == RETURNS
    }
}

impl Control {
    /// A machine that starts at a word.
    #[must_use]
    pub fn at(entry: u32) -> Control {
        Control {
            next: entry,
            ..Control::default()
        }
    }

    /// Back to the state before a run.
    pub(crate) fn restart(&mut self, entry: u32) {
        self.next = entry;
        self.calls.clear();
        self.ifs.clear();
        self.loops.clear();
        self.counter = 0;
    }

    /// How many words from `word` on run before one behind which a block closes. That one is not counted.
    #[inline]
    #[must_use]
    pub fn undisturbed(&self, word: u32) -> usize {
        let ends = [
            self.calls.top().map(|call| call.end),
            self.ifs.top().map(|taken| taken.otherwise),
            self.loops.top().map(|repeated| repeated.end),
        ];
        // The word before an end closes the block; an end that lies behind is never reached from here.
        let reached = ends.into_iter().flatten().filter(|&end| end > word);
        reached.min().map_or(usize::MAX, |end| (end - 1 - word) as usize)
    }

    /// CALL, taken at `word`.
    pub fn call(&mut self, word: u32, target: u32, end: u32) -> Flow {
        let back = word + 1;
        Flow {
            taken: Some(true),
            target: Some(target),
            pushed: Some(Stack::Call),
            dropped: self.calls.push(CallEntry { end, back }),
            ..Flow::default()
        }
    }

    /// IF, holding.
    pub fn if_true(&mut self, otherwise: u32, end: u32) -> Flow {
        Flow {
            taken: Some(true),
            pushed: Some(Stack::If),
            dropped: self.ifs.push(IfEntry { otherwise, end }),
            ..Flow::default()
        }
    }

    /// LOOP at `word` with the components x, y and z of its integer register.
    pub fn enter_loop(&mut self, word: u32, last: u32, [count, start, increment]: [u8; 3]) -> Flow {
        let entry = LoopEntry {
            start: word + 1,
            end: last + 1,
            counter: count,
            increment,
            saved: self.counter,
        };
        self.counter = i32::from(start);
        Flow {
            taken: Some(true),
            pushed: Some(Stack::Loop),
            dropped: self.loops.push(entry),
            ..Flow::default()
        }
    }

    /// Closes what ends behind `word` and decides what runs next. `flow` is what the instruction itself did; `broke`
    /// that it was a BREAK, taken.
    #[inline]
    pub fn advance(&mut self, word: u32, broke: bool, flow: &mut Flow) {
        let following = word + 1;
        let mut next = flow.target.unwrap_or(following);
        let mut reached = following;
        while flow.returns < RETURNS
            && let Some(&CallEntry { end, back }) = self.calls.top()
            && end == reached
        {
            self.calls.pop();
            flow.returns += 1;
            reached = back;
            if flow.returns < RETURNS {
                next = back;
            }
        }
        if let Some(&IfEntry { otherwise, end }) = self.ifs.top()
            && otherwise == following
        {
            self.ifs.pop();
            flow.if_closed = true;
            next = end;
        }
        if let Some(top) = self.loops.top_mut()
            && (broke || top.end == following)
        {
            self.counter += i32::from(top.increment);
            if !broke && top.counter > 0 {
                top.counter -= 1;
                next = top.start;
                flow.loop_end = LoopEnd::Repeated;
            } else {
                let LoopEntry { end, saved, .. } = *top;
                next = end;
                self.loops.pop();
                if !self.loops.is_empty() {
                    self.counter = saved;
                }
                flow.loop_end = if broke { LoopEnd::Broken } else { LoopEnd::Finished };
            }
        }
        self.next = next;
    }
}
