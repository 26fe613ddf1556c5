//! Recovers from syntax errors: finds the token at which parsing resumes.

use super::{Parser, SyntaxError, TokenKind};
use crate::syntax::token::Keyword;

impl Parser<'_, '_> {
    /// True if a global declaration starts here, in any context.
    pub(super) fn is_global_start(&self) -> bool {
        match self.kind() {
            TokenKind::AtShader | TokenKind::AtStruct => true,
            TokenKind::At => {
                self.ahead(1).kind == TokenKind::Name
                    && matches!(self.ahead(2).kind, TokenKind::OpenBrace | TokenKind::Name)
            }
            TokenKind::Keyword(Keyword::Uniform) => self.ahead(1).kind == TokenKind::Name,
            TokenKind::Keyword(keyword) if keyword.is_global() => {
                self.ahead(1).kind == TokenKind::OpenParenthesis
            }
            _ => false,
        }
    }

    /// True if this token can only start a statement.
    fn is_statement_start(&self) -> bool {
        use Keyword::*;
        matches!(
            self.kind(),
            TokenKind::Keyword(If | Elif | Else | For | Break | Continue | Return | Discard)
        )
    }

    /// Skips the rest of the text, which exceeds a limit; unclosed constructs are not reported.
    pub(super) fn give_up(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
        self.reported_at = Some(self.at);
        self.source.is_incomplete = true;
    }

    /// Skips past the bracket that matches this one, or to the end of the text.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                TokenKind::OpenBrace | TokenKind::OpenParenthesis | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBrace | TokenKind::CloseParenthesis | TokenKind::CloseBracket => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::End => return,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips past the semicolon of this statement, or to whatever else ends it.
    pub(super) fn skip_statement(&mut self) {
        let first = self.at;
        loop {
            match self.kind() {
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                TokenKind::OpenBrace => {
                    self.skip_brackets();
                    // A semicolon may follow a value's braces, but not a block's.
                    self.eat(TokenKind::Semicolon);
                    return;
                }
                TokenKind::CloseBrace | TokenKind::End => return,
                _ if self.at > first && (self.is_statement_start() || self.is_global_start()) => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips to the closing token, or to the end of the statement.
    pub(super) fn skip_to(&mut self, close: TokenKind) {
        let mut depth = 0_usize;
        loop {
            let kind = self.kind();
            match kind {
                _ if depth == 0 && kind == close => return,
                TokenKind::OpenParenthesis | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseParenthesis | TokenKind::CloseBracket => depth = depth.saturating_sub(1),
                TokenKind::Semicolon | TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::End => {
                    return;
                }
                _ if self.is_global_start() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the next global declaration.
    pub(super) fn skip_item(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                TokenKind::OpenBrace => {
                    // It may have been a stage.
                    self.source.is_incomplete = true;
                    self.skip_brackets();
                    self.eat(TokenKind::Semicolon);
                    return;
                }
                TokenKind::End => return,
                _ => {
                    self.bump();
                }
            }
            if self.is_global_start() {
                return;
            }
        }
    }

    /// Takes the semicolon after `what`. If it is missing before a new construct, reports that and continues.
    pub(super) fn semicolon(&mut self, what: &str) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        let message = format!("expected `;` after {what}, found {}", self.found());
        let starts_construct = self.token().begins_line
            || matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End)
            || self.is_statement_start()
            || self.is_global_start();
        if starts_construct {
            self.report(SyntaxError::new(self.previous.behind(), message).help("add `;`"));
        } else {
            let fault = SyntaxError::new(self.token().span, message);
            self.report(fault.help(format!("{what} ends with `;`")));
            self.skip_statement();
        }
    }

    /// Remembers the probable name of a skipped declaration: the word before its end, size or value.
    pub(super) fn remember_name(&mut self, begin: usize) {
        let left_out = self.tokens.get(begin..self.at).unwrap_or_default();
        let name = left_out.windows(2).find_map(|pair| match pair {
            [name, next] if name.kind == TokenKind::Name => {
                let ends = matches!(
                    next.kind,
                    TokenKind::Semicolon | TokenKind::OpenBracket | TokenKind::Assign(None)
                );
                ends.then_some(name.span)
            }
            _ => None,
        });
        if let Some(name) = name {
            let name = self.text_of(name);
            self.source.wrong_names.push(name);
        }
    }
}
