//! VBC.

pub mod check;
pub mod derive;
pub mod format;
pub mod interface;
pub mod legacy;
mod module;
pub mod program;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod sections;
pub mod stage;
mod swap;
pub mod upgrade;
pub mod wrap;
pub mod write;
