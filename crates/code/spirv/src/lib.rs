//! Placeholder.

mod assemble;
mod context;
mod disassemble;
pub mod grammar;
mod idmap;
mod ids;
mod names;
mod number;
mod raw;
pub mod reflect;
pub mod walk;

pub use assemble::{AssembleError, MAX_ERRORS, assemble};
pub use disassemble::{Names, Options, disassemble};
pub use reflect::{Reflection, reflect};
pub use walk::{Endian, Header, Instruction, Module, NotSpirv, Rest, Stop, Walk};
