#![doc = include_str!("../README.md")]
//!
//! The core keeps plain data; only this crate formats and serialises it. [`terminal`] writes for people: a diagnostic
//! on bytes with a hex window, one on a source with the lines around it, and query results as short tables. [`json`]
//! mirrors the same data in types of its own, so the published schemas (`docs/schema/`) stay stable while internal
//! types change. [`sarif`] writes findings for code-scanning tools.

mod found;
pub mod json;
pub mod plan;
mod run;
pub mod sarif;
mod strings;
pub mod terminal;

pub use found::{FoundArray, FoundFile};
pub use run::{Number, ProfileLine, RunEntry, RunFailure, RunOutput, RunReport, RunResult, TraceLine};
pub use strings::{RepeatedString, StringsReport};

/// Input that a diagnostic refers to.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The file's name, as it was given.
    pub file: &'a str,
    /// The bytes of a binary file, for the hex window.
    pub bytes: &'a [u8],
    /// The text of a source file, for the lines around a mistake.
    pub source: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// A source file.
    #[must_use]
    pub fn text(file: &'a str, text: &'a str) -> Subject<'a> {
        Subject { file, bytes: text.as_bytes(), source: Some(text) }
    }

    /// A binary file.
    #[must_use]
    pub fn binary(file: &'a str, bytes: &'a [u8]) -> Subject<'a> {
        Subject { file, bytes, source: None }
    }
}
