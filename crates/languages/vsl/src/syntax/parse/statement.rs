//! Parses statements.
//!
//! Open blocks are kept on an explicit stack, so nesting uses no thread stack.

use super::{LIMIT, MAX_NESTING, Parser, ReportedError, Span, SyntaxError, TokenKind};
use crate::syntax::token::Keyword;
use crate::syntax::tree::{
    BinaryOperator, Block, Bound, Branch, ExpressionId, Name, Statement, StatementKind,
};

/// An open block.
struct Open<'s> {
    owner: Owner<'s>,
    statements: Vec<Statement<'s>>,
    /// Its brace, or the start of its single statement.
    begin: Span,
    /// True if it has no braces and ends after its first statement.
    is_single: bool,
    /// True if that statement has been read.
    is_done: bool,
    /// Number of expressions before it.
    nodes: usize,
}

/// Construct that owns a block.
pub(super) enum Owner<'s> {
    Stage,
    /// Last branch of an `if`: the branches before it, and its condition.
    Branch {
        start: Span,
        branches: Vec<Branch<'s>>,
        condition: ExpressionId,
    },
    /// `else`, with the branches before it.
    Otherwise {
        start: Span,
        branches: Vec<Branch<'s>>,
    },
    For {
        start: Span,
        counter: Name<'s>,
        from: Bound<'s>,
        to: Bound<'s>,
        step: Option<Bound<'s>>,
    },
    /// A construct foreign to the language, already reported.
    Wrong,
}

