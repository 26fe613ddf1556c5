//! What the language declares itself, by version and extension: functions, variables, constants, words, extensions.

pub(crate) mod condition;
pub(crate) mod constants;
pub(crate) mod extensions;
pub(crate) mod functions;
pub(crate) mod type_names;
pub(crate) mod variables;
pub(crate) mod words;

#[cfg(test)]
mod peer_tests;
