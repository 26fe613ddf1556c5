//! Profiles: execution counts of each word.

use super::{Event, Observer};
use crate::control::LoopEnd;

/// Counts of one or more runs of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Profile {
    words: Vec<WordCount>,
    opcodes: Vec<u64>,
    /// Total number of instructions.
    pub steps: u64,
    /// Maximum number of open calls.
    pub call_depth: usize,
    /// Maximum number of open true parts of IFs, including stale ones.
    pub if_depth: usize,
    /// Maximum number of open loops.
    pub loop_depth: usize,
}

/// Counts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WordCount {
    /// Number of executions.
    pub executed: u64,
    /// Number of times its condition held; for CALL, LOOP and BREAK, of executions.
    pub taken: u64,
    /// Number of times a loop repeated after it.
    pub repeated: u64,
}

impl Profile {
    /// Counts by word, up to the last one that ran.
    #[must_use]
    pub fn words(&self) -> &[WordCount] {
        &self.words
    }

    /// Counts of one word.
    #[must_use]
    pub fn word(&self, word: u32) -> WordCount {
        self.words.get(word as usize).copied().unwrap_or_default()
    }

    /// Executions by opcode slot; trailing slots that did not run may be missing.
    #[must_use]
    pub fn opcodes(&self) -> &[u64] {
        &self.opcodes
    }

    /// Adds the counts of another profile of the same program.
    pub fn add(&mut self, other: &Profile) {
        for (word, counts) in other.words.iter().enumerate() {
            let sum = slot(&mut self.words, word);
            sum.executed += counts.executed;
            sum.taken += counts.taken;
            sum.repeated += counts.repeated;
        }
        for (opcode, count) in other.opcodes.iter().enumerate() {
            *slot(&mut self.opcodes, opcode) += count;
        }
        self.steps += other.steps;
        self.call_depth = self.call_depth.max(other.call_depth);
        self.if_depth = self.if_depth.max(other.if_depth);
        self.loop_depth = self.loop_depth.max(other.loop_depth);
    }
}

/// Element of a list, extended to include it.
fn slot<T: Clone + Default>(list: &mut Vec<T>, at: usize) -> &mut T {
    if at >= list.len() {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

impl Observer for Profile {
    fn executed(&mut self, event: &Event<'_>) {
        self.steps += 1;
        *slot(&mut self.opcodes, usize::from(event.operation.opcode().slot())) += 1;
        let word = slot(&mut self.words, event.word as usize);
        word.executed += 1;
        word.taken += u64::from(event.flow.taken == Some(true));
        word.repeated += u64::from(event.flow.loop_end == LoopEnd::Repeated);
        let control = &event.state.control;
        self.call_depth = self.call_depth.max(control.calls.len());
        self.if_depth = self.if_depth.max(control.ifs.len());
        self.loop_depth = self.loop_depth.max(control.loops.len());
    }
}
