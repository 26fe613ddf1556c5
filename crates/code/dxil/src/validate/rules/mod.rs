//! The rules of DXIL modules, by what they are about.

mod code;
mod entries;
mod module;
mod operations;
mod resources;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

pub use code::*;
pub use entries::*;
pub use module::*;
pub use operations::*;
pub use resources::*;

/// Every rule.
pub static RULES: &[&Rule] = &join_rules::<{ count_rules(LISTS) }>(LISTS);

const LISTS: &[&[&Rule]] = &[module::RULES, code::RULES, operations::RULES, resources::RULES, entries::RULES];

/// Examples of the rules, from the cases in `tests/validate`.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));
