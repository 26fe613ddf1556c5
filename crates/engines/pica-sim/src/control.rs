//! Models the control machine, which selects the next word.
//!
//! An instruction first has its own effect ([`Control::call`], [`Control::if_true`],
//! [`Control::enter_loop`], a new next word); then [`Control::advance`] closes the blocks that end
//! after it. All comparisons use the address of the instruction plus one, regardless of its target,
//! so a jump in the last word of a block that closes is lost.
//!
//! Source: PICA200 brief, section 6.

use crate::stack::{CallEntry, IfEntry, LoopEntry, Ring};

/// Maximum number of open calls.
pub const CALL_DEPTH: usize = 4;
/// Maximum number of open true parts of IFs.
pub const IF_DEPTH: usize = 8;
/// Maximum number of open loops.
pub const LOOP_DEPTH: usize = 4;

/// Maximum number of calls that return after one instruction; the last does not get back to its
/// caller (a hardware bug).
const RETURNS: u8 = 4;

/// State of the control machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// Next word to run.
    pub next: u32,
    /// Open calls.
    pub calls: Ring<CallEntry, CALL_DEPTH>,
    /// Open true parts.
    pub ifs: Ring<IfEntry, IF_DEPTH>,
    /// Open loops.
    pub loops: Ring<LoopEntry, LOOP_DEPTH>,
    /// aL, the counter of the innermost loop; still readable after the loop.
    pub counter: i32,
}

/// Stack of the control machine.
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

    /// Capacity in entries.
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

/// Effect on the loop whose end was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum LoopEnd {
    /// No end was reached.
    #[default]
    None,
    /// The body runs again.
    Repeated,
    /// The last iteration is complete.
    Finished,
    /// BREAK.
    Broken,
}

/// Effect of an instruction on control flow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flow {
    /// For conditional instructions, whether the condition held. True for CALL, LOOP and BREAK.
    pub taken: Option<bool>,
    /// Target of the instruction itself, unless it is the following word.
    pub target: Option<u32>,
    /// Stack that was pushed to.
    pub pushed: Option<Stack>,
    /// True if the push dropped the oldest entry.
    pub dropped: bool,
    /// Number of calls that returned.
    pub returns: u8,
    /// True if a true part ended.
    pub if_closed: bool,
    /// Effect on the innermost loop.
    pub loop_end: LoopEnd,
}

impl Flow {
    /// True if there is any effect beyond continuing at the following word.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Flow::default()
    }

    /// True if the instruction did not reach its target because a block closed after it.
    #[must_use]
    pub(crate) fn is_target_lost(&self) -> bool {
        self.target.is_some() && (self.returns > 0 || self.if_closed || self.loop_end != LoopEnd::None)
    }

    /// True if a fourth call returned at once: the hardware stays where the third one led.
    #[must_use]
    pub(crate) const fn is_return_lost(&self) -> bool {
        self.returns == RETURNS
    }
}

impl Control {
    /// Machine that starts at a word.
    #[must_use]
    pub fn at(entry: u32) -> Control {
        Control { next: entry, ..Control::default() }
    }

    /// Resets the state for a new run.
    pub(crate) fn restart(&mut self, entry: u32) {
        self.next = entry;
        self.calls.clear();
        self.ifs.clear();
        self.loops.clear();
        self.counter = 0;
    }

    /// Number of words from `word` on that run before one after which a block closes, excluding
    /// that one.
    #[inline]
    #[must_use]
    pub(crate) fn undisturbed(&self, word: u32) -> usize {
        let ends = [
            self.calls.top().map(|call| call.end),
            self.ifs.top().map(|taken| taken.otherwise),
            self.loops.top().map(|repeated| repeated.end),
        ];
        // A block closes after the word before its end; an end at or before this word is not
        // reached from here.
        let reached = ends.into_iter().flatten().filter(|&end| end > word);
        reached.min().map_or(usize::MAX, |end| (end - 1 - word) as usize)
    }

    /// CALL, taken, at `word`.
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

    /// IF whose condition holds.
    pub fn if_true(&mut self, otherwise: u32, end: u32) -> Flow {
        Flow {
            taken: Some(true),
            pushed: Some(Stack::If),
            dropped: self.ifs.push(IfEntry { otherwise, end }),
            ..Flow::default()
        }
    }

    /// LOOP at `word` with components x, y and z of its integer register.
    pub fn enter_loop(&mut self, word: u32, last: u32, [count, start, increment]: [u8; 3]) -> Flow {
        let entry =
            LoopEntry { start: word + 1, end: last + 1, counter: count, increment, saved: self.counter };
        self.counter = i32::from(start);
        Flow {
            taken: Some(true),
            pushed: Some(Stack::Loop),
            dropped: self.loops.push(entry),
            ..Flow::default()
        }
    }

    /// Closes the blocks that end after `word` and selects the next word. `flow` is the
    /// instruction's own effect; `broke` is set for a BREAK that was taken.
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
