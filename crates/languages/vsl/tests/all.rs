//! The integration tests of this crate in one program, which builds faster than one for each file.

mod conformance;
mod corpus;
mod emit_golden;
mod emit_sources;
mod expression;
mod expression_hostile;
mod from_vslc;
mod generated;
mod grammar;
mod language_reference;
mod rules;
mod syntax;
mod syntax_corpus;
mod syntax_errors;
mod syntax_hostile;
