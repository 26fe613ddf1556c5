//! Memory shared with compiled code.
//!
//! One structure holds everything that a run reads and writes: inputs, outputs and uniforms of four
//! vertices. Compiled code gets only its address, and forms no address except the structure's plus
//! an offset from [`offset`]; these are checked here, at compile time, against its size.

use std::mem::{offset_of, size_of};

/// Vertices that run at once, one per lane of a vector register.
pub(super) const LANES: usize = 4;

/// Rows of the float uniform table: 96 registers, then ones for the addresses without a register. A
/// relative address is taken modulo this (section 5.4), so it is always within the table.
pub(super) const UNIFORM_ROWS: usize = 128;

/// One component of a register, for each vertex.
pub(super) type Component = [f32; LANES];

/// Register, for each vertex: x, y, z, w.
pub(super) type Register = [Component; 4];

/// Data of a run of compiled code.
#[repr(C, align(64))]
#[derive(Clone)]
pub(super) struct Context {
    /// `v0`-`v15`.
    pub(super) inputs: [Register; 16],
    /// `o0`-`o15`.
    pub(super) outputs: [Register; 16],
    /// `c0`-`c95` and the rows of ones, each component repeated for each lane.
    pub(super) uniforms: [Register; UNIFORM_ROWS],
    /// x, y and z of `i0`-`i3`; the fourth number is unused.
    pub(super) integers: [[u32; 4]; 4],
    /// `b0`-`b15`, bit n for register n.
    pub(super) booleans: u32,
    /// Maximum number of instructions per vertex.
    pub(super) limit: u64,
    /// Number of instructions run, the same for each vertex.
    pub(super) steps: u64,
}

impl Context {
    /// Context of zeros, except for the rows of ones.
    pub(super) fn new() -> Box<Context> {
        let mut context = Box::new(Context {
            inputs: [[[0.0; LANES]; 4]; 16],
            outputs: [[[0.0; LANES]; 4]; 16],
            uniforms: [[[0.0; LANES]; 4]; UNIFORM_ROWS],
            integers: [[0; 4]; 4],
            booleans: 0,
            limit: 0,
            steps: 0,
        });
        for row in context.uniforms.iter_mut().skip(96) {
            *row = [[1.0; LANES]; 4];
        }
        context
    }
}

/// Size of a component and of a register in bytes: the strides of all tables.
pub(super) const COMPONENT: i32 = size_of::<Component>() as i32;
/// See [`COMPONENT`].
pub(super) const REGISTER: i32 = size_of::<Register>() as i32;

/// Offsets into [`Context`]. Every argument is reduced modulo the size of its table.
pub(super) mod offset {
    use super::*;

    /// Offset of a component of an input register.
    pub(in super::super) const fn input(register: u8, component: u8) -> i32 {
        offset_of!(Context, inputs) as i32 + place(register & 15, component)
    }

    /// Offset of a component of an output register.
    pub(in super::super) const fn output(register: u8, component: u8) -> i32 {
        offset_of!(Context, outputs) as i32 + place(register & 15, component)
    }

    /// Offset of a component of a float uniform.
    pub(in super::super) const fn uniform(register: u8, component: u8) -> i32 {
        offset_of!(Context, uniforms) as i32 + place(register & 127, component)
    }

    /// Offset of a number of an integer uniform.
    pub(in super::super) const fn integer(register: u8, component: u8) -> i32 {
        offset_of!(Context, integers) as i32 + (register & 3) as i32 * 16 + (component & 3) as i32 * 4
    }

    /// Offset of the boolean uniforms.
    pub(in super::super) const BOOLEANS: i32 = offset_of!(Context, booleans) as i32;
    /// Offset of the step limit.
    pub(in super::super) const LIMIT: i32 = offset_of!(Context, limit) as i32;
    /// Offset of the step count.
    pub(in super::super) const STEPS: i32 = offset_of!(Context, steps) as i32;

    const fn place(register: u8, component: u8) -> i32 {
        register as i32 * REGISTER + (component & 3) as i32 * COMPONENT
    }

    // Check the largest offset of each table and the width accessed there.
    const _: () = {
        let size = size_of::<Context>() as i32;
        assert!(input(15, 3) + COMPONENT <= offset_of!(Context, outputs) as i32);
        assert!(output(15, 3) + COMPONENT <= offset_of!(Context, uniforms) as i32);
        assert!(uniform(127, 3) + COMPONENT <= offset_of!(Context, integers) as i32);
        assert!(integer(3, 3) + 4 <= BOOLEANS);
        assert!(BOOLEANS + 4 <= LIMIT);
        assert!(LIMIT + 8 <= STEPS);
        assert!(STEPS + 8 <= size);
    };
}
