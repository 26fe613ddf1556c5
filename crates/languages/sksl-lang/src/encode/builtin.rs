//! Builtin variables, for which version 8 has no place.

use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::span::Span;

use crate::rules::encode as rules;

/// How to write a program all the same.
const HELP: &str =
    "write the file with `--encode extended`, which names the variable; Skia of that time does not read it";

/// The builtin variables that a program is met with. There are some thirty of them.
#[derive(Debug, Default)]
pub(super) struct Builtins<'p> {
    /// The elements that the program takes along: variables, and blocks of variables.
    elements: Vec<&'p str>,
    /// Each variable that the program names: the element that declares it, its name, and where it is named first.
    named: Vec<(&'p str, &'p str, Span)>,
}

impl<'p> Builtins<'p> {
    /// An element that the program takes along, whether or not the source names it.
    pub(super) fn take_along(&mut self, element: &'p str) {
        self.elements.push(element);
    }

    /// A variable that the program names. Parts of a program need not be met in the order of the source.
    pub(super) fn meet(&mut self, element: &'p str, name: &'p str, span: Span) {
        match self.named.iter_mut().find(|(_, known, _)| *known == name) {
            Some((.., first)) if span.start < first.start && span != Span::default() => *first = span,
            Some(_) => {}
            None => self.named.push((element, name, span)),
        }
    }

    /// What is wrong with a file that holds no such variables: a finding for each that the source names. What the program
    /// takes along besides is told with the first of them.
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
            Some(first) => first.notes.push(format!(
                "the program takes {others} along too, as every program of its kind does"
            )),
            None => {
                let message =
                    format!("found a program that takes {others} along, which version 8 cannot hold");
                findings
                    .report(&rules::BUILTIN_VARIABLE, Span::default(), message)
                    .note("programs of this kind do so whether or not they name it")
                    .help(HELP);
            }
        }
        findings
    }
}
