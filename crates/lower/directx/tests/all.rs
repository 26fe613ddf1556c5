//! The integration tests of this crate in one program, which builds faster than one for each file.

mod arithmetic;
mod bindings;
mod interface;
mod members;
mod rules;
mod structures;
mod support;
