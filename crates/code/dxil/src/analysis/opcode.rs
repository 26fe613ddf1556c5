//! Classes of DXIL operations, by number.

pub use crate::operation::opcode::*;

/// True for wave operations.
pub fn is_wave(code: u32) -> bool {
    matches!(code, WAVE_IS_FIRST_LANE..=QUAD_OP
            | WAVE_ALL_BIT_COUNT..=WAVE_PREFIX_BIT_COUNT
            | WAVE_MATCH..=WAVE_MULTI_PREFIX_BIT_COUNT
            | QUAD_VOTE)
}

/// True for operations that write sampler feedback.
pub fn is_feedback(code: u32) -> bool {
    matches!(code, WRITE_SAMPLER_FEEDBACK..=WRITE_SAMPLER_FEEDBACK_GRAD)
}

/// True for barriers.
pub fn is_barrier(code: u32) -> bool {
    code == BARRIER || (BARRIER_BY_MEMORY_TYPE..=BARRIER_BY_NODE_RECORD_HANDLE).contains(&code)
}
