//! The integration tests of this crate in one program, which builds faster than one for each file.

mod changed;
mod corpus;
mod described;
mod dialects;
mod encode;
mod errors;
mod expression;
mod fold;
mod generated;
mod grammar;
mod hostile;
mod inline_limits;
mod judged;
mod language_reference;
mod lift;
mod modules;
mod print_round_trip;
mod recovery;
mod samples;
mod support;
