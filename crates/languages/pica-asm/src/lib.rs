#![doc = include_str!("../README.md")]
//!
//! [`assemble()`] turns source texts into the model of a SHBIN file. Its output equals picasso 2.7.1's byte
//! for byte. picasso stops at the first error with a terse message; this assembler continues, and reports
//! location, expectation and fix of each.

mod assemble;
pub mod disassemble;
pub mod nihstro;
pub mod rules;
pub mod view;
pub mod vocabulary;

pub use assemble::{Assembly, Call, EntryPoint, Options, Procedure, WordSource, assemble};

/// A named source text.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// File name in messages.
    pub name: &'a str,
    /// Source text. Bytes that are not UTF-8 may be replaced: they are valid only in comments and in names
    /// that reach no output.
    pub text: &'a str,
}

/// Compatibility mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Reports all errors, hazards and oddities; output equals picasso's.
    #[default]
    Glassbox,
    /// Accepts exactly what picasso 2.7.1 does, up to its first error, with its messages. No extension
    /// directives.
    Picasso,
}

/// True if one of a text's first statements is a directive of the language.
pub fn is_source(text: &str) -> bool {
    assemble::is_source(text)
}
