//! Token streams of shader model 4 and 5: listings with everything that the container says of the program.
//!
//! A listing of the legacy compiler begins with tables, as comments: what the constant buffers hold, what is bound, the
//! signatures. All of them come from parts beside the program.
//!
//! | file | holds |
//! | --- | --- |
//! | `listing.rs` | the whole listing, in the order of its parts |
//! | `notes.rs` | what the program needs, and who may run it |
//! | `buffers.rs`, `bindings.rs` | `RDEF` |
//! | `signatures.rs`, `tessellation.rs` | signatures, and what tessellation adds |
//! | `classes.rs` | `IFCE`: classes, instances, slots of interfaces |
//! | `parameters.rs` | `LFS0` and `LIBH`: functions of libraries |
//! | `debug.rs` | `SPDB`: source lines, places of variables |
//! | `programs.rs` | the programs alone: exact assembly, graphs |
//! | `container.rs` | containers from assembled programs |
//! | `level9.rs` | `Aon9`: the code for older hardware and how it is fed |

mod bindings;
mod buffers;
mod classes;
mod container;
mod debug;
mod level9;
mod listing;
mod notes;
mod parameters;
mod programs;
mod signatures;
mod tessellation;

pub use container::{minimal, replace};
pub use listing::{Words, has_tokens, listing};
pub use programs::{exact, graphs};
