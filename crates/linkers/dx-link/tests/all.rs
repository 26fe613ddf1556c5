//! The integration tests of this crate in one program, which builds faster than one for each file.

mod cases;
mod corpus;
mod corpus_inputs;
mod index;
mod libraries;
mod merge;
mod merge_rules;
mod module_lists;
mod rules;
mod shader;
mod shader_cases;
mod support;
mod words;
