//! Disassembles, assembles and checks Direct3D shader model 4 and 5 token streams, the code in the `SHDR` and `SHEX`
//! parts of DXBC containers.
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
//! - [`level9::print()`]: shader model 2 code stored beside shader model 4 programs.
//! - [`check()`]: structural errors by kind and byte range. Containers map kinds to rules: [`FindingKind::number`] is the
//!   number of the DXC-TPF rule.
//!
//! Source: section 13 of the project's description of DirectX containers, and Microsoft's description of the tokenized program
//! format.
//!
//! # Example
//!
//! ```
//! use glassbox_dxbc::{Declaration, FindingKind, Program, check, declaration};
//!
//! // cs_4_0: dcl_globalFlags refactoringAllowed; dcl_thread_group 8, 4, 1; ret.
//! let words: [u32; 8] = [0x0005_0040, 8, 0x0100_086a, 0x0400_009b, 8, 4, 1, 0x0100_003e];
//! let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//!
//! let program = Program::read(&bytes)?;
//! assert_eq!((program.kind().to_string().as_str(), program.model()), ("compute", (4, 0)));
//! let names: Vec<String> = program.walk().map(|instruction| instruction.opcode.to_string()).collect();
//! assert_eq!(names, ["dcl_globalFlags", "dcl_thread_group", "ret"]);
//! let declared: Vec<_> = program.walk().filter_map(|one| declaration(&one, program.has_spaces())).collect();
//! assert_eq!(declared[1], Declaration::ThreadGroup([8, 4, 1]));
//! assert!(check(&bytes).is_empty());
//!
//! // A thread group that ends too early: its third number is read as an instruction of zero words.
//! bytes[15] = 3;
//! let found = check(&bytes);
//! assert_eq!((found[0].kind, found[0].kind.number()), (FindingKind::OperandShort, 5));
//! assert_eq!(found[0].message, "found 2 words behind the operands of dcl_thread_group, expected 3");
//! assert_eq!((found[1].kind, found[1].bytes.clone()), (FindingKind::ZeroLength, 24..28));
//! # Ok::<(), glassbox_dxbc::HeaderError>(())
//! ```
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
