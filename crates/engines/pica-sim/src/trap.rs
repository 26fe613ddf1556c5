//! Reasons why a word of a program cannot run.

use glassbox_core::diagnostic::Rule;

use crate::rules;

/// Word at which a program cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trap {
    /// Kind of the problem.
    pub kind: TrapKind,
    /// Word that cannot run; outside the code for [`TrapKind::PastEnd`].
    pub word: u32,
}

/// Reason why a word cannot run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TrapKind {
    /// The word does not exist.
    PastEnd,
    /// BREAK without a loop: the hardware hangs.
    BreakOutsideLoop,
    /// Unknown opcode.
    UnknownOpcode,
    /// The table lacks the instruction's descriptor.
    Descriptor,
    /// EMIT or SETEMIT in a vertex program.
    EmitInVertex,
    /// EMIT to slot 3; only 0 to 2 exist.
    VertexSlot,
}

impl TrapKind {
    /// All kinds.
    pub const ALL: [TrapKind; 6] = [
        TrapKind::PastEnd,
        TrapKind::BreakOutsideLoop,
        TrapKind::UnknownOpcode,
        TrapKind::Descriptor,
        TrapKind::EmitInVertex,
        TrapKind::VertexSlot,
    ];

    /// Rule for this kind.
    #[must_use]
    pub fn rule(self) -> &'static Rule {
        match self {
            TrapKind::PastEnd => &rules::PAST_END,
            TrapKind::BreakOutsideLoop => &rules::BREAK_OUTSIDE_LOOP,
            TrapKind::UnknownOpcode => &rules::UNKNOWN_OPCODE,
            TrapKind::Descriptor => &rules::DESCRIPTOR,
            TrapKind::EmitInVertex => &rules::EMIT_IN_VERTEX,
            TrapKind::VertexSlot => &rules::VERTEX_SLOT,
        }
    }
}
