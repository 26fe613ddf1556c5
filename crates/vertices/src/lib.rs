#![doc = include_str!("../README.md")]
//!
//! Each reader gives a [`Vertices`]: a table with a row a vertex and a column a number. [`Vertices::attributes`] says which
//! columns belong together, so that `x`, `y` and `z` are a position wherever they come from. A mistake is a diagnostic with
//! its place in the file, and all of a file's mistakes come at once, up to [`MAX_MISTAKES`].
//!
//! Numbers are `f32`, rounded once from what the file says. In texts `inf`, `-inf`, `nan` and bit patterns of eight digits
//! such as `0x3f800000` are numbers too. Nothing is scaled: a byte of 255 in a PLY file is 255.

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

/// Most mistakes that are reported of one file.
pub const MAX_MISTAKES: usize = 20;

/// Reads a file of a known kind. `Err` holds what is wrong with it, at least one finding.
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
