//! Lists the words of the language, for editors and for tests of documentation.

use crate::assemble::{directive, mnemonic};

/// All mnemonics, in lower case.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    mnemonic::MNEMONICS.iter().map(|row| row.name)
}

/// All directives, in lower case and without their dot; true for those that picasso lacks.
pub fn directives() -> impl Iterator<Item = (&'static str, bool)> {
    directive::directives().map(|row| (row.name, row.is_extension))
}
