#![doc = include_str!("../README.md")]
//!
//! A linked file (DVLB) holds one program (DVLP: code, operand descriptors, names of source files) and any number of
//! executables (DVLE: an entry point of the vertex or geometry unit with its constants, labels, outputs, uniforms and names).
//! An unlinked object (DVOJ) holds the same for one executable, with source lines. picasso, nihstro, aemstro, emulators and
//! the console maker's tools write these files in different layouts; all are read, and written back to the same bytes.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`] | records and constants |
//! | [`model`], [`register`] | what a file means, without where it puts things |
//! | [`mod@file`] | a file as it was read: model, headers, claims |
//! | [`mod@read`] | bytes to model and field tree |
//! | [`bare`] | code words without a container |
//! | [`mod@write`] | model and layout to bytes |
//! | [`mod@check`], [`rules`] | the rules and what each means |
//! | [`mod@interface`] | reflection and symbols |
//! | [`mod@producer`], [`mod@repair`] | who wrote a file, and what can be fixed in it |
//! | [`mod@format`] | all of it behind the interface of every format |

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
