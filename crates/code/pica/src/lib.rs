//! Decodes, encodes, prints, assembles and checks PICA200 shader code, losslessly.
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
//!
//! ```
//! use glassbox_pica::assembly::{Options, Swizzles, assemble, disassemble, pretty};
//! use glassbox_pica::check::{Entry, OutputMapping, Stage, check_entry};
//! use glassbox_pica::flow::Budget;
//! use glassbox_pica::{Instruction, Opcode};
//!
//! // `mov o0, v0` and `end`, with the identity descriptor.
//! let code = [0x4C00_0000u32, 0x8800_0000];
//! let descriptors = [[0x36F, 0]];
//!
//! let mov = Instruction::decode(code[0]);
//! assert_eq!(mov.opcode(), Opcode::MOV);
//! assert_eq!(mov.encode(), Ok(code[0]));
//! assert_eq!(pretty(code[0], &[0x36F], Swizzles::Used), "mov o0, v0");
//!
//! // The exact text names the descriptor by index and gives the same bytes back.
//! let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let text = disassemble(&bytes, &Options::default());
//! assert_eq!(text, "    mov o0, v0, d0\n    end\n");
//! assert_eq!(assemble(&text).into_result(), Ok(bytes));
//!
//! // Every mapped output must be written once: o0 is, o1 is not.
//! let outputs = [
//!     OutputMapping { register: 0, mask: 0xF, semantic: 0 },
//!     OutputMapping { register: 1, mask: 0xF, semantic: 2 },
//! ];
//! let entry = Entry { outputs: &outputs, ..Entry::new(&code, &descriptors, 0, Stage::Vertex) };
//! let report = check_entry(&entry, &mut Budget::for_code(code.len()));
//! assert_eq!(report.inputs_read, 0b1);
//! assert_eq!(report.findings[0].message, "output o1.xyzw is never written, expected exactly one write");
//! ```

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
