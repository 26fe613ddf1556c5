//! Parses the head of a loop.

use super::statement::Owner;
use super::{Parser, Span, SyntaxError, TokenKind, excerpt};
use crate::syntax::tree::{Bound, LiteralKind, Name};

impl<'s> Parser<'s, '_> {
    /// `(NAME; FROM : TO [: STEP])`
    pub(super) fn for_head(&mut self, start: Span) -> Owner<'s> {
        const HELP: &str =
            "a loop is written `for (i; 0 : 4) { … }`: counter, first value, end, and perhaps `: step`";
        let wrong = Bound::Literal(self.wrong_literal());
        let nowhere = Name { text: "", span: self.token().span };
        let mut head = (nowhere, wrong, wrong, None);
        if self.kind() != TokenKind::OpenParenthesis {
            let fault = self.unexpected("`(` after `for`");
            self.report(fault.help(HELP));
            while !matches!(self.kind(), TokenKind::OpenBrace) && !self.is_block_end() {
                self.bump();
            }
            return Owner::Wrong;
        }
        self.bump();
        // `for (int i = 0; i < 4; …)`
        let is_typed = self.kind() == TokenKind::Name && self.ahead(1).kind == TokenKind::Name;
        let is_assigned =
            self.kind() == TokenKind::Name && matches!(self.ahead(1).kind, TokenKind::Assign(_));
        if is_typed || is_assigned {
            let at = usize::from(is_typed);
            let name = self.ahead(at).span;
            let culprit = self.ahead(1 - at);
            let expected = if is_typed { "the counter alone" } else { "`;` after the counter" };
            let found = excerpt(self.text_of(culprit.span));
            self.report(
                SyntaxError::new(culprit.span, format!("expected {expected}, found `{found}`")).help(HELP),
            );
            head.0 = Name { text: self.text_of(name), span: name };
            self.skip_head();
        } else {
            match self.for_bounds(&mut head) {
                Ok(()) => {}
                Err(Some(fault)) => {
                    self.report(fault.help(HELP));
                    self.skip_head();
                }
                Err(None) => self.skip_head(),
            }
        }
        let (counter, from, to, step) = head;
        if counter.text.is_empty() {
            return Owner::Wrong;
        }
        Owner::For { start, counter, from, to, step }
    }

    /// Skips the head of a loop, whose semicolons do not end statements.
    fn skip_head(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 && !matches!(self.kind(), TokenKind::OpenBrace) && !self.is_block_end() {
            match self.bump().kind {
                TokenKind::OpenParenthesis => depth += 1,
                TokenKind::CloseParenthesis => depth -= 1,
                _ => {}
            }
        }
    }

    /// Parses the contents of a loop's parentheses; `Err` holds the fault, unless reported.
    fn for_bounds(
        &mut self,
        head: &mut (Name<'s>, Bound<'s>, Bound<'s>, Option<Bound<'s>>),
    ) -> Result<(), Option<SyntaxError>> {
        if self.kind() != TokenKind::Name {
            return Err(Some(self.unexpected("the name of the counter")));
        }
        let token = self.bump();
        head.0 = Name { text: self.text_of(token.span), span: token.span };
        if !self.eat(TokenKind::Semicolon) {
            return Err(Some(self.unexpected("`;` after the counter")));
        }
        head.1 = self.bound_of_loop("the first value of the counter")?;
        if !self.eat(TokenKind::Colon) {
            return Err(Some(self.unexpected("`:` and the end of the loop")));
        }
        head.2 = self.bound_of_loop("the end of the loop")?;
        if self.eat(TokenKind::Colon) {
            head.3 = Some(self.bound_of_loop("the step of the loop")?);
        }
        if !self.eat(TokenKind::CloseParenthesis) {
            let expected = if head.3.is_some() { "`)`" } else { "`)` or `:`" };
            return Err(Some(self.unexpected(expected)));
        }
        Ok(())
    }

    fn bound_of_loop(&mut self, what: &str) -> Result<Bound<'s>, Option<SyntaxError>> {
        let bound = self.bound(what);
        match bound {
            Bound::Literal(literal) if literal.kind == LiteralKind::Wrong && literal.text.is_empty() => {
                Err(None)
            }
            _ => Ok(bound),
        }
    }
}
