//! BPXSD, structured data: a small binary JSON whose names are hashes.
//!
//! [`Document`] is what reading gives: a flat list of values in file order with their places, whatever is wrong with the
//! bytes. [`Value`] is what programs build and write. [`names`] turns hashes into names again, [`records`] is the layout of
//! single values, and [`shape`] says which object belongs to which kind of symbol.

mod document;
pub mod names;
pub mod records;
pub mod shape;
mod tree;
mod value;

pub use document::{Document, Item, Stop, StopKind, View};
pub(crate) use tree::name_object;
pub use value::{MAX_ITEMS, Object, Property, Value};

/// Deepest nesting of arrays and objects that is read. The format sets no limit, and the reference a strange one: it counts
/// all arrays and objects of a value together.
pub const MAX_NESTING: usize = 64;
