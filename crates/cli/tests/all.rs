//! The integration tests of this crate in one program, which builds faster than one for each file.

mod command;
mod escapes;
mod inputs;
mod integrations;
#[path = "support/json_schema.rs"]
mod json_schema;
mod output_and_signals;
mod outputs;
mod projects;
mod rules;
mod schema;
mod support;
mod tutorial;
mod view;
