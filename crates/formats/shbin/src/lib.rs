//! SHBIN and DVOJ: PICA200 shader binaries.

pub mod check;
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
