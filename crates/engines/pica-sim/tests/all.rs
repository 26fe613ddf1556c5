//! The integration tests of this crate in one program, which builds faster than one for each file.

mod cases;
mod corpus;
mod exec;
mod float24;
#[path = "support/generated.rs"]
mod generated;
mod pipeline;
mod random;
mod rules;
mod support;
mod values;
