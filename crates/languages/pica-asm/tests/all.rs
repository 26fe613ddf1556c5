//! The integration tests of this crate in one program, which builds faster than one for each file.

mod corpus;
mod disassemble;
mod golden;
mod grammar;
mod hostile;
mod hostile_text;
mod language_reference;
mod nihstro;
mod object;
mod rules;
