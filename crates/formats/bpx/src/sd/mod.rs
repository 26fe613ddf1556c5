//! Reads and builds BPXSD, structured data: a small binary JSON with hashed names.
//!
//! [`Document`] is the parsed form: a flat list of values in file order with offsets, tolerant of damage.
//! [`Value`] is the form built and written by programs. [`names`] maps hashes back to names, [`records`]
//! defines the layout of single values, and [`shape`] maps kinds of symbol to their objects.

mod document;
pub mod names;
pub mod records;
pub mod shape;
mod tree;
mod value;

pub use document::{Document, Item, Stop, StopKind, View};
pub(crate) use tree::name_object;
pub use value::{MAX_ITEMS, Object, Property, Value};

/// Maximum nesting of arrays and objects read. The format sets no limit; the reference counts all arrays and
/// objects of a value together.
pub const MAX_NESTING: usize = 64;
