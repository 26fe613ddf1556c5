#![doc = include_str!("../README.md")]
//!
//! A module that is a file of its own: `.spv`, in either byte order. Everything about instructions is the work of
//! [`glassbox_spirv`]; this crate makes a module look like any other format. Its field tree is one node of code, `module`,
//! so the text form of a file is its assembly, header included, whatever is wrong with it.
//!
//! Source: SPIR-V specification, chapter 2.3 (physical layout) for the header and the word counts.

pub mod check;
pub mod format;
pub mod interface;
pub mod repair;
pub mod rules;
mod source;
pub mod symbols;

pub use format::FORMAT;
