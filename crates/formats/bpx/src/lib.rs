//! BPX.

pub mod checksum;
pub mod file;
pub mod kinds;
mod outline;
pub mod payload;
pub mod raw;
pub mod read;
pub mod rules;
pub mod sd;
