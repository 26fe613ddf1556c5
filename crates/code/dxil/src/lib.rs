//! Reads, checks, builds and writes DXIL bitcode: LLVM 3.7 modules inside shader containers.
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
//! [`check`] compares a module with its container but is independent of container formats: findings carry a kind, bits
//! in the bitcode, and the row of the compared list.
//!
//! Source: the LLVM bitcode file format as of LLVM 3.7; section 5 of the project's description of DirectX containers.
//!
//! # Example
//!
//! ```
//! use glassbox_dxil::check::{self, FindingKind, Header};
//! use glassbox_dxil::{Linkage, Module, Version, write::Outline};
//!
//! // A module with an exported, an internal and a declared function.
//! let bitcode = Outline::new("lib", 6, 3)
//!     .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
//!     .define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL)
//!     .declare(b"\x01?Noise@@YAMM@Z")
//!     .bitcode();
//! let module = Module::read(&bitcode)?;
//!
//! // The structure: every block, every record.
//! assert!(check::structure(&bitcode).is_empty());
//!
//! // The header of the program part: kind 6 is a library.
//! let version = |major, minor| Version { major, minor };
//! let header = Header { kind: 6, shader_model: version(6, 3), dxil: version(1, 3) };
//! assert!(check::header(&module, header).is_empty());
//! let wrong = check::header(&module, Header { kind: 0, ..header });
//! assert_eq!(wrong[0].kind, FindingKind::ShaderModel);
//! assert_eq!(wrong[0].message, "found shader kind 0 of model 6.3, expected lib_6_3 as the module says");
//!
//! // The runtime data of a library has a row per defined function, with the names it depends on.
//! let rows = [
//!     (&b"\x01?Shade@@YAMM@Z"[..], vec![&b"\x01?Noise@@YAMM@Z"[..]]),
//!     (&b"\x01?Helper@@YAMM@Z"[..], vec![]),
//! ];
//! assert!(check::rows(&module, rows).is_empty());
//!
//! // A symbol table has a symbol per exported function.
//! let symbols = check::symbols(&module, [&b"\x01?Helper@@YAMM@Z"[..]]);
//! assert_eq!((symbols[0].kind, symbols[0].row), (FindingKind::SymbolNotExternal, Some(0)));
//! assert_eq!(symbols[1].kind, FindingKind::SymbolMissing);
//! assert_eq!(symbols[1].bytes(), Some(module.functions[0].bits.start / 8..module.functions[0].bits.end.div_ceil(8)));
//! # Ok::<(), glassbox_dxil::BitcodeError>(())
//! ```
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
