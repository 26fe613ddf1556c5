//! The registers of a shader unit.

use crate::control::Control;
use crate::uniforms::{Inputs, Outputs};

/// Input and temporary registers together.
pub const REGISTERS: usize = 32;

/// Everything that a program can change, uniforms excluded.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// v0 to v15 and r0 to r15, by the numbers that operands have for them.
    pub registers: [[f32; 4]; REGISTERS],
    /// o0 to o15.
    pub outputs: Outputs,
    /// a0.x and a0.y.
    pub address: [i32; 2],
    /// cmp.x and cmp.y.
    pub flags: [bool; 2],
    /// The word to run next, the stacks, and aL.
    pub control: Control,
}

impl State {
    /// The state before a run whose inputs are zero.
    #[must_use]
    pub fn new(entry: u32) -> State {
        State {
            registers: [[0.0; 4]; REGISTERS],
            outputs: [[0.0; 4]; 16],
            address: [0; 2],
            flags: [false; 2],
            control: Control::at(entry),
        }
    }

    /// Makes all registers but the inputs zero.
    pub(crate) fn restart(&mut self, entry: u32) {
        let (_, temporaries) = self.registers.split_at_mut(16);
        temporaries.fill([0.0; 4]);
        self.outputs = [[0.0; 4]; 16];
        self.address = [0; 2];
        self.flags = [false; 2];
        self.control.restart(entry);
    }

    /// v0 to v15.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        let [inputs, _] = self.halves();
        inputs
    }

    /// v0 to v15, to change them. Values must be ones that a register can hold ([`Precision::load`](crate::Precision::load)).
    pub fn inputs_mut(&mut self) -> &mut Inputs {
        let (halves, _) = self.registers.as_chunks_mut();
        &mut halves[0]
    }

    /// r0 to r15.
    #[must_use]
    pub fn temporaries(&self) -> &[[f32; 4]; 16] {
        let [_, temporaries] = self.halves();
        temporaries
    }

    fn halves(&self) -> [&[[f32; 4]; 16]; 2] {
        let (halves, _) = self.registers.as_chunks();
        [&halves[0], &halves[1]]
    }
}
