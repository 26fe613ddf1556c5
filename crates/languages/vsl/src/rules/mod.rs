//! The rules of the language: `VSL-Ennn` errors, `VSL-Wnnn` warnings, `VSL-Nnnn` notes.

pub mod declaration;
pub mod expression;
pub mod statement;
pub mod syntax;
pub mod warning;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

/// Sources that break each rule, and corrected ones; generated from the test cases.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

/// The rules of each file.
const FILES: [&[&Rule]; 5] =
    [syntax::RULES, declaration::RULES, expression::RULES, statement::RULES, warning::RULES];

static ALL: [&Rule; count_rules(&FILES)] = join_rules(&FILES);

/// Every rule.
pub static RULES: &[&Rule] = &ALL;
