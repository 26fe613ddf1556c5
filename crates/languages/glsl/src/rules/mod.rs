//! The rules of the language, of its preprocessor, and of programs of several stages.

mod language;
mod preprocess;
mod program;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

pub use language::*;
pub use preprocess::*;
pub use program::*;

/// Examples for each rule, written by hand after tests/rules.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

/// The rules of each file.
const FILES: [&[&Rule]; 3] = [preprocess::RULES, program::RULES, language::RULES];

static ALL: [&Rule; count_rules(&FILES)] = join_rules(&FILES);

/// Every rule.
pub static RULES: &[&Rule] = &ALL;
