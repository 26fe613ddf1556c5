//! The geometry stage: what goes in and what comes out.
//!
//! A [`Unit`] takes the vertices that a vertex program made, runs the geometry program whenever it has enough of them, and
//! collects the [`Triangle`]s.

mod emit;
mod unit;

pub use emit::{EmitError, Emitter, Latch, SLOTS, Triangle, Vertex};
pub use unit::{Feed, InputError, Unit};
