//! VBC: compiled VSL shaders.

pub mod check;
pub mod legacy;
pub mod program;
pub mod raw;
pub mod read;
pub mod rules;
mod sections;
pub mod stage;
mod swap;
pub mod wrap;
pub mod write;
