//! The registers of a shader unit.

use crate::control::Control;
use crate::uniforms::{Inputs, Outputs};

/// Everything that a program can change, uniforms excluded.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// v0 to v15.
    pub inputs: Inputs,
    /// o0 to o15.
    pub outputs: Outputs,
    /// r0 to r15.
    pub temporaries: [[f32; 4]; 16],
    /// a0.x and a0.y.
    pub address: [i32; 2],
    /// cmp.x and cmp.y.
    pub flags: [bool; 2],
    /// The word to run next, the stacks, and aL.
    pub control: Control,
}

impl State {
    /// The state before a run: all registers zero but the inputs, which must be values that a register can hold
    /// ([`Precision::load`](crate::Precision::load)).
    #[must_use]
    pub fn new(inputs: Inputs, entry: u32) -> State {
        State {
            inputs,
            outputs: [[0.0; 4]; 16],
            temporaries: [[0.0; 4]; 16],
            address: [0; 2],
            flags: [false; 2],
            control: Control::at(entry),
        }
    }
}
