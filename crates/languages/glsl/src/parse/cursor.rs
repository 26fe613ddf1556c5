//! The tokens that are being read, and what is said where they are not what was expected.

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::shown;
use glassbox_syntax::source::Origin;
use glassbox_syntax::token::{Kind, Token, Word};

use super::{MAX_DEPTH, Parser};
use crate::model::At;
use crate::rules::{LIMIT, SYNTAX};

impl Parser<'_> {
    /// The number of the next token.
    #[inline]
    pub(crate) fn here(&self) -> At {
        At(self.at as u32)
    }

    /// The token a number of places ahead, 0 for the next one.
    #[inline]
    pub(crate) fn peek(&self, ahead: usize) -> Option<&Token> {
        let number = self.at + ahead;
        if number < self.text.end { self.tokens.get(number) } else { None }
    }

    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.end
    }

    /// Whether the next token is this word or sign.
    #[inline]
    pub(crate) fn is(&self, text: &str) -> bool {
        self.peek(0).is_some_and(|token| token.is(text))
    }

    /// Passes the next token.
    #[inline]
    pub(crate) fn advance(&mut self) -> At {
        let here = self.here();
        self.at = (self.at + 1).min(self.text.end);
        here
    }

    /// Passes the next token if it is this word or sign.
    #[inline]
    pub(crate) fn take(&mut self, text: &str) -> Option<At> {
        self.is(text).then(|| self.advance())
    }

    /// Passes the next token if it is this word or sign, else reports what is there. The token is not passed then.
    pub(crate) fn expect(&mut self, text: &str) -> Option<At> {
        let taken = self.take(text);
        if taken.is_none() {
            self.unexpected(&format!("`{text}`"), format!("write `{text}` here"));
        }
        taken
    }

    /// Reports that the next token is not what was expected. What is missing is missing at the end of a line, not where the next
    /// one begins.
    pub(crate) fn unexpected(&mut self, expected: &str, help: impl Into<String>) {
        let (found, from) = match self.peek(0) {
            Some(token) if token.is_first && self.at > self.text.begin => {
                (format!("`{}` on the next line", shown(&token.text)), self.end())
            }
            Some(token) => (format!("`{}`", shown(&token.text)), token.from),
            None => ("the end of the text".to_owned(), self.end()),
        };
        let finding = self.reports.of(&SYNTAX, from, format!("found {found}, expected {expected}"));
        self.reports.add(finding.help(help));
    }

    /// Reports a next token that begins nothing: it is where it is too much, even at the beginning of a line.
    pub(crate) fn misplaced(&mut self, expected: &str, help: impl Into<String>) {
        let Some(token) = self.peek(0) else {
            return self.unexpected(expected, help);
        };
        let (found, from) = (shown(&token.text).to_string(), token.from);
        let finding = self.reports.of(&SYNTAX, from, format!("found `{found}`, expected {expected}"));
        self.reports.add(finding.help(help));
    }

    /// The empty place behind the last token passed: where something is missing.
    pub(crate) fn end(&self) -> Provenance {
        let last = self.at.checked_sub(1).filter(|last| *last >= self.text.begin);
        last.and_then(|last| self.tokens.get(last)).map_or_else(Provenance::default, |token| {
            let origin = token.from.primary();
            Provenance::plain(Origin { span: origin.span.behind(), ..origin })
        })
    }

    /// The word of a token; an empty one where there is none.
    pub(crate) fn word(&self, at: At) -> Option<Word> {
        let token = self.tokens.get(at.0 as usize).filter(|token| token.kind == Kind::Word)?;
        Some(token.text.clone())
    }

    /// Where a token comes from.
    #[inline]
    pub(crate) fn from(&self, at: At) -> Provenance {
        self.program.from(at)
    }

    /// A finding at a token, to be completed and given to [`Parser::add`].
    pub(crate) fn finding(&self, rule: &'static Rule, at: At, message: impl Into<String>) -> Diagnostic {
        self.reports.of(rule, self.from(at), message)
    }

    /// A finding at a token with a label at an earlier one.
    pub(crate) fn finding_with(
        &self,
        rule: &'static Rule,
        at: At,
        message: impl Into<String>,
        (other, label): (At, &str),
    ) -> Diagnostic {
        let finding = self.finding(rule, at, message);
        if other == At::NONE {
            return finding;
        }
        finding.label(self.reports.sources.unplaced(self.from(other).primary()), label)
    }

    pub(crate) fn add(&mut self, finding: Diagnostic) {
        self.reports.add(finding);
    }

    /// Runs a parser one level deeper; `None` and a finding where that is too deep.
    pub(crate) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            let here = self.here();
            let message = format!("found nesting more than {MAX_DEPTH} deep, expected less");
            let finding = self.finding(&LIMIT, here, message);
            self.add(finding.help("give a part a variable or a function of its own"));
            self.at = self.text.end;
            return None;
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        Some(result)
    }
}
