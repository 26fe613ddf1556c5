#![doc = include_str!("../README.md")]
//!
//! SPIR-V is a stream of instructions that each say how long they are. This crate trusts that word count and nothing
//! else, so a module with an opcode, a capability or a debug-information set that no table knows is read to its end
//! like any other, and so is a file that is broken.
//!
//! - [`Module`] and [`Walk`]: header and instructions, borrowed from the bytes, in either byte order. What cannot be read
//!   as instructions is named in [`Walk::rest`].
//! - [`disassemble()`] and [`assemble()`]: the usual assembly language. For all bytes that start with the magic number,
//!   in either order, `assemble(disassemble(bytes)) == bytes`, with friendly names and with numbers.
//! - [`reflect()`]: entry points, inputs and outputs, resources, blocks, push and specialization constants, what each
//!   entry point's call tree really uses, and what is wrong with the structure.
//! - [`build`]: a builder of new modules, with types and constants declared once and blocks in structured order.
//! - [`remove()`]: the module without debug information.
//! - [`optimize()`]: a smaller module that computes the same.
//! - [`grammar`]: the tables behind all of this, by number and by name.
//!
//! # Limits
//!
//! Nothing here panics or loops on any input, and memory stays in proportion to the input: ids index vectors only up to
//! the size of the file, names are cut at a hundred characters, and lists of uses that would grow with the square of the
//! module end early and say so ([`EntryPoint::truncated`](reflect::EntryPoint::truncated)). The crate is no validator:
//! [`FindingKind`](reflect::FindingKind) is the whole list of what it checks.

mod assemble;
pub mod build;
mod context;
mod disassemble;
mod edit;
mod extent;
pub mod grammar;
mod idmap;
mod ids;
pub mod language;
mod names;
mod number;
pub mod optimize;
mod raw;
pub mod reflect;
pub mod view;
pub mod walk;

pub use assemble::{AssembleError, MAX_ERRORS, assemble};
pub use disassemble::{Names, Options, disassemble, each_instruction, write_disassembly};
pub use edit::{Removal, remove};
pub use extent::extent;
pub use ids::highest_id;
pub use language::LANGUAGE;
pub use optimize::optimize;
pub use reflect::{Reflection, reflect};
pub use walk::{Endian, Header, Instruction, Module, NotSpirvError, Rest, Stop, Walk};
