#![doc = include_str!("../README.md")]
//!
//! An MSF file is divided into blocks. Block 0 holds the [superblock](raw::SuperBlock), which locates a map,
//! which locates the directory, which lists the blocks of every stream. Streams are numbered, not named.
//! Stream 1 describes the file; the stream that starts like a DirectX container, number 5 in DXC's output, is
//! an embedded file. Contiguous streams are read in place, others are gathered.
//!
//! Sources: Microsoft's published sources of MSF and PDB, LLVM's documentation of both, section 12 of the
//! project's description of DirectX containers. No specification defines validity rules; those in [`rules`]
//! are ours.

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
