#![doc = include_str!("../README.md")]
//!
//! A container is a directory of parts with a digest over all of them. Two compilers and a number of tools write it, in
//! layouts that differ; all are read, and written back to the same bytes.
//!
//! Nothing of a container but its directory is touched until somebody asks: opening costs the header, the offset table and
//! the 8-byte headers of the parts.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`], [`code`] | records, constants and the codes of the parts |
//! | [`mod@container`], [`mod@read`] | an opened container: directory first, contents on demand |
//! | [`part`] | what each part means |
//! | [`program`] | names that all program parts share |
//! | [`mod@digest`] | the digest in both variants, and MD5 |
//! | [`symbols`] | the proposed symbol and string tables, and deriving them from a program |
//! | [`mod@write`], [`mod@edit`], [`mod@repair`] | writing, adding and removing parts, stripping, signing, fixing |
//! | [`mod@check`], [`rules`] | what can be wrong |
//! | [`mod@interface`] | reflection |
//! | [`mod@format`] | all of it behind the interface of every format |

pub mod build;
pub mod check;
pub mod code;
pub mod container;
pub mod digest;
pub mod edit;
mod extent;
pub mod format;
pub mod interface;
mod names;
pub mod part;
mod pieces;
pub mod program;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod summary;
pub mod symbols;
pub mod write;

pub use format::FORMAT;
