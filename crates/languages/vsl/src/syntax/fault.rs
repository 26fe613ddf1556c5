//! Findings as the lexer and the parser make them, before their place is worked out.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Rule};

use crate::rules::syntax::SYNTAX;
use glassbox_core::span::Span;

/// A finding whose places are parts of the text.
pub(super) struct Fault {
    rule: &'static Rule,
    span: Span,
    message: String,
    help: Option<String>,
    label: Option<(Span, String)>,
}

impl Fault {
    /// A syntax error.
    pub(super) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault::of(&SYNTAX, span, message)
    }

    /// A finding of another rule.
    pub(super) fn of(rule: &'static Rule, span: Span, message: impl Into<String>) -> Fault {
        Fault {
            rule,
            span,
            message: message.into(),
            help: None,
            label: None,
        }
    }

    /// Says how to mend it.
    pub(super) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// Shows a second place.
    pub(super) fn label(mut self, span: Span, message: impl Into<String>) -> Fault {
        self.label = Some((span, message.into()));
        self
    }
}

/// Where findings go. It remembers lines and columns along the text, so that many findings in a long one cost no more than
/// reading it.
pub(super) struct Reports<'s, 'f> {
    text: &'s str,
    findings: &'f mut Diagnostics,
    /// Lines and columns before each [`STEP`] bytes, as far as they are known.
    steps: Vec<(u32, u32)>,
}

/// Bytes between two places whose lines and columns are remembered.
const STEP: usize = 1024;

impl<'s, 'f> Reports<'s, 'f> {
    /// Findings of a text.
    pub(super) fn new(text: &'s str, findings: &'f mut Diagnostics) -> Reports<'s, 'f> {
        Reports {
            text,
            findings,
            steps: vec![(1, 1)],
        }
    }

    /// Adds a finding, unless the list is full.
    pub(super) fn push(&mut self, fault: Fault) {
        if self.findings.is_full() {
            return;
        }
        let location = self.location(fault.span);
        let mut diagnostic = Diagnostic::new(fault.rule, location, fault.message);
        diagnostic.help = fault.help;
        if let Some((span, message)) = fault.label {
            diagnostic = diagnostic.label(self.location(span), message);
        }
        self.findings.push(diagnostic);
    }

    /// The same as [`Span::location`], which counts from the beginning of the text.
    fn location(&mut self, span: Span) -> Location {
        let wanted = span.start as usize / STEP;
        while self.steps.len() <= wanted {
            let begin = (self.steps.len() - 1) * STEP;
            let next = self.advance(begin, begin + STEP);
            self.steps.push(next);
        }
        let line_column = self.advance(wanted * STEP, span.start as usize);
        Location {
            line_column: Some(line_column),
            ..Location::new(span.start.into(), span.end.into(), "")
        }
    }

    /// Line and column of a place behind the last step before it.
    fn advance(&self, begin: usize, end: usize) -> (u32, u32) {
        let (mut line, mut column) = self.steps.get(begin / STEP).copied().unwrap_or((1, 1));
        for &byte in self.text.as_bytes().get(begin..end).unwrap_or_default() {
            if byte == b'\n' {
                line += 1;
                column = 1;
            } else if byte & 0xC0 != 0x80 {
                // The first byte of a character.
                column += 1;
            }
        }
        (line, column)
    }
}

/// Part of the text as a message shows it: not more than the beginning, and nothing that moves the cursor.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Diagnostics, Fault, Reports, Span};

    #[test]
    fn places_are_those_that_counting_gives() {
        let text = "é\n\tb😀c\r\n".repeat(700);
        let mut findings = Diagnostics::new(100_000);
        let mut reports = Reports::new(&text, &mut findings);
        // Backwards too, as labels go.
        let places: Vec<u32> = (0..text.len() as u32)
            .filter(|&at| text.is_char_boundary(at as usize))
            .collect();
        let spans: Vec<Span> = places
            .iter()
            .rev()
            .chain(places.iter().step_by(97))
            .map(|&at| Span::new(at, at))
            .collect();
        for &span in &spans {
            reports.push(Fault::new(span, ""));
        }
        for (finding, span) in findings.items().iter().zip(spans) {
            assert_eq!(finding.location, span.location(&text));
        }
    }
}
