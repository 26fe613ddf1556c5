//! The rules.

mod code;
mod declarations;

use glassbox_core::diagnostic::{Rule, count_rules, join_rules};

pub use code::*;
pub use declarations::*;

/// Every rule.
pub static RULES: &[&Rule] = &join_rules::<{ count_rules(LISTS) }>(LISTS);

const LISTS: &[&[&Rule]] = &[code::RULES, declarations::RULES];
