//! The geometry stage: what goes in and what comes out.

mod emit;

pub use emit::{EmitError, Emitter, Latch, SLOTS, Triangle, Vertex};
