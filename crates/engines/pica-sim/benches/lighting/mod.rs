//! Lighting shader: the program, its data, and the same arithmetic in Rust.

mod assemble;
mod native;
mod ratios;
mod shader;

pub(crate) use native::{Ieee, Pica, light};
pub(crate) use ratios::ratios;
pub(crate) use shader::{inputs, program, uniforms};
