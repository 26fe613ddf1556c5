//! Reads, disassembles, assembles, builds, optimizes and reflects SPIR-V modules; unknown instructions never stop it.
//!
//! SPIR-V is a stream of instructions, each with its length. This crate trusts that word count and nothing else, so a
//! module with an unknown opcode, capability or debug-information set is read to its end, as is a broken file.
//!
//! - [`Module`] and [`Walk`]: header and instructions, borrowed from the bytes, in either byte order. [`Walk::rest`]
//!   gives the bytes that are not readable as instructions.
//! - [`disassemble()`] and [`assemble()`]: standard SPIR-V assembly. For all bytes that start with the magic number in
//!   either order, `assemble(disassemble(bytes)) == bytes`, with friendly names and with numbers.
//! - [`reflect()`]: entry points, inputs and outputs, resources, blocks, push and specialization constants, the
//!   variables used by each entry point's call tree, structural errors.
//! - [`build`]: builds new modules, with unique types and constants and structured control flow.
//! - [`remove()`]: strips debug information.
//! - [`optimize()`]: reduces size without changing results.
//! - [`grammar`]: the instruction and enumeration tables, by number and by name.
//!
//! ```
//! use glassbox_spirv::{Options, assemble, disassemble, reflect};
//!
//! let text = r#"
//!                OpCapability Shader
//!                OpMemoryModel Logical GLSL450
//!                OpEntryPoint Fragment %main "main" %color
//!                OpExecutionMode %main OriginUpperLeft
//!                OpName %color "color"
//!                OpDecorate %color Location 0
//!        %void = OpTypeVoid
//!          %fn = OpTypeFunction %void
//!       %float = OpTypeFloat 32
//!        %vec4 = OpTypeVector %float 4
//!         %out = OpTypePointer Output %vec4
//!       %color = OpVariable %out Output
//!        %half = OpConstant %float 0.5
//!        %gray = OpConstantComposite %vec4 %half %half %half %half
//!        %main = OpFunction %void None %fn
//!       %entry = OpLabel
//!                OpStore %color %gray
//!                !0x00021267 !42 ; an opcode from the future
//!                OpReturn
//!                OpFunctionEnd
//! "#;
//! let bytes = assemble(text).map_err(|errors| errors[0].to_string())?;
//!
//! let printed = disassemble(&bytes, &Options::default())?;
//! assert!(printed.contains("OpStore %color "));
//! assert!(printed.contains("!0x00021267 !0x0000002a ; unknown opcode 4711"));
//! assert_eq!(assemble(&printed).as_ref(), Ok(&bytes));
//!
//! let reflection = reflect(&bytes)?;
//! let entry = &reflection.entry_points[0];
//! let color = &reflection.output_locations(entry)[0];
//! assert_eq!((color.location, color.components, color.name.as_deref()), (0, 4, Some("color")));
//! assert!(entry.use_of(color.variable).is_some_and(|used| used.written && !used.read));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! No input causes a panic or an endless loop, and memory is proportional to the input: ids index vectors only up to
//! the size of the file, names are cut at a hundred characters, and use lists that would grow quadratically are cut and
//! marked [`EntryPoint::truncated`](reflect::EntryPoint::truncated). The crate is not a validator:
//! [`FindingKind`](reflect::FindingKind) lists all it checks.

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
