//! The DirectX container: compiled HLSL, as DXBC token streams (shader model 4 and 5) and as DXIL (shader model 6).
//!
//! A container is a directory of parts with a digest over all of them. Two compilers and a number of tools write it, in
//! layouts that differ; all are read, and written back to the same bytes.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`], [`code`] | records, constants and the codes of the parts |
//! | [`part`] | what each part means |
//! | [`program`] | names that all program parts share |
//! | [`check`], [`rules`] | what can be wrong |
//! | [`interface`](mod@interface) | reflection |

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
