#![doc = include_str!("../README.md")]
//!
//! Three layers, each usable without the next:
//!
//! - [`Walk`] iterates over the blocks and records of any LLVM bitstream, with their exact bits. It trusts word counts,
//!   so it survives damage inside a block; a [`Record`] decodes its operands on demand.
//! - [`Module`] gathers what a container tool needs: [functions](Function) with name and linkage,
//!   [constants](Module::constants) and [metadata] by number, and [facts] from DXIL's named metadata.
//!   Function bodies are skipped by word count; [`Function::body`] gives their position.
//! - [`ir::Typed`] holds a whole module for editing and writing; bodies are decoded on demand.
//!
//! [`mod@validate`] holds a module to the rules of DXIL.
//!
//! [`check`] compares a module with its container but is independent of container formats: findings carry a kind, bits
//! in the bitcode, and the row of the compared list.
//!
//! Source: the LLVM bitcode file format as of LLVM 3.7; section 5 of the project's description of DirectX containers.
//!
//! # Limits
//!
//! No input causes a panic, recursion or an endless loop. Blocks nest at most [`walk::MAX_DEPTH`] deep, abbreviations
//! have at most [`abbreviation::MAX_OPERANDS`] operands, counts are checked against the bits left, and memory stays
//! within a small multiple of the input size.

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
pub mod validate;
pub mod view;
pub mod walk;
pub mod wrapper;
pub mod write;

pub use block::BlockId;
pub use error::{BitcodeError, BitcodeErrorKind};
pub use facts::{EntryPoint, Facts, ShaderModel, Statements, Version};
pub use function::{Function, Global, GlobalKind, Linkage, is_intrinsic, unmangled, without_marker};
pub use metadata::Metadata;
pub use module::Module;
pub use record::Record;
pub use walk::{Block, Event, Walk};
