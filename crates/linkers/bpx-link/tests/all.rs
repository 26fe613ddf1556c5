//! The integration tests of this crate in one program, which builds faster than one for each file.

mod assemble;
mod corpus;
mod link;
mod packages;
mod rules;
mod support;
