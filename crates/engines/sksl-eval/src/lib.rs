#![doc = include_str!("../README.md")]
//!
//! A program becomes a graph of values, the graph becomes instructions on registers, and a register holds one lane for each
//! pixel of a group. Constants are folded, values that depend on uniforms alone are computed once for a picture, and what is
//! not needed is left out. The result is the same on every machine, bit by bit.
//!
//! | module | holds |
//! | --- | --- |
//! | [`Code`] | compiling a program |
//! | [`Effect`] | a compiled program with its uniforms and children, and drawing with it |
//! | [`Child`], [`Image`], [`Frame`] | what it calls, what it reads, what it draws |
//! | `lower` | the typed program to a graph |
//! | `graph` | values and regions: each value once, where it is needed |
//! | `emit` | the graph to instructions, with registers |
//! | `machine` | instructions on groups of pixels |
//! | `number`, `op` | arithmetic, and the table of operations |
//! | [`rules`] | what keeps a program from being run |
//!
//! Source: the behaviour of Skia's processor back end, as `docs/sksl/evaluator.md` tells it.

mod child;
mod code;
mod effect;
mod emit;
mod graph;
mod inputs;
mod lower;
mod machine;
mod number;
mod op;
mod picture;
mod render;
pub mod rules;
mod settings;

pub use child::{Checkerboard, Child, Gradient};
pub use code::Code;
pub use effect::Effect;
pub use inputs::{ChildSlot, Uniform};
pub use picture::{Frame, Image, Source};
pub use render::Component;
pub use settings::Settings;
