//! Parses statements: blocks, conditions, jumps and expression statements.
//!
//! A statement that was parsed but rejected with a finding yields `None`.

use glassbox_core::span::Span;
use smallvec::SmallVec;

use super::{Parser, Result, rules};
use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::statement::Stmt;
use crate::syntax::token::{Keyword, TokenKind};

impl<'s> Parser<'_, 's> {
    /// Parses a statement.
    pub(super) fn statement(&mut self) -> Result<Option<Stmt>> {
        let nesting = self.nesting;
        self.deepen_statement()?;
        let statement = match self.kind() {
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword)?,
            TokenKind::OpenBrace => Some(self.block()?),
            TokenKind::Semicolon => {
                self.next();
                Some(self.builder.make_block(&[], None, true, Span::default()))
            }
            TokenKind::Identifier => self.variables_or_expression()?,
            _ => self.expression_statement()?,
        };
        self.nesting = nesting;
        Ok(statement)
    }

    /// Counts a statement as nesting; excessive nesting is reported after its first token.
    fn deepen_statement(&mut self) -> Result<()> {
        if self.nesting >= super::MAX_NESTING {
            self.next();
        }
        self.deepen()
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Result<Option<Stmt>> {
        match keyword {
            Keyword::If | Keyword::StaticIf => self.if_statement(),
            Keyword::For => self.for_statement(),
            Keyword::Do => self.do_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Switch | Keyword::StaticSwitch => self.switch_statement(),
            Keyword::Return => self.return_statement(),
            Keyword::Break => self.jump("`break`", Builder::make_break),
            Keyword::Continue => self.jump("`continue`", Builder::make_continue),
            Keyword::Discard => self.jump("`discard`", Builder::discard_statement),
            Keyword::HighP | Keyword::MediumP | Keyword::LowP | Keyword::Const => {
                self.variables_or_expression()
            }
            _ => self.expression_statement(),
        }
    }

    /// Parses statements in braces, with a table of their own.
    pub(super) fn block(&mut self) -> Result<Stmt> {
        self.statements_in_braces(true)
    }

    /// Parses the body of a function or of a `for`, whose parameters or variable are in a table that is open. Version 8
    /// opens another one, so that the body may declare their names again; today it has that table.
    pub(super) fn inner_block(&mut self) -> Result<Stmt> {
        self.statements_in_braces(!self.builder.is_current())
    }

    /// Parses the body of a `for`.
    pub(super) fn inner_statement(&mut self) -> Result<Option<Stmt>> {
        if self.kind() != TokenKind::OpenBrace {
            return self.statement();
        }
        let nesting = self.nesting;
        self.deepen_statement()?;
        let statement = self.inner_block()?;
        self.nesting = nesting;
        Ok(Some(statement))
    }

    fn statements_in_braces(&mut self, is_scope: bool) -> Result<Stmt> {
        let nesting = self.nesting;
        let open = self.next().span;
        self.deepen()?;
        let table = if is_scope { self.builder.open_table() } else { self.builder.table };
        let mut statements: SmallVec<[Stmt; 8]> = SmallVec::new();
        loop {
            match self.kind() {
                TokenKind::CloseBrace => {
                    self.next();
                    break;
                }
                TokenKind::End => return self.open_block(open),
                _ => {
                    if let Some(statement) = self.statement_or_skip()? {
                        statements.push(statement);
                    }
                }
            }
        }
        if is_scope {
            self.builder.close_table();
        }
        self.nesting = nesting;
        Ok(self.builder.make_block(&statements, Some(table), true, Span::default()))
    }

    /// Parses a statement; after a syntax error, skips to the next one.
    pub(super) fn statement_or_skip(&mut self) -> Result<Option<Stmt>> {
        let mark = self.mark();
        match self.statement() {
            Ok(statement) => Ok(statement),
            Err(failed) if self.is_hopeless => Err(failed),
            Err(_) => {
                self.skip_statement(mark);
                Ok(None)
            }
        }
    }

    /// Reports that the text ends in a block.
    pub(super) fn open_block<T>(&mut self, open: Span) -> Result<T> {
        self.is_hopeless = true;
        let end = self.peek().span;
        self.report(&rules::OPEN_BLOCK, end, "expected `}`, found the end of the text")
            .label(open, "this block is open")
            .help("close the block with `}`");
        Err(super::ReportedError)
    }

    /// Parses an expression with its semicolon.
    pub(super) fn expression_statement(&mut self) -> Result<Option<Stmt>> {
        let expression = self.expression()?;
        if self.semicolon("the statement")? {
            Ok(self.builder.expression_statement(expression))
        } else {
            Ok(None)
        }
    }

    /// Parses the parenthesised condition or value after a keyword. `None` if it has an error but its end was found.
    pub(super) fn head(&mut self, keyword: &str, what: &str) -> Result<Option<Expr>> {
        let open = self.open_head(keyword)?;
        let mark = self.mark();
        let read =
            self.expression().and_then(|expression| self.close_parenthesis(open, what).map(|_| expression));
        match read {
            Ok(expression) => Ok(Some(expression)),
            Err(_) if self.skip_head(mark) => Ok(None),
            Err(failed) => Err(failed),
        }
    }

    /// Consumes the parenthesis after a keyword.
    pub(super) fn open_head(&mut self, keyword: &str) -> Result<Span> {
        if self.kind() == TokenKind::OpenParenthesis {
            return Ok(self.next().span);
        }
        self.unexpected(
            &rules::UNEXPECTED,
            &format!("`(` after `{keyword}`"),
            "write parentheses around what follows",
        )
    }

    /// Sets the range of a statement to that of its keyword; a failed statement becomes an empty one.
    pub(super) fn placed(&mut self, statement: Option<Stmt>, keyword: Span) -> Stmt {
        match statement {
            Some(statement) => {
                self.builder.program.statements[statement].span = keyword;
                statement
            }
            None => self.builder.make_nop(keyword),
        }
    }

    fn if_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next();
        let is_static = start.kind == TokenKind::Keyword(Keyword::StaticIf);
        self.check_static(is_static, start.span);
        let test = self.head(self.text_of(start.span), "the condition")?;
        let if_true = self.statement()?;
        let mut has_all = if_true.is_some();
        let mut if_false = None;
        if self.eat_keyword(Keyword::Else) {
            if_false = self.statement()?;
            has_all &= if_false.is_some();
        }
        let (Some(test), Some(if_true), true) = (test, if_true, has_all) else {
            return Ok(None);
        };
        let statement = self.builder.if_statement(test, if_true, if_false, is_static, start.span);
        Ok(Some(self.placed(statement, start.span)))
    }

    /// Reports `@if` and `@switch`, which today's language does not have.
    pub(super) fn check_static(&mut self, is_static: bool, keyword: Span) {
        if is_static && self.builder.is_current() {
            let word = self.text_of(keyword).trim_start_matches('@').to_owned();
            let message = format!("`@` does not begin a token, expected `{word}`");
            self.report(&rules::CHARACTER, keyword, message).help(format!(
                "write `{word}`: a constant condition is decided when the program is compiled"
            ));
        }
    }

    fn return_statement(&mut self) -> Result<Option<Stmt>> {
        let start = self.next().span;
        let value = match self.kind() {
            TokenKind::Semicolon => None,
            TokenKind::CloseBrace => None,
            _ => Some(self.expression()?),
        };
        self.semicolon("`return`")?;
        Ok(Some(self.builder.make_return(value, start)))
    }

    /// Parses a keyword with its semicolon.
    fn jump(&mut self, what: &str, make: fn(&mut Builder<'s>, Span) -> Stmt) -> Result<Option<Stmt>> {
        let start = self.next().span;
        let is_complete = self.semicolon(what)?;
        Ok(is_complete.then(|| make(self.builder, start)))
    }
}
