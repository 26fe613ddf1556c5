//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod document;
mod example;
mod hostile;
mod interface;
mod rules;
mod support;
mod window;
mod write;
