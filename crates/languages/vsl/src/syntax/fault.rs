//! Findings of the lexer and the parser, with spans instead of lines and columns.

use glassbox_core::diagnostic::{Diagnostics, Lines, Rule};
pub(super) use glassbox_core::printable::excerpt;

use crate::rules::syntax::SYNTAX;
use glassbox_core::span::Span;

/// A finding with spans of the text as locations.
pub(super) struct SyntaxError {
    rule: &'static Rule,
    span: Span,
    message: String,
    help: Option<String>,
    label: Option<(Span, String)>,
}

impl SyntaxError {
    /// A finding of the syntax-error rule.
    pub(super) fn new(span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError::of(&SYNTAX, span, message)
    }

    /// A finding of another rule.
    pub(super) fn of(rule: &'static Rule, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError { rule, span, message: message.into(), help: None, label: None }
    }

    /// Adds help on fixing it.
    pub(super) fn help(mut self, help: impl Into<String>) -> SyntaxError {
        self.help = Some(help.into());
        self
    }

    /// Adds a second location.
    pub(super) fn label(mut self, span: Span, message: impl Into<String>) -> SyntaxError {
        self.label = Some((span, message.into()));
        self
    }
}

/// Collects findings.
pub(super) struct Reports<'s, 'f> {
    lines: Lines<'s>,
    findings: &'f mut Diagnostics,
}

impl<'s, 'f> Reports<'s, 'f> {
    /// An empty collector for a text.
    pub(super) fn new(text: &'s str, findings: &'f mut Diagnostics) -> Reports<'s, 'f> {
        Reports { lines: Lines::new(text), findings }
    }

    /// Adds a finding, unless the list is full.
    pub(super) fn push(&mut self, fault: SyntaxError) {
        if self.findings.is_full() {
            return;
        }
        let location = self.lines.location(fault.span);
        let mut finding = self.findings.report(fault.rule, location, fault.message);
        if let Some(help) = fault.help {
            finding.help(help);
        }
        if let Some((span, message)) = fault.label {
            finding.label(self.lines.location(span), message);
        }
    }
}
