//! The integration tests of this crate in one program, which builds faster than one for each file.

mod code_rules;
mod corpus;
mod examples;
mod layouts;
mod link;
mod modules;
mod pairs;
mod projects;
mod read;
mod rules;
mod stage_cases;
mod stages;
mod support;
