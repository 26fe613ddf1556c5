//! What the fast engines run: a program as blocks of operations, without words and without stacks.
//!
//! The control graph of a program knows where each instruction leads under each contents of the three stacks. A plan
//! joins its nodes into blocks, takes words and descriptors apart, and leaves of the stacks only what is not known
//! before the program runs: the counters of loops.

mod build;

use glassbox_pica::control::{Halt, LoopSlot, Test};
use glassbox_pica::descriptor::Mask;
use glassbox_pica::register::{Comparison, Destination};

use crate::operation::{Compute, Operand};
use crate::stop::{Stop, Trap, TrapKind};

/// The number of a block in its plan.
pub(crate) type BlockId = usize;

/// A program as blocks. Running begins with the first block.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) blocks: Vec<Block>,
    /// The input registers that some operation reads, ascending.
    pub(crate) inputs: Vec<u8>,
    /// The output registers that some operation writes, ascending.
    pub(crate) outputs: Vec<u8>,
}

/// Operations that run one after the other, and what follows.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) steps: Vec<Step>,
    /// Instructions that the block stands for.
    pub(crate) length: u32,
    /// Lower ones first: running the blocks of parted vertices in this order brings them together early.
    pub(crate) order: u32,
    pub(crate) end: End,
}

/// One thing that a block does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    /// Computes a vector and writes it under a mask; LITP writes the compare flags too.
    Compute {
        compute: Compute,
        destination: Destination,
        mask: Mask,
        sources: [Operand; 3],
    },
    /// MOVA.
    Address { mask: Mask, source: Operand },
    /// CMP.
    Compare {
        operators: [Comparison; 2],
        sources: [Operand; 2],
    },
    /// A loop begins: its counter, increment and the old `aL` are kept, `aL` is set.
    Enter { slot: LoopSlot, register: u8 },
    /// A loop ends by a break: `aL` steps once more, and is restored when another loop remains.
    Leave { slot: LoopSlot, restore: bool },
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum End {
    /// Another block follows.
    Goto(BlockId),
    /// One of two blocks follows.
    Branch {
        test: Test,
        holds: BlockId,
        fails: BlockId,
    },
    /// The end of a loop's body: `aL` steps, and the counter decides. The loop is left as by [`Step::Leave`].
    Iterate {
        slot: LoopSlot,
        again: BlockId,
        done: BlockId,
        restore: bool,
    },
    /// The program stops.
    Stop(Stop),
}

#[cfg(feature = "jit")]
impl Plan {
    /// Components of temporaries that some operation writes.
    pub(crate) fn written_components(&self) -> usize {
        let mut written = [0u8; 16];
        for step in self.blocks.iter().flat_map(|block| &block.steps) {
            if let Step::Compute {
                destination, mask, ..
            } = step
                && destination.as_output().is_none()
            {
                written[usize::from(destination.0 & 15)] |= mask.0 & 0xF;
            }
        }
        written.iter().map(|mask| mask.count_ones() as usize).sum()
    }

    /// Whether some operation is one of these.
    pub(crate) fn computes(&self, wanted: impl Fn(Compute) -> bool) -> bool {
        let mut steps = self.blocks.iter().flat_map(|block| &block.steps);
        steps.any(|step| matches!(*step, Step::Compute { compute, .. } if wanted(compute)))
    }
}

impl End {
    /// The stop that a halt behind a word is.
    fn halt(word: u16, halt: Halt) -> End {
        let (kind, word) = match halt {
            Halt::End => return End::Stop(Stop::End),
            Halt::PastEnd { target } => (TrapKind::PastEnd, target),
            Halt::BreakOutsideLoop => (TrapKind::BreakOutsideLoop, word),
        };
        End::Stop(Stop::Trap(Trap {
            kind,
            word: word.into(),
        }))
    }
}
