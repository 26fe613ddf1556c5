#![doc = include_str!("../README.md")]
//!
//! A program is a version, a length and instructions, each with its length. This crate trusts those lengths and nothing
//! else, so an unknown opcode does not stop it.
//!
//! - [`Program`] and [`Walk`]: header and instructions, borrowed from the bytes. [`Walk::rest`] gives the bytes that are
//!   not readable as instructions.
//! - [`Instruction::operands`] and [`Operand`]: registers, indices, swizzles, immediates.
//! - [`declaration()`]: decoded declarations, as far as reflection needs them.
//! - [`print`](print::print()) and [`assemble`](assemble::assemble()): text in the syntax of the legacy compiler, or
//!   exact text that round-trips to the same bytes.
//! - [`flow::graph`] and [`graph::dot`]: basic blocks and edges.
//! - [`level9::print()`]: shader model 2 code stored next to shader model 4 programs.
//! - [`check()`]: structural errors by kind and byte range. Containers map kinds to rules: [`FindingKind::number`] is the
//!   number of the DXC-TPF rule.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the tokenized program
//! format.
//!
//! # Limits
//!
//! No input causes a panic or an endless loop, no allocation depends on an unchecked count, and operands nest at most
//! [`operand::MAX_NESTING`] deep, which bounds the recursion of printer and assembler.

pub mod assemble;
pub mod check;
pub mod declaration;
pub mod extended;
pub mod flow;
pub mod graph;
pub mod language;
pub mod level9;
pub mod meaning;
pub mod names;
pub mod number;
pub mod opcode;
pub mod operand;
pub mod print;
pub mod role;
pub mod view;
pub mod walk;

pub use check::{Finding, FindingKind, check};
pub use declaration::{Binding, Declaration, Register, ResourceKind, ViewFlags, declaration};
pub use names::ProgramKind;
pub use opcode::{Opcode, OpcodeInfo};
pub use operand::{Index, Operand, OperandError, Selection};
pub use walk::{HeaderError, Instruction, Program, Rest, Stop, Walk};
