//! How a program uses its registers and resources: found while it is lowered once, and followed when it is lowered again.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::op;

use crate::part::Ty;
use crate::source::ViewId;

/// A register of four components that keeps what is written to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Register {
    /// `r`.
    Temp(u32),
    /// `o`.
    Output(u32),
    /// An output with a name of its own, by the number of its operand type.
    Special(u8),
}

/// What has one type throughout a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Slot {
    /// A component of a register.
    Register(Register, u8),
    /// An array of temporary registers, by the phase and its number.
    Array(usize, u32),
    /// An array of the outputs from a register on.
    Range(u32),
    /// Rows of a constant buffer, words of a buffer.
    View(ViewId),
    /// The immediate constant buffer.
    Immediate,
    /// A block of shared memory.
    Shared(u32),
}

/// Copies of copies whose types are followed.
const MAX_COPIES: usize = 8;

#[derive(Clone, Copy, Default, Debug)]
struct Votes {
    float: bool,
    bits: bool,
    /// Compared by atomic operations with a sign, and without.
    signed: bool,
    unsigned: bool,
}

/// How a resource is used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Usage {
    pub(crate) is_sampled: bool,
    pub(crate) is_compared: bool,
    pub(crate) is_written: bool,
    pub(crate) has_atomics: bool,
}

/// Uses of everything.
#[derive(Clone, Default, Debug)]
pub(crate) struct Uses {
    votes: HashMap<Slot, Votes>,
    /// What is copied: the uses of the second are uses of the first.
    copies: Vec<(Slot, Slot)>,
    /// Components that are read where the value is not known from the blocks before.
    pub(crate) exposed: HashSet<(Register, u8)>,
    /// Components that are written, by phase.
    pub(crate) written: HashSet<(usize, Register, u8)>,
    pub(crate) views: BTreeMap<ViewId, Usage>,
    /// Constant buffers of which something is read that is in no member that is known.
    pub(crate) rows: BTreeSet<ViewId>,
    /// Streams that vertices are emitted to.
    pub(crate) streams: BTreeSet<u32>,
}

impl Uses {
    /// States that something is used as a type.
    pub(crate) fn vote(&mut self, slot: Slot, ty: Ty) {
        let votes = self.votes.entry(slot).or_default();
        match ty {
            Ty::Float => votes.float = true,
            Ty::Int | Ty::Uint | Ty::Bool => votes.bits = true,
        }
    }

    /// States that an atomic operation works on something.
    pub(crate) fn change(&mut self, slot: Slot, opcode: u16) {
        let votes = self.votes.entry(slot).or_default();
        votes.bits = true;
        votes.signed |= matches!(opcode, op::ATOMIC_S_MIN | op::ATOMIC_S_MAX);
        votes.unsigned |= matches!(opcode, op::ATOMIC_U_MIN | op::ATOMIC_U_MAX);
    }

    /// States that something is copied into something else.
    pub(crate) fn copy(&mut self, from: Slot, to: Slot) {
        if from != to {
            self.copies.push((from, to));
        }
    }

    /// Hands the types of copies back to what they are copied from.
    pub(crate) fn settle(&mut self) {
        for _ in 0..MAX_COPIES {
            let mut has_changed = false;
            for (from, to) in self.copies.clone() {
                let Some(used) = self.votes.get(&to).copied() else { continue };
                let own = self.votes.entry(from).or_default();
                has_changed |= used.float && !own.float || used.bits && !own.bits;
                own.float |= used.float;
                own.bits |= used.bits;
            }
            if !has_changed {
                break;
            }
        }
    }

    /// The type of something: float if it is nothing else, and with a sign if atomic operations compare it so alone.
    pub(crate) fn ty(&self, slot: Slot) -> Ty {
        match self.votes.get(&slot) {
            Some(Votes { float: true, bits: false, .. }) => Ty::Float,
            Some(Votes { signed: true, unsigned: false, .. }) => Ty::Int,
            _ => Ty::Uint,
        }
    }

    pub(crate) fn usage(&self, view: ViewId) -> Usage {
        self.views.get(&view).copied().unwrap_or_default()
    }
}
