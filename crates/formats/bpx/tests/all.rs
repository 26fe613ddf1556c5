//! The integration tests of this crate in one program, which builds faster than one for each file.

mod checksums;
mod corpus;
mod document;
mod edit;
mod interface;
mod model;
mod rules;
mod structured;
mod support;
mod verify;
