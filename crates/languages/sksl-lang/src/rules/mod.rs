//! The rules: what can be wrong with a source.
//!
//! | ids | about |
//! | --- | --- |
//! | `SKSL-E0…` | characters, tokens and syntax |
//! | `SKSL-E1…` | declarations: modifiers, layouts, variables, structs, blocks, functions, main |
//! | `SKSL-E2…` | expressions: names, types, operators, constructors, swizzles, indices, calls |
//! | `SKSL-E3…` | statements: conditions, loops, switches, jumps |
//! | `SKSL-E4…` | whole programs: size, recursion, what is left over |
//! | `SKSL-E5…` | what the binary format cannot hold |
//! | `SKSL-W…` | what works and is hardly meant |

pub mod declaration;
pub mod encode;
pub mod expression;
pub mod fold;
pub mod program;
pub mod statement;
pub mod syntax;

use glassbox_core::diagnostic::{Examples, Rule, count_rules, join_rules};

/// What breaks each rule and what does not, from the cases of the tests.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

/// The rules of each file.
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

/// Every rule.
pub static RULES: &[&Rule] = &ALL;
