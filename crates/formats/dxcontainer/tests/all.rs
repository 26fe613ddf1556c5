//! The integration tests of this crate in one program, which builds faster than one for each file.

mod build;
mod corpus;
mod digest;
mod document;
mod edits;
mod extent;
mod facts;
mod library;
mod parts;
mod rebuild;
mod root_signatures;
mod rules;
mod support;
mod symbols;
