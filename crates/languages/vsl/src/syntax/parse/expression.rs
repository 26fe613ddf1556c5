//! Parses expressions.
//!
//! One loop with two stacks, for complete operands and for pending operators. Nesting thus uses no thread
//! stack, and the operands of a node precede it in the tree's list.

use super::{LIMIT, MAX_NESTING, Parser, ReportedError, Result, Span, SyntaxError, TokenKind, excerpt};
use crate::syntax::token::Keyword;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionId, ExpressionKind, Literal, LiteralKind, Name, UnaryOperator,
};

/// A complete operand, its span including parentheses.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: ExpressionId,
    pub(super) span: Span,
}

/// A pending construct.
enum Waiting<'s> {
    Unary(UnaryOperator, Span),
    Binary(BinaryOperator, Span, Operand),
    /// `CONDITION ?`
    Question(Operand),
    /// `CONDITION ? YES :`
    Colon(Operand, Operand),
    /// `(`
    Parenthesis(Span),
    /// `NAME(`, and arguments.
    Call(Name<'s>, Vec<ExpressionId>),
    /// `BASE[`, and perhaps an index and `,`.
    Index(Operand, Span, Option<ExpressionId>),
}

impl Waiting<'_> {
    /// True if it counts towards the nesting depth.
    fn is_nesting(&self) -> bool {
        !matches!(self, Waiting::Binary(..))
    }

    /// True if only a closing bracket ends it.
    fn is_bracket(&self) -> bool {
        matches!(self, Waiting::Parenthesis(_) | Waiting::Call(..) | Waiting::Index(..))
    }
}

/// The stacks of an expression.
struct Stacks<'s> {
    waiting: Vec<Waiting<'s>>,
    depth: usize,
}

impl<'s> Stacks<'s> {
    fn push(&mut self, waiting: Waiting<'s>) {
        self.depth += usize::from(waiting.is_nesting());
        self.waiting.push(waiting);
    }

    fn pop(&mut self) -> Option<Waiting<'s>> {
        let waiting = self.waiting.pop()?;
        self.depth -= usize::from(waiting.is_nesting());
        Some(waiting)
    }
}

