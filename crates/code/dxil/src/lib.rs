#![doc = include_str!("../README.md")]
//!
//! Three layers, each usable without the one above:
//!
//! - [`Walk`] goes through the blocks and records of any LLVM bitstream and gives each the exact bits that it takes. It
//!   trusts word counts, so it survives damage inside a block, and a [`Record`] decodes its operands only when asked.
//! - [`Module`] gathers what a container tool needs: [functions](Function) with name, linkage and whether they are defined,
//!   [constants](Module::constants) and [metadata] by number, and the [facts] that DXIL's named metadata states. Function
//!   bodies are skipped by their word counts; [`Function::body`] says where they are.
//! - [`ir::Typed`] holds everything of a module, bodies read on demand, to be changed and written again.
//!
//! [`check`] compares a module with what its container says about it. Nothing in it knows a container: findings carry a kind,
//! the bits of the bitcode that they are about, and the row of the list that was compared.
//!
//! Source: the LLVM bitcode file format as of LLVM 3.7; section 5 of the project's description of DirectX containers.
//!
//! # Limits
//!
//! Nothing here panics, recurses or loops on any input. Blocks nest at most [`walk::MAX_DEPTH`] deep and abbreviations have at
//! most [`abbreviation::MAX_OPERANDS`] operands; counts are checked against the bits left, and memory stays within a small
//! multiple of the size of the input.

pub mod abbreviation;
pub mod analysis;
pub mod bits;
pub mod block;
pub mod check;
pub mod error;
pub mod facts;
pub mod features;
pub mod function;
pub mod index;
pub mod ir;
pub mod metadata;
pub mod module;
pub mod operation;
pub mod place;
pub mod record;
pub mod record_name;
pub mod shader;
pub mod view;
pub mod walk;
pub mod wrapper;
pub mod write;

pub use block::BlockId;
pub use error::{BitcodeError, BitcodeErrorKind};
pub use facts::{EntryPoint, Facts, ShaderModel, Version};
pub use function::{Function, Global, GlobalKind, Linkage, is_intrinsic, unmangled, without_marker};
pub use metadata::Metadata;
pub use module::Module;
pub use record::Record;
pub use walk::{Block, Event, Walk};
