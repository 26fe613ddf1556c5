//! Plans for the fast engines: a program as blocks of operations, without words and stacks.
//!
//! A program's control graph gives the successor of each instruction for all contents of the three
//! stacks. A plan joins its nodes into blocks, decodes words and descriptors, and keeps only the
//! part of the stacks that is unknown before the program runs: loop counters.

mod build;

use glassbox_pica::control::{Halt, LoopSlot, Test};
use glassbox_pica::descriptor::Mask;
use glassbox_pica::register::{Comparison, Destination};

use crate::operation::{Compute, Operand};
use crate::stop::Stop;
use crate::trap::{Trap, TrapKind};

/// Block number in its plan.
pub(crate) type BlockId = usize;

/// Program as blocks; execution starts at the first.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) blocks: Vec<Block>,
    /// Input registers read by any operation, ascending.
    pub(crate) inputs: Vec<u8>,
    /// Output registers written by any operation, ascending.
    pub(crate) outputs: Vec<u8>,
}

/// Operations run in sequence, and the block's end.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) steps: Vec<Step>,
    /// Number of instructions in the block.
    pub(crate) length: u32,
    /// Scheduling order, lowest first: running the blocks of diverged vertices in this order makes
    /// them reconverge early.
    pub(crate) order: u32,
    pub(crate) end: End,
}

/// Step of a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    /// Computes a vector and writes it under a mask; LITP writes the compare flags too.
    Compute { compute: Compute, destination: Destination, mask: Mask, sources: [Operand; 3] },
    /// MOVA.
    Address { mask: Mask, source: Operand },
    /// CMP.
    Compare { operators: [Comparison; 2], sources: [Operand; 2] },
    /// Enters a loop: saves its counter, increment and the old `aL`, then sets `aL`.
    Enter { slot: LoopSlot, register: u8 },
    /// Leaves a loop by a break: `aL` advances once more, and is restored within another loop.
    Leave { slot: LoopSlot, restore: bool },
}

/// End of a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum End {
    /// Continues at another block.
    Goto(BlockId),
    /// Continues at one of two blocks.
    Branch { test: Test, holds: BlockId, fails: BlockId },
    /// End of a loop body: `aL` advances, and the counter decides. The loop is left as by
    /// [`Step::Leave`].
    Iterate { slot: LoopSlot, again: BlockId, done: BlockId, restore: bool },
    /// Stops the program.
    Stop(Stop),
}

#[cfg(feature = "jit")]
impl Plan {
    /// Number of temporary components written by any operation.
    pub(crate) fn written_components(&self) -> usize {
        let mut written = [0u8; 16];
        for step in self.blocks.iter().flat_map(|block| &block.steps) {
            if let Step::Compute { destination, mask, .. } = step
                && destination.as_output().is_none()
            {
                written[usize::from(destination.0 & 15)] |= mask.0 & 0xF;
            }
        }
        written.iter().map(|mask| mask.count_ones() as usize).sum()
    }

    /// True if any operation is one of these.
    pub(crate) fn computes(&self, wanted: impl Fn(Compute) -> bool) -> bool {
        let mut steps = self.blocks.iter().flat_map(|block| &block.steps);
        steps.any(|step| matches!(*step, Step::Compute { compute, .. } if wanted(compute)))
    }
}

impl End {
    /// Converts a halt after a word to a stop.
    fn halt(word: u16, halt: Halt) -> End {
        let (kind, word) = match halt {
            Halt::End => return End::Stop(Stop::End),
            Halt::PastEnd { target } => (TrapKind::PastEnd, target),
            Halt::BreakOutsideLoop => (TrapKind::BreakOutsideLoop, word),
        };
        End::Stop(Stop::Trap(Trap { kind, word: word.into() }))
    }
}
