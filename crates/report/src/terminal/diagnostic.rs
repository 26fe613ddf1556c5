//! Writes diagnostics with the bytes or lines they refer to.

use std::io::{self, Write};

use glassbox_core::diagnostic::{Diagnostic, Location};

use super::style::{Painted, Style};
use super::{clean, hex, source};
use crate::Subject;

/// Writes one diagnostic.
///
/// One on bytes looks like this:
///
/// ```text
/// error[DEMO-01]: size is 0x100, the file has 8 bytes
///   at a.bin: header.size, bytes 0x2..0x4
///       0x0000  00 00 00 01 00 00 00 00                            ........
///                     ^^^^^
///   note: …
///   help: …
/// ```
pub fn diagnostic(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    subject: &Subject<'_>,
    style: &Style,
) -> io::Result<()> {
    diagnostic_across_files(out, diagnostic, std::slice::from_ref(subject), style)
}

/// Writes one diagnostic that may refer to several files: each location selects one of `subjects` by
/// [`input`](glassbox_core::diagnostic::Location::input). A location with an unknown index refers to the first.
pub fn diagnostic_across_files(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    subjects: &[Subject<'_>],
    style: &Style,
) -> io::Result<()> {
    let Some(subject) = source::subject_of(subjects, &diagnostic.location) else {
        return Ok(());
    };
    if let (Some(text), Some(_)) = (subject.source, diagnostic.location.line_column) {
        return source::diagnostic(out, diagnostic, subject.file, text, subjects, style);
    }
    let size = subject.bytes.len() as u64;
    let colour = style.severity(diagnostic.severity);
    heading(out, diagnostic, style)?;
    let location = &diagnostic.location;
    writeln!(out, "  at {}: {}{}", clean(subject.file), place(location), beyond(location, size))?;
    // A finding about the whole file points at no byte of it.
    if location.start > 0 || location.end < size || size <= 32 {
        hex::window(out, subject.bytes, location.start, location.end, colour, style)?;
    }
    for label in &diagnostic.labels {
        let (aside, message) = (Painted(style.aside, "also"), clean(&label.message));
        let holder = source::subject_of(subjects, &label.location).unwrap_or(subject);
        let file = if label.location.input == location.input {
            String::new()
        } else {
            format!("{}: ", clean(holder.file))
        };
        writeln!(out, "  {aside} {file}{}: {message}", place(&label.location))?;
        let (start, end) = (label.location.start, label.location.end);
        hex::window(out, holder.bytes, start, end, style.aside, style)?;
    }
    advice(out, diagnostic, style)
}

/// Writes one diagnostic about a file as a whole, or about none: no bytes are shown.
pub fn diagnostic_without_location(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    file: Option<&str>,
    style: &Style,
) -> io::Result<()> {
    heading(out, diagnostic, style)?;
    if let Some(file) = file {
        writeln!(out, "  at {}", clean(file))?;
    }
    advice(out, diagnostic, style)
}

/// Severity, rule and message.
fn heading(out: &mut dyn Write, diagnostic: &Diagnostic, style: &Style) -> io::Result<()> {
    let head = format!("{}[{}]", diagnostic.severity, diagnostic.rule.id);
    let message = clean(&diagnostic.message);
    writeln!(
        out,
        "{}{}",
        Painted(style.severity(diagnostic.severity), head),
        Painted(style.strong, format!(": {message}"))
    )
}

/// Notes and help.
fn advice(out: &mut dyn Write, diagnostic: &Diagnostic, style: &Style) -> io::Result<()> {
    for note in &diagnostic.notes {
        writeln!(out, "  {}: {}", Painted(style.aside, "note"), clean(note))?;
    }
    match diagnostic.cure() {
        "" => Ok(()),
        cure => writeln!(out, "  {}: {}", Painted(style.aside, "help"), clean(cure)),
    }
}

/// A path with its bytes.
fn place(location: &Location) -> String {
    let bytes = match location.end.saturating_sub(location.start) {
        0 => format!("byte {:#x}", location.start),
        _ => format!("bytes {:#x}..{:#x}", location.start, location.end),
    };
    let bytes = match &location.space {
        None => bytes,
        Some(space) => format!("content bytes {:#x}..{:#x} of {bytes}", space.start, space.end),
    };
    match location.path.as_str() {
        "" => bytes,
        path => format!("{}, {bytes}", clean(path)),
    }
}

/// Note for a location past the end of the file.
fn beyond(location: &Location, size: u64) -> String {
    if location.end > size || location.start > size {
        format!(" (the file is {size:#x} long)")
    } else {
        String::new()
    }
}
