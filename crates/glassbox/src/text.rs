//! Accepts the text form as input in place of bytes.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::error::ErrorList;
use glassbox_core::format::{Format, TextEncoding};
use glassbox_core::language::SourceError;
use glassbox_core::text::{HEADER_LINE, SYNTAX};

use crate::rules::ASSEMBLY;

pub use glassbox_core::text::is_text;

/// The bytes of an input: a text form is assembled, a format's text spelling is decoded, anything else is returned as
/// is.
pub fn binary(input: &[u8]) -> Result<Cow<'_, [u8]>, ErrorList<Diagnostic>> {
    if is_text(input) {
        return assemble(input).map(Cow::Owned);
    }
    let spelled = spellings().find_map(|spelling| spelling.read(input));
    match spelled {
        None => Ok(Cow::Borrowed(input)),
        Some(Ok(bytes)) => Ok(Cow::Owned(bytes)),
        Some(Err(errors)) => {
            let source = String::from_utf8_lossy(input);
            Err(assembly_errors(&source, errors).into())
        }
    }
}

/// True if an input that begins like this is text for other bytes, see [`binary`].
pub fn is_spelled(beginning: &[u8]) -> bool {
    is_text(beginning) || spellings().any(|spelling| spelling.read(beginning).is_some())
}

/// The text spelling implied by a file name, such as one that ends with `.dehydrated.sksl`.
pub fn spelling_of(name: &str) -> Option<&'static dyn TextEncoding> {
    spellings().find(|spelling| name.ends_with(spelling.suffix()))
}

fn spellings() -> impl Iterator<Item = &'static dyn TextEncoding> {
    crate::formats().iter().filter_map(|format| format.text_encoding())
}

/// Assembles a text form; `Err` lists every mistake. Input that is not a text form is a mistake too.
pub fn assemble(input: &[u8]) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    if !is_text(input)
        && let Some(format) = crate::detect(input)
    {
        return Err(binary_file(input, format).into());
    }
    match std::str::from_utf8(input) {
        Ok(source) => glassbox_core::text::assemble(source, &crate::registry()),
        Err(error) => {
            let good = error.valid_up_to();
            let source = std::str::from_utf8(&input[..good]).unwrap_or_default();
            let location = Location::in_text(source, good..good);
            if !is_text(input) {
                let message =
                    "found bytes of an unknown kind, expected a text form, which begins with `glassbox 1`";
                let location = Location::new(0, (input.len() as u64).min(16), "");
                return Err(Diagnostic::new(&HEADER_LINE, location, message)
                    .help("`parse` reads what `glassbox print` writes")
                    .into());
            }
            let message = format!("byte {:#04x} is not UTF-8", input.get(good).copied().unwrap_or(0));
            Err(Diagnostic::new(&SYNTAX, location, message).into())
        }
    }
}

/// Finding: the input is a binary file instead of a text form.
fn binary_file(input: &[u8], format: &dyn Format) -> Diagnostic {
    let location = Location::new(0, (input.len() as u64).min(16), "");
    let message =
        format!("found a {} file, expected a text form, which begins with `glassbox 1`", format.id());
    Diagnostic::new(&HEADER_LINE, location, message)
        .help("`glassbox print` writes the text form of such a file; `parse` turns it back into bytes")
}

/// Mistakes of an assembly as diagnostics located in its source.
pub fn assembly_errors(source: &str, errors: impl IntoIterator<Item = SourceError>) -> Vec<Diagnostic> {
    errors
        .into_iter()
        .map(|error| {
            let location = Location::in_text(source, error.span);
            let rule = error.rule.unwrap_or(&ASSEMBLY);
            let diagnostic = Diagnostic::new(rule, location, error.message);
            match error.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        })
        .collect()
}
