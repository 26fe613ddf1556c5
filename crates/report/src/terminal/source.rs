//! Diagnostics on a source text, drawn by the renderer of the Rust project.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use glassbox_core::diagnostic::{Diagnostic, Severity};

use super::clean;
use super::style::Style;

/// Lines shown before and after a mistake.
const AROUND: usize = 1;
/// Most bytes of a text that are shown for one mistake; longer lines are cut.
const MAX_SHOWN: usize = 4096;

/// Writes one diagnostic with the lines around it.
pub(super) fn diagnostic(
    out: &mut dyn Write,
    diagnostic: &Diagnostic,
    file: &str,
    text: &str,
    style: &Style,
) -> io::Result<()> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let span = diagnostic.location.start as usize..diagnostic.location.end as usize;
    let excerpt = excerpt(text, span);
    let shown = text.get(excerpt.shown.clone()).unwrap_or_default();
    let message = clean(&diagnostic.message).into_owned();
    let path = clean(file).into_owned();
    let snippet = Snippet::source(shown)
        .path(path.as_str())
        .line_start(excerpt.line)
        .annotation(AnnotationKind::Primary.span(excerpt.span));
    let mut group = level
        .primary_title(message.as_str())
        .id(diagnostic.rule.id)
        .element(snippet);
    // Labels in the same text are named by their line; the excerpt need not reach them.
    let labels: Vec<String> = diagnostic
        .labels
        .iter()
        .map(|label| match label.location.line_column {
            Some((line, column)) => format!("{path}:{line}:{column}: {}", label.message),
            None => label.message.clone(),
        })
        .collect();
    for note in labels.iter().chain(&diagnostic.notes) {
        group = group.element(Level::NOTE.message(clean(note).into_owned()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(clean(help).into_owned()));
    }
    let renderer = match style.coloured {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    writeln!(out, "{}", renderer.render(&[group]))
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
    Excerpt {
        shown: from..to,
        line,
        span: start - from..end.min(to).max(start) - from,
    }
}
