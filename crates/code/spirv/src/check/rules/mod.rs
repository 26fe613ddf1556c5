//! The rules.

mod code;
mod declarations;
pub mod structure;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

pub use code::*;
pub use declarations::*;
pub use structure::*;

/// Every rule.
pub static RULES: &[&Rule] = &join_rules::<{ count_rules(LISTS) }>(LISTS);

const LISTS: &[&[&Rule]] = &[structure::RULES, code::RULES, declarations::RULES];

/// Examples of the rules of code and declarations, from the cases in `tests/check` and `tests/declare`.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));
