#![doc = include_str!("../README.md")]
//!
//! - [`dxbc`]: shader model 4 and 5, in the format of the legacy compiler.
//! - [`root`]: root signatures, as HLSL.
//! - [`dxil`]: programs of shader model 6 as LLVM assembly, with other parts of their containers in comments.

pub mod dxbc;
pub mod dxil;
pub mod root;

mod component;
mod system_value;
