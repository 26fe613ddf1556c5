#![doc = include_str!("../README.md")]
//!
//! [`plan()`](plan::plan) selects the libraries that a link needs, from symbol tables alone, and
//! explains what prevents it. [`index`] caches the symbols of a folder of libraries in one file, so
//! that the cost of planning does not depend on their size. [`merge()`](merge::merge) merges the
//! libraries of a plan into one, [`shader()`](merge::shader::shader) links them to a program.

mod export;
pub mod index;
pub mod merge;
mod message;
pub mod plan;
pub mod rules;

pub use export::Export;
