#![doc = include_str!("../README.md")]
//!
//! A file is cut into blocks. Block 0 holds the [superblock](raw::SuperBlock), which leads to a map, which leads to the blocks
//! of a directory, which lists the blocks of every stream. Streams have numbers, not names. Stream 1 says what the file is; the
//! stream that begins like a DirectX container, number 5 in what DXC writes, is a file inside the file. A stream of
//! consecutive blocks is read in place, any other is gathered.
//!
//! Source: Microsoft's published sources of MSF and PDB, LLVM's description of both, section 12 of the project's description of
//! DirectX containers. The format has no rules of its own anywhere, so those in [`rules`] are ours.

pub mod check;
pub mod codeview;
pub mod extent;
pub mod format;
mod info;
pub mod layout;
pub mod model;
pub mod raw;
pub mod read;
pub mod rules;
pub mod write;

pub use format::FORMAT;
pub use model::Pdb;
