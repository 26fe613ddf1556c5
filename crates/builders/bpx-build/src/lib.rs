#![doc = include_str!("../README.md")]
//!
//! A [project](mod@project) lists the sources and settings of a program. [`build`](mod@build) reads
//! the sources once, finds the symbols by reflection of the compiled code, assigns registers and
//! writes the code of each target.
//!
//! | module | holds |
//! | --- | --- |
//! | [`project`] | project files, and switches converted to them |
//! | [`sources`], [`search`], [`library`] | the files of a build and the search for them |
//! | [`sal`] | declarations in the vendor's sources |
//! | [`symbols`] | reflected symbols, merged across stages and assigned registers |
//! | [`read`], [`shader`] | the sources of a stage, as modules of SPIR-V |
//! | [`code`] | a shader as the code of each platform |
//! | [`build`](mod@build) | the whole pipeline, in order |
//! | [`rules`] | findings |
//!
//! Sources: the BPX specification of BlockProject 3D, revision 2, and the output of the vendor's
//! compiler.

pub mod build;
pub mod code;
pub mod library;
pub mod project;
pub mod read;
pub mod rules;
pub mod sal;
pub mod search;
pub mod shader;
pub mod sources;
pub mod symbols;
