//! The registers of a shader unit.

use crate::control::Control;
use crate::uniforms::{Inputs, Outputs};

/// Registers that an operand can name.
pub const REGISTERS: usize = 128;

/// The number that an operand has for c0.
pub const UNIFORMS: usize = 32;

/// Everything that a program can change, and the float uniforms.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// v0 to v15, r0 to r15 and c0 to c95, by the numbers that operands have for them.
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
    /// The state before a run whose inputs and uniforms are zero.
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

    /// Makes all registers but inputs and uniforms zero.
    pub(crate) fn restart(&mut self, entry: u32) {
        let (classes, _) = self.registers.as_chunks_mut::<16>();
        classes[1] = [[0.0; 4]; 16];
        self.outputs = [[0.0; 4]; 16];
        self.address = [0; 2];
        self.flags = [false; 2];
        self.control.restart(entry);
    }

    /// v0 to v15.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        let (classes, _) = self.registers.as_chunks();
        &classes[0]
    }

    /// v0 to v15, to change them. Values must be ones that a register can hold ([`Precision::load`](crate::Precision::load)).
    pub fn inputs_mut(&mut self) -> &mut Inputs {
        let (classes, _) = self.registers.as_chunks_mut();
        &mut classes[0]
    }

    /// r0 to r15.
    #[must_use]
    pub fn temporaries(&self) -> &[[f32; 4]; 16] {
        let (classes, _) = self.registers.as_chunks();
        &classes[1]
    }

    pub(crate) fn uniforms_mut(&mut self) -> &mut [[f32; 4]; REGISTERS - UNIFORMS] {
        let (uniforms, _) = self.registers[UNIFORMS..].as_chunks_mut();
        &mut uniforms[0]
    }
}
