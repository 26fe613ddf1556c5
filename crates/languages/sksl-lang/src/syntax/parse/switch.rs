//! Parses switches.

use glassbox_core::span::Span;

use super::{Parser, Result};
use crate::build::statement::CaseSyntax;
use crate::ir::statement::Stmt;
use crate::rules::statement::CASE_AFTER_DEFAULT;
use crate::syntax::token::{Keyword, TokenKind};

impl Parser<'_, '_> {
    pub(super) fn switch_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next();
        let is_static = start.kind == TokenKind::Keyword(Keyword::StaticSwitch);
        self.check_static(is_static, start.span);
        let value = self.head(self.text_of(start.span), "the value")?;
        let open = self.expect(
            TokenKind::OpenBrace,
            "`{` after the value of the switch",
            "list the cases in braces",
        )?;
        let outer = self.builder.table;
        // The table of a switch is that of the block around it in version 8.
        if self.builder.is_current() {
            self.builder.open_table();
        }
        let mut cases = Vec::new();
        let mut is_sound = value.is_some();
        let was_broken = std::mem::replace(&mut self.is_broken, false);
        while self.eat_keyword(Keyword::Case) {
            match self.case(open)? {
                Some(case) => cases.push(case),
                None => is_sound = false,
            }
        }
        if self.kind() == TokenKind::Keyword(Keyword::Default) {
            let span = self.next().span;
            self.expect(TokenKind::Colon, "`:` after `default`", "write `default:`")?;
            let statements = self.case_statements(open)?;
            cases.push(CaseSyntax { value: None, statements });
            self.cases_after_default(span)?;
        }
        if self.kind() == TokenKind::End {
            return self.open_block(open);
        }
        self.expect(
            TokenKind::CloseBrace,
            "`case`, `default` or `}`",
            "statements of a switch follow a `case` or `default`",
        )?;
        // Partially parsed cases cannot be checked.
        is_sound &= !self.is_broken;
        self.is_broken |= was_broken;
        let statement = match value.filter(|_| is_sound) {
            Some(value) => self.builder.switch_statement(value, &cases, is_static, start.span),
            None => {
                self.builder.table = outer;
                return Ok(None);
            }
        };
        self.builder.table = outer;
        Ok(Some(self.placed(statement, start.span)))
    }

    /// Parses a case after `case`. Its statements are parsed even after an error in its value.
    fn case(&mut self, open: Span) -> Result<Option<CaseSyntax>> {
        let mark = self.mark();
        let value = self.expression();
        let is_colon = value.is_ok() && self.kind() == TokenKind::Colon;
        if !is_colon {
            if value.is_ok() {
                let _: Result<()> = self.unexpected(
                    &super::rules::UNEXPECTED,
                    "`:` after the value of the case",
                    "write `case 1:`",
                );
            }
            if self.is_hopeless {
                return Err(super::ReportedError);
            }
            self.skip_to_colon(mark);
        }
        self.eat(TokenKind::Colon);
        let statements = self.case_statements(open)?;
        Ok(match value {
            Ok(value) if is_colon => Some(CaseSyntax { value: Some(value), statements }),
            _ => None,
        })
    }

    fn case_statements(&mut self, open: Span) -> Result<Vec<Stmt>> {
        let mut statements = Vec::new();
        loop {
            match self.kind() {
                TokenKind::CloseBrace | TokenKind::Keyword(Keyword::Case | Keyword::Default) => {
                    return Ok(statements);
                }
                TokenKind::End => return self.open_block(open),
                _ => statements.extend(self.statement_or_skip()?),
            }
        }
    }

    /// Reports cases after the default, and parses them.
    fn cases_after_default(&mut self, default: Span) -> Result<()> {
        let open = default;
        while let TokenKind::Keyword(keyword @ (Keyword::Case | Keyword::Default)) = self.kind() {
            let span = self.peek().span;
            let message = format!("expected `}}` after the default, found `{}`", keyword.text());
            self.report(&CASE_AFTER_DEFAULT, span, message)
                .label(default, "this is the last case")
                .help("move the default to the end, and write one at most");
            self.is_broken = true;
            self.next();
            match keyword {
                Keyword::Case => {
                    self.case(open)?;
                }
                _ => {
                    self.eat(TokenKind::Colon);
                    self.case_statements(open)?;
                }
            }
        }
        Ok(())
    }
}
