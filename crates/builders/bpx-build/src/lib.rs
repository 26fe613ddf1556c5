#![doc = include_str!("../README.md")]
//!
//! A [project](mod@project) says what a program is built of. [`build`](mod@build) reads its sources once, finds the symbols by
//! reflection of what they were compiled to, gives them registers and writes the code of each target.
//!
//! | module | holds |
//! | --- | --- |
//! | [`project`] | project files, and switches as such |
//! | [`sources`], [`search`], [`library`] | the files of a build, and where they come from |
//! | [`sal`] | the declarations in the vendor's sources |
//! | [`symbols`] | what stages use, merged, with registers, as symbols of a package |
//! | [`build`](mod@build) | all of it, in order |
//! | [`rules`] | what can be wrong |
//!
//! Facts: the BPX specification of BlockProject 3D, revision 2, and what the vendor's compiler writes.

pub mod build;
pub mod library;
pub mod project;
pub mod rules;
pub mod sal;
pub mod search;
pub mod sources;
pub mod symbols;
