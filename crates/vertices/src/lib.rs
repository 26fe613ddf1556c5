#![doc = include_str!("../README.md")]
//!
//! Each reader returns a [`Vertices`]: a table with one row per vertex and one column per number.
//! [`Vertices::attributes`] groups the columns, so that `x`, `y` and `z` form a position in every
//! format. Mistakes are diagnostics with their location in the file, and all of them are reported
//! at once, up to [`MAX_MISTAKES`].
//!
//! Numbers are `f32`, rounded once from the file's value. Text formats also accept `inf`, `-inf`,
//! `nan` and bit patterns of eight digits such as `0x3f800000`. Nothing is scaled: a byte of 255 in
//! a PLY file is 255.

mod csv;
mod json;
mod kind;
mod obj;
mod ply;
mod rules;
mod table;
mod text;

pub use kind::Kind;
pub use rules::*;
pub use table::{Attribute, Vertices, attributes};
pub use text::number;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;

/// Maximum number of mistakes reported per file.
pub const MAX_MISTAKES: usize = 20;

/// Reads a file of a known format. `Err` holds at least one finding.
pub fn read(bytes: &[u8], kind: Kind) -> Result<Vertices, ErrorList<Diagnostic>> {
    let table = match kind {
        Kind::Csv => csv::read(text::utf8(bytes)?),
        Kind::Json => json::read(text::utf8(bytes)?),
        Kind::Obj => obj::read(text::utf8(bytes)?),
        Kind::Ply => ply::read(bytes),
    }?;
    match table.rows() {
        0 => Err(text::empty(bytes).into()),
        _ => Ok(table),
    }
}
