#![doc = include_str!("../README.md")]
//!
//! [`plan()`](plan::plan) decides from symbol tables alone which libraries a link needs, and explains what stands in its way. [`index`] keeps
//! the symbols of a folder of libraries in one file, so that planning costs the same however large the libraries are.
//! [`merge()`](merge::merge) makes one library of those that a plan needs, [`shader()`](merge::shader::shader) one program.

mod export;
pub mod index;
pub mod merge;
pub mod plan;
pub mod rules;

pub use export::Export;
