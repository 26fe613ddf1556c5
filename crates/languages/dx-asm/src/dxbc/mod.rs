//! Lists token streams of shader model 4 and 5, with the other parts of the container.
//!
//! As in the legacy compiler's listings, tables in comments come first: constant buffers, bindings,
//! signatures. They are read from parts other than the program.
//!
//! | file | holds |
//! | --- | --- |
//! | `listing.rs` | complete listing, in order |
//! | `notes.rs` | required device features, sample frequency |
//! | `buffers.rs`, `bindings.rs` | `RDEF` |
//! | `signatures.rs`, `tessellation.rs` | signatures, tessellator settings |
//! | `classes.rs` | `IFCE`: classes, instances, slots of interfaces |
//! | `parameters.rs` | `LFS0` and `LIBH`: functions of libraries |
//! | `debug.rs` | `SPDB`: source lines, locations of variables |
//! | `programs.rs` | programs alone: exact assembly, graphs |
//! | `container.rs` | containers from assembled programs |
//! | `level9.rs` | `Aon9`: code for older hardware, and its inputs |

mod bindings;
mod buffers;
mod classes;
mod container;
mod debug;
mod level9;
mod listing;
mod names;
mod notes;
mod parameters;
mod programs;
mod signatures;
mod tessellation;

pub use container::{minimal, replace};
pub use listing::{Words, has_tokens, listing};
pub use programs::{exact, graphs};
