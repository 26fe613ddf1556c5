//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod examples;
mod layouts;
mod link;
mod projects;
mod rules;
mod support;
