//! Builds BPXS programs.
pub mod project;
pub mod rules;
pub mod sal;
pub mod search;
pub mod sources;
pub mod symbols;
