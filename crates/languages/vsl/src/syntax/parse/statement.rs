//! Statements.
//!
//! Blocks that are open stand on a stack of their own, so that the depth of a source costs no stack of the thread.

use super::expression::Operand;
use super::{Failed, Fault, LIMIT, MAX_NESTING, Parser, Span, TokenKind, shown};
use crate::syntax::token::Keyword;
use crate::syntax::tree::{
    BinaryOperator, Block, Bound, Branch, ExpressionId, ExpressionKind, LiteralKind, Name, Statement,
    StatementKind,
};

/// A block that is being read.
struct Open<'s> {
    owner: Owner<'s>,
    statements: Vec<Statement<'s>>,
    /// Its brace, or the beginning of its single statement.
    begin: Span,
    /// Whether it has no braces and ends with its first statement.
    is_single: bool,
    /// Whether its single statement has been read.
    is_done: bool,
    /// How many expressions there were before it.
    nodes: usize,
}

/// What a block belongs to.
enum Owner<'s> {
    Stage,
    /// The last of the branches of an `if`: those before it, and its condition.
    Branch {
        start: Span,
        branches: Vec<Branch<'s>>,
        condition: ExpressionId,
    },
    /// `else` behind branches.
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
    /// Something that is not of the language and has been reported.
    Wrong,
}

