#![doc = include_str!("../README.md")]
//!
//! SPIR-V is a stream of instructions, each with its length. This crate trusts that word count and nothing else, so a
//! module with an unknown opcode, capability or debug-information set is read to its end, as is a broken file.
//!
//! - [`Binary`] and [`Walk`]: header and instructions, borrowed from the bytes, in either byte order. [`Walk::rest`]
//!   gives the bytes that are not readable as instructions.
//! - [`disassemble()`] and [`assemble()`]: standard SPIR-V assembly. For all bytes that start with the magic number in
//!   either order, `assemble(disassemble(bytes)) == bytes`, with friendly names and with numbers.
//! - [`reflect()`]: entry points, inputs and outputs, resources, blocks, push and specialization constants, the
//!   variables used by each entry point's call tree, structural errors.
//! - [`module`]: a module as typed instructions, functions and blocks, looked up by id and edited.
//! - [`check`]: the validator, for universal, Vulkan and OpenGL environments.
//! - [`build`]: builds new modules, with unique types and constants and structured control flow.
//! - [`layout`]: offsets in blocks by `std140`, `std430` and the other layouts.
//! - [`control`]: dominators, loops and structured control flow, and structure for functions that have none.
//! - [`adapt`]: edits of entry points, resources, blocks between stages and positions.
//! - [`remove()`]: strips debug information.
//! - [`optimize()`]: reduces size without changing results.
//! - [`version`]: converts modules between versions of SPIR-V.
//! - [`grammar`]: the instruction and enumeration tables, by number and by name.
//!
//! # Limits
//!
//! No input causes a panic or an endless loop, and memory is proportional to the input: ids index vectors only up to
//! the size of the file, names are cut at a hundred characters, and use lists that would grow quadratically are cut and
//! marked [`EntryPoint::truncated`](reflect::EntryPoint::truncated). [`module`], and what works on it, takes only modules
//! that match the grammar. Reflection checks nothing. [`check`] does not know
//! every rule of the specification yet.

pub mod adapt;
mod assemble;
pub mod build;
pub mod check;
mod context;
pub mod control;
mod disassemble;
mod edit;
mod extent;
pub mod grammar;
mod idmap;
mod ids;
pub mod language;
pub mod layout;
pub mod module;
mod names;
mod number;
pub mod optimize;
pub mod reflect;
mod stage;
pub mod version;
pub mod view;
pub mod walk;

pub use assemble::{AssembleError, MAX_ERRORS, assemble};
pub use disassemble::{Names, Options, disassemble, each_instruction, write_disassembly, write_placed};
pub use edit::{Removal, remove};
pub use extent::extent;
pub use ids::highest_id;
pub use language::LANGUAGE;
pub use optimize::optimize;
pub use reflect::{Reflection, reflect};
pub use stage::stage_of;
pub use walk::{Binary, Endian, Header, Instruction, NotSpirvError, Rest, Stop, Walk};
