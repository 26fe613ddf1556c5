//! Where reading goes on behind a mistake.

use super::{Fault, Parser, TokenKind};
use crate::syntax::token::Keyword;

impl Parser<'_, '_> {
    /// Whether a global declaration begins here, wherever here is.
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

    /// Whether a statement can only begin here.
    fn is_statement_start(&self) -> bool {
        use Keyword::*;
        matches!(
            self.kind(),
            TokenKind::Keyword(If | Elif | Else | For | Break | Continue | Return | Discard)
        )
    }

    /// Leaves out the rest of the text, which goes over a limit: what is open is not missed, and no more is read.
    pub(super) fn give_up(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
        self.reported_at = Some(self.at);
        self.source.is_incomplete = true;
    }

    /// Goes behind the bracket that belongs to the one here, whatever is between them; to the end of the text where there is none.
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

    /// Goes behind the semicolon of the statement here, or to what ends it in another way.
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
                    // The braces of a value are followed by a semicolon, those of a block are not.
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

    /// Goes to the token that closes what is open, or to what ends the statement.
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

    /// Goes to the next global declaration.
    pub(super) fn skip_item(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                TokenKind::OpenBrace => {
                    // It may have been meant as a stage.
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

    /// The semicolon behind `what`. Where it is missing and something new begins, it is taken as being there.
    pub(super) fn semicolon(&mut self, what: &str) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        let message = format!("expected `;` behind {what}, found {}", self.found());
        let begins_anew = self.token().begins_line
            || matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End)
            || self.is_statement_start()
            || self.is_global_start();
        if begins_anew {
            self.report(Fault::new(self.previous.behind(), message).help("add `;`"));
        } else {
            let fault = Fault::new(self.token().span, message);
            self.report(fault.help(format!("{what} ends with `;`")));
            self.skip_statement();
        }
    }

    /// Remembers what looks like the name of a declaration that was left out: what stands before its end, a size or a value.
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
