//! SHBIN and DVOJ: PICA200 shader binaries.

pub mod check;
pub mod file;
pub mod model;
pub mod raw;
pub mod read;
pub mod register;
pub mod rules;