/// Result of parsing a statement.
pub(super) enum Begun<'s> {
    /// A complete statement.
    Statement(StatementKind<'s>),
    /// A statement whose block follows.
    Block(Owner<'s>),
    /// Nothing usable.
    Nothing,
}

impl<'s> Parser<'s, '_> {
    /// The block of a stage, starting at its brace.
    pub(super) fn block(&mut self) -> Block<'s> {
        self.is_stage_closed = self.is_closed();
        let begin = self.bump().span;
        let mut blocks = vec![Open {
            owner: Owner::Stage,
            statements: Vec::new(),
            begin,
            is_single: false,
            is_done: false,
            nodes: self.source.expressions.len(),
        }];
        loop {
            let Some(open) = blocks.last_mut() else {
                return Block::default();
            };
            let is_end = if open.is_single { open.is_done } else { self.is_block_end() };
            if !is_end {
                open.is_done = true;
                self.statement(&mut blocks);
                continue;
            }
            let Some(mut open) = blocks.pop() else {
                return Block::default();
            };
            if !open.is_single {
                self.close_brace(open.begin, blocks.is_empty());
            }
            // Most blocks are short: spare capacity would be most of the tree.
            open.statements.shrink_to_fit();
            let block = Block { statements: open.statements, span: open.begin.to(self.previous) };
            match open.owner {
                Owner::Stage => return block,
                // Drop expressions that belong to no statement.
                Owner::Wrong => self.source.expressions.truncate(open.nodes),
                _ => {}
            }
            self.go_on(&mut blocks, open.owner, block);
        }
    }

    pub(super) fn is_block_end(&self) -> bool {
        matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End)
            || !self.is_stage_closed && self.is_global_start()
    }

    /// True if a matching brace follows before the next stage.
    fn is_closed(&self) -> bool {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth = depth.saturating_sub(1),
                TokenKind::AtShader | TokenKind::AtStruct | TokenKind::End => return false,
                TokenKind::At
                    if self.tokens.get(at + 2).is_some_and(|token| token.kind == TokenKind::OpenBrace) =>
                {
                    return false;
                }
                _ => {}
            }
            if depth == 0 {
                return true;
            }
        }
        false
    }

    /// Takes the brace that ends a block. A missing one is reported once, for the block of the stage.
    fn close_brace(&mut self, begin: Span, is_outermost: bool) {
        if self.eat(TokenKind::CloseBrace) {
            return;
        }
        if is_outermost {
            let fault = self.unexpected("`}`");
            self.report(
                fault
                    .label(begin, "the block of the stage begins here")
                    .help("add `}`, or look above for an extra `{`"),
            );
            self.source.is_incomplete = true;
        }
    }

    /// Parses a statement, or the head of one that has a block.
    fn statement(&mut self, blocks: &mut Vec<Open<'s>>) {
        let (first, start) = (self.at, self.token().span);
        let nodes = self.source.expressions.len();
        let begun = self.begin_statement();
        if self.at == first && !matches!(begun, Begun::Block(_)) {
            // Cannot start a statement; already reported.
            self.bump();
        }
        match begun {
            Begun::Statement(kind) => {
                let span = start.to(self.previous);
                if let Some(open) = blocks.last_mut() {
                    open.statements.push(Statement { kind, span });
                }
            }
            Begun::Nothing => self.source.expressions.truncate(nodes),
            Begun::Block(owner) => self.open(blocks, owner),
        }
    }

    /// Opens the block of a statement.
    fn open(&mut self, blocks: &mut Vec<Open<'s>>, owner: Owner<'s>) {
        let begin = self.token().span;
        let is_single = self.kind() != TokenKind::OpenBrace;
        if blocks.len() > MAX_NESTING {
            let fault =
                SyntaxError::of(&LIMIT, begin, format!("the statements nest more than {MAX_NESTING} deep"));
            self.report(fault.help("join conditions with `&&`"));
            self.give_up();
            return;
        }
        if !is_single {
            self.bump();
        } else if self.is_block_end() {
            let fault = self.unexpected("a statement or `{`");
            self.report(fault.help("write `{ }` for an empty body"));
        }
        if is_single && matches!(owner, Owner::For { .. }) && !self.is_block_end() {
            let fault = self.unexpected("`{`");
            self.report(fault.help("the body of a loop is in braces"));
        }
        let is_done = is_single && self.is_block_end();
        blocks.push(Open {
            owner,
            statements: Vec::new(),
            begin,
            is_single,
            is_done,
            nodes: self.source.expressions.len(),
        });
    }

    /// Continues the statement that owns a complete block.
    fn go_on(&mut self, blocks: &mut Vec<Open<'s>>, owner: Owner<'s>, block: Block<'s>) {
        let (start, kind) = match owner {
            Owner::Stage | Owner::Wrong => return,
            Owner::For { start, counter, from, to, step } => {
                let kind = StatementKind::For { counter, from, to, step, body: block };
                (start, kind)
            }
            Owner::Otherwise { start, branches } => {
                let kind = StatementKind::If { branches, otherwise: Some(block) };
                (start, kind)
            }
            Owner::Branch { start, mut branches, condition } => {
                if branches.is_empty() {
                    branches.reserve_exact(1);
                }
                branches.push(Branch { condition, body: block });
                let is_else_if =
                    self.is_keyword(Keyword::Else) && self.ahead(1).kind == TokenKind::Keyword(Keyword::If);
                let is_foreign = self.kind() == TokenKind::Name
                    && matches!(self.word(), "elseif" | "elsif")
                    && self.ahead(1).kind == TokenKind::OpenParenthesis;
                if is_foreign {
                    let message = format!("expected `elif`, found `{}`", self.word());
                    let fault = SyntaxError::new(self.token().span, message);
                    self.report(fault.help("write `elif` or `else if`"));
                }
                if is_else_if || is_foreign || self.is_keyword(Keyword::Elif) {
                    self.bump();
                    if is_else_if {
                        self.bump();
                    }
                    let condition = self.condition();
                    let owner = Owner::Branch { start, branches, condition };
                    return self.open(blocks, owner);
                }
                if self.is_keyword(Keyword::Else) {
                    self.bump();
                    return self.open(blocks, Owner::Otherwise { start, branches });
                }
                let kind = StatementKind::If { branches, otherwise: None };
                (start, kind)
            }
        };
        let span = start.to(self.previous);
        if let Some(open) = blocks.last_mut() {
            open.statements.push(Statement { kind, span });
        }
    }

    fn begin_statement(&mut self) -> Begun<'s> {
        let token = self.token();
        match token.kind {
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword),
            TokenKind::Semicolon => {
                let fault = SyntaxError::new(token.span, "expected a statement, found `;`");
                self.report(fault.help("remove it"));
                while self.eat(TokenKind::Semicolon) {}
                Begun::Nothing
            }
            TokenKind::OpenBrace => {
                let fault = SyntaxError::new(token.span, "expected a statement, found `{`");
                self.report(fault.help("blocks belong to `if`, `elif`, `else` and `for`; remove the braces"));
                Begun::Block(Owner::Wrong)
            }
            TokenKind::Name if self.is_declaration() => self.declare(),
            TokenKind::Name => self.foreign_statement().unwrap_or_else(|| self.assign()),
            _ => self.assign(),
        }
    }

    fn is_declaration(&self) -> bool {
        match self.ahead(1).kind {
            TokenKind::Name | TokenKind::BuiltIn => true,
            // An array size after the type, as in C#.
            TokenKind::OpenBracket => {
                matches!(self.ahead(2).kind, TokenKind::Literal(_))
                    && self.ahead(3).kind == TokenKind::CloseBracket
                    && self.ahead(4).kind == TokenKind::Name
            }
            // `a < b` is not a statement.
            TokenKind::Operator(BinaryOperator::Less) => self.ahead(2).kind == TokenKind::Name,
            TokenKind::Keyword(_) => {
                !self.ahead(1).begins_line
                    && matches!(self.ahead(2).kind, TokenKind::Assign(None) | TokenKind::Semicolon)
            }
            _ => false,
        }
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Begun<'s> {
        let token = self.token();
        let kind = match keyword {
            Keyword::If => {
                self.bump();
                let condition = self.condition();
                return Begun::Block(Owner::Branch { start: token.span, branches: Vec::new(), condition });
            }
            Keyword::For => {
                self.bump();
                return Begun::Block(self.for_head(token.span));
            }
            Keyword::Elif | Keyword::Else => {
                let message = format!("this `{}` belongs to no `if`", keyword.name());
                self.report(SyntaxError::new(token.span, message).help("look above for an extra `}` or `;`"));
                self.bump();
                if keyword == Keyword::Else && self.is_keyword(Keyword::If) {
                    self.bump();
                }
                if self.kind() == TokenKind::OpenParenthesis {
                    self.skip_brackets();
                }
                return Begun::Block(Owner::Wrong);
            }
            Keyword::Break => StatementKind::Break,
            Keyword::Continue => StatementKind::Continue,
            Keyword::Return => StatementKind::Return,
            Keyword::Discard => StatementKind::Discard,
            Keyword::Bind
            | Keyword::Flat
            | Keyword::In
            | Keyword::Local
            | Keyword::Out
            | Keyword::Passinput
            | Keyword::Uniform => {
                let fault = self.unexpected("a statement");
                let help = "global declarations come before the stages; keywords cannot be names";
                self.report(fault.help(help));
                let begin = self.at;
                self.skip_statement();
                self.remember_name(begin);
                return Begun::Nothing;
            }
        };
        self.bump();
        let is_value = keyword == Keyword::Return
            && !self.token().begins_line
            && matches!(
                self.kind(),
                TokenKind::Name
                    | TokenKind::BuiltIn
                    | TokenKind::Literal(_)
                    | TokenKind::OpenParenthesis
                    | TokenKind::Operator(_)
                    | TokenKind::Not
                    | TokenKind::Complement
            );
        if is_value {
            let fault = self.unexpected("`;` after `return`");
            self.report(fault.help("stages return nothing: assign the value to an output"));
            self.skip_statement();
        } else {
            self.semicolon(&format!("`{}`", keyword.name()));
        }
        Begun::Statement(kind)
    }

    /// `(CONDITION)`
    fn condition(&mut self) -> ExpressionId {
        let nodes = self.source.expressions.len();
        let start = self.token().span;
        let result = self.condition_or_failure();
        result.unwrap_or_else(|ReportedError| {
            self.source.expressions.truncate(nodes);
            self.wrong(start)
        })
    }

    fn condition_or_failure(&mut self) -> Result<ExpressionId, ReportedError> {
        if self.kind() != TokenKind::OpenParenthesis {
            let fault = self.unexpected("`(` with the condition");
            self.report(fault.help("write `if (condition) { … }`"));
            // Skip the unparenthesized condition up to the block.
            while !matches!(self.kind(), TokenKind::OpenBrace | TokenKind::Semicolon) && !self.is_block_end()
            {
                self.bump();
            }
            return Err(ReportedError);
        }
        self.bump();
        let condition = self.expression().and_then(|condition| match self.kind() {
            TokenKind::CloseParenthesis => Ok(condition.id),
            TokenKind::Assign(_) => {
                let fault = self.unexpected("`)`");
                self.fail(fault.help("equality is written `==`; an assignment is a statement of its own"))
            }
            _ => {
                let fault = self.unexpected("an operator or `)` after the condition");
                self.fail(fault.help("write `if (condition) { … }`"))
            }
        });
        if condition.is_err() {
            self.skip_to(TokenKind::CloseParenthesis);
        }
        self.eat(TokenKind::CloseParenthesis);
        condition
    }
}
