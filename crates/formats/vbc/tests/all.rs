//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod document;
mod interface;
mod layouts;
mod model;
mod rules;
mod support;
