//! Inputs of a program: uniforms and vertex inputs.

use crate::number::Precision;

/// Input registers v0 to v15, components x to w.
pub type Inputs = [[f32; 4]; 16];

/// Output registers o0 to o15, components x to w.
pub type Outputs = [[f32; 4]; 16];

/// Uniform registers of one shader unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uniforms {
    /// c0 to c95, components x to w.
    pub float: [[f32; 4]; 96],
    /// i0 to i3, components x to w. A loop runs x + 1 times, with aL starting at y in steps of z.
    pub int: [[u8; 4]; 4],
    /// b0 (bit 0) to b15.
    pub bool: u16,
}

impl Uniforms {
    /// All zero and false.
    pub const ZERO: Uniforms = Uniforms { float: [[0.0; 4]; 96], int: [[0; 4]; 4], bool: 0 };

    /// Uniforms in register format: floats rounded to the precision.
    #[must_use]
    pub fn loaded(&self, precision: Precision) -> Uniforms {
        let mut loaded = *self;
        precision.load_all(loaded.float.as_flattened_mut());
        loaded
    }

    /// Value of a bool register; the number is taken modulo 16.
    #[must_use]
    pub const fn bool(&self, register: u8) -> bool {
        self.bool >> (register & 15) & 1 != 0
    }

    /// Sets a bool register; the number is taken modulo 16.
    pub const fn set_bool(&mut self, register: u8, value: bool) {
        let bit = 1 << (register & 15);
        self.bool = if value { self.bool | bit } else { self.bool & !bit };
    }
}

impl Default for Uniforms {
    fn default() -> Uniforms {
        Uniforms::ZERO
    }
}
