//! All rules with cause, effect and fix; one file per family.

pub mod build;
pub mod container;
pub mod module;
pub mod program;
pub mod psv;
pub mod rdat;
pub mod rdef;
pub mod rts;
pub mod signature;
pub mod small;
pub mod srci;
pub mod symbols;
pub mod tokens;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

/// Violating and conforming examples of each rule, from the test cases.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

/// Rule families, ordered by their first rule.
const FAMILIES: [&[&Rule]; 13] = [
    container::RULES,
    program::RULES,
    module::RULES,
    glassbox_dxil::validate::rules::RULES,
    small::RULES,
    signature::RULES,
    psv::RULES,
    rdat::RULES,
    rts::RULES,
    srci::RULES,
    tokens::RULES,
    rdef::RULES,
    symbols::RULES,
];

/// All rules of the format.
pub static RULES: [&Rule; count_rules(&FAMILIES)] = join_rules(&FAMILIES);
