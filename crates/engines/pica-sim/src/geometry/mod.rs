//! Models the geometry stage from vertices to triangles.
//!
//! A [`Unit`] takes vertices from a vertex program, runs the geometry program whenever it has
//! enough of them, and collects the [`Triangle`]s.

mod emit;
mod unit;

pub use emit::{EmitError, Emitter, Latch, SLOTS, Triangle, Vertex};
pub use unit::{Feed, InputError, Unit};
