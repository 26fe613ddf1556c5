//! Error recovery: positions at which parsing continues after an error.

use super::{Parser, Result, rules};
use crate::ir::symbol::Table;
use crate::syntax::token::{Keyword, TokenKind};

/// Open scopes and braces at a position where recovery may continue.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    nesting: u32,
    braces: u32,
    table: Table,
    start: u32,
}

impl Parser<'_, '_> {
    /// Records the current state.
    pub(super) fn mark(&mut self) -> Mark {
        Mark {
            nesting: self.nesting,
            braces: self.braces,
            table: self.builder.table,
            start: self.peek().span.start,
        }
    }

    /// Closes what was opened since `mark`, except braces of the text.
    pub(super) fn close_to(&mut self, mark: Mark) {
        self.nesting = mark.nesting;
        self.builder.table = mark.table;
    }

    /// Returns whether the next token can only begin a statement.
    fn is_statement_start(&mut self) -> bool {
        use Keyword::*;
        matches!(
            self.kind(),
            TokenKind::Keyword(
                If | StaticIf
                    | For
                    | While
                    | Do
                    | Switch
                    | StaticSwitch
                    | Break
                    | Continue
                    | Discard
                    | Return
            )
        )
    }

    /// Returns whether the next token can only begin a top-level declaration.
    fn is_declaration_start(&mut self) -> bool {
        use Keyword::*;
        matches!(
            self.kind(),
            TokenKind::Directive | TokenKind::Keyword(Uniform | Struct | Layout | Inline | NoInline)
        )
    }

    /// Skips the statement that began at a mark, up to its end, the end of the block or the start of another statement.
    pub(super) fn skip_statement(&mut self, mark: Mark) {
        self.close_to(mark);
        self.is_broken = true;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::CloseBrace if self.braces <= mark.braces => return,
                TokenKind::CloseBrace => {
                    self.next();
                    if self.braces == mark.braces {
                        return;
                    }
                }
                TokenKind::Semicolon if self.braces == mark.braces => {
                    self.next();
                    return;
                }
                TokenKind::Keyword(Keyword::Case | Keyword::Default) if self.is_past(mark) => return,
                _ if self.braces == mark.braces && self.is_past(mark) && self.is_statement_start() => return,
                _ => self.skip_token(),
            }
        }
    }

    /// Skips the declaration that began at a mark.
    pub(super) fn skip_declaration(&mut self, mark: Mark) {
        self.close_to(mark);
        self.is_hopeless = false;
        let has_members = std::mem::take(&mut self.is_in_members);
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::CloseBrace => {
                    let brace = self.next().span;
                    if self.braces > 0 {
                        continue;
                    }
                    let next = self.peek();
                    // A name may follow the members of a struct or block; nothing follows a body.
                    let is_name = has_members
                        && next.kind == TokenKind::Identifier
                        && !self.is_line_between(brace.end, next.span.start);
                    if !is_name {
                        self.eat(TokenKind::Semicolon);
                        return;
                    }
                    let name = self.name_of(next.span);
                    self.forget(name);
                }
                TokenKind::Semicolon if self.braces == 0 => {
                    self.next();
                    return;
                }
                _ if self.braces == 0 && self.is_past(mark) && self.is_declaration_start() => return,
                _ => self.skip_token(),
            }
        }
    }

    /// Skips a token. A name after a type is recorded as a failed declaration.
    fn skip_token(&mut self) {
        let token = self.next();
        let is_type = matches!(token.kind, TokenKind::Identifier | TokenKind::Keyword(Keyword::Struct));
        let next = self.peek();
        if is_type && next.kind == TokenKind::Identifier {
            let name = self.name_of(next.span);
            self.forget(name);
        }
    }

    /// Skips to the `)` that closes a statement header and consumes it. Returns whether there is one.
    pub(super) fn skip_head(&mut self, mark: Mark) -> bool {
        if self.is_hopeless {
            return false;
        }
        self.nesting = mark.nesting;
        self.is_broken = true;
        let mut open = 0_u32;
        loop {
            match self.kind() {
                TokenKind::OpenParenthesis => open += 1,
                TokenKind::CloseParenthesis if open == 0 => {
                    self.next();
                    return true;
                }
                TokenKind::CloseParenthesis => open -= 1,
                TokenKind::OpenBrace => return true,
                TokenKind::CloseBrace | TokenKind::End => return false,
                _ => {}
            }
            self.next();
        }
    }

    /// Skips to the colon of a case that began at a mark, or to its end.
    pub(super) fn skip_to_colon(&mut self, mark: Mark) {
        self.close_to(mark);
        self.is_broken = true;
        while !matches!(
            self.kind(),
            TokenKind::Colon
                | TokenKind::Semicolon
                | TokenKind::OpenBrace
                | TokenKind::CloseBrace
                | TokenKind::Keyword(Keyword::Case | Keyword::Default)
                | TokenKind::End
        ) {
            self.next();
        }
    }

    /// Skips the rest of a line.
    pub(super) fn skip_line(&mut self) {
        loop {
            let next = self.peek();
            if next.kind == TokenKind::End || self.is_line_between(self.previous.end, next.span.start) {
                return;
            }
            self.next();
        }
    }

    fn is_past(&mut self, mark: Mark) -> bool {
        self.peek().span.start > mark.start
    }

    /// Consumes the semicolon after `what`. If it is missing and something new begins, reports it and continues;
    /// returns whether it was there.
    pub(super) fn semicolon(&mut self, what: &str) -> Result<bool> {
        if self.eat(TokenKind::Semicolon) {
            return Ok(true);
        }
        let token = self.peek();
        let is_wrong = matches!(token.kind, TokenKind::Invalid | TokenKind::Unfinished | TokenKind::BadOctal);
        if is_wrong {
            return self.unexpected(&rules::UNEXPECTED, "`;`", "");
        }
        let end = self.previous;
        let message = format!("expected `;` after {what}, found {}", self.found());
        let is_on_next_line = self.is_line_between(end.end, token.span.start);
        let mut finding = self.report(&rules::MISSING_SEMICOLON, token.span, message);
        finding.help(format!("{what} ends with `;`"));
        if is_on_next_line {
            finding.label(end.behind(), "the `;` belongs here");
        }
        drop(finding);
        self.is_broken = true;
        let starts_construct = is_on_next_line
            || matches!(token.kind, TokenKind::CloseBrace | TokenKind::End)
            || self.is_statement_start()
            || self.braces == 0 && self.is_declaration_start();
        if starts_construct { Ok(false) } else { Err(super::ReportedError) }
    }
}
