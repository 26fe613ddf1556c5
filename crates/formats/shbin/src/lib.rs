#![doc = include_str!("../README.md")]
//!
//! A linked file (DVLB) holds one program (DVLP: code, operand descriptors, names of source files) and any
//! number of executables (DVLE: an entry point of the vertex or geometry unit with its constants, labels,
//! outputs, uniforms and names). An unlinked object (DVOJ) holds the same for one executable, with source
//! lines. picasso, nihstro, aemstro, emulators and the console maker's tools write these files in different
//! layouts; all are read, and written back to the same bytes.
//!
//! | module | contents |
//! | --- | --- |
//! | [`raw`] | records and constants |
//! | [`model`], [`register`] | the contents of a file, independent of its layout |
//! | [`mod@file`] | a file as read: model, headers, claims |
//! | [`mod@read`] | parsing into model and field tree |
//! | [`bare`] | code words without a container |
//! | [`mod@write`] | serialisation of model and layout |
//! | [`mod@check`], [`rules`] | validation |
//! | [`mod@interface`] | reflection and symbols |
//! | [`mod@producer`], [`mod@repair`] | producer detection and repairs |
//! | [`mod@format`] | the toolkit's `Format` implementation |

pub mod bare;
pub mod check;
mod extent;
pub mod file;
pub mod format;
pub mod interface;
pub mod model;
pub mod producer;
pub mod raw;
pub mod read;
pub mod register;
pub mod repair;
pub mod rules;
pub mod write;

pub use format::FORMAT;
