#![doc = include_str!("../README.md")]
//!
//! The PICA200 is the graphics chip of the Nintendo 3DS. Its vertex and geometry shaders are 32-bit words with four
//! component vector instructions and structured control flow; a shared table of *operand descriptors* holds the masks
//! and component selections that do not fit into a word. This crate handles words and descriptors, not the files that
//! contain them.
//!
//! | module | holds |
//! | --- | --- |
//! | [`opcode`] | the opcode table, from which all else is derived |
//! | [`mod@format`] | the bit fields of a word |
//! | [`instruction`] | words as typed values, and back |
//! | [`register`] | registers, conditions, comparison operators |
//! | [`descriptor`] | operand descriptors |
//! | [`float24`] | the number format |
//! | [`assembly`] | exact text, both ways, and a readable form |
//! | [`control`] | the control machine as a static graph |
//! | [`flow`] | regions, blocks, calls, depth |
//! | [`structure`] | the nesting of procedures, conditional blocks and loops |
//! | [`check`] | findings about the code of an entry point |
//!
//! Every word decodes and encodes back to itself, and the text of any bytes assembles to these bytes. No input causes a
//! panic or unbounded run time.

pub mod assembly;
pub mod check;
pub mod control;
pub mod descriptor;
pub mod float24;
pub mod flow;
pub mod format;
pub mod instruction;
pub mod language;
pub mod opcode;
pub mod register;
pub mod sharing;
pub mod structure;
pub mod upload;
pub mod view;

pub use instruction::Instruction;
pub use opcode::Opcode;
