#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | [`bindings`] | registers and spaces to descriptor sets and bindings: shifts, a map, or a root signature |
//! | [`interface`] | signature elements to variables of the interface: built-in ones, locations, components |
//! | [`resource`] | kinds of resources to images, samplers and blocks |
//! | [`members`] | members of buffers, and which one a byte belongs to |
//! | [`structures`] | buffers of structures as arrays of them |
//! | [`samples`] | how many samples there are, and where |
//! | [`texture`] | samples, gathers, loads, stores, sizes and levels of detail |
//! | [`arithmetic`] | what Direct3D defines and SPIR-V leaves open |
//! | [`rules`] | the rules, and [`Refusal`] the findings |
//!
//! All of it takes and gives ids of a [`Builder`](glassbox_spirv::build::Builder).

pub mod arithmetic;
pub mod bindings;
pub mod interface;
pub mod members;
mod refusal;
pub mod resource;
pub mod rules;
pub mod samples;
pub mod structures;
pub mod texture;

pub use refusal::{Outcome, Refusal};
