//! BPX.

pub mod check;
pub mod checksum;
pub mod extended;
pub mod file;
pub mod format;
pub mod kinds;
mod outline;
pub mod payload;
pub mod raw;
pub mod read;
pub mod rules;
pub mod sd;
pub mod std140;

pub use format::FORMAT;
