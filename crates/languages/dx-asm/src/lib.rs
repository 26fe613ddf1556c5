#![doc = include_str!("../README.md")]
//!
//! - [`dxbc`]: shader model 4 and 5, in the words of the legacy compiler.
//! - [`root`]: root signatures, as HLSL.
//! - [`dxil`]: programs of shader model 6 as LLVM assembly, with what their containers say about them in comments.

pub mod dxbc;
pub mod dxil;
pub mod root;

mod system_value;