/// What reading a statement led to.
enum Begun<'s> {
    /// A complete statement.
    Statement(StatementKind<'s>),
    /// A block belongs to it.
    Block(Owner<'s>),
    /// Nothing that could be kept.
    Nothing,
}

impl<'s> Parser<'s, '_> {
    /// The block of a stage, from its brace on.
    pub(super) fn block(&mut self) -> Block<'s> {
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
            let is_end = match open.is_single {
                true => open.is_done,
                false => self.is_block_end(),
            };
            if !is_end {
                open.is_done = true;
                self.statement(&mut blocks);
                continue;
            }
            let Some(open) = blocks.pop() else {
                return Block::default();
            };
            if !open.is_single {
                self.close_brace(open.begin, blocks.is_empty());
            }
            let block = Block {
                statements: open.statements,
                span: open.begin.to(self.previous),
            };
            match open.owner {
                Owner::Stage => return block,
                // Expressions that belong to no statement are not kept.
                Owner::Wrong => self.source.expressions.truncate(open.nodes),
                _ => {}
            }
            self.go_on(&mut blocks, open.owner, block);
        }
    }

    fn is_block_end(&self) -> bool {
        matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End) || self.is_global_start()
    }

    /// The brace that ends a block. Where it is missing, that is said once, for the block of the stage.
    fn close_brace(&mut self, begin: Span, is_outermost: bool) {
        if self.eat(TokenKind::CloseBrace) {
            return;
        }
        if is_outermost {
            let fault = self.unexpected("`}`");
            self.report(
                fault
                    .label(begin, "the block of the stage begins here")
                    .help("add `}`, or look above for a `{` too much"),
            );
            self.source.is_incomplete = true;
        }
    }

    /// Reads a statement, or the head of one that has a block.
    fn statement(&mut self, blocks: &mut Vec<Open<'s>>) {
        let (first, start) = (self.at, self.token().span);
        let nodes = self.source.expressions.len();
        let begun = self.begin_statement();
        if self.at == first && !matches!(begun, Begun::Block(_)) {
            // Nothing that could begin a statement: it has been reported.
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

    /// Begins the block of a statement.
    fn open(&mut self, blocks: &mut Vec<Open<'s>>, owner: Owner<'s>) {
        let begin = self.token().span;
        let is_single = self.kind() != TokenKind::OpenBrace;
        if blocks.len() > MAX_NESTING {
            let fault = Fault::of(
                &LIMIT,
                begin,
                format!("the statements nest more than {MAX_NESTING} deep"),
            );
            self.report(fault.help("join conditions with `&&`"));
            self.source.is_incomplete = true;
            // The blocks above go on behind it.
            match is_single {
                true => self.skip_statement(),
                false => self.skip_brackets(),
            }
            return;
        }
        if !is_single {
            self.bump();
        } else if self.is_block_end() {
            let fault = self.unexpected("a statement or `{`");
            self.report(fault);
        }
        if is_single && matches!(owner, Owner::For { .. } | Owner::Wrong) && !self.is_block_end() {
            if let Owner::For { .. } = owner {
                let fault = self.unexpected("`{`");
                self.report(fault.help("the body of a loop stands in braces"));
            }
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

    /// Goes on with the statement that a complete block belongs to.
    fn go_on(&mut self, blocks: &mut Vec<Open<'s>>, owner: Owner<'s>, block: Block<'s>) {
        let (start, kind) = match owner {
            Owner::Stage | Owner::Wrong => return,
            Owner::For {
                start,
                counter,
                from,
                to,
                step,
            } => {
                let kind = StatementKind::For {
                    counter,
                    from,
                    to,
                    step,
                    body: block,
                };
                (start, kind)
            }
            Owner::Otherwise { start, branches } => {
                let kind = StatementKind::If {
                    branches,
                    otherwise: Some(block),
                };
                (start, kind)
            }
            Owner::Branch {
                start,
                mut branches,
                condition,
            } => {
                branches.push(Branch {
                    condition,
                    body: block,
                });
                let is_else_if =
                    self.is_keyword(Keyword::Else) && self.ahead(1).kind == TokenKind::Keyword(Keyword::If);
                let is_foreign = self.kind() == TokenKind::Name
                    && matches!(self.word(), "elseif" | "elsif")
                    && self.ahead(1).kind == TokenKind::OpenParenthesis;
                if is_foreign {
                    let message = format!("expected `elif`, found `{}`", self.word());
                    let fault = Fault::new(self.token().span, message);
                    self.report(fault.help("write `elif` or `else if`"));
                }
                if is_else_if || is_foreign || self.is_keyword(Keyword::Elif) {
                    self.bump();
                    if is_else_if {
                        self.bump();
                    }
                    let condition = self.condition();
                    let owner = Owner::Branch {
                        start,
                        branches,
                        condition,
                    };
                    return self.open(blocks, owner);
                }
                if self.is_keyword(Keyword::Else) {
                    self.bump();
                    return self.open(blocks, Owner::Otherwise { start, branches });
                }
                let kind = StatementKind::If {
                    branches,
                    otherwise: None,
                };
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
                let fault = Fault::new(token.span, "expected a statement, found `;`");
                self.report(fault.help("remove it"));
                while self.eat(TokenKind::Semicolon) {}
                Begun::Nothing
            }
            TokenKind::OpenBrace => {
                let fault = Fault::new(token.span, "expected a statement, found `{`");
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
            // The size of an array at its type, as C# has it.
            TokenKind::OpenBracket => {
                matches!(self.ahead(2).kind, TokenKind::Literal(_))
                    && self.ahead(3).kind == TokenKind::CloseBracket
                    && self.ahead(4).kind == TokenKind::Name
            }
            // `a < b` is no statement.
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
                return Begun::Block(Owner::Branch {
                    start: token.span,
                    branches: Vec::new(),
                    condition,
                });
            }
            Keyword::For => {
                self.bump();
                return Begun::Block(self.for_head(token.span));
            }
            Keyword::Elif | Keyword::Else => {
                let message = format!("this `{}` belongs to no `if`", keyword.name());
                self.report(Fault::new(token.span, message).help("look above for a `}` or `;` too much"));
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
                let help = "global declarations stand before the stages; keywords cannot be names";
                self.report(fault.help(help));
                self.skip_statement();
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
            let fault = self.unexpected("`;` behind `return`");
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
        result.unwrap_or_else(|Failed| {
            self.source.expressions.truncate(nodes);
            self.wrong(start)
        })
    }

    fn condition_or_failure(&mut self) -> Result<ExpressionId, Failed> {
        if self.kind() != TokenKind::OpenParenthesis {
            let fault = self.unexpected("`(` with the condition");
            self.report(fault.help("write `if (condition) { … }`"));
            // Up to the block it is the condition without its parentheses.
            while !matches!(self.kind(), TokenKind::OpenBrace | TokenKind::Semicolon) && !self.is_block_end()
            {
                self.bump();
            }
            return Err(Failed);
        }
        self.bump();
        let condition = self.expression().and_then(|condition| match self.kind() {
            TokenKind::CloseParenthesis => Ok(condition.id),
            TokenKind::Assign(_) => {
                let fault = self.unexpected("`)`");
                self.fail(fault.help("equality is written `==`; an assignment is a statement of its own"))
            }
            _ => {
                let fault = self.unexpected("an operator or `)` behind the condition");
                self.fail(fault)
            }
        });
        if condition.is_err() {
            self.skip_to(TokenKind::CloseParenthesis);
        }
        self.eat(TokenKind::CloseParenthesis);
        condition
    }

    /// `(NAME; FROM : TO [: STEP])`
    fn for_head(&mut self, start: Span) -> Owner<'s> {
        const HELP: &str =
            "a loop is written `for (i; 0 : 4) { … }`: counter, first value, end, and perhaps `: step`";
        let wrong = Bound::Literal(self.wrong_literal());
        let nowhere = Name {
            text: "",
            span: self.token().span,
        };
        let mut head = (nowhere, wrong, wrong, None);
        if self.kind() != TokenKind::OpenParenthesis {
            let fault = self.unexpected("`(` behind `for`");
            self.report(fault.help(HELP));
            while !matches!(self.kind(), TokenKind::OpenBrace) && !self.is_block_end() {
                self.bump();
            }
            return Owner::Wrong;
        }
        let open = self.token();
        self.bump();
        // `for (int i = 0; i < 4; …)`
        let is_typed = self.kind() == TokenKind::Name && self.ahead(1).kind == TokenKind::Name;
        let is_assigned =
            self.kind() == TokenKind::Name && matches!(self.ahead(1).kind, TokenKind::Assign(_));
        if is_typed || is_assigned {
            let at = usize::from(is_typed);
            let name = self.ahead(at).span;
            let culprit = self.ahead(1 - at);
            let expected = if is_typed {
                "the counter alone"
            } else {
                "`;` behind the counter"
            };
            let found = shown(self.text_of(culprit.span));
            self.report(Fault::new(culprit.span, format!("expected {expected}, found `{found}`")).help(HELP));
            head.0 = Name {
                text: self.text_of(name),
                span: name,
            };
            self.skip_head(open.span);
        } else {
            match self.for_bounds(&mut head) {
                Ok(()) => {}
                Err(Some(fault)) => {
                    self.report(fault.help(HELP));
                    self.skip_head(open.span);
                }
                Err(None) => self.skip_head(open.span),
            }
        }
        let (counter, from, to, step) = head;
        if counter.text.is_empty() {
            return Owner::Wrong;
        }
        Owner::For {
            start,
            counter,
            from,
            to,
            step,
        }
    }

    /// Goes behind the head of a loop, whose semicolons end nothing.
    fn skip_head(&mut self, open: Span) {
        let _ = open;
        let mut depth = 1_usize;
        while depth > 0 && !matches!(self.kind(), TokenKind::OpenBrace) && !self.is_block_end() {
            match self.bump().kind {
                TokenKind::OpenParenthesis => depth += 1,
                TokenKind::CloseParenthesis => depth -= 1,
                _ => {}
            }
        }
    }

    /// What is between the parentheses of a loop; the fault, if it has not been reported.
    fn for_bounds(
        &mut self,
        head: &mut (Name<'s>, Bound<'s>, Bound<'s>, Option<Bound<'s>>),
    ) -> Result<(), Option<Fault>> {
        if self.kind() != TokenKind::Name {
            return Err(Some(self.unexpected("the name of the counter")));
        }
        let token = self.bump();
        head.0 = Name {
            text: self.text_of(token.span),
            span: token.span,
        };
        if !self.eat(TokenKind::Semicolon) {
            return Err(Some(self.unexpected("`;` behind the counter")));
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

    fn bound_of_loop(&mut self, what: &str) -> Result<Bound<'s>, Option<Fault>> {
        let bound = self.bound(what);
        match bound {
            Bound::Literal(literal) if literal.kind == LiteralKind::Wrong && literal.text.is_empty() => {
                Err(None)
            }
            _ => Ok(bound),
        }
    }

    /// `TYPE NAME [= VALUE];`
    fn declare(&mut self) -> Begun<'s> {
        if matches!(
            self.word(),
            "const" | "var" | "let" | "auto" | "inout" | "highp" | "mediump" | "lowp" | "precise"
        ) && self.ahead(1).kind == TokenKind::Name
        {
            let word = self.word();
            let fault = self.unexpected("a type");
            let help = match self.ahead(2).kind {
                TokenKind::Name => format!("leave `{word}` out"),
                _ => format!("write the type in place of `{word}`, such as `float`"),
            };
            self.report(fault.help(help));
            if self.ahead(2).kind != TokenKind::Name {
                let name = self.text_of(self.ahead(1).span);
                self.source.wrong_names.push(name);
                self.skip_statement();
                return Begun::Nothing;
            }
            self.bump();
        }
        let Ok(declaration) = self.declaration() else {
            self.skip_statement();
            return Begun::Nothing;
        };
        let mut value = None;
        if self.eat(TokenKind::Assign(None)) {
            value = Some(match self.value("the value") {
                Ok(operand) => operand,
                Err(wrong) => wrong,
            });
        } else if !self.is_followed_by_too_much("a variable begins with `=` and its value") {
            let begins = self.kind() == TokenKind::OpenParenthesis;
            if begins && !self.token().begins_line {
                let fault = self.unexpected("`;` or `=`");
                self.report(
                    fault.help("a first value is given as `= value`; there are no functions of one's own"),
                );
                self.skip_statement();
            } else {
                self.semicolon("the declaration");
            }
        }
        Begun::Statement(StatementKind::Declare { declaration, value })
    }

    /// An expression and the semicolon behind it; where it is wrong, a node that says so.
    fn value(&mut self, what: &str) -> Result<ExpressionId, ExpressionId> {
        let start = self.token().span;
        let nodes = self.source.expressions.len();
        let Ok(value) = self.expression() else {
            self.skip_statement();
            // The nodes that were made belong to nothing, but those of the place before them do.
            self.source.expressions.truncate(nodes);
            return Err(self.wrong(start));
        };
        match self.kind() {
            TokenKind::Semicolon => {
                self.bump();
            }
            TokenKind::Comma => {
                let fault = Fault::new(self.token().span, "expected `;`, found `,`");
                self.report(fault.help("write a statement for each variable"));
                while self.eat(TokenKind::Comma) {
                    if self.kind() == TokenKind::Name {
                        let name = self.word();
                        self.source.wrong_names.push(name);
                    }
                    self.skip_to(TokenKind::Comma);
                }
                self.skip_statement();
            }
            TokenKind::Assign(_) => {
                let fault = self.unexpected("an operator or `;`");
                let help = "an assignment is a statement and has no value; equality is written `==`";
                self.report(fault.help(help));
                self.skip_statement();
                self.source.expressions.truncate(nodes);
                return Err(self.wrong(start));
            }
            TokenKind::Name | TokenKind::BuiltIn | TokenKind::Literal(_) if !self.token().begins_line => {
                let fault = self.unexpected(&format!("an operator or `;` behind {what}"));
                let fault = match self.is_cast(value) {
                    Some(ty) => fault.help(format!("conversions are written `{ty}(value)`")),
                    None => fault,
                };
                self.report(fault);
                self.skip_statement();
                self.source.expressions.truncate(nodes);
                return Err(self.wrong(start));
            }
            TokenKind::CloseParenthesis | TokenKind::CloseBracket => {
                let message = format!("this {} closes nothing", self.found());
                let fault = Fault::new(self.token().span, message);
                self.report(fault.help("remove it"));
                self.skip_statement();
            }
            _ => self.semicolon(what),
        }
        Ok(value.id)
    }

    /// The type of a cast as C writes it: a name in parentheses, with an operand behind it.
    fn is_cast(&self, value: Operand) -> Option<&'s str> {
        let expression = self.source.expressions.get(value.id.0 as usize)?;
        match expression.kind {
            ExpressionKind::Name(name) if value.span != expression.span => Some(name),
            _ => None,
        }
    }

    /// `PLACE = VALUE;`
    fn assign(&mut self) -> Begun<'s> {
        let start = self.token();
        let Ok(place) = self.expression() else {
            self.skip_statement();
            return Begun::Nothing;
        };
        let span = place.span;
        let TokenKind::Assign(operator) = self.kind() else {
            self.no_assignment(span);
            return Begun::Nothing;
        };
        let operator_span = self.bump().span;
        let wrong = self.no_place(place);
        if let Some(fault) = wrong
            && !start.after_wrong
        {
            fault.report(self.text, self.findings);
            // The value may be wrong for the same reason.
            self.skip_statement();
            return Begun::Nothing;
        }
        let (Ok(value) | Err(value)) = self.value("the assignment");
        Begun::Statement(StatementKind::Assign {
            place: place.id,
            operator,
            operator_span,
            value,
        })
    }

    /// That an expression stands where a statement was expected.
    fn no_assignment(&mut self, span: Span) {
        let text = self.text_of(span);
        let is_call = text.ends_with(')');
        let is_whole = self.kind() == TokenKind::Semicolon;
        let fault = if is_whole {
            Fault::new(
                span,
                format!("expected a statement, found the expression `{}`", shown(text)),
            )
            .help(match is_call {
                true => "a call alone does nothing: assign what it gives, such as `value = name(…);`",
                false => "an expression alone does nothing: remove it or assign it",
            })
        } else {
            let fault = self.unexpected("`=` or another assignment");
            fault.help("statements are declarations, assignments, `if`, `for`, `break`, `continue`, `return`, `discard`")
        };
        self.report(fault);
        let goes_on = is_whole || !self.token().begins_line;
        if goes_on {
            self.skip_statement();
        }
    }

    /// What is wrong with the left side of an assignment.
    fn no_place(&self, place: Operand) -> Option<Fault> {
        let mut id = place.id;
        let outer = self.source.expressions.get(id.0 as usize)?;
        if outer.span != place.span {
            return Some(
                Fault::new(place.span, "expected a place to write to, found a parenthesis")
                    .help("leave the parentheses out"),
            );
        }
        loop {
            let expression = self.source.expressions.get(id.0 as usize)?;
            match expression.kind {
                ExpressionKind::Name(_) | ExpressionKind::Wrong => return None,
                ExpressionKind::Member { base, .. } => id = base,
                ExpressionKind::Index {
                    base, second: None, ..
                } => id = base,
                ExpressionKind::Index {
                    second: Some(second), ..
                } => {
                    let span = self.source.expressions.get(second.0 as usize)?.span;
                    return Some(
                        Fault::new(span, "a place has one index, found a second one")
                            .help("the component of a matrix is written `matrix[column][row]`"),
                    );
                }
                _ => {
                    let text = shown(self.text_of(place.span));
                    return Some(
                        Fault::new(
                            place.span,
                            format!("expected a place to write to, found `{text}`"),
                        )
                        .help("places are variables, their fields, components and elements"),
                    );
                }
            }
        }
    }

    /// Statements that other languages have.
    fn foreign_statement(&mut self) -> Option<Begun<'s>> {
        let token = self.token();
        let word = self.word();
        let next = self.ahead(1).kind;
        let is_head = next == TokenKind::OpenParenthesis;
        let (help, has_block) = match word {
            "while" if is_head => (
                "loops count: `for (i; 0 : 4) { … }`, and `break` leaves them",
                true,
            ),
            "do" if next == TokenKind::OpenBrace => (
                "loops count: `for (i; 0 : 4) { … }`, and `break` leaves them",
                true,
            ),
            "switch" if is_head => ("write `if`, `elif` and `else`", true),
            "foreach" if is_head => ("loops are written `for (i; 0 : 4) { … }`", true),
            "case" if matches!(next, TokenKind::Literal(_)) => ("write `if`, `elif` and `else`", false),
            _ => return None,
        };
        let fault = Fault::new(token.span, format!("expected a statement, found `{word}`"));
        self.report(fault.help(format!("there is no `{word}`: {help}")));
        self.bump();
        if !has_block {
            self.skip_statement();
            return Some(Begun::Nothing);
        }
        if is_head {
            self.skip_brackets();
        }
        if word == "switch" {
            self.skip_statement();
            return Some(Begun::Nothing);
        }
        if word == "do" {
            self.skip_brackets();
            if self.kind() == TokenKind::Name && self.word() == "while" {
                self.skip_statement();
            }
            return Some(Begun::Nothing);
        }
        if self.kind() == TokenKind::OpenBrace {
            return Some(Begun::Block(Owner::Wrong));
        }
        self.skip_statement();
        Some(Begun::Nothing)
    }
}