impl<'s> Parser<'s, '_> {
    /// Parses an expression up to the first token that cannot continue it. After a reported error its nodes
    /// are orphaned.
    pub(super) fn expression(&mut self) -> Result<Operand> {
        let mut stacks = Stacks { waiting: Vec::new(), depth: 0 };
        loop {
            let mut operand = self.operand(&mut stacks)?;
            loop {
                match self.behind(&mut stacks, operand)? {
                    Next::Operand => break,
                    Next::Behind(next) => operand = next,
                    Next::End(operand) => return Ok(operand),
                }
            }
        }
    }

    /// A node for an error, already reported.
    pub(super) fn wrong(&mut self, span: Span) -> ExpressionId {
        self.node(ExpressionKind::Wrong, span)
    }

    fn node(&mut self, kind: ExpressionKind<'s>, span: Span) -> ExpressionId {
        let id = ExpressionId(self.source.expressions.len() as u32);
        self.source.expressions.push(Expression { kind, span });
        id
    }

    /// Prefix operators and open parentheses, then a literal or name.
    fn operand(&mut self, stacks: &mut Stacks<'s>) -> Result<Operand> {
        loop {
            let token = self.token();
            let unary = match token.kind {
                TokenKind::Operator(BinaryOperator::Add) => Some(UnaryOperator::Plus),
                TokenKind::Operator(BinaryOperator::Subtract) => Some(UnaryOperator::Negate),
                TokenKind::Not => Some(UnaryOperator::Not),
                TokenKind::Complement => Some(UnaryOperator::Complement),
                _ => None,
            };
            if stacks.depth > MAX_NESTING {
                let message = format!("the expression nests more than {MAX_NESTING} deep");
                let fault = SyntaxError::of(&LIMIT, token.span, message);
                return self.fail(fault.help("store a part of it in a variable"));
            }
            if let Some(operator) = unary {
                self.bump();
                stacks.push(Waiting::Unary(operator, token.span));
                continue;
            }
            let kind = match token.kind {
                TokenKind::OpenParenthesis => {
                    self.bump();
                    stacks.push(Waiting::Parenthesis(token.span));
                    continue;
                }
                TokenKind::Name if self.ahead(1).kind == TokenKind::OpenParenthesis => {
                    let function = Name { text: self.word(), span: token.span };
                    self.bump();
                    self.bump();
                    if self.kind() == TokenKind::CloseParenthesis {
                        let span = token.span.to(self.bump().span);
                        let message =
                            format!("expected an argument of `{}`, found `)`", excerpt(function.text));
                        self.report(
                            SyntaxError::new(span, message).help("every function has at least one argument"),
                        );
                        ExpressionKind::Wrong
                    } else {
                        stacks.push(Waiting::Call(function, Vec::new()));
                        continue;
                    }
                }
                TokenKind::Name | TokenKind::BuiltIn => {
                    self.bump();
                    ExpressionKind::Name(self.text_of(token.span))
                }
                TokenKind::Literal(LiteralKind::Wrong) => {
                    self.bump();
                    ExpressionKind::Wrong
                }
                TokenKind::Literal(kind) => {
                    self.bump();
                    ExpressionKind::Literal(Literal {
                        text: self.text_of(token.span),
                        kind,
                        negative: false,
                        span: token.span,
                    })
                }
                _ => return self.no_operand(stacks),
            };
            let span = token.span.to(self.previous);
            let id = self.node(kind, span);
            return Ok(Operand { id, span });
        }
    }

    /// Reports a missing operand.
    fn no_operand<T>(&mut self, stacks: &Stacks<'s>) -> Result<T> {
        let mut fault = self
            .unexpected("an expression")
            .help("an expression is made of names, numbers, calls, operators and parentheses");
        let sign = self.previous;
        let doubled = match stacks.waiting.as_slice() {
            [.., Waiting::Binary(before, left, _), Waiting::Unary(after, right)]
                if before.symbol() == after.symbol() && left.end == right.start =>
            {
                Some((left.to(*right), before.symbol()))
            }
            _ => None,
        };
        if let Some((span, symbol)) = doubled {
            fault = SyntaxError::new(span, format!("there is no `{symbol}{symbol}`"))
                .help(format!("write `name {symbol}= 1;` as a statement of its own"));
        } else if self.kind() == TokenKind::OpenBrace {
            fault = fault.help("values are constructed with their type, such as `float2(1, 2)`");
        } else if let TokenKind::Keyword(keyword) = self.kind()
            && !matches!(
                keyword,
                Keyword::If | Keyword::Elif | Keyword::Else | Keyword::For | Keyword::Return
            )
        {
            fault = SyntaxError::new(
                self.token().span,
                format!("expected an expression, found the keyword `{}`", keyword.name()),
            )
            .help("keywords cannot be names");
        } else if self.kind() == TokenKind::Operator(BinaryOperator::Greater)
            && self.text_of(sign) == "-"
            && sign.end == self.token().span.start
        {
            fault = SyntaxError::new(sign.to(self.token().span), "expected an operator, found `->`")
                .help("fields and components are written `value.name`");
        } else if matches!(self.kind(), TokenKind::CloseParenthesis | TokenKind::Semicolon)
            && !stacks.waiting.is_empty()
        {
            let before = self.text_of(sign);
            fault = fault.help(format!("something is missing after `{before}`"));
        }
        self.fail(fault)
    }

    /// Parses the continuation of a complete operand.
    fn behind(&mut self, stacks: &mut Stacks<'s>, operand: Operand) -> Result<Next> {
        let token = self.token();
        match token.kind {
            TokenKind::Dot => self.member(operand).map(Next::Behind),
            TokenKind::OpenBracket => {
                self.bump();
                stacks.push(Waiting::Index(operand, token.span, None));
                Ok(Next::Operand)
            }
            TokenKind::Operator(operator) => {
                let left = self.reduce(stacks, operand, |waiting| match waiting {
                    Waiting::Unary(..) => true,
                    Waiting::Binary(before, ..) => before.strength() >= operator.strength(),
                    _ => false,
                });
                self.bump();
                stacks.push(Waiting::Binary(operator, token.span, left));
                Ok(Next::Operand)
            }
            TokenKind::Question => {
                let condition = self.reduce(stacks, operand, |waiting| {
                    matches!(waiting, Waiting::Unary(..) | Waiting::Binary(..))
                });
                self.bump();
                stacks.push(Waiting::Question(condition));
                Ok(Next::Operand)
            }
            TokenKind::Colon => {
                let yes = self.reduce(stacks, operand, |waiting| {
                    !waiting.is_bracket() && !matches!(waiting, Waiting::Question(_))
                });
                match stacks.pop() {
                    Some(Waiting::Question(condition)) => {
                        self.bump();
                        stacks.push(Waiting::Colon(condition, yes));
                        Ok(Next::Operand)
                    }
                    Some(waiting) => {
                        stacks.push(waiting);
                        self.close(stacks, yes)
                    }
                    None => Ok(Next::End(yes)),
                }
            }
            _ => {
                let value = self.reduce(stacks, operand, |waiting| {
                    !waiting.is_bracket() && !matches!(waiting, Waiting::Question(_))
                });
                self.close(stacks, value)
            }
        }
    }

    /// `.NAME`
    fn member(&mut self, base: Operand) -> Result<Operand> {
        self.bump();
        let word = self.word();
        // Fields are declared in structures, which cannot use keywords as names; components are letters.
        if self.kind() != TokenKind::Name {
            let fault = self.unexpected("a field or components");
            return self.fail(fault.help("write `value.field` or components such as `value.xyz`"));
        }
        let name = Name { text: word, span: self.bump().span };
        let span = base.span.to(name.span);
        let id = self.node(ExpressionKind::Member { base: base.id, name }, span);
        Ok(Operand { id, span })
    }

    /// Completes pending operators at the top of the stack, as far as precedence requires.
    fn reduce(
        &mut self,
        stacks: &mut Stacks<'s>,
        mut operand: Operand,
        is_next: impl Fn(&Waiting<'s>) -> bool,
    ) -> Operand {
        while stacks.waiting.last().is_some_and(&is_next)
            && let Some(waiting) = stacks.pop()
        {
            let (kind, span) = match waiting {
                Waiting::Unary(operator, operator_span) => (
                    ExpressionKind::Unary { operator, operator_span, operand: operand.id },
                    operator_span.to(operand.span),
                ),
                Waiting::Binary(operator, operator_span, left) => (
                    ExpressionKind::Binary { operator, operator_span, left: left.id, right: operand.id },
                    left.span.to(operand.span),
                ),
                Waiting::Colon(condition, yes) => (
                    ExpressionKind::Conditional { condition: condition.id, yes: yes.id, no: operand.id },
                    condition.span.to(operand.span),
                ),
                other => {
                    stacks.push(other);
                    return operand;
                }
            };
            let id = self.node(kind, span);
            operand = Operand { id, span };
        }
        operand
    }

    /// Handles the end of a value: a comma or bracket of the pending construct, or a token that cannot
    /// continue the expression.
    fn close(&mut self, stacks: &mut Stacks<'s>, value: Operand) -> Result<Next> {
        let token = self.token();
        let Some(waiting) = stacks.pop() else {
            return Ok(Next::End(value));
        };
        match (waiting, token.kind) {
            (Waiting::Parenthesis(open), TokenKind::CloseParenthesis) => {
                self.bump();
                Ok(Next::Behind(Operand { id: value.id, span: open.to(token.span) }))
            }
            (Waiting::Call(function, mut arguments), TokenKind::Comma) => {
                self.bump();
                arguments.push(value.id);
                stacks.push(Waiting::Call(function, arguments));
                Ok(Next::Operand)
            }
            (Waiting::Call(function, mut arguments), TokenKind::CloseParenthesis) => {
                self.bump();
                arguments.push(value.id);
                let span = function.span.to(token.span);
                let id = self.node(ExpressionKind::Call { function, arguments }, span);
                Ok(Next::Behind(Operand { id, span }))
            }
            (Waiting::Index(base, open, None), TokenKind::Comma) => {
                self.bump();
                stacks.push(Waiting::Index(base, open, Some(value.id)));
                Ok(Next::Operand)
            }
            (Waiting::Index(base, _, first), TokenKind::CloseBracket) => {
                self.bump();
                let span = base.span.to(token.span);
                let (index, second) = match first {
                    Some(first) => (first, Some(value.id)),
                    None => (value.id, None),
                };
                let kind = ExpressionKind::Index { base: base.id, index, second };
                let id = self.node(kind, span);
                Ok(Next::Behind(Operand { id, span }))
            }
            (waiting, _) => self.not_closed(&waiting),
        }
    }

    /// Reports a construct that is not closed.
    fn not_closed(&mut self, waiting: &Waiting<'s>) -> Result<Next> {
        let begins_operand = matches!(
            self.kind(),
            TokenKind::Name | TokenKind::BuiltIn | TokenKind::Literal(_) | TokenKind::OpenParenthesis
        );
        let fault = match waiting {
            Waiting::Question(_) => {
                self.unexpected("`:`").help("a conditional is written `condition ? value : other`")
            }
            _ if matches!(self.kind(), TokenKind::Assign(None)) => {
                self.unexpected("an operator").help("equality is written `==`")
            }
            Waiting::Index(_, open, first) => {
                let expected = match first {
                    Some(_) => "`]`",
                    None if begins_operand => "an operator or `]`",
                    None => "`]`",
                };
                self.unexpected(expected)
                    .help("an index is `[value]`, of samplers and matrices also `[value, value]`")
                    .label(*open, "the index begins here")
            }
            Waiting::Call(function, _) => {
                let expected = if begins_operand { "an operator, `,` or `)`" } else { "`)`" };
                self.unexpected(expected)
                    .help("arguments are separated by `,` and end with `)`")
                    .label(function.span, "the call begins here")
            }
            Waiting::Parenthesis(open) if self.kind() == TokenKind::Comma => self
                .unexpected("`)`")
                .help("vectors are constructed with their type, such as `float2(1, 2)`")
                .label(*open, "the parenthesis begins here"),
            Waiting::Parenthesis(open) => {
                let expected = if begins_operand { "an operator or `)`" } else { "`)`" };
                self.unexpected(expected)
                    .help("close the parenthesis with `)`")
                    .label(*open, "the parenthesis begins here")
            }
            _ => self.unexpected("an operator").help("write an operator"),
        };
        self.report(fault);
        Err(ReportedError)
    }
}

/// Next state of the expression loop.
enum Next {
    /// Operand required.
    Operand,
    /// Operand complete; more may follow.
    Behind(Operand),
    /// The expression is complete.
    End(Operand),
}
