//! Parses loops.

use glassbox_core::span::Span;

use super::{Parser, Result};
use crate::ir::expression::Expr;
use crate::ir::statement::Stmt;
use crate::syntax::token::{Keyword, TokenKind};

/// Contents of the parentheses of `for`.
struct Head {
    init: Option<Stmt>,
    test: Option<Expr>,
    next: Option<Expr>,
}

impl Parser<'_, '_> {
    pub(super) fn for_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next().span;
        let open = self.open_head("for")?;
        let table = self.builder.open_table();
        let mark = self.mark();
        let head = match self.for_head(open) {
            Ok(head) => head,
            Err(_) if self.skip_head(mark) => None,
            Err(failed) => return Err(failed),
        };
        // Declarations in the header are visible in the body even after an error in the header.
        self.builder.table = table;
        let body = self.inner_statement()?;
        let statement = match (head, body) {
            (Some(head), Some(body)) => {
                let Head { init, test, next } = head;
                let statement = self.builder.for_statement(init, test, next, body, start);
                Some(self.placed(statement, start))
            }
            _ => None,
        };
        self.builder.close_table();
        Ok(statement)
    }

    fn for_head(&mut self, open: Span) -> Result<Option<Head>> {
        let mut is_sound = true;
        let init = if self.eat(TokenKind::Semicolon) {
            None
        } else {
            let init = self.variables_or_expression()?;
            is_sound = init.is_some();
            init
        };
        let test = match self.kind() {
            TokenKind::Semicolon => None,
            _ => Some(self.expression()?),
        };
        self.expect(
            TokenKind::Semicolon,
            "`;` after the condition of the loop",
            "the head of a loop has two semicolons: `for (int i = 0; i < 4; i++)`",
        )?;
        let next = match self.kind() {
            TokenKind::CloseParenthesis => None,
            _ => Some(self.expression()?),
        };
        self.close_parenthesis(open, "the head of the loop")?;
        Ok(is_sound.then_some(Head { init, test, next }))
    }

    pub(super) fn while_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next().span;
        let test = self.head("while", "the condition")?;
        let body = self.statement()?;
        let (Some(test), Some(body)) = (test, body) else {
            return Ok(None);
        };
        let statement = self.builder.while_statement(test, body, start);
        Ok(Some(self.placed(statement, start)))
    }

    pub(super) fn do_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next().span;
        let body = self.statement()?;
        if !self.eat_keyword(Keyword::While) {
            return self.unexpected(
                &super::rules::UNEXPECTED,
                "`while` after the body of `do`",
                "a `do` loop ends with `while (…);`",
            );
        }
        let test = self.head("while", "the condition")?;
        let is_complete = self.semicolon("the loop")?;
        let (Some(test), Some(body), true) = (test, body, is_complete) else {
            return Ok(None);
        };
        let statement = self.builder.do_statement(body, test, start);
        Ok(Some(self.placed(statement, start)))
    }
}
