//! SkSL, Skia's shading language: source text to typed programs, and to binaries of version 8.
//!
//! The compiler makes the same decisions in the same order as Skia's compiler of February and March 2022, so that what it
//! writes is what Skia wrote, byte for byte: which symbols a table owns, which ids they get, what is folded and when.
//!
//! | module | holds |
//! | --- | --- |
//! | [`options`] | how a source is compiled: kind, optimiser, inliner, restrictions, capabilities |
//! | [`ir`] | the typed program: symbols, tables, expressions, statements, elements |
//! | `syntax` | tokens and the parser, which builds the program as it reads |
//! | `build` | the actions of the parser: what a construct means, and whether it may |
//! | `fold` | constants: operators, constructors, swizzles, intrinsics |
//! | `analysis` | questions about finished parts: constant, assignable, used, returning, unrollable |
//! | `optimize` | the inliner and what removes dead code |
//! | [`encode`] | programs to the commands of a binary |
//! | [`lift`] | the commands of a binary to a program |
//! | [`rules`] | the rules: id, severity, cause, effect, cure |
//!
//! Sources: the language as Skia's compiler had it at version 8 of the binary format, by its behaviour.

mod analysis;
mod build;
mod fold;
pub mod ir;
mod optimize;
pub mod options;
pub mod rules;

pub use ir::program::Program;
pub use options::Options;
