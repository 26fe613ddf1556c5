#![doc = include_str!("../README.md")]
//!
//! [`assemble()`] turns source texts into the model of a SHBIN file. It gives the bytes that picasso 2.7.1 gives, and where
//! picasso stops at the first mistake with half a sentence, it goes on and says of each mistake where it is, what was
//! expected and how to fix it.

mod assemble;
pub mod disassemble;
pub mod nihstro;
pub mod rules;
pub mod view;
pub mod vocabulary;

pub use assemble::{Assembly, Call, EntryPoint, Options, Procedure, WordSource, assemble};

/// A source text.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Name of the file, as messages show it.
    pub name: &'a str,
    /// Its text. Bytes that are not UTF-8 may be replaced: they can only stand in comments and in names that reach no output.
    pub text: &'a str,
}

/// Whose habits the assembler keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Every mistake is reported, hazards and oddities too; the bytes are those of picasso.
    #[default]
    Glassbox,
    /// Exactly what picasso 2.7.1 accepts, up to its first error, with its messages. No extension directives.
    Picasso,
}

/// Whether a text shows the language: one of its first statements is a directive.
pub fn is_source(text: &str) -> bool {
    assemble::is_source(text)
}
