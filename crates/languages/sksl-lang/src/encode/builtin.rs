//! References to builtin variables, which version 8 cannot encode: collects them and reports them once per program.

use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::span::Span;

use crate::rules::encode as rules;

/// Help text: alternatives to the builtin variable.
const HELP: &str =
    "write the file with `--encode extended`, which names the variable; Skia of that time does not read it";

/// Builtin variables used by a program. There are about thirty in total.
#[derive(Debug, Default)]
pub(super) struct Builtins<'p> {
    /// Imported elements: variables and blocks of variables.
    elements: Vec<&'p str>,
    /// For each variable named in the program: declaring element, name, and range of the first use.
    named: Vec<(&'p str, &'p str, Span)>,
}

impl<'p> Builtins<'p> {
    /// Records an imported element, whether or not the source names it.
    pub(super) fn take_along(&mut self, element: &'p str) {
        self.elements.push(element);
    }

    /// Records a use. Uses need not be recorded in source order.
    pub(super) fn meet(&mut self, element: &'p str, name: &'p str, span: Span) {
        match self.named.iter_mut().find(|(_, known, _)| *known == name) {
            Some((.., first)) if span.start < first.start && span != Span::default() => *first = span,
            Some(_) => {}
            None => self.named.push((element, name, span)),
        }
    }

    /// Returns a finding for each variable that the source names. Other imported elements are listed in the first
    /// finding.
    pub(super) fn findings(&self) -> Vec<Diagnostic> {
        let named = self.named.iter();
        let mut findings: Vec<Diagnostic> = named
            .map(|&(_, name, span)| {
                let message = format!("found the builtin variable `{name}`, which version 8 cannot hold");
                Diagnostic::new(&rules::BUILTIN_VARIABLE, span.unplaced(), message).help(HELP)
            })
            .collect();
        let is_named = |element: &str| self.named.iter().any(|(other, ..)| *other == element);
        let elements = self.elements.iter().filter(|element| !is_named(element));
        let others: Vec<&str> = elements.copied().collect();
        if others.is_empty() {
            return findings;
        }
        let others = format!("`{}`", others.join("`, `"));
        match findings.iter_mut().min_by_key(|finding| finding.location.start) {
            Some(first) => first
                .notes
                .push(format!("the program also includes {others}, as every program of its kind does")),
            None => {
                let message = format!("found a program that includes {others}, which version 8 cannot hold");
                findings
                    .report(&rules::BUILTIN_VARIABLE, Span::default(), message)
                    .note("programs of this kind do so whether or not they name it")
                    .help(HELP);
            }
        }
        findings
    }
}
