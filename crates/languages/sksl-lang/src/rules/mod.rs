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

use glassbox_core::diagnostic::Rule;

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

const COUNT: usize = {
    let mut count = 0;
    let mut file = 0;
    while file < FILES.len() {
        count += FILES[file].len();
        file += 1;
    }
    count
};

static ALL: [&Rule; COUNT] = {
    let mut all = [encode::RULES[0]; COUNT];
    let mut count = 0;
    let mut file = 0;
    while file < FILES.len() {
        let mut at = 0;
        while at < FILES[file].len() {
            all[count] = FILES[file][at];
            count += 1;
            at += 1;
        }
        file += 1;
    }
    all
};

/// Every rule.
pub static RULES: &[&Rule] = &ALL;
