//! Writes diagnostics on a source text with the renderer of the Rust project.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};

use super::clean;
use super::style::Style;
use crate::Subject;

/// Lines shown before and after a mistake.
const AROUND: usize = 1;
/// Maximum number of bytes of a text shown per mistake; longer lines are cut.
const MAX_SHOWN: usize = 4096;

/// Maximum number of secondary locations shown with their lines; the others are named.
const MAX_PLACES: usize = 6;

/// Writes one diagnostic with the lines around it; `text` is the source of its location, and the labels may be in the
/// sources of other subjects.
pub(super) fn diagnostic(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    file: &str,
    text: &str,
    subjects: &[Subject<'_>],
    style: &Style,
) -> io::Result<()> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let excerpt = excerpt(text, span(&diagnostic.location));
    let shown = text.get(excerpt.shown.clone()).unwrap_or_default();
    let message = clean(&diagnostic.message).into_owned();
    let path = clean(file).into_owned();
    let mut snippet = Snippet::source(shown)
        .path(path.as_str())
        .line_start(excerpt.line)
        .annotation(AnnotationKind::Primary.span(excerpt.span.clone()));
    let mut elsewhere = Vec::new();
    let mut named = Vec::new();
    for (number, label) in diagnostic.labels.iter().enumerate() {
        let (place, message) = (&label.location, clean(&label.message).into_owned());
        let subject = subject_of(subjects, place);
        let source = subject.and_then(|subject| subject.source);
        match (place.line_column, subject, source) {
            (Some(_), Some(subject), Some(source)) if number < MAX_PLACES => {
                let span = span(place);
                let near = place.input == diagnostic.location.input
                    && excerpt.shown.start <= span.start
                    && span.end <= excerpt.shown.end;
                if near {
                    let span = span.start - excerpt.shown.start..span.end - excerpt.shown.start;
                    snippet = snippet.annotation(AnnotationKind::Context.span(span).label(message));
                } else {
                    elsewhere.push((clean(subject.file).into_owned(), source, span, message));
                }
            }
            (Some((line, column)), Some(subject), _) => {
                named.push(format!("{}:{line}:{column}: {message}", clean(subject.file)));
            }
            _ => named.push(message),
        }
    }
    let mut group = level.primary_title(message.as_str()).id(diagnostic.rule.id).element(snippet);
    for (file, source, span, message) in &elsewhere {
        let excerpt = self::excerpt(source, span.clone());
        let shown = source.get(excerpt.shown.clone()).unwrap_or_default();
        let place = AnnotationKind::Context.span(excerpt.span).label(message.as_str());
        let snippet = Snippet::source(shown).path(file.as_str());
        group = group.element(snippet.line_start(excerpt.line).annotation(place));
    }
    for note in named.iter().chain(&diagnostic.notes) {
        group = group.element(Level::NOTE.message(clean(note).into_owned()));
    }
    if !diagnostic.cure().is_empty() {
        group = group.element(Level::HELP.message(clean(diagnostic.cure()).into_owned()));
    }
    let renderer = if style.coloured { Renderer::styled() } else { Renderer::plain() };
    writeln!(out, "{}", renderer.render(&[group]))
}

/// Byte range of a location in a text.
fn span(location: &Location) -> Range<usize> {
    location.start as usize..location.end as usize
}

/// The part of a text that is shown.
struct Excerpt {
    shown: Range<usize>,
    /// Number of its first line, from 1.
    line: usize,
    /// The mistake, relative to the part.
    span: Range<usize>,
}

/// The lines around a span, cut to a bearable size.
fn excerpt(text: &str, span: Range<usize>) -> Excerpt {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(span.start);
    let end = boundary(span.end.max(start));
    let bytes = text.as_bytes();
    let mut from = start;
    let mut breaks = 0;
    while from > 0 && start - from < MAX_SHOWN / 2 {
        if bytes[from - 1] == b'\n' {
            breaks += 1;
            if breaks > AROUND {
                break;
            }
        }
        from -= 1;
    }
    let mut to = end;
    let mut breaks = 0;
    while to < bytes.len() && to - start < MAX_SHOWN / 2 {
        if bytes[to] == b'\n' {
            breaks += 1;
            if breaks > AROUND {
                break;
            }
        }
        to += 1;
    }
    let from = boundary(from);
    let to = boundary(to.min(start + MAX_SHOWN)).max(from);
    let line = 1 + bytes[..from].iter().filter(|&&byte| byte == b'\n').count();
    Excerpt { shown: from..to, line, span: start - from..end.min(to).max(start) - from }
}

/// The file of a location.
pub(super) fn subject_of<'s, 'a>(
    subjects: &'s [Subject<'a>],
    location: &Location,
) -> Option<&'s Subject<'a>> {
    subjects.get(location.input as usize).or(subjects.first())
}
