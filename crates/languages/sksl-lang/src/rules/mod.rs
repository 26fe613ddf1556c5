//! Rules for SkSL sources.
//!
//! | ids | about |
//! | --- | --- |
//! | `SKSL-E0…` | characters, tokens and syntax |
//! | `SKSL-E1…` | declarations: modifiers, layouts, variables, structs, blocks, functions, `main` |
//! | `SKSL-E2…` | expressions: names, types, operators, constructors, swizzles, indices, calls |
//! | `SKSL-E3…` | statements: conditions, loops, switches, jumps |
//! | `SKSL-E4…` | whole programs: size, recursion, unused parts |
//! | `SKSL-E5…` | limits of the binary format |
//! | `SKSL-W…` | valid code that is probably a mistake |

pub mod declaration;
pub mod encode;
pub mod expression;
pub mod fold;
pub mod program;
pub mod statement;
pub mod syntax;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

/// Rules, by file.
const FILES: [&[&Rule]; 7] = [
    syntax::RULES,
    declaration::RULES,
    expression::RULES,
    fold::RULES,
    statement::RULES,
    program::RULES,
    encode::RULES,
];

static ALL: [&Rule; count_rules(&FILES)] = join_rules(&FILES);

/// All rules.
pub static RULES: &[&Rule] = &ALL;
