//! The integration tests of this crate in one program, which builds faster than one for each file.

mod assembly;
mod check;
mod corpus;
mod float24;
mod samples;
mod structure;
mod support;
mod upload;
mod view;
