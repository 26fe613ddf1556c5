//! Every rule, with its cause, effect and cure; a file for each family.

pub mod container;
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

use glassbox_core::diagnostic::Rule;

/// The families in the order of their first rule.
const FAMILIES: [&[&Rule]; 11] = [
    container::RULES,
    program::RULES,
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

const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// Every rule of the format.
pub static RULES: [&Rule; COUNT] = {
    let mut rules = [&container::MAGIC; COUNT];
    let (mut family, mut next) = (0, 0);
    while family < FAMILIES.len() {
        let mut index = 0;
        while index < FAMILIES[family].len() {
            rules[next] = FAMILIES[family][index];
            next += 1;
            index += 1;
        }
        family += 1;
    }
    rules
};
