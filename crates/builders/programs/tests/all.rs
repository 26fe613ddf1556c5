//! The integration tests of this crate in one program, which builds faster than one for each file.

mod cache;
mod digest;
mod project;
mod state;
