//! Profiles: how often each word ran.

use super::{Event, Observer};
use crate::control::LoopEnd;

/// Counts of one or many runs of one program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Profile {
    words: Vec<WordCount>,
    opcodes: Vec<u64>,
    /// Instructions in all.
    pub steps: u64,
    /// The most calls that were open at once.
    pub call_depth: usize,
    /// The most true parts of IFs that were open at once, stale ones included.
    pub if_depth: usize,
    /// The most loops that were open at once.
    pub loop_depth: usize,
}

/// Counts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WordCount {
    /// How often it ran.
    pub executed: u64,
    /// How often its condition held; for CALL, LOOP and BREAK, how often it ran.
    pub taken: u64,
    /// How often a loop went back to its start behind it.
    pub repeated: u64,
}

impl Profile {
    /// The counts of the words, up to the last one that ran.
    #[must_use]
    pub fn words(&self) -> &[WordCount] {
        &self.words
    }

    /// The counts of one word.
    #[must_use]
    pub fn word(&self, word: u32) -> WordCount {
        self.words.get(word as usize).copied().unwrap_or_default()
    }

    /// How often each opcode ran, by its slot; slots at the end that did not run may be missing.
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

/// An element of a list that grows to hold it.
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
