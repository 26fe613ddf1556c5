//! BPX.

pub mod check;
pub mod checksum;
pub mod extended;
mod extent;
pub mod file;
pub mod format;
pub mod interface;
pub mod kinds;
pub mod link;
mod outline;
pub mod pack;
pub mod package;
pub mod payload;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
pub mod sd;
pub mod std140;
pub mod verify;
pub mod write;

pub use format::FORMAT;
