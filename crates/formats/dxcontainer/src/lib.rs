#![doc = include_str!("../README.md")]
//!
//! A container is a directory of parts with a digest over all of them. Two compilers and several tools write it, in
//! differing layouts; all are read and written back byte for byte.
//!
//! Opening a container reads only the header, the offset table and the 8-byte part headers; everything else is read on
//! first use.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`], [`code`] | records, constants and part codes |
//! | [`mod@container`], [`mod@read`] | an opened container: directory first, contents on first use |
//! | [`part`] | contents of the parts |
//! | [`program`] | types shared by all program parts |
//! | [`mod@digest`] | digest in both variants, and MD5 |
//! | [`symbols`] | the proposed symbol and string tables, and their derivation from a program |
//! | [`mod@write`], [`mod@edit`], [`mod@repair`] | writing, adding and removing parts, stripping, signing, repairing |
//! | [`mod@check`], [`rules`] | validity checks |
//! | [`mod@interface`] | reflection |
//! | [`mod@format`] | implementation of the common format interface |

mod artifacts;
pub mod bitcode;
pub mod build;
pub mod check;
pub mod code;
pub mod container;
mod context;
pub mod digest;
pub mod edit;
mod extent;
pub mod format;
pub mod interface;
mod names;
mod needs;
pub mod part;
pub mod program;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod summary;
pub mod symbols;
pub mod write;

pub use format::FORMAT;
