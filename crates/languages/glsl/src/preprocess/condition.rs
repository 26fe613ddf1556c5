//! Text that is read under a condition.

use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::similar;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::token::{Kind, Token, Word};

use super::evaluate::evaluate;
use super::macros::PREDEFINED;
use super::{Conditional, Preprocessor};
use crate::rules::{CONDITION, DIRECTIVE, UNBALANCED, UNDEFINED};

/// How deep conditions nest in texts that are held to one API.
const MAX_CONDITIONS: usize = 65;

impl Preprocessor<'_> {
    /// `#if EXPRESSION`.
    pub(super) fn condition_if(&mut self, from: Provenance, rest: &[Token]) {
        let holds = self.is_live() && self.holds(from, rest);
        self.open(from, holds);
    }

    /// `#ifdef NAME` and `#ifndef NAME`.
    pub(super) fn condition_defined(&mut self, from: Provenance, rest: &[Token], wanted: bool) {
        let holds = match rest.first() {
            Some(name) if name.kind == Kind::Word => {
                if self.is_live() {
                    self.expect_end("#ifdef NAME", rest.get(1..).unwrap_or_default());
                }
                self.is_defined(&name.text) == wanted
            }
            _ if !self.is_live() => false,
            other => {
                let found = other
                    .map_or("the end of the line".to_owned(), |token| format!("`{}`", shown(&token.text)));
                let message = format!("found {found}, expected the name of a macro");
                let at = other.map_or(from, |token| token.from);
                let finding = self.reports.of(&DIRECTIVE, at, message);
                self.reports.add(finding.help("name the macro to ask about"));
                false
            }
        };
        self.open(from, holds);
    }

    fn open(&mut self, from: Provenance, holds: bool) {
        let is_live = self.is_live();
        let depth: usize = self.frames.iter().map(|frame| frame.conditionals.len()).sum();
        if depth >= MAX_CONDITIONS && self.is_strict() {
            let message = format!("found conditions more than {MAX_CONDITIONS} deep, expected fewer");
            self.exhaust(from, &message);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.conditionals.push(Conditional {
                from,
                is_live: is_live && holds,
                is_spent: !is_live || holds,
                has_else: false,
            });
        }
    }

    /// `#elif EXPRESSION`, or `#else` without one.
    pub(super) fn condition_else(&mut self, from: Provenance, expression: Option<&[Token]>) {
        let open = self.frames.last().and_then(|frame| frame.conditionals.last());
        let Some(open) = open else {
            self.unpaired(from, "found a branch without a condition, expected `#if` before it");
            return;
        };
        if open.has_else {
            self.unpaired(from, "found a branch behind `#else`, expected `#endif`");
            return;
        }
        let is_spent = open.is_spent;
        let is_live = match expression {
            _ if is_spent => false,
            Some(tokens) => self.holds(from, tokens),
            None => true,
        };
        let open = self.frames.last_mut().and_then(|frame| frame.conditionals.last_mut());
        if let Some(open) = open {
            open.is_live = is_live;
            open.is_spent |= is_live;
            open.has_else = expression.is_none();
        }
    }

    /// `#endif`.
    pub(super) fn condition_end(&mut self, from: Provenance) {
        let frame = self.frames.last_mut();
        if frame.and_then(|frame| frame.conditionals.pop()).is_none() {
            self.unpaired(from, "found `#endif` without a condition, expected `#if` before it");
        }
    }

    fn unpaired(&mut self, from: Provenance, message: &str) {
        let finding = self.reports.of(&UNBALANCED, from, message);
        self.reports.add(finding.help("remove it, or write the `#if` that it belongs to"));
    }

    fn is_defined(&mut self, name: &Word) -> bool {
        self.macro_of(name).is_some() || PREDEFINED.contains(&&**name)
    }

    /// Whether an expression is not 0. One that is malformed is reported and counts as 0.
    fn holds(&mut self, from: Provenance, tokens: &[Token]) -> bool {
        let Some(tokens) = self.settle_defined(from, tokens) else {
            return false;
        };
        let name = Token {
            from,
            kind: Kind::Sign,
            text: self.words.get("#if"),
            is_spaced: false,
            is_first: false,
            is_painted: false,
        };
        let Some(expanded) = self.expand_list(&name, &tokens, 0) else {
            return false;
        };
        // Drivers settle `defined` wherever it comes from.
        let expanded = match expanded.iter().find(|token| token.is("defined")) {
            Some(token) if self.is_strict() => {
                let message = "found `defined` out of a macro, expected it in the condition itself";
                let finding = self.reports.of(&CONDITION, token.from, message);
                self.reports.add(finding.help("write the `defined(NAME)` in the condition"));
                return false;
            }
            Some(_) => match self.settle_defined(from, &expanded) {
                Some(settled) => settled,
                None => return false,
            },
            None => expanded,
        };
        let mut unknown = Vec::new();
        let value = evaluate(&expanded, &mut |token, counts| {
            if counts {
                unknown.push(token.clone());
            }
            Some(0)
        });
        let refuses_unknown = self.is_strict() && self.unit.version.is_embedded;
        let rule: &'static Rule = if refuses_unknown { &CONDITION } else { &UNDEFINED };
        for token in unknown {
            let message =
                format!("found `{}`, expected a number or a macro; it counts as 0", shown(&token.text));
            let known = similar(&token.text, self.macros.keys().map(|name| &**name));
            let help = match known {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("write `defined({0}) && {0}`", shown(&token.text)),
            };
            let finding = self.reports.of(rule, token.from, message);
            self.reports.add(finding.help(help));
        }
        match value {
            Ok(value) => value != 0,
            Err(error) => {
                let finding = self.reports.of(&CONDITION, error.at.unwrap_or(from), error.message);
                self.reports
                    .add(finding.help("conditions are made of whole numbers, `defined(NAME)` and operators"));
                false
            }
        }
    }

    /// The tokens with each `defined` replaced by its answer.
    fn settle_defined(&mut self, from: Provenance, tokens: &[Token]) -> Option<Vec<Token>> {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if !token.is("defined") {
                out.push(token.clone());
                continue;
            }
            let is_closed = tokens.get(at).is_some_and(|token| token.is("("));
            at += usize::from(is_closed);
            let name = tokens.get(at).filter(|name| name.kind == Kind::Word);
            at += 1 + usize::from(is_closed);
            let ends = !is_closed || tokens.get(at - 1).is_some_and(|token| token.is(")"));
            let Some(name) = name.filter(|_| ends) else {
                let finding =
                    self.reports.of(&CONDITION, token.from, "found `defined` without a name, expected one");
                self.reports.add(finding.help("write `defined(NAME)`"));
                return None;
            };
            let answer = if self.is_defined(&name.text) { "1" } else { "0" };
            out.push(Token { kind: Kind::Number, text: self.words.get(answer), ..token.clone() });
        }
        if out.is_empty() {
            let finding =
                self.reports.of(&CONDITION, from, "found no expression, expected a condition behind it");
            self.reports.add(finding.help("write `#if 1` or `#ifdef NAME`"));
            return None;
        }
        Some(out)
    }
}
