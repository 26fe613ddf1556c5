//! The rules of the language: `VSL-Ennn` errors, `VSL-Wnnn` warnings, `VSL-Nnnn` notes.

pub mod declaration;
pub mod expression;
pub mod statement;
pub mod syntax;
pub mod warning;

use glassbox_core::diagnostic::Rule;

/// The rules of each file.
const FILES: [&[&Rule]; 5] = [
    syntax::RULES,
    declaration::RULES,
    expression::RULES,
    statement::RULES,
    warning::RULES,
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
    let mut all = [syntax::RULES[0]; COUNT];
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
