//! The integration tests of this crate in one program, which builds faster than one for each file.

mod back;
mod back_rules;
mod front;
mod modules;
mod rules;
mod stage_cases;
mod stages;
mod support;
