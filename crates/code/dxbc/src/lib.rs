#![doc = include_str!("../README.md")]
//!
//! A program is a version, a length and instructions that each say how long they are. This crate trusts those lengths and
//! nothing else, so an unknown opcode stops nothing.
//!
//! - [`Program`] and [`Walk`]: header and instructions, borrowed from the bytes. What cannot be read as instructions is named
//!   in [`Walk::rest`].
//! - [`Instruction::operands`] and [`Operand`]: registers, indices, swizzles, immediate numbers.
//! - [`declaration()`]: what declarations say, as far as reflection needs it.
//! - [`print`](print::print()) and [`assemble`](assemble::assemble()): programs as text in the words of the legacy compiler, or as text
//!   that stands for exactly their bytes, and back.
//! - [`flow::graph`] and [`graph::dot`]: basic blocks and the edges between them.
//! - [`level9::print()`]: code of shader model 2 that stands beside programs of shader model 4.
//! - [`check()`]: what is wrong, by kind and byte range. A container gives each kind a rule: [`FindingKind::number`] is the
//!   number of the rule DXC-TPF.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the tokenized program
//! format.
//!
//! # Limits
//!
//! Nothing here panics or loops on any input, nothing is allocated by a count, and operands nest at most
//! [`operand::MAX_NESTING`] deep, which bounds what printer and assembler recurse.

pub mod assemble;
pub mod check;
pub mod declaration;
pub mod extended;
pub mod flow;
pub mod graph;
pub mod language;
pub mod level9;
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
