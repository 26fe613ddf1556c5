#![doc = include_str!("../README.md")]
//!
//! Stand-alone SPIR-V modules (`.spv`) in either byte order. [`glassbox_spirv`] handles the instructions;
//! this crate adapts modules to the common format interface. The field tree is one code node, `module`, so
//! the text form of any file, valid or not, is its assembly, header included.
//!
//! Source: SPIR-V specification, section 2.3 (physical layout) for the header and the word counts.

pub mod check;
pub mod format;
pub mod interface;
pub mod repair;
mod source;
pub mod symbols;

pub use format::FORMAT;
