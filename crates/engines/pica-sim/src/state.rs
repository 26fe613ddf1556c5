//! Registers of a shader unit.

use glassbox_pica::register::Source;

use crate::control::Control;
use crate::uniforms::{Inputs, Outputs};

/// Number of registers of all kinds.
pub const REGISTERS: usize = 144;

/// Number of writable registers: those with a destination number.
pub const WRITABLE: usize = 32;

/// Index of c0, also its operand number.
pub const UNIFORMS: usize = 32;

/// Index of v0.
const INPUTS: usize = 128;

/// Index of an operand's register in [`State::registers`].
#[inline]
pub(crate) const fn place(source: Source) -> usize {
    let number = (source.0 & 0x7F) as usize;
    if number < 16 { INPUTS + number } else { number }
}

/// Register array, aligned so that no register straddles two cache lines.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub struct Registers(pub [[f32; 4]; REGISTERS]);

/// Everything that a program can change, and the float uniforms.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// o0 to o15, r0 to r15, c0 to c95 and v0 to v15: the numbers of destinations, and of all
    /// operands except inputs, are indices.
    pub registers: Registers,
    /// a0.x and a0.y.
    pub address: [i32; 2],
    /// cmp.x and cmp.y.
    pub flags: [bool; 2],
    /// Next word, the stacks, and aL.
    pub control: Control,
}

impl State {
    /// State before a run with zero inputs and uniforms.
    #[must_use]
    pub fn new(entry: u32) -> State {
        State {
            registers: Registers([[0.0; 4]; REGISTERS]),
            address: [0; 2],
            flags: [false; 2],
            control: Control::at(entry),
        }
    }

    /// Zeroes all registers except inputs and uniforms.
    pub(crate) fn restart(&mut self, entry: u32) {
        self.registers.0[..WRITABLE].fill([0.0; 4]);
        self.address = [0; 2];
        self.flags = [false; 2];
        self.control.restart(entry);
    }

    /// v0 to v15.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        let (classes, _) = self.registers.0.as_chunks();
        &classes[8]
    }

    /// v0 to v15, mutable. Values must be representable in a register
    /// ([`Precision::load`](crate::Precision::load)).
    pub fn inputs_mut(&mut self) -> &mut Inputs {
        let (classes, _) = self.registers.0.as_chunks_mut();
        &mut classes[8]
    }

    /// r0 to r15.
    #[must_use]
    pub fn temporaries(&self) -> &[[f32; 4]; 16] {
        let (classes, _) = self.registers.0.as_chunks();
        &classes[1]
    }

    /// o0 to o15.
    #[must_use]
    pub fn outputs(&self) -> &Outputs {
        let (classes, _) = self.registers.0.as_chunks();
        &classes[0]
    }

    /// o0 to o15, mutable.
    pub fn outputs_mut(&mut self) -> &mut Outputs {
        let (classes, _) = self.registers.0.as_chunks_mut();
        &mut classes[0]
    }

    /// c0 to c95.
    pub(crate) fn uniforms(&self) -> &[[f32; 4]; INPUTS - UNIFORMS] {
        let (uniforms, _) = self.registers.0[UNIFORMS..].as_chunks();
        &uniforms[0]
    }

    pub(crate) fn uniforms_mut(&mut self) -> &mut [[f32; 4]; INPUTS - UNIFORMS] {
        let (uniforms, _) = self.registers.0[UNIFORMS..].as_chunks_mut();
        &mut uniforms[0]
    }

    /// Register of an operand without an index.
    #[inline(always)]
    pub(crate) fn source(&self, source: Source) -> &[f32; 4] {
        &self.registers.0[place(source)]
    }
}
